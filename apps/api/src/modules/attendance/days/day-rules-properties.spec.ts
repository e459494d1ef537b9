import fc from 'fast-check';
import { dayInput, instantOf } from '../../../../test/attendance/written-days';
import { dayResult, type DayInput } from './day-rules';

const calculated = (day: string, segments?: string, breaks?: string) =>
  dayResult(dayInput(day, segments, breaks)).calculation;
const kolkata = (time: string) => instantOf(time, 'Asia/Kolkata');

describe('how the values came about', () => {
  it('shows the shift, the deducted break and the time beyond what was expected', () => {
    expect(calculated('day 2026-03-10', '09:00-13:00 13:20-18:40', '16:00-16:10')).toEqual({
      startsAt: kolkata('2026-03-10 09:00'),
      endsAt: kolkata('2026-03-10 18:00'),
      presentMinutes: 560,
      breakMinutes: 40,
      expectedMinutes: 480,
      extraMinutes: 40,
    });
  });

  it.each([
    ['first_half', '2026-03-10 13:22', '2026-03-10 17:45'],
    ['second_half', '2026-03-10 09:00', '2026-03-10 13:22'],
  ])('shows the times that leave for the %s leaves', (leave, startsAt, endsAt) => {
    const { expectedMinutes, ...calculation } = calculated(`odd 2026-03-10 ${leave}`);
    expect(expectedMinutes).toBe(240);
    expect(calculation).toMatchObject({ startsAt: kolkata(startsAt), endsAt: kolkata(endsAt) });
  });

  it.each(['day 2026-03-10 full', 'day 2026-03-10 holiday', 'day 2026-03-10 weekly_off', 'none 2026-03-10'])(
    'expects nobody on %s',
    (day) => expect(calculated(day)).toMatchObject({ startsAt: null, endsAt: null, expectedMinutes: 0 }),
  );

  it('expects nothing of a shift shorter than its break, and cuts half a minute', () => {
    const input = dayInput('day 2026-03-10 first_half');
    const expected = (breakMinutes: number) =>
      dayResult({ ...input, shift: input.shift && { ...input.shift, breakMinutes } }).calculation.expectedMinutes;
    expect([expected(61), expected(540), expected(600)]).toEqual([239, 0, 0]);
  });

  it('keeps the presence of a day whose clock-out was missed, without extra time', () => {
    expect(calculated('day 2026-03-10', '09:00-22:00!')).toMatchObject({ presentMinutes: 780, extraMinutes: 0 });
  });
});

const from = kolkata('2026-03-09 12:00').getTime();
const instant = fc.integer({ min: 0, max: 3 * 86_400 }).map((seconds) => new Date(from + seconds * 1_000));
const out = fc.option(instant, { freq: 5 });
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const minutes = fc.integer({ min: 0, max: 600 });
const shift = fc.record({
  start: time,
  end: time,
  breakMinutes: minutes,
  timezone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'Pacific/Auckland', 'America/St_Johns'),
  graceLateMinutes: minutes,
  halfDayBelowMinutes: minutes,
  overtimeAfterMinutes: minutes,
});
/** Anything at all: also segments that overlap or end before they start. */
const anyDay: fc.Arbitrary<DayInput> = fc.record({
  workDate: fc.constantFrom('2026-03-10', '2026-03-08', '2026-03-31'),
  shift: fc.option(shift, { freq: 5 }),
  kind: fc.constantFrom('working', 'weekly_off', 'holiday'),
  leave: fc.constantFrom(null, 'full', 'first_half', 'second_half'),
  segments: fc.array(fc.record({ in: instant, out }, { requiredKeys: ['in', 'out'] }), { maxLength: 4 }),
  breaks: fc.array(fc.record({ start: instant, end: out }), { maxLength: 4 }),
});

describe('any day', () => {
  it('has whole minutes that are never negative, overtime in steps, and no more work than presence', () => {
    const check = (input: DayInput) => {
      const { status, calculation, ...values } = dayResult(input);
      const { startsAt: _startsAt, endsAt: _endsAt, ...parts } = calculation;
      for (const value of Object.values({ ...values, ...parts })) {
        expect(Number.isInteger(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(0);
      }
      expect(values.overtimeMinutes % 15).toBe(0);
      expect(values.workedMinutes).toBe(parts.presentMinutes - parts.breakMinutes);
      expect(values.overtimeMinutes).toBeLessThanOrEqual(parts.extraMinutes);
      expect(['holiday', 'weekly_off', 'absent', 'on_leave'].includes(status)).toBe(!input.segments.length);
    };
    fc.assert(fc.property(anyDay, check));
  });

  it('does not depend on the order of breaks, changes nothing and gives the same again', () => {
    const check = (input: DayInput, seed: number) => {
      const before = structuredClone(input);
      const turned = [...input.breaks.slice(seed), ...input.breaks.slice(0, seed)].reverse();
      expect(dayResult({ ...input, breaks: turned })).toEqual(dayResult(input));
      expect(dayResult(input)).toEqual(dayResult(before));
      expect(input).toEqual(before);
    };
    fc.assert(fc.property(anyDay, fc.nat({ max: 4 }), check));
  });

  it('has no work and no overtime when a clock-out was missed', () => {
    const check = (input: DayInput, missed: Date) => {
      const segments = [...input.segments, { in: missed, out: missed, autoClosed: true }];
      const result = dayResult({ ...input, segments });
      expect(result).toMatchObject({
        status: 'missed_clock_out',
        workedMinutes: 0,
        overtimeMinutes: 0,
        earlyMinutes: 0,
      });
    };
    fc.assert(fc.property(anyDay, instant, check));
  });
});
