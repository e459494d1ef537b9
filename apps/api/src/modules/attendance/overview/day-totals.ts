import type { AttendanceTotals } from '@shifa/contract';
import type { AttendanceRow } from '../records/record.document';

type Counted = Pick<
  AttendanceRow,
  'status' | 'approvalStatus' | 'workedMinutes' | 'lateMinutes' | 'overtimeMinutes' | 'dayKind'
>;

export const noTotals: AttendanceTotals = {
  days: 0,
  presentDays: 0,
  lateDays: 0,
  halfDays: 0,
  absentDays: 0,
  leaveDays: 0,
  workedMinutes: 0,
  lateMinutes: 0,
  overtimeMinutes: 0,
  pendingOvertimeMinutes: 0,
};

/**
 * What a record adds to the totals. A rejected record counts only as a day, except where only its overtime was rejected:
 * its overtime is 0 by then, and the day counts.
 */
export function totalsOf(row: Counted & Pick<AttendanceRow, 'overtimeRefused'>): AttendanceTotals {
  const counts = row.approvalStatus !== 'rejected' || row.overtimeRefused;
  const isHere = counts && (row.status === 'present' || row.status === 'late' || row.status === 'missed_clock_out');
  return {
    days: 1,
    presentDays: Number(isHere),
    lateDays: Number(counts && row.lateMinutes > 0),
    halfDays: Number(counts && row.status === 'half_day'),
    absentDays: Number(row.status === 'absent'),
    leaveDays: 0,
    workedMinutes: counts ? row.workedMinutes : 0,
    lateMinutes: counts ? row.lateMinutes : 0,
    overtimeMinutes: counts ? row.overtimeMinutes : 0,
    pendingOvertimeMinutes: row.approvalStatus === 'pending' ? row.overtimeMinutes : 0,
  };
}

export function sumOf(all: readonly AttendanceTotals[]): AttendanceTotals {
  return added(noTotals, all);
}

/** The sum of every number. */
export function added<Numbers extends Record<string, number>>(zero: Numbers, all: readonly Numbers[]): Numbers {
  return all.reduce((sum, one) => {
    return Object.fromEntries(Object.keys(zero).map((key) => [key, (sum[key] ?? 0) + (one[key] ?? 0)])) as Numbers;
  }, zero);
}
