import { addDays, businessDay, instantAt } from '../../../platform/time/business-day';
import type { DayKind } from '@shifa/contract';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';

/**
 * The shift that applied on a day, copied onto the record. Times are `HH:MM` on the laboratory's clock; an end that is
 * not after the start is on the next day.
 */
export type ShiftSnapshot = {
  start: string;
  end: string;
  breakMinutes: number;
  timezone: string;
  graceLateMinutes: number;
  halfDayBelowMinutes: number;
  overtimeAfterMinutes: number;
};

export type Window = { startsAt: Date; endsAt: Date };

type ShiftTimes = Pick<ShiftSnapshot, 'start' | 'end' | 'timezone'>;

/** How early people may clock in for a shift, and how long after it an open session stays open. */
const MARGIN = 4 * 3_600_000;

/** The shift's start and end on a day. */
export function shiftWindow(workDate: string, { start, end, timezone }: ShiftTimes): Window {
  return {
    startsAt: instantAt(workDate, start, timezone),
    endsAt: instantAt(end > start ? workDate : addDays(workDate, 1), end, timezone),
  };
}

/**
 * The day that work at an instant belongs to: the day on which the shift starts. A shift takes in work from four hours
 * before its start up to its end. Where a long shift meets the next one, the next one wins, because people come early
 * for a shift more often than they come in its last hours. Work outside every shift belongs to its own local day.
 */
export function findWorkDate(at: Date, shift: ShiftTimes): string {
  const local = businessDay(at, shift.timezone);
  const days = [addDays(local, 1), local, addDays(local, -1)];
  const belongs = (day: string) => {
    const { startsAt, endsAt } = shiftWindow(day, shift);
    return at.getTime() >= startsAt.getTime() - MARGIN && at < endsAt;
  };
  return days.find(belongs) ?? local;
}

/**
 * When an open session closes itself, and when the day is complete: four hours after the shift's end, or after the
 * clock-in if that was later. `clockedInAt` is null when no one came.
 */
export function closesAt(workDate: string, shift: ShiftTimes, clockedInAt: Date | null): Date {
  const { endsAt } = shiftWindow(workDate, shift);
  return new Date(Math.max(endsAt.getTime(), clockedInAt?.getTime() ?? 0) + MARGIN);
}

/** The shift of a person in a laboratory, whose working hours and rules apply where the person has none. */
export function effectiveShift(
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
export function classifyDay(
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
