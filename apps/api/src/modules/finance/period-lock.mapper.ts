import type { PeriodLock } from '@shifa/contract';
import type { PeriodLockRow } from './period-lock.document';

/** Before anybody closed a period, nothing is closed. */
export function toPeriodLock(row: PeriodLockRow | null): PeriodLock {
  if (!row) return { lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  const { lockedThrough, updatedBy, updatedAt, version } = row;
  return { lockedThrough, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
