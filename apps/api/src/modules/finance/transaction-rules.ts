import { type ErrorCode, errorCatalogue, type Role, type TransactionFlag } from '@shifa/contract';
import { addDays, businessDay } from '../../platform/time/business-day';
import { formatDay } from '../../platform/time/format-time';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

/** What an entry of a laboratory is judged by: its own today, its finance policy, and the closed books. */
export type Books = {
  today: string;
  policy: LaboratoryRow['policies']['finance'];
  /** The last closed day; null where nothing is closed. */
  lockedThrough: string | null;
};

export function booksOf(
  { timezone, policies }: Pick<LaboratoryRow, 'timezone' | 'policies'>,
  lockedThrough: string | null,
  now: Date,
): Books {
  return { today: businessDay(now, timezone), policy: policies.finance, lockedThrough };
}

/** What is out of the ordinary about an entry. */
export function flagsOf(
  { date, amountPaise }: { date: string; amountPaise: number },
  { today, policy, lockedThrough }: Books,
): TransactionFlag[] {
  return [
    ...(amountPaise > policy.approvalLimitPaise ? (['above_limit'] as const) : []),
    ...(date < addDays(today, -policy.backdatedAfterDays) ? (['back_dated'] as const) : []),
    ...(isLocked(date, lockedThrough) ? (['locked_period'] as const) : []),
  ];
}

/** Why somebody of the role may not enter anything for the day; null where they may. */
export function faultOfDate(
  date: string,
  role: Role,
  { today, lockedThrough }: Books,
): { code: ErrorCode; message: string } | null {
  if (date > today) {
    return { code: 'VALIDATION_FAILED', message: `Must not be after today, ${formatDay(today)}` };
  }
  return lockOn(date, role, lockedThrough);
}

/** The closed books, to who is no super_admin. */
export function lockOn(
  date: string,
  role: Role,
  lockedThrough: string | null,
): { code: 'PERIOD_LOCKED'; message: string } | null {
  if (lockedThrough === null || date > lockedThrough || role === 'super_admin') return null;
  const message = `The books are closed through ${formatDay(lockedThrough)}: only a super admin posts into them`;
  return { code: 'PERIOD_LOCKED', message };
}

/** Why nothing is entered in the laboratory now; null where it is open. */
export function closedLaboratory({
  status,
}: Pick<LaboratoryRow, 'status'>): { code: 'LABORATORY_SUSPENDED' | 'LABORATORY_ARCHIVED'; message: string } | null {
  if (status === 'active') return null;
  const code = status === 'suspended' ? 'LABORATORY_SUSPENDED' : 'LABORATORY_ARCHIVED';
  return { code, message: errorCatalogue[code].message };
}

export function isLocked(date: string, lockedThrough: string | null): boolean {
  return lockedThrough !== null && date <= lockedThrough;
}
