import type { SessionUser } from '@shifa/contract';
import { stored } from '../lib/storage';
import { Store } from '../lib/store';

/** The signed-in person as every screen sees them. */
export type SignedInUser = SessionUser & {
  /** A role that the product does not know, such as `admin`; `role` is then the one that it stands for. */
  otherRole?: string;
};

/** Why no one is signed in: no one was, the person left, or the server no longer knew the token. */
export type SignedOutReason = 'none' | 'left' | 'expired';

export type Session =
  | { status: 'checking' }
  | { status: 'signed-in'; user: SignedInUser }
  | { status: 'signed-out'; reason: SignedOutReason; message?: string };

/**
 * Who is signed in, kept in local storage under `token` and `user` and shared by every tab: signing out in one signs
 * out all. Readers subscribe; only sign-in, the check at start, sign-out and a 401 change it.
 */
export class SessionStore extends Store<Session> {
  #owner: string | undefined;

  constructor() {
    super(stored.token.read() ? { status: 'checking' } : { status: 'signed-out', reason: 'none' });
    if (!this.token()) stored.user.remove();
    const user = this.storedUser();
    if (typeof user === 'object' && user && '_id' in user) this.#owner = String(user._id);
  }

  /** Who is signed in in this tab, or was last. */
  owner = (): string | undefined => this.#owner;

  token(): string | null {
    return stored.token.read();
  }

  /** The person as the server knew them last, as they were stored: anything may stand there. */
  storedUser(): unknown {
    try {
      return JSON.parse(stored.user.read() ?? 'null');
    } catch {
      return null;
    }
  }

  /** A login was answered: both are stored, and everyone is told. */
  start(token: string, user: SignedInUser): void {
    stored.provider.remove();
    stored.token.write(token);
    this.update(user);
  }

  /** The person as the server knows them now. */
  update(user: SignedInUser): void {
    const current = this.current();
    const text = JSON.stringify(user);
    // Nothing changed in this tab, so nothing has to be rendered again; another may have stored the person already.
    if (current.status === 'signed-in' && JSON.stringify(current.user) === text) return;
    if (accessOf(this.storedUser()) !== accessOf(user)) stored.lastState.keepOnly();
    stored.user.write(text);
    keepOnlyOf(user._id);
    this.#owner = user._id;
    this.set({ status: 'signed-in', user });
  }

  /** Forgets token and person in all tabs. `message` says why, where signing in again does not help. */
  end(reason: Exclude<SignedOutReason, 'none'>, message?: string): void {
    if (this.token() !== null) {
      stored.sessionEnded.write(message === undefined ? reason : `${reason} ${message}`);
      stored.token.remove();
      stored.sessionEnded.remove();
    }
    stored.user.remove();
    this.#forget(reason, message);
  }

  /** Follows what other tabs do; gives back the way to stop. */
  followOtherTabs(target: Window = window): () => void {
    let ended: { reason: 'left' | 'expired'; message?: string } = { reason: 'left' };
    const onStorage = (event: StorageEvent) => {
      if (stored.sessionEnded.isChangedBy(event) && event.newValue !== null) ended = endOf(event.newValue);
      if (!stored.token.isChangedBy(event)) return;
      if (this.token()) this.set({ status: 'checking' });
      else this.#forget(ended.reason, ended.message);
      ended = { reason: 'left' };
    };
    target.addEventListener('storage', onStorage);
    return () => target.removeEventListener('storage', onStorage);
  }

  #forget(reason: Exclude<SignedOutReason, 'none'>, message?: string): void {
    stored.provider.remove();
    stored.lastState.keepOnly();
    if (reason === 'left') {
      keepOnlyOf(undefined);
      stored.stockCounts.removeAll(`${this.#owner ?? ''}:`);
    }
    if (this.current().status === 'signed-out') return;
    this.set({ status: 'signed-out', reason, ...(message === undefined ? {} : { message }) });
  }
}

/** What decides which answers a person gets. */
function accessOf(user: unknown): string {
  const { _id, permissions, laboratoryId } = (user ?? {}) as Partial<SignedInUser>;
  return JSON.stringify([_id, permissions, laboratoryId?._id]);
}

/** Removes what other people left on this device, such as someone whose session had expired. */
function keepOnlyOf(owner: string | undefined): void {
  stored.drafts.keepOnly(owner);
  stored.recentChoices.keepOnly(owner);
  stored.lastState.keepOnly(owner);
}

/** `expired`, or `expired Your account is suspended.` */
function endOf(text: string): { reason: 'left' | 'expired'; message?: string } {
  const [reason, ...words] = text.split(' ');
  if (reason !== 'expired') return { reason: 'left' };
  return words.length === 0 ? { reason } : { reason, message: words.join(' ') };
}

export const session = new SessionStore();
