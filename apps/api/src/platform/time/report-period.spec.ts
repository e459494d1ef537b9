import { daysBetween } from '@shifa/contract';
import fc from 'fast-check';
import { addDays, monthOf } from './business-day';
import {
  analyzedPeriod,
  comparedPeriod,
  completePeriod,
  splitIntoDays,
  splitIntoMonths,
  type Period,
  previousPeriod,
  splitIntoWeeks,
} from './report-period';

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2022-12-25', days));
const periods = fc
  .tuple(day, fc.integer({ min: 1, max: 366 }))
  .map(([from, days]): Period => ({ from, to: addDays(from, days - 1) }));
const wholeMonths = fc
  .tuple(day, fc.integer({ min: 0, max: 300 }))
  .map(([from, days]): Period => ({ from: monthOf(from).from, to: monthOf(addDays(from, days)).to }));

const listed = ({ from, to }: Period) => splitIntoDays({ from, to }).map(({ key }) => key);

describe('the requested period', () => {
  it.each([
    [{}, { from: '2026-11-01', to: '2026-11-30' }],
    [{ from: '2026-02-10' }, { from: '2026-02-10', to: '2026-02-28' }],
    [{ to: '2026-02-10' }, { from: '2026-02-01', to: '2026-02-10' }],
    [
      { from: '2026-01-05', to: '2026-03-04' },
      { from: '2026-01-05', to: '2026-03-04' },
    ],
  ])('%j is %j', (asked, period) => expect(completePeriod(asked, '2026-11-21')).toEqual(period));
});

describe('the previous period', () => {
  it.each([
    ['a month', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['March after a short month', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['February of a leap year', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    ['a quarter', '2026-04-01', '2026-06-30', '2026-01-01', '2026-03-31'],
    ['a financial year', '2026-04-01', '2027-03-31', '2025-04-01', '2026-03-31'],
    ['a day', '2026-11-21', '2026-11-21', '2026-11-20', '2026-11-20'],
    ['a week', '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['a month so far', '2026-11-01', '2026-11-21', '2026-10-11', '2026-10-31'],
    ['thirty days that are no month', '2026-11-02', '2026-12-01', '2026-10-03', '2026-11-01'],
    ['days across a year', '2026-12-30', '2027-01-02', '2026-12-26', '2026-12-29'],
  ])('of %s (%s to %s) is %s to %s', (_, from, to, previousFrom, previousTo) =>
    expect(previousPeriod({ from, to })).toEqual({ from: previousFrom, to: previousTo }),
  );

  it('ends the day before and has the same length in months or days', () => {
    fc.assert(
      fc.property(fc.oneof(periods, wholeMonths), (period) => {
        const previous = previousPeriod(period);
        expect(addDays(previous.to, 1)).toBe(period.from);
        const whole = period.from === monthOf(period.from).from && period.to === monthOf(period.to).to;
        const lengthOf = whole
          ? (some: Period) => splitIntoMonths(some).length
          : (some: Period) => daysBetween(some.from, some.to);
        expect(lengthOf(previous)).toBe(lengthOf(period));
        if (whole) expect(previous.from).toBe(monthOf(previous.from).from);
      }),
    );
  });
});

describe('a period that is not over', () => {
  it.each([
    ['a month', '2026-11-01', '2026-11-30', '2026-11-22', '2026-10-01', '2026-10-22'],
    ['a month on its last day', '2026-11-01', '2026-11-30', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['a month on its first day', '2026-11-01', '2026-11-30', '2026-11-01', '2026-10-01', '2026-10-01'],
    ['March, on a day that February lacks', '2026-03-01', '2026-03-31', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['a quarter', '2026-10-01', '2026-12-31', '2026-11-22', '2026-07-01', '2026-08-22'],
    ['a financial year', '2026-04-01', '2027-03-31', '2026-11-22', '2025-04-01', '2025-11-22'],
    ['other days', '2026-11-16', '2026-11-29', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['a month that is over', '2026-10-01', '2026-10-31', '2026-11-22', '2026-09-01', '2026-09-30'],
    ["a month that hasn't begun", '2026-12-01', '2026-12-31', '2026-11-22', '2026-11-01', '2026-11-30'],
  ])('%s (%s to %s) on %s is compared with %s to %s', (_, from, to, today, previousFrom, previousTo) => {
    expect(comparedPeriod({ from, to }, today)).toEqual({ from: previousFrom, to: previousTo });
  });
});

describe('the period of an analysis', () => {
  it.each([
    ['without days', {}, '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    [
      'a month under way',
      { from: '2026-11-01', to: '2026-11-30' },
      '2026-11-01',
      '2026-11-22',
      '2026-10-01',
      '2026-10-22',
    ],
    [
      'a month so far',
      { from: '2026-11-01', to: '2026-11-22' },
      '2026-11-01',
      '2026-11-22',
      '2026-10-01',
      '2026-10-22',
    ],
    ['days so far', { from: '2026-11-16', to: '2026-11-22' }, '2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    [
      'a month that is over',
      { from: '2026-10-01', to: '2026-10-31' },
      '2026-10-01',
      '2026-10-31',
      '2026-09-01',
      '2026-09-30',
    ],
    [
      'a year under way',
      { from: '2026-04-01', to: '2027-03-31' },
      '2026-04-01',
      '2026-11-22',
      '2025-04-01',
      '2025-11-22',
    ],
  ])('%s (%j) is %s to %s, compared with %s to %s', (_, requested, from, to, previousFrom, previousTo) => {
    expect(analyzedPeriod(requested, '2026-11-22')).toEqual({
      period: { from, to },
      previous: { from: previousFrom, to: previousTo },
    });
  });
});

describe('the rows of a period', () => {
  it('are weeks from Monday to Sunday, cut off at the ends', () => {
    expect(splitIntoWeeks({ from: '2026-11-11', to: '2026-12-01' })).toEqual([
      { key: '2026-11-09', label: '11 – 15 Nov 2026', period: { from: '2026-11-11', to: '2026-11-15' } },
      { key: '2026-11-16', label: '16 – 22 Nov 2026', period: { from: '2026-11-16', to: '2026-11-22' } },
      { key: '2026-11-23', label: '23 – 29 Nov 2026', period: { from: '2026-11-23', to: '2026-11-29' } },
      { key: '2026-11-30', label: '30 Nov – 1 Dec 2026', period: { from: '2026-11-30', to: '2026-12-01' } },
    ]);
    expect(splitIntoWeeks({ from: '2026-12-28', to: '2027-01-04' }).map(({ label }) => label)).toEqual([
      '28 Dec 2026 – 3 Jan 2027',
      '4 Jan 2027',
    ]);
  });

  it('are named months, cut off at the ends', () => {
    expect(splitIntoMonths({ from: '2026-12-15', to: '2027-01-31' })).toEqual([
      { key: '2026-12', label: 'Dec 2026', period: { from: '2026-12-15', to: '2026-12-31' } },
      { key: '2027-01', label: 'Jan 2027', period: { from: '2027-01-01', to: '2027-01-31' } },
    ]);
  });

  it('are named days', () => {
    expect(splitIntoDays({ from: '2026-11-21', to: '2026-11-21' })).toEqual([
      { key: '2026-11-21', label: '21 Nov 2026', period: { from: '2026-11-21', to: '2026-11-21' } },
    ]);
  });

  it.each([['days', splitIntoDays] as const, ['weeks', splitIntoWeeks] as const, ['months', splitIntoMonths] as const])(
    'as %s hold each day once, up to the end of the calendar',
    (_, bucketsOf) => {
      fc.assert(
        fc.property(fc.oneof(periods, fc.constant({ from: '9999-12-01', to: '9999-12-31' })), (period) => {
          expect(bucketsOf(period).flatMap((bucket) => listed(bucket.period))).toEqual(listed(period));
        }),
      );
    },
  );
});
