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
  /** The shift type of the roster; absent where the weekly shift applied. */
  rostered?: { name: string; code: string };
};

export type Window = { startsAt: Date; endsAt: Date };

type ShiftTimes = Pick<ShiftSnapshot, 'start' | 'end' | 'timezone'>;

/** How early people can clock in for a shift, and how long after it an open session stays open. */
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
 * @param shiftOn the shift of a day; null where the roster has none, so that the day takes in nothing beyond itself.
 */
export function findWorkDate(at: Date, timezone: string, shiftOn: (day: string) => ShiftTimes | null): string {
  const local = businessDay(at, timezone);
  const days = [addDays(local, 1), local, addDays(local, -1)];
  const belongs = (day: string) => {
    const shift = shiftOn(day);
    if (!shift) return false;
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

/** What the roster has published for a person on a day. */
export type RosteredDay = 'off' | { name: string; code: string; start: string; end: string; breakMinutes: number };

/** What a day is for a person, which shift they have on it, and where both come from. */
export type DayPlan = { kind: DayKind; shift: ShiftSnapshot; source: 'roster' | 'person' | 'laboratory' };

export type PlannedPerson = Pick<Account, 'shift'>;
export type PlanningLaboratory = Pick<
  LaboratoryRow,
  'workingHours' | 'weeklyOff' | 'holidays' | 'timezone' | 'policies'
>;

/**
 * Which shift a person has on a day, and why. Nothing else decides this: the published roster of the day comes first,
 * then the person's weekly shift, then the working hours and the week of the laboratory. A holiday of the laboratory
 * stays one whatever the roster says, so that all work on it is overtime and no one is absent.
 */
export function planOf(
  day: string,
  { shift: own }: PlannedPerson,
  laboratory: PlanningLaboratory,
  rostered: RosteredDay | null,
): DayPlan {
  const { workingHours, weeklyOff, timezone, policies } = laboratory;
  const { graceLateMinutes, halfDayBelowMinutes, overtimeAfterMinutes } = policies.attendance;
  const named = rostered === 'off' ? null : rostered;
  const times = named ?? own ?? workingHours;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isWeeklyOff = own ? !own.weekdays.includes(weekday) : weeklyOff.includes(weekday);
  const isOff = rostered ? rostered === 'off' : isWeeklyOff;
  return {
    kind: holidayOn(day, laboratory) !== null ? 'holiday' : isOff ? 'weekly_off' : 'working',
    source: rostered ? 'roster' : own ? 'person' : 'laboratory',
    shift: {
      start: times.start,
      end: times.end,
      breakMinutes: (named ?? own)?.breakMinutes ?? DEFAULT_BREAK_MINUTES,
      graceLateMinutes: own?.graceLateMinutes ?? graceLateMinutes,
      halfDayBelowMinutes: own?.halfDayBelowMinutes ?? halfDayBelowMinutes,
      overtimeAfterMinutes: own?.overtimeAfterMinutes ?? overtimeAfterMinutes,
      timezone,
      ...(named && { rostered: { name: named.name, code: named.code } }),
    },
  };
}

/** The shift that takes in work around a day; none on a day off of the roster. */
export function shiftTakingIn({ source, shift }: DayPlan): ShiftSnapshot | null {
  return source === 'roster' && !shift.rostered ? null : shift;
}

const DEFAULT_BREAK_MINUTES = 30;

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
