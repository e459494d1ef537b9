import { minuteOfDay, shiftMinutes } from './shift-type.schema.js';
import type { ConflictEffect, RosterPolicy } from './roster.policy.js';
import type { ConflictKind, RosterConflict, RosterTimes, RosterValue } from './roster.schema.js';

/** What a person works on a day, planned or by the weekly shift; absent for a day off. */
export type WorkOnDay = RosterTimes & {
  /** The shift type; without one it's the weekly shift. */
  type?: { name: string; skills: readonly string[] };
};

export type PlannedPerson = {
  joiningDate: string;
  exitDate: string | null;
  skills: readonly string[];
  leaves: readonly { from: string; to: string; part: string | null }[];
  elsewhere: readonly { day: string; laboratory: string }[];
};

/** How far a conflict is beyond its limit, so that what becomes worse can be told from what stays. */
export type Excess = { of: 'before' | 'after' | 'week'; minutes: number };
export type JudgedConflict = RosterConflict & { excess?: Excess };

type DayOfWork = { day: string; from: number; to: number; isNight: boolean; minutes: number; work: WorkOnDay };

const DAY = 24 * 60;

/**
 * The conflicts of a person's planned shifts, by day. Times are those of the clock: the hour of a change of daylight
 * saving time is not considered.
 * @param days the days on which conflicts are reported, in order.
 * @param workOn what the person works on any day, also up to `ROSTER_CONTEXT_DAYS` before and after.
 */
export function rosterConflicts(
  person: PlannedPerson,
  days: readonly string[],
  {
    workOn,
    holidays,
    policy,
  }: { workOn: (day: string) => WorkOnDay | null; holidays: ReadonlySet<string>; policy: RosterPolicy },
): JudgedConflict[] {
  // Rest, runs and weeks ask for each day many times.
  const known = new Map<string, DayOfWork | null>();
  const read = (day: string) => {
    const found = known.get(day);
    if (found !== undefined) return found;
    const work = toDayOfWork(day, workOn(day));
    known.set(day, work);
    return work;
  };
  return days.flatMap((day) => {
    const own = read(day);
    if (!own?.work.type) return [];
    const found: JudgedConflict[] = [];
    const report: Report = (kind, effect, message, excess) => {
      if (effect !== 'ignore') found.push({ day, kind, effect, message, ...(excess && { excess }) });
    };
    // Such days aren't published, so that they can't hold up the others.
    if (day < person.joiningDate) report('not_employed', 'warn', "Hasn't joined yet");
    if (person.exitDate !== null && day > person.exitDate) report('not_employed', 'warn', 'Has left by then');
    const leave = person.leaves.find(({ from, to }) => from <= day && day <= to);
    if (leave) report('leave', policy.leave, leave.part === 'full' ? 'On leave' : 'On leave for half of the day');
    if (holidays.has(day)) report('holiday', policy.holiday, 'A holiday: all work counts as overtime');
    for (const { laboratory } of person.elsewhere.filter((one) => one.day === day)) {
      report('other_laboratory', policy.otherLaboratory, `Also planned in ${laboratory}`);
    }
    const held = new Set(person.skills.map((skill) => skill.toLowerCase()));
    const missing = own.work.type.skills.filter((skill) => !held.has(skill.toLowerCase()));
    if (missing.length > 0) report('skill', policy.skill, `Lacks ${missing.join(', ')}`);
    reportRest(own, [read(shifted(day, -1)), read(shifted(day, 1))], policy, report);
    reportRuns(own, read, policy, report);
    return found;
  });
}

type Report = (kind: ConflictKind, effect: ConflictEffect, message: string, excess?: Excess) => void;

function reportRest(own: DayOfWork, [before, after]: (DayOfWork | null)[], policy: RosterPolicy, report: Report): void {
  const gaps = [
    before && { minutes: own.from - before.to, side: 'before' as const },
    // Two planned days report their rest once, on the later one.
    after && !after.work.type && { minutes: after.from - own.to, side: 'after' as const },
  ];
  for (const gap of gaps) {
    if (!gap) continue;
    const excess = { of: gap.side, minutes: policy.minRestHours * 60 - gap.minutes };
    if (gap.minutes < 0) {
      report('overlap', policy.overlap, `Overlaps with the shift of the day ${gap.side}`, excess);
    } else if (excess.minutes > 0) {
      const message = `${inHours(gap.minutes)} of rest ${gap.side}; ${policy.minRestHours} h are needed`;
      report('rest', policy.rest, message, excess);
    }
  }
}

/** Days in a row and nights in a row are reported from the first one beyond the limit on, hours on each planned day. */
function reportRuns(own: DayOfWork, read: (day: string) => DayOfWork | null, policy: RosterPolicy, report: Report) {
  const days = runUpTo(own.day, policy.maxDaysInARow, (day) => read(day) !== null);
  if (days > policy.maxDaysInARow) {
    report('days', policy.days, `More than ${policy.maxDaysInARow} days in a row`);
  }
  const nights = own.isNight ? runUpTo(own.day, policy.maxNightsInARow, (day) => read(day)?.isNight === true) : 0;
  if (nights > policy.maxNightsInARow) {
    report('nights', policy.nights, `More than ${policy.maxNightsInARow} nights in a row`);
  }
  const monday = shifted(own.day, -((new Date(`${own.day}T00:00:00Z`).getUTCDay() + 6) % 7));
  let minutes = 0;
  for (let index = 0; index < 7; index += 1) minutes += read(shifted(monday, index))?.minutes ?? 0;
  const excess = minutes - policy.maxWeekHours * 60;
  if (excess > 0) {
    const message = `${inHours(minutes)} in this week; at most ${policy.maxWeekHours} h`;
    report('hours', policy.hours, message, { of: 'week', minutes: excess });
  }
}

/** The days in a row that end on the day, counted to one beyond the limit. */
function runUpTo(day: string, limit: number, holds: (day: string) => boolean): number {
  let run = 0;
  while (run <= limit && holds(shifted(day, -run))) run += 1;
  return run;
}

function toDayOfWork(day: string, work: WorkOnDay | null): DayOfWork | null {
  if (!work) return null;
  const from = Date.parse(`${day}T00:00:00Z`) / 60_000 + minuteOfDay(work.start);
  const elapsed = shiftMinutes(work);
  return {
    day,
    from,
    to: from + elapsed,
    isNight: isNight(work),
    minutes: Math.max(0, elapsed - work.breakMinutes),
    work,
  };
}

/** Whether at least three hours of the shift lie between 23:00 and 06:00. */
export function isNight({ start, end }: Pick<RosterTimes, 'start' | 'end'>): boolean {
  const from = minuteOfDay(start);
  const to = from + shiftMinutes({ start, end });
  const overlap = (nightFrom: number, nightTo: number) =>
    Math.max(0, Math.min(to, nightTo) - Math.max(from, nightFrom));
  return overlap(-60, 6 * 60) + overlap(23 * 60, DAY + 6 * 60) + overlap(DAY + 23 * 60, 2 * DAY) >= 180;
}

function inHours(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** The day that is some days later; earlier for a negative number. */
function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

type Weekly = RosterTimes & { weekdays: readonly number[] };

/**
 * What a person works on a day in a plan: the planned shift; nothing on a day off; without a planned value the weekly
 * shift, except on its days off and on holidays.
 */
export function workInPlan(
  day: string,
  value: RosterValue | undefined,
  {
    weekly,
    shiftTypes,
    holidays,
  }: {
    weekly: Weekly;
    shiftTypes: ReadonlyMap<string, RosterTimes & { name: string; skills: readonly string[] }>;
    holidays: ReadonlySet<string>;
  },
): WorkOnDay | null {
  if (value === 'off') return null;
  const type = value ? shiftTypes.get(value) : undefined;
  if (type) return { start: type.start, end: type.end, breakMinutes: type.breakMinutes, type };
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekly.weekdays.includes(weekday) && !holidays.has(day) ? weekly : null;
}
