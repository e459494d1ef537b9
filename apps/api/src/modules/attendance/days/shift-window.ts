import { addDays, businessDay, instantAt } from '../../../platform/time/business-day';

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
export function windowOf(workDate: string, { start, end, timezone }: ShiftTimes): Window {
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
export function workDateOf(at: Date, shift: ShiftTimes): string {
  const local = businessDay(at, shift.timezone);
  const days = [addDays(local, 1), local, addDays(local, -1)];
  const belongs = (day: string) => {
    const { startsAt, endsAt } = windowOf(day, shift);
    return at.getTime() >= startsAt.getTime() - MARGIN && at < endsAt;
  };
  return days.find(belongs) ?? local;
}

/**
 * When an open session closes itself, and when the day is complete: four hours after the shift's end, or after the
 * clock-in if that was later. `clockedInAt` is null when nobody came.
 */
export function closesAt(workDate: string, shift: ShiftTimes, clockedInAt: Date | null): Date {
  const { endsAt } = windowOf(workDate, shift);
  return new Date(Math.max(endsAt.getTime(), clockedInAt?.getTime() ?? 0) + MARGIN);
}
