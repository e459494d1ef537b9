import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ErrorCode, OFFLINE_HOURS } from '@shifa/contract';
import { isId } from '../../../platform/mongo/object-id';

/** How long the code on the wall stays the same. */
export const WINDOW_MS = 30_000;
/** The current window and the one before are accepted, because scanning takes a moment. */
const ACCEPTED_WINDOWS = 2;
/** What was clocked without a network can be sent this much later. */
export const OFFLINE_MS = OFFLINE_HOURS * 3_600_000;
/** A code used so shortly before it expires may have been passed on to somebody elsewhere. */
const LATE_MS = 10_000;

/** `displayId` is that of the wall display that shows it; absent where a signed-in person shows it. */
export type WallCode = { laboratoryId: string; window: number; displayId?: string };

export function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}

/** When the window began: the time of a scan that was made offline. */
export function startOfWindow({ window }: WallCode): Date {
  return new Date(window * WINDOW_MS);
}

/**
 * `<laboratory>.<window>.<signature>`, or `<laboratory>.<window>.<display>.<signature>`: the signature is HMAC-SHA256
 * with the laboratory's own secret of all that stands before it.
 */
export function signed({ laboratoryId, window, displayId }: WallCode, secret: string): string {
  const claim = [laboratoryId, window, ...(displayId === undefined ? [] : [displayId])].join('.');
  return `${claim}.${createHmac('sha256', secret).update(claim).digest('base64url')}`;
}

/** What a token says of itself; undefined if it is not in the form of one. Nothing of it is proven. */
export function claimOf(token: string): WallCode | undefined {
  const [laboratoryId, window = '', ...rest] = token.split('.');
  if (!isId(laboratoryId) || !/^\d{1,12}$/.test(window) || rest.length < 1 || rest.length > 2) return undefined;
  const [displayId] = rest.length === 2 ? rest : [];
  if (displayId === undefined) return { laboratoryId, window: Number(window) };
  return isId(displayId) ? { laboratoryId, window: Number(window), displayId } : undefined;
}

/** Whether the laboratory's secret signed the token, compared in constant time. */
export function isAuthentic(token: string, code: WallCode, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(signed(code, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Why the code must not be used now. `acceptedForMs` is longer for one that was scanned without a network. */
export function faultOf(
  code: WallCode,
  now: Date,
  acceptedForMs = ACCEPTED_WINDOWS * WINDOW_MS,
): ErrorCode | undefined {
  const age = now.getTime() - startOfWindow(code).getTime();
  if (age < 0) return 'CODE_INVALID';
  return age < acceptedForMs ? undefined : 'CODE_EXPIRED';
}

export function isLastMoment(code: WallCode, now: Date): boolean {
  return now.getTime() - startOfWindow(code).getTime() >= ACCEPTED_WINDOWS * WINDOW_MS - LATE_MS;
}
