import { addDays, instantAt } from '../../src/platform/time/business-day';
import {
  dayResult,
  type Break,
  type DayInput,
  type DayKind,
  type DayLeave,
  type DayResult,
  type Segment,
} from '../../src/modules/attendance/days/day-rules';
import type { ShiftSnapshot } from '../../src/modules/attendance/days/calendar';

const NIGHT: ShiftSnapshot = {
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  timezone: 'Asia/Kolkata',
  graceLateMinutes: 15,
  halfDayBelowMinutes: 240,
  overtimeAfterMinutes: 30,
};
const DAY: ShiftSnapshot = { ...NIGHT, start: '09:00', end: '18:00', breakMinutes: 60 };

const SHIFTS: Record<string, ShiftSnapshot | null> = {
  day: DAY,
  night: NIGHT,
  none: null,
  strict: { ...DAY, graceLateMinutes: 0, halfDayBelowMinutes: 0, overtimeAfterMinutes: 0 },
  patient: { ...DAY, overtimeAfterMinutes: 40 },
  odd: { ...DAY, end: '17:45', breakMinutes: 45 },
  breakless: { ...DAY, end: '13:00', breakMinutes: 0, halfDayBelowMinutes: 120 },
  evening: { ...NIGHT, start: '16:00', end: '00:00' },
  dawn: { ...NIGHT, start: '00:30', end: '08:30' },
  skipped: { ...NIGHT, start: '02:30', end: '10:30' },
  repeated: { ...NIGHT, start: '01:30', end: '09:30' },
  round: { ...DAY, start: '08:00', end: '08:00', breakMinutes: 120 },
};

/** A shift of the tables by its name: `night`, or `night@America/New_York` in another zone than Asia/Kolkata. */
export function shiftNamed(name: string): ShiftSnapshot | null {
  const [shift = '', timezone] = name.split('@');
  const named = SHIFTS[shift];
  if (named === undefined) throw new Error(`No shift of the tables is named ${shift}.`);
  return named && { ...named, timezone: timezone ?? named.timezone };
}

/** An instant written as `2026-03-10 09:00`, with seconds if needed, and `(2)` for a time that occurs twice. */
export function instantOf(written: string, timezone: string): Date {
  const [, day, time, seconds = '0', second] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?::(\d\d))?(\(2\))?$/.exec(written) ?? [];
  if (!day || !time) throw new Error(`${written} isn't a time of the tables.`);
  return new Date(instantAt(day, time, timezone).getTime() + Number(seconds) * 1_000 + (second ? 3_600_000 : 0));
}

type WrittenSpan = { from: Date; to: Date | null; autoClosed: boolean };

/** `<` is the day before and `+` the day after; an end that is not after its start is a day later. */
function spansOf(written: string, workDate: string, timezone: string): WrittenSpan[] {
  return written.split(' ').flatMap((span) => {
    if (!span) return [];
    const [start = '', end = ''] = span.replace('!', '').split('-');
    const from = start.replace(/^[<+]/, '');
    const day = addDays(workDate, start.startsWith('<') ? -1 : start.startsWith('+') ? 1 : 0);
    const to = end && instantOf(`${end > from ? day : addDays(day, 1)} ${end}`, timezone);
    return [{ from: instantOf(`${day} ${from}`, timezone), to: to || null, autoClosed: span.endsWith('!') }];
  });
}

const KINDS: readonly DayKind[] = ['working', 'weekly_off', 'holiday'];
const LEAVES: readonly DayLeave[] = ['full', 'first_half', 'second_half'];

/** A day written as `night@Asia/Dubai 2026-03-31 holiday full`, segments as `22:00-06:00` and breaks likewise. */
export function dayInput(day: string, segments = '', breaks = ''): DayInput {
  const [shiftName = '', workDate = '', ...words] = day.split(' ');
  const shift = shiftNamed(shiftName);
  const timezone = shift?.timezone ?? 'Asia/Kolkata';
  return {
    workDate,
    shift,
    kind: KINDS.find((kind) => words.includes(kind)) ?? 'working',
    leave: LEAVES.find((leave) => leave && words.includes(leave)) ?? null,
    segments: spansOf(segments, workDate, timezone).map(({ from, to, autoClosed }): Segment => ({
      in: from,
      out: to,
      ...(autoClosed && { autoClosed }),
    })),
    breaks: spansOf(breaks, workDate, timezone).map(({ from, to }): Break => ({ start: from, end: to })),
  };
}

/** A result as the tables write it; minutes that are zero are left out. */
function written(result: DayResult): string {
  const minutes = [
    ['late', result.lateMinutes],
    ['early', result.earlyMinutes],
    ['worked', result.workedMinutes],
    ['overtime', result.overtimeMinutes],
  ] as const;
  return [result.status, ...minutes.flatMap(([name, value]) => (value === 0 ? [] : [`${name} ${value}`]))].join(', ');
}

/**
 * Tests each line of a table: what it is about | shift and day | segments | breaks | result. Times are on the clock of
 * the shift's zone: `09:00-18:00` is a segment or break, `09:00-` is open, `09:00-22:00!` closed itself.
 */
export function itFollows(table: string): void {
  const lines = table.trim().split('\n');
  it.each(lines.map((line) => line.split('|').map((cell) => cell.trim())))(
    '%s: %s, in %s, breaks %s',
    (_about, day = '', segments, breaks, expected) => {
      expect(written(dayResult(dayInput(day, segments, breaks)))).toBe(expected);
    },
  );
}
