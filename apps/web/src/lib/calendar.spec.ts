import { expect, it } from 'vitest';
import { dayPresets, monthAfter, monthsAsOf } from './calendar';

const on = (today: string) => dayPresets(today).map(({ label, period }) => `${label}: ${period.from} ${period.to}`);

it.each([
  ['2026-11-22', '2026-11-21', '2026-11-16', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31', '2026-04-01 2027-03-31'],
  ['2027-01-01', '2026-12-31', '2026-12-26', '2027-01-01 2027-01-31', '2026-12-01 2026-12-31', '2026-04-01 2027-03-31'],
  ['2028-03-01', '2028-02-29', '2028-02-24', '2028-03-01 2028-03-31', '2028-02-01 2028-02-29', '2027-04-01 2028-03-31'],
])('the presets on %s', (today, yesterday, sixDaysAgo, thisMonth, lastMonth, year) => {
  expect(on(today)).toEqual([
    `Today: ${today} ${today}`,
    `Yesterday: ${yesterday} ${yesterday}`,
    `Last 7 days: ${sixDaysAgo} ${today}`,
    `This month: ${thisMonth}`,
    `Last month: ${lastMonth}`,
    `This financial year: ${year}`,
  ]);
});

it('months are counted over the end of a year', () => {
  expect([1, 0, -11].map((count) => monthAfter('2026-12', count))).toEqual(['2027-01', '2026-12', '2026-01']);
  expect(monthAfter('2027-01-31', -1)).toBe('2026-12');
});

it.each([
  ['2026-12-31', '2026-10-01', '2026-12-31'],
  ['2027-01-01', '2027-01-01', '2027-03-31'],
  ['2027-05', '2027-04-01', '2027-06-30'],
])('the quarter of %s', (day, from, to) => {
  expect(monthsAsOf.thisQuarter(day)).toEqual({ from, to });
});
