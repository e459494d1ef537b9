import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ErrorCode } from '@shifa/contract';
import { isId } from '../../../platform/mongo/object-id';

/** How long the code on the wall stays the same. */
export const WINDOW_MS = 30_000;
/** The current window and the one before are accepted, because scanning takes a moment. */
const ACCEPTED_WINDOWS = 2;
/** A code that was scanned without a network can be sent this much later. */
export const OFFLINE_MS = 72 * 3_600_000;
/** A code used so shortly before it expires may have been passed on to somebody elsewhere. */
const LATE_MS = 10_000;

export type WallCode = { laboratoryId: string; window: number };

export function windowAt(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS);
}

/** When the window began: the time of a scan that was made offline. */
export function startOfWindow({ window }: WallCode): Date {
  return new Date(window * WINDOW_MS);
}

/** `<laboratory>.<window>.<signature>`: the signature is HMAC-SHA256 with the laboratory's own secret. */
export function signed({ laboratoryId, window }: WallCode, secret: string): string {
  return `${laboratoryId}.${window}.${signatureOf(laboratoryId, window, secret)}`;
}

/** What a token says of itself; undefined if it is not in the form of one. Nothing of it is proven. */
export function claimOf(token: string): WallCode | undefined {
  const [laboratoryId, window = '', signature, ...rest] = token.split('.');
  const isComplete = isId(laboratoryId) && /^\d{1,12}$/.test(window) && signature && rest.length === 0;
  return isComplete ? { laboratoryId, window: Number(window) } : undefined;
}

/** Whether the laboratory's secret signed the token, compared in constant time. */
export function isAuthentic(token: string, { laboratoryId, window }: WallCode, secret: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(signed({ laboratoryId, window }, secret))];
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

function signatureOf(laboratoryId: string, window: number, secret: string): string {
  return createHmac('sha256', secret).update(`${laboratoryId}.${window}`).digest('base64url');
}
