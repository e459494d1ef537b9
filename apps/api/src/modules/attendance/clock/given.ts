import type { AttendanceFlag, OfflinePunchBody, PunchBody } from '@shifa/contract';
import { DomainError } from '../../../platform/http/domain-error';
import { OFFLINE_MS, type WallCode } from '../codes/wall-code';
import type { AttendanceRow, PunchRow } from '../records/record.document';

/** What a clock-in or clock-out was made with, and when. */
export type Given = Pick<PunchBody, 'location' | 'deviceId' | 'notes'> & {
  device: string;
  at: Date;
  code: WallCode | null;
  /** Names it where it was clocked offline without a code. */
  tap?: string;
  /** Where it was clocked offline. */
  receivedAt?: Date;
};
export type Evidence = { punch: PunchRow; flags: AttendanceFlag[]; deviceIds: string[] };
/** The day with another punch and what it was made with. */
export function withPunch(
  day: AttendanceRow,
  { deviceIds, flags }: Evidence,
  more: readonly AttendanceFlag[],
  { notes }: Given,
  times: Partial<AttendanceRow>,
): AttendanceRow {
  return {
    ...day,
    ...times,
    evidence: [...new Set([...day.evidence, ...flags, ...more])],
    deviceIds: [...new Set([...day.deviceIds, ...deviceIds])],
    notes: notes ?? day.notes,
  };
}

export function endedAt(breaks: AttendanceRow['breaks'], at: Date): AttendanceRow['breaks'] {
  return breaks.map((one) => (one.end === null ? { ...one, end: at < one.start ? one.start : at } : one));
}

/**
 * When a person clocked without a network, by the time that passed on the clock of the device until it was sent: whether
 * that clock is right does not matter. @throws DomainError VALIDATION_FAILED, OFFLINE_PUNCH_TOO_OLD.
 */
export function tappedAt({ tappedAt: tapped = '', sentAt = '' }: OfflinePunchBody, receivedAt: Date): Date {
  const passed = Date.parse(sentAt) - Date.parse(tapped);
  if (!(passed >= 0)) throw DomainError.onField('VALIDATION_FAILED', 'tappedAt', 'Must not be after sentAt');
  if (passed >= OFFLINE_MS) throw DomainError.onField('OFFLINE_PUNCH_TOO_OLD', 'tappedAt');
  return new Date(receivedAt.getTime() - passed);
}

/** @throws DomainError DAY_FULL, as a record that grows without end would be read and written whole every time. */
export function assertRoom(entries: readonly unknown[], most: number, done: string): void {
  if (entries.length < most) return;
  const message = `You have ${done} ${most} times on this day, which is the most that a day holds. Ask your manager to enter the rest.`;
  throw new DomainError('DAY_FULL', { message });
}
