import { type AttendanceRecord, isBusinessDay } from '@shifa/contract';
import { dayAfter } from '../../lib/calendar';
import { localTimeIn } from '../../lib/time-zone';
import { INCOMPLETE } from '../../ui/fields/field';

/** Work or a break on the laboratory's clock; a time that was not entered is empty. */
export type LocalPeriod = { in: string; out: string };

export type WorkedTimes = { segments: LocalPeriod[]; breaks: LocalPeriod[] };

export const blankPeriod: LocalPeriod = { in: '', out: '' };

/** The recorded times of a record for a form; a period that has not ended has no end. */
export function workedTimesOf(record: Pick<AttendanceRecord, 'segments' | 'breaks' | 'laboratoryId'>): WorkedTimes {
  const local = (instant: string | null | undefined) =>
    instant ? localTimeIn(record.laboratoryId.timezone, new Date(instant)) : '';
  const segments = record.segments.map(({ clockIn, clockOut }) => ({
    in: local(clockIn.at),
    out: local(clockOut?.at),
  }));
  return {
    segments: segments.length === 0 ? [blankPeriod] : segments,
    breaks: record.breaks.map(({ start, end }) => ({ in: local(start), out: local(end) })),
  };
}

/** The time of day of a local time: `09:05`; empty where none was entered. */
export function timeOfDay(local: string): string {
  return local.slice(local.indexOf('T') + 1);
}

/**
 * Puts times of day on dates, as each period follows the one before: what is earlier on the clock is on the next day.
 * The first time is the one nearest to `start`, the beginning of the shift, or after `earliest`.
 */
export function datedPeriods(
  periods: readonly LocalPeriod[],
  first: { start: string } | { earliest: string },
): LocalPeriod[] {
  let earliest = 'earliest' in first ? first.earliest : undefined;
  const dated = (local: string) => {
    const time = timeOfDay(local);
    if (time === '') return '';
    // Judged once it is typed whole.
    if (time === INCOMPLETE) return local;
    earliest =
      earliest === undefined && 'start' in first ? nearest(time, first.start) : notBefore(time, earliest ?? '');
    return earliest;
  };
  return periods.map((period) => {
    const start = dated(period.in);
    return { in: start, out: dated(period.out) };
  });
}

/** The times of a day on the dates that follow from the work date and the shift. */
export function datedTimes(times: WorkedTimes, workDate: string, shiftStart?: string): WorkedTimes {
  if (!isBusinessDay(workDate)) return times;
  const { segments, breaks } = times;
  const dated = datedPeriods(
    segments,
    shiftStart ? { start: `${workDate}T${shiftStart}` } : { earliest: `${workDate}T` },
  );
  return { segments: dated, breaks: datedPeriods(breaks, { earliest: dated[0]?.in || `${workDate}T` }) };
}

function notBefore(time: string, earliest: string): string {
  const day = earliest.slice(0, 10);
  const sameDay = `${day}T${time}`;
  return sameDay >= earliest ? sameDay : `${dayAfter(day, 1)}T${time}`;
}

function nearest(time: string, start: string): string {
  const distanceOf = (local: string) => Math.abs(Date.parse(`${local}Z`) - Date.parse(`${start}Z`));
  const [closest = ''] = [-1, 0, 1]
    .map((days) => `${dayAfter(start.slice(0, 10), days)}T${time}`)
    .toSorted((a, b) => distanceOf(a) - distanceOf(b));
  return closest;
}
