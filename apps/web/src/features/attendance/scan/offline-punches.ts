import { type AttendanceRecord, CODE_WINDOW_SECONDS, type OfflinePunchBody, OfflinePunchFields } from '@shifa/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { useEffect } from 'react';
import { z } from 'zod';
import { api } from '../../../data/api';
import { ApiError, messageOf } from '../../../lib/api-error';
import { connection } from '../../../lib/connection';
import { idempotencyKey } from '../../../data/idempotency';
import { send } from '../../../data/queries';
import { session } from '../../../data/session';
import { stored } from '../../../lib/storage';
import { Store, useStore } from '../../../lib/store';
import { useUser } from '../../../data/use-session';
import { attendanceResource } from '../attendance.resource';

/** How often sending is tried again while something waits. */
const RETRY_MS = 30_000;

/** A clocking that reached no server: a scanned code or, without one, a tap. */
const StoredPunch = OfflinePunchFields.pick({ action: true, qrToken: true, location: true, deviceId: true }).extend({
  id: z.string(),
  /** On the clock of this device. */
  scannedAt: z.string(),
  /** A request was sent, so the server may have recorded it although no answer came. */
  sent: z.boolean().optional(),
  /** When its own request was sent, which may still be under way. */
  sendingSince: z.string().optional(),
  /** Why the server refused it; without it, it waits to be sent. */
  failure: z.string().optional(),
});
export type OfflinePunch = z.infer<typeof StoredPunch>;

type Send = (punch: OfflinePunchBody) => Promise<AttendanceRecord>;
type NewPunch = Omit<OfflinePunch, 'id' | 'scannedAt' | 'failure' | 'sendingSince'> &
  Partial<Pick<OfflinePunch, 'id' | 'scannedAt'>>;

/** The server accepts a code for one minute; the clock of this device can be wrong by as much. */
const CODE_AGE_MS = 120_000;

/** When it was clocked: by the window of its code, which the server signed, or else by the clock of this device. */
export function timeOf({ qrToken, scannedAt }: Pick<OfflinePunch, 'qrToken' | 'scannedAt'>): string {
  const window = Number(qrToken?.split('.')[1]);
  return Number.isSafeInteger(window) ? new Date(window * CODE_WINDOW_SECONDS * 1_000).toISOString() : scannedAt;
}

/** Whether a code was on its display when the person tapped. */
export function isRecentCode(qrToken: string | undefined, tappedAt: string): boolean {
  if (qrToken === undefined) return false;
  return Date.parse(tappedAt) - Date.parse(timeOf({ qrToken, scannedAt: tappedAt })) < CODE_AGE_MS;
}

/**
 * Punches that wait for a network, per person, on this device. They outlive the page and a sign-out, and only the
 * server's acceptance or the person removes one.
 */
export class OfflinePunches {
  readonly #revision = new Store(0);
  readonly #read = new Map<string, { text: string | null; punches: readonly OfflinePunch[] }>();
  #sending: Promise<void> | undefined;
  /** Those whose own requests this page has under way. */
  readonly #underWay = new Set<string>();

  of = (owner: string): readonly OfflinePunch[] => {
    const text = stored.offlinePunches.of(owner).read();
    const known = this.#read.get(owner);
    if (known?.text === text) return known.punches;
    const punches = punchesIn(text);
    this.#read.set(owner, { text, punches });
    return punches;
  };

  subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#revision.subscribe(listener);
    // Another tab may send them.
    window.addEventListener('storage', listener);
    return () => {
      unsubscribe();
      window.removeEventListener('storage', listener);
    };
  };

  /** Throws if the device has no room for it. The same code, or the same tap, is kept once per action. */
  add(owner: string, punch: NewPunch): void {
    this.#add(owner, punch, undefined);
  }

  /**
   * Keeps a punch whose request is about to be sent: the page can be closed before the answer comes. It is then to be
   * discarded, or released where none came.
   * @returns false if the device has no room for it.
   */
  begin(owner: string, punch: NewPunch & Pick<OfflinePunch, 'id'>): boolean {
    this.#underWay.add(punch.id);
    try {
      this.#add(owner, punch, new Date().toISOString());
      return true;
    } catch {
      return false;
    }
  }

  /** The request of a punch came to nothing: from now on, it waits to be sent. */
  release(owner: string, id: string): void {
    this.#underWay.delete(id);
    this.#change(owner, id, { sendingSince: undefined });
  }

  /** Whether this page is sending its request, so that the person is already told. */
  isUnderWay({ id }: OfflinePunch): boolean {
    return this.#underWay.has(id);
  }

  discard(owner: string, id: string): void {
    this.#underWay.delete(id);
    this.#write(
      owner,
      this.of(owner).filter((punch) => punch.id !== id),
    );
  }

  /** Lets a refused one be sent again. */
  retry(owner: string, id: string): void {
    this.#change(owner, id, { failure: undefined });
  }

  /** Sends what waits, oldest first and one at a time, also across tabs. */
  sendAll(owner: string, send: Send): Promise<void> {
    this.#sending ??= this.#exclusively(() => this.#sendEach(owner, send)).finally(() => (this.#sending = undefined));
    return this.#sending;
  }

  #exclusively(run: () => Promise<void>): Promise<void> {
    // Absent where the page came over plain http from another machine; the server then sorts out what comes twice.
    const { locks } = navigator as { locks?: LockManager };
    return locks ? locks.request('offline-punches', run) : run();
  }

  async #sendEach(owner: string, send: Send): Promise<void> {
    for (;;) {
      const next = this.of(owner).find(({ failure }) => failure === undefined);
      // What comes after it waits for it, as the server judges each by the one before.
      if (!next || this.isUnderWay(next) || mayBeUnderWay(next)) return;
      try {
        await send(bodyOf(next));
        this.discard(owner, next.id);
      } catch (error) {
        if (!isRefusal(error)) return;
        this.#change(owner, next.id, { failure: messageOf(error) });
      }
    }
  }

  #add(
    owner: string,
    { id = idempotencyKey(), scannedAt = new Date().toISOString(), ...punch }: NewPunch,
    sendingSince: string | undefined,
  ): void {
    const isSame = (known: OfflinePunch) =>
      known.action === punch.action &&
      (punch.qrToken === undefined ? known.id === id : known.qrToken === punch.qrToken);
    const others = this.of(owner).filter((known) => !isSame(known));
    this.#write(owner, [...others, { ...punch, id, scannedAt, sendingSince }]);
  }

  #change(owner: string, id: string, change: Partial<OfflinePunch>): void {
    this.#write(
      owner,
      this.of(owner).map((punch) => (punch.id === id ? { ...punch, ...change } : punch)),
    );
  }

  #write(owner: string, punches: readonly OfflinePunch[]): void {
    if (punches.length === 0) stored.offlinePunches.of(owner).remove();
    else stored.offlinePunches.of(owner).write(JSON.stringify(punches));
    this.#revision.set(this.#revision.current() + 1);
  }
}

/** Whether a page may still be waiting for the answer to its own request, also one of another tab, or closed since. */
function mayBeUnderWay({ sendingSince }: OfflinePunch): boolean {
  return sendingSince !== undefined && Math.abs(Date.now() - Date.parse(sendingSince)) < RETRY_MS;
}

/** A tap carries the key of the request that may have arrived, and its time. */
function bodyOf({ id, scannedAt, failure: _, sent: __, sendingSince: ___, ...punch }: OfflinePunch): OfflinePunchBody {
  if (punch.qrToken !== undefined) return punch;
  return { ...punch, punchId: id, tappedAt: scannedAt, sentAt: new Date().toISOString() };
}

function punchesIn(text: string | null): readonly OfflinePunch[] {
  try {
    return z
      .array(StoredPunch)
      .catch([])
      .parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** What the server answers before it looks at the punch, and no longer once the person or the page has caught up. */
const passing: readonly ApiError['code'][] = [
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'CLIENT_OUTDATED',
];

/** Whether the server has decided against it. Anything else, such as no connection or an expired session, may pass. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || passing.includes(error.code)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

export const offlinePunches = new OfflinePunches();

const sentTexts = {
  clock_in: { pending: 'Your clock-in was sent for approval', recorded: 'Your clock-in was recorded' },
  clock_out: { pending: 'Your clock-out was sent for approval', recorded: 'Your clock-out was recorded' },
};

/** What a person clocked must not be sent in the name of the one who has signed in since. @throws ApiError */
export function assertSignedIn(owner: string): void {
  const now = session.current();
  if (now.status !== 'signed-in' || now.user._id !== owner) throw new ApiError(0);
}

/** Sends what the signed-in person has waiting on this device. */
export async function sendOfflinePunches(queryClient: QueryClient): Promise<void> {
  const current = session.current();
  if (current.status !== 'signed-in') return;
  const owner = current.user._id;
  const before = offlinePunches.of(owner);
  await offlinePunches.sendAll(owner, async (punch) => {
    assertSignedIn(owner);
    const record = await send(api.attendance.offlinePunch, { body: punch });
    const waits = record.approvalStatus === 'pending' || record.flags.length > 0;
    enqueueSnackbar(sentTexts[punch.action][waits ? 'pending' : 'recorded'], { variant: 'success' });
    return record;
  });
  // Otherwise what is fetched again would show that the server answers, and start the next attempt at once.
  if (offlinePunches.of(owner) !== before) await attendanceResource.invalidate(queryClient);
}

/**
 * Sends what was clocked before a punch, as the server judges each by the one before.
 * @returns false if some of it still waits.
 */
export async function sendEarlierPunches(queryClient: QueryClient, owner: string, id: string): Promise<boolean> {
  const hasEarlier = () => offlinePunches.of(owner).some((punch) => punch.id !== id && punch.failure === undefined);
  if (hasEarlier()) await sendOfflinePunches(queryClient);
  return !hasEarlier();
}

/** The person's punches on this device; while some wait, sending is tried again and again. */
export function useOfflinePunches(): readonly OfflinePunch[] {
  const { _id: owner } = useUser();
  const queryClient = useQueryClient();
  const punches = useStore({ subscribe: offlinePunches.subscribe, current: () => offlinePunches.of(owner) });
  const idle = punches.filter((punch) => !offlinePunches.isUnderWay(punch));
  const waits = idle.some(({ failure }) => failure === undefined);
  useEffect(() => {
    if (!waits) return;
    const sendNow = () => {
      if (connection.current().status !== 'offline') void sendOfflinePunches(queryClient);
    };
    sendNow();
    const timer = setInterval(sendNow, RETRY_MS);
    const unsubscribe = connection.subscribe(sendNow);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [waits, queryClient]);
  return idle;
}
