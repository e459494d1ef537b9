import type { AttendanceMonth, AttendanceRecord, AttendanceStatus, AttendanceTotals, DayMark } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../../data/api';
import { dayAfter, monthsAsOf } from '../../../lib/calendar';
import { pageQuery, queryOf } from '../../../data/queries';
import { useUser } from '../../../data/use-session';

/** A day of the person's month; without a status nothing is known of it, or it is still to come. */
export type OwnDay = {
  day: string;
  status: AttendanceStatus | undefined;
  /** The name of the holiday. */
  holiday: string | null;
  record: AttendanceRecord | undefined;
};

const statusOfMark: Record<DayMark, AttendanceStatus> = {
  P: 'present',
  L: 'on_leave',
  A: 'absent',
  H: 'holiday',
  WO: 'weekly_off',
  HD: 'half_day',
  LT: 'late',
  MC: 'missed_clock_out',
};

/** As on the printed muster roll. */
export function markOf(status: AttendanceStatus): DayMark {
  return (Object.keys(statusOfMark) as DayMark[]).find((mark) => statusOfMark[mark] === status) ?? 'P';
}

/** The person's own days of a month `YYYY-MM`, and their totals where the person belongs to a laboratory. */
export function useOwnMonth(month: string) {
  const { _id: userId, laboratoryId } = useUser();
  const { from, to } = monthsAsOf.thisMonth(month);
  const records = useQuery(pageQuery(api.attendance.mine, { query: { from, to, sort: 'workDate', limit: 100 } }));
  const roll = useQuery({
    ...queryOf(api.attendance.month, { query: { month, userId } }),
    placeholderData: keepPreviousData,
    enabled: laboratoryId !== null,
  });
  const ofMonth = roll.data?.month === month ? roll.data : undefined;
  return {
    records,
    days: daysOf(month, records.data?.data ?? [], ofMonth),
    totalsAreLoading: roll.isLoading,
    totals: ofMonth?.people[0]?.totals satisfies AttendanceTotals | undefined,
  };
}

/** Every day of the month: what was recorded, and otherwise what the calendar says. */
export function daysOf(
  month: string,
  records: readonly AttendanceRecord[],
  roll: Pick<AttendanceMonth, 'days' | 'people'> | undefined,
): OwnDay[] {
  const { from, to } = monthsAsOf.thisMonth(month);
  const marks = roll?.people[0]?.marks;
  return Array.from({ length: Number(to.slice(8)) }, (_, index): OwnDay => {
    const day = dayAfter(from, index);
    const record = records.find(({ workDate }) => workDate === day);
    const mark = marks?.[index]?.mark;
    return {
      day,
      record,
      status: record?.status ?? (mark && statusOfMark[mark]),
      holiday: roll?.days[index]?.holiday ?? null,
    };
  });
}
