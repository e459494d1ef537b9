import { PoliciesSchema } from '@shifa/contract';
import fc from 'fast-check';
import { addDays } from '../../../platform/time/business-day';
import { computedDay, manualPunch } from '../records/day-content';
import { findWorkDate, planOf, type RosteredDay, shiftTakingIn } from './calendar';

// The oracle shares nothing with the product: it reads the clock of a zone from Intl, and looks for the first quarter of
// an hour at which that clock shows a time or a later one. All times here are whole quarters.
const QUARTER = 900_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string, at: number): string {
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(zone, clock);
  return clock.format(at);
}

function firstShowing(zone: string, text: string): number {
  const asUtc = Date.parse(`${text.replace(' ', 'T')}:00Z`);
  const shown = Date.parse(`${clockOf(zone, asUtc).replace(' ', 'T')}:00Z`);
  let at = asUtc - (shown - asUtc) - 3 * 3_600_000;
  while (clockOf(zone, at) < text) at += QUARTER;
  return at;
}

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'America/St_Johns', 'Australia/Lord_Howe'];
/** Days around changes of the clocks of these zones, the end of a month and of a year. */
const DAYS = [
  '2026-03-07',
  '2026-03-08',
  '2026-04-04',
  '2026-04-05',
  '2026-10-31',
  '2026-11-01',
  '2026-12-31',
  '2026-06-30',
];

const time = fc.nat(95).map((quarter) => {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`;
});
const times = fc.record({ start: time, end: time, breakMinutes: fc.constantFrom(0, 15, 30, 60) });
const weekdays = fc.uniqueArray(fc.nat(6), { minLength: 1, maxLength: 7 });
const rosterValue = fc.oneof(
  fc.constant(null),
  fc.constant('off' as const),
  times.map((given) => ({ ...given, name: 'Shift', code: 'S' })),
);
const circumstances = fc.record({
  zone: fc.constantFrom(...ZONES),
  day: fc.constantFrom(...DAYS),
  own: fc.option(fc.record({ times, weekdays }), { nil: null }),
  hours: times,
  weeklyOff: fc.uniqueArray(fc.nat(6)),
  isHoliday: fc.boolean(),
  /** Of the day before, the day and the day after. */
  roster: fc.tuple(rosterValue, rosterValue, rosterValue),
  leave: fc.constantFrom(null, 'full' as const),
  /** From the start of the shift, in quarters, and how long; no work where it has no length. */
  punch: fc.record({ from: fc.integer({ min: -8, max: 20 }), quarters: fc.nat(60) }),
});
type Circumstances = typeof circumstances extends fc.Arbitrary<infer Value> ? Value : never;

function setting({ zone, day, own, hours, weeklyOff, isHoliday }: Circumstances) {
  const laboratory = {
    timezone: zone,
    workingHours: { start: hours.start, end: hours.end },
    weeklyOff,
    holidays: isHoliday ? [{ date: day, name: 'Holiday' }] : [],
    policies: PoliciesSchema.parse({ attendance: {}, finance: {}, inventory: {}, roster: {} }),
  };
  const unset = { graceLateMinutes: null, halfDayBelowMinutes: null, overtimeAfterMinutes: null };
  return { laboratory, person: { shift: own && { ...own.times, weekdays: own.weekdays, ...unset } } };
}

/** The shift that applies on a day, by the words of the rule: published roster, else the person's week, else the laboratory's. */
function expectedShift({ own, hours, weeklyOff }: Circumstances, day: string, value: RosteredDay | null) {
  if (value !== null && value !== 'off') return { ...value, works: true };
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  const usual = own ? own.times : { ...hours, breakMinutes: 30 };
  const worksUsually = own ? own.weekdays.includes(weekday) : !weeklyOff.includes(weekday);
  return { ...usual, works: value === null && worksUsually };
}

function window(zone: string, day: string, { start, end }: { start: string; end: string }) {
  return [
    firstShowing(zone, `${day} ${start}`),
    firstShowing(zone, `${end > start ? day : addDays(day, 1)} ${end}`),
  ] as const;
}

const RUNS = 10_000;

describe('the day of a person, compared with an independent computation', () => {
  it('has the shift, the lateness, the overtime and the status that follow from roster, calendar, leave and punches', () => {
    fc.assert(
      fc.property(circumstances, (given) => {
        const { zone, day, isHoliday, leave, punch, roster } = given;
        const { laboratory, person } = setting(given);
        const plan = planOf(day, person, laboratory, roster[1]);
        const expected = expectedShift(given, day, roster[1]);
        const [from, to] = window(zone, day, expected);
        const works = expected.works && !isHoliday;
        expect(plan.kind).toBe(isHoliday ? 'holiday' : expected.works ? 'working' : 'weekly_off');
        expect(plan.source).toBe(roster[1] ? 'roster' : given.own ? 'person' : 'laboratory');
        const [clockIn, clockOut] = [from + punch.from * QUARTER, from + (punch.from + punch.quarters) * QUARTER];
        const came = punch.quarters > 0;
        const segments = came
          ? [{ clockIn: manualPunch(new Date(clockIn)), clockOut: manualPunch(new Date(clockOut)) }]
          : [];
        const computed = computedDay({
          workDate: day,
          shift: plan.shift,
          dayKind: plan.kind,
          leave,
          segments,
          breaks: [],
          evidence: [],
          correction: null,
        });
        const isDue = works && leave === null;
        const late = came && isDue && clockIn - from > 15 * 60_000 ? (clockIn - from) / 60_000 : 0;
        expect(computed.lateMinutes).toBe(late);
        const present = punch.quarters * 15;
        const length = (to - from) / 60_000;
        // The break of the shift, as far as the person stayed beyond half of it.
        const beyondHalf = Math.floor(present - length / 2);
        const deducted = isDue ? Math.max(0, Math.min(expected.breakMinutes, beyondHalf)) : 0;
        const worked = present - deducted;
        const extra = worked - Math.max(0, length - expected.breakMinutes);
        const whole = (minutes: number) => Math.floor(minutes / 15) * 15;
        if (leave === null) {
          expect(computed.workedMinutes).toBe(worked);
          expect(computed.overtimeMinutes).toBe(works ? (extra >= 30 ? whole(extra) : 0) : whole(present));
        }
        if (!came) {
          const away = leave === 'full' ? 'on_leave' : 'absent';
          expect(computed.status).toBe(works ? away : isHoliday ? 'holiday' : 'weekly_off');
        } else if (!works) expect(computed.status).toBe('present');
        else if (worked < 240 && leave === null) expect(computed.status).toBe('half_day');
        else if (leave === null) expect(computed.status).toBe(late > 0 ? 'late' : 'present');
      }),
      { numRuns: RUNS },
    );
  });

  it('takes in work from four hours before its shift to its end, and none on a day off of the roster', () => {
    fc.assert(
      fc.property(circumstances, fc.integer({ min: -40, max: 136 }), (given, quarters) => {
        const { zone, day, roster } = given;
        const { laboratory, person } = setting(given);
        const values = new Map([-1, 0, 1].map((step, index) => [addDays(day, step), roster[index] ?? null]));
        const noon = firstShowing(zone, `${day} 12:00`);
        const at = noon + (quarters - 48) * QUARTER;
        fc.pre(clockOf(zone, at).startsWith(day));
        const takesIn = (one: string) => {
          const value = values.get(one) ?? null;
          if (value === 'off') return false;
          const [from, to] = window(zone, one, expectedShift(given, one, value));
          return at >= from - 4 * 3_600_000 && at < to;
        };
        const expected = [1, 0, -1].map((step) => addDays(day, step)).find(takesIn) ?? day;
        const shiftOn = (one: string) => shiftTakingIn(planOf(one, person, laboratory, values.get(one) ?? null));
        expect(findWorkDate(new Date(at), zone, shiftOn)).toBe(expected);
      }),
      { numRuns: RUNS },
    );
  });
});
