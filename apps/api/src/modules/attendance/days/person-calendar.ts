import type { DayKind } from '@shifa/contract';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import type { ShiftSnapshot } from './shift-window';

/** The shift of a person in a laboratory, whose working hours and rules apply where the person has none. */
export function shiftOf(
  { shift }: Pick<Account, 'shift'>,
  { workingHours, timezone, policies }: Pick<LaboratoryRow, 'workingHours' | 'timezone' | 'policies'>,
): ShiftSnapshot {
  const { graceLateMinutes, halfDayBelowMinutes, overtimeAfterMinutes } = policies.attendance;
  return {
    start: shift?.start ?? workingHours.start,
    end: shift?.end ?? workingHours.end,
    breakMinutes: shift?.breakMinutes ?? DEFAULT_BREAK_MINUTES,
    graceLateMinutes: shift?.graceLateMinutes ?? graceLateMinutes,
    halfDayBelowMinutes: shift?.halfDayBelowMinutes ?? halfDayBelowMinutes,
    overtimeAfterMinutes: shift?.overtimeAfterMinutes ?? overtimeAfterMinutes,
    timezone,
  };
}

const DEFAULT_BREAK_MINUTES = 30;

/** What a day is for a person: a holiday of the laboratory, a day off of the person's week, or a working day. */
export function dayKindOf(
  day: string,
  { shift }: Pick<Account, 'shift'>,
  laboratory: Pick<LaboratoryRow, 'holidays' | 'weeklyOff'>,
): DayKind {
  if (holidayOn(day, laboratory) !== null) return 'holiday';
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isOff = shift ? !shift.weekdays.includes(weekday) : laboratory.weeklyOff.includes(weekday);
  return isOff ? 'weekly_off' : 'working';
}

/** Why nothing can be entered for a day on which the person is not employed; undefined where it can. */
export function employmentFault(
  day: string,
  { joiningDate, exitDate }: Pick<Account, 'joiningDate' | 'exitDate'>,
  [who, whose]: readonly [string, string] = ['you', 'your'],
): string | undefined {
  if (day < joiningDate) return `Must not be before ${who} joined, on ${formatDay(joiningDate)}`;
  if (exitDate !== null && day > exitDate) return `Must not be after ${whose} last day, ${formatDay(exitDate)}`;
  return undefined;
}

/** The name of the laboratory's holiday on a day; null if there is none. */
export function holidayOn(day: string, { holidays }: Pick<LaboratoryRow, 'holidays'>): string | null {
  return holidays.find(({ date }) => date === day)?.name ?? null;
}
