import { shiftWindow, type ShiftSnapshot, type Window } from './calendar';

/** Time at work. Segments are sorted and do not overlap; `out` is null while the person is in. */
export type Segment = { in: Date; out: Date | null; autoClosed?: boolean };
export type Break = { start: Date; end: Date | null };
export type DayKind = 'working' | 'weekly_off' | 'holiday';
export type DayLeave = 'full' | 'first_half' | 'second_half' | null;

/** What is known about a person's day. The day is over: without segments the person was absent. */
export type DayInput = {
  workDate: string;
  shift: ShiftSnapshot | null;
  kind: DayKind;
  leave: DayLeave;
  segments: readonly Segment[];
  breaks: readonly Break[];
};

export type DayStatus =
  'present' | 'late' | 'half_day' | 'absent' | 'on_leave' | 'holiday' | 'weekly_off' | 'missed_clock_out';

export type DayResult = {
  status: DayStatus;
  lateMinutes: number;
  earlyMinutes: number;
  workedMinutes: number;
  overtimeMinutes: number;
  /**
   * How the values came about, for screens that explain them. `startsAt` and `endsAt` are the times at which the person
   * was expected, null if not at all; `presentMinutes` less `breakMinutes` is the time worked,
   * unless a clock-out was missed.
   */
  calculation: {
    startsAt: Date | null;
    endsAt: Date | null;
    presentMinutes: number;
    breakMinutes: number;
    expectedMinutes: number;
    extraMinutes: number;
  };
};

/** Overtime counts in steps of this many minutes. */
const OVERTIME_STEP = 15;

/** Whole minutes of the epoch. */
type Span = { from: number; to: number };

/**
 * The status of a person's day and the minutes that follow from it. Every instant is cut to its minute, as screens show
 * it, so that minutes add up.
 */
export function dayResult(input: DayInput): DayResult {
  const { kind, leave, segments, shift } = input;
  const window = kind === 'working' && shift ? shiftWindow(input.workDate, shift) : null;
  const due = window && dueTimes(window, leave);
  const expectedMinutes = window && shift ? countExpected(window, shift, leave) : 0;
  const stays = segments.flatMap((segment) => (segment.out ? [spanOf(segment.in, segment.out)] : []));
  const presentMinutes = total(stays.map(lengthOf));
  const breakMinutes = Math.min(presentMinutes, deductedBreak(input, due ?? window, stays, presentMinutes));

  const autoClosed = segments.some((segment) => segment.autoClosed);
  const closed = segments.length > 0 && !autoClosed && segments.every(({ out }) => out);
  const workedMinutes = autoClosed ? 0 : presentMinutes - breakMinutes;
  const extraMinutes = Math.max(0, workedMinutes - expectedMinutes);
  const lateMinutes = shift && due ? countLate(due, shift, segments) : 0;
  return {
    status: determineStatus(input, { closed, lateMinutes, workedMinutes }),
    lateMinutes,
    earlyMinutes: closed && due ? countEarly(due, segments) : 0,
    workedMinutes,
    overtimeMinutes: closed ? countOvertime(input, extraMinutes) : 0,
    calculation: {
      startsAt: due?.startsAt ?? null,
      endsAt: due?.endsAt ?? null,
      presentMinutes,
      breakMinutes,
      expectedMinutes,
      extraMinutes,
    },
  };
}

/** The times at which the person is expected: a half-day leave moves the start or the end to the middle of the shift. */
function dueTimes({ startsAt, endsAt }: Window, leave: DayLeave): Window | null {
  if (leave === 'full') return null;
  const start = minuteOf(startsAt);
  const middle = new Date((start + Math.floor((minuteOf(endsAt) - start) / 2)) * 60_000);
  return {
    startsAt: leave === 'first_half' ? middle : startsAt,
    endsAt: leave === 'second_half' ? middle : endsAt,
  };
}

/** The time to work: the shift as it elapses, less its break; half of it with a half-day leave, none with a full one. */
function countExpected(window: Window, shift: ShiftSnapshot, leave: DayLeave): number {
  if (leave === 'full') return 0;
  const whole = Math.max(0, lengthOf(windowSpan(window)) - shift.breakMinutes);
  return leave ? Math.floor(whole / 2) : whole;
}

/**
 * The break that is deducted: what was recorded. A person who was present for more than half of the shift takes at least
 * its break; absence between two segments during the shift counts toward that. A half-day leave halves both.
 */
function deductedBreak(
  { shift, leave, segments, breaks }: DayInput,
  window: Window | null,
  stays: Span[],
  present: number,
) {
  const recorded = total(stays.map((stay) => breakWithin(stay, breaks)));
  if (!window || !shift) return recorded;
  const during = windowSpan(window);
  if (present * 2 <= lengthOf(during)) return recorded;
  const gaps = segments.flatMap(({ out }, index) => {
    const next = segments[index + 1];
    return out && next ? [lengthOf(clipped(spanOf(out, next.in), during))] : [];
  });
  const due =
    leave === 'first_half' || leave === 'second_half' ? Math.floor(shift.breakMinutes / 2) : shift.breakMinutes;
  // Only time beyond half of the shift is deducted, so that staying longer never counts as working less.
  const beyondHalf = present - Math.ceil(lengthOf(during) / 2);
  return Math.max(recorded, Math.min(due - total(gaps), beyondHalf));
}

/** The minutes of a stay that breaks cover. Breaks that overlap count once; an open break lasts to the end of its stay. */
function breakWithin(stay: Span, breaks: readonly Break[]): number {
  const spans = breaks
    .filter(({ start, end }) => end ?? minuteOf(start) >= stay.from)
    .map(({ start, end }) => (end ? spanOf(start, end) : { from: minuteOf(start), to: stay.to }))
    .sort((a, b) => a.from - b.from);
  let [covered, counted] = [stay.from, 0];
  for (const span of spans) {
    const { from, to } = clipped(span, { from: covered, to: stay.to });
    if (to <= from) continue;
    counted += to - from;
    covered = to;
  }
  return counted;
}

/** Minutes from the start to the first clock-in, when they exceed the grace. */
function countLate(due: Window, shift: ShiftSnapshot, segments: readonly Segment[]): number {
  const first = segments[0];
  const late = first ? lengthOf(spanOf(due.startsAt, first.in)) : 0;
  return late > shift.graceLateMinutes ? late : 0;
}

/** Minutes from the last clock-out to the end. */
function countEarly(due: Window, segments: readonly Segment[]): number {
  const left = segments.at(-1)?.out;
  return left ? lengthOf(spanOf(left, due.endsAt)) : 0;
}

/**
 * Overtime is time beyond what was expected, in whole steps. On a working day it counts from the shift's threshold on,
 * and not at all without a shift; on a holiday or day off all work is overtime.
 */
function countOvertime({ kind, shift }: DayInput, extra: number): number {
  const threshold = kind === 'working' ? (shift?.overtimeAfterMinutes ?? Infinity) : 0;
  return extra >= threshold ? extra - (extra % OVERTIME_STEP) : 0;
}

type Work = { closed: boolean; lateMinutes: number; workedMinutes: number };

/**
 * A clock-out that was missed comes first. Otherwise work makes a holiday or day off present, and a working day half a
 * day if it was short or half of it was leave, or else late or present; a person who is still in is only late or
 * present. Without work a holiday or day off wins over leave, and a half-day leave does not excuse the other half.
 */
function determineStatus(
  { kind, leave, segments, shift }: DayInput,
  { closed, lateMinutes, workedMinutes }: Work,
): DayStatus {
  if (segments.some((segment) => segment.autoClosed)) return 'missed_clock_out';
  if (!segments.length) {
    if (isAbsence({ kind, leave })) return 'absent';
    return kind === 'working' ? 'on_leave' : kind;
  }
  if (kind !== 'working') return 'present';
  const halved = leave === 'first_half' || leave === 'second_half';
  if (closed && (halved || workedMinutes < (shift?.halfDayBelowMinutes ?? 0))) return 'half_day';
  return lateMinutes > 0 ? 'late' : 'present';
}

/** Whether a day without work is an absence. */
export function isAbsence({ kind, leave }: Pick<DayInput, 'kind' | 'leave'>): boolean {
  return kind === 'working' && leave !== 'full';
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / 60_000);
}

function spanOf(from: Date, to: Date): Span {
  return { from: minuteOf(from), to: minuteOf(to) };
}

function windowSpan({ startsAt, endsAt }: Window): Span {
  return spanOf(startsAt, endsAt);
}

function clipped({ from, to }: Span, { from: first, to: last }: Span): Span {
  return { from: Math.max(from, first), to: Math.min(to, last) };
}

/** Never negative: a span whose end is before its start has no length. */
function lengthOf({ from, to }: Span): number {
  return Math.max(0, to - from);
}

function total(minutes: readonly number[]): number {
  return minutes.reduce((sum, each) => sum + each, 0);
}
