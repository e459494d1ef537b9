import { describe, expect, it } from 'vitest';
import { isNight, type PlannedPerson, rosterConflicts, type WorkOnDay, workInPlan } from './roster-conflicts.js';
import { type RosterPolicy, RosterPolicySchema } from './roster.policy.js';

const person: PlannedPerson = { joiningDate: '2020-01-01', exitDate: null, skills: [], leaves: [], elsewhere: [] };
const shift = (start: string, end: string, skills: string[] = []): WorkOnDay => ({
  start,
  end,
  breakMinutes: 60,
  type: { name: 'Shift', skills },
});
const day = shift('09:00', '18:00');
const night = shift('22:00', '06:00');
/** From Monday, November 30, on; one letter a day. */
const dayAt = (index: number) => new Date(Date.UTC(2026, 10, 30 + index)).toISOString().slice(0, 10);

function conflictsOf(
  plan: Record<number, WorkOnDay>,
  {
    who = {},
    policy = {},
    holidays = [],
  }: { who?: Partial<PlannedPerson>; policy?: Partial<RosterPolicy>; holidays?: string[] } = {},
) {
  const byDay = new Map(Object.entries(plan).map(([index, work]) => [dayAt(Number(index)), work]));
  const days = Array.from({ length: 14 }, (_, index) => dayAt(index));
  return rosterConflicts({ ...person, ...who }, days, {
    workOn: (one) => byDay.get(one) ?? null,
    holidays: new Set(holidays),
    policy: RosterPolicySchema.parse(policy),
  });
}

const weekOf = (work: WorkOnDay, length: number, start = 0) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [index + start, work]));

describe('the conflicts of a plan', () => {
  it('are none for five days of eight hours', () => {
    expect(conflictsOf(weekOf(day, 5))).toEqual([]);
  });

  it.each([
    ['leave', { leaves: [{ from: dayAt(0), to: dayAt(3), part: 'full' }] }, 'On leave'],
    ['leave', { leaves: [{ from: dayAt(1), to: dayAt(1), part: 'first_half' }] }, 'On leave for half of the day'],
    ['other_laboratory', { elsewhere: [{ day: dayAt(1), laboratory: 'Howrah' }] }, 'Also planned in Howrah'],
  ])('name %s', (kind, who, message) => {
    expect(conflictsOf({ 1: day }, { who })).toEqual([{ day: dayAt(1), kind, effect: 'warn', message }]);
  });

  it('only warn of days on which the person is not employed', () => {
    const who = { joiningDate: dayAt(1), exitDate: dayAt(2) };
    expect(conflictsOf(weekOf(day, 4), { who })).toEqual([
      { day: dayAt(0), kind: 'not_employed', effect: 'warn', message: "Hasn't joined yet" },
      { day: dayAt(3), kind: 'not_employed', effect: 'warn', message: 'Has left by then' },
    ]);
  });

  it('name holidays, and skills in any case', () => {
    const plan = { 1: shift('09:00', '18:00', ['PCR', 'Culture']) };
    expect(conflictsOf(plan, { holidays: [dayAt(1)], who: { skills: ['pcr'] } })).toMatchObject([
      { kind: 'holiday' },
      { kind: 'skill', message: 'Lacks Culture' },
    ]);
  });

  it('name shifts that overlap across midnight, and too little rest, on the later day', () => {
    expect(conflictsOf({ 0: shift('22:00', '10:00'), 1: day })).toMatchObject([
      { day: dayAt(1), kind: 'overlap', message: 'Overlaps with the shift of the day before' },
    ]);
    expect(conflictsOf({ 0: night, 1: shift('14:30', '20:00') })).toMatchObject([
      { day: dayAt(1), kind: 'rest', message: '8 h 30 min of rest before; 11 h are needed' },
    ]);
    expect(conflictsOf({ 0: night, 1: shift('17:00', '20:00') })).toEqual([]);
    // The weekly shift after a planned night has no cell of its own to report it on.
    const weekly = { start: '09:00', end: '18:00', breakMinutes: 60 };
    expect(conflictsOf({ 0: night, 1: weekly })).toMatchObject([
      { day: dayAt(0), message: '3 h of rest after; 11 h are needed' },
    ]);
  });

  it('count nights, days and hours, from the first one beyond the limit on', () => {
    expect(
      conflictsOf(weekOf(night, 7), { policy: { days: 'ignore', hours: 'ignore', rest: 'ignore' } }),
    ).toMatchObject([
      { day: dayAt(5), kind: 'nights', message: 'More than 5 nights in a row' },
      { day: dayAt(6), kind: 'nights' },
    ]);
    expect(conflictsOf(weekOf(day, 8, 1), { policy: { hours: 'ignore' } })).toMatchObject([
      { day: dayAt(7), kind: 'days', message: 'More than 6 days in a row' },
      { day: dayAt(8), kind: 'days' },
    ]);
    // Monday to Sunday: 7 × 8 h in the first week, 1 × 8 h in the second.
    const hours = conflictsOf(weekOf(day, 8), { policy: { days: 'ignore' } });
    expect(hours.map((conflict) => conflict.day)).toEqual(Array.from({ length: 7 }, (_, index) => dayAt(index)));
    expect(hours[0]).toMatchObject({ kind: 'hours', message: '56 h in this week; at most 48 h' });
  });

  it('have the effect that the policy gives them', () => {
    const plan = { 0: night, 1: day };
    expect(conflictsOf(plan, { policy: { rest: 'forbid' } })).toMatchObject([{ kind: 'rest', effect: 'forbid' }]);
    expect(conflictsOf(plan, { policy: { rest: 'ignore' } })).toEqual([]);
  });
});

describe('a night', () => {
  it.each([
    ['22:00', '06:00', true],
    ['20:00', '02:00', true],
    ['18:00', '01:30', false],
    ['03:00', '11:00', true],
    ['03:15', '11:00', false],
    ['00:00', '00:00', true],
    ['09:00', '18:00', false],
  ])('%s to %s: %s', (start, end, expected) => {
    expect(isNight({ start, end })).toBe(expected);
  });
});

describe('what a plan says of a day', () => {
  const weekly = { start: '09:00', end: '18:00', breakMinutes: 30, weekdays: [1, 2, 3, 4, 5] };
  const type = { name: 'Night', skills: [], start: '22:00', end: '06:00', breakMinutes: 30 };
  const plan = { weekly, shiftTypes: new Map([['n', type]]), holidays: new Set(['2026-12-01']) };

  it('is the planned shift, nothing on a day off, and else the weekly shift', () => {
    expect(workInPlan('2026-11-30', 'n', plan)).toMatchObject({ start: '22:00', type: { name: 'Night' } });
    expect(workInPlan('2026-11-30', 'off', plan)).toBeNull();
    expect(workInPlan('2026-11-30', null, plan)).toMatchObject({ start: '09:00' });
    expect(workInPlan('2026-12-06', undefined, plan)).toBeNull();
    expect(workInPlan('2026-12-01', null, plan)).toBeNull();
  });
});
