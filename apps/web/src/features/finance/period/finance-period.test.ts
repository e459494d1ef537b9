import { describe, expect, it } from 'vitest';
import { monthToClose, recentMonths } from './finance-period';

describe('the months to close', () => {
  it.each([
    ['2026-11-24', '2026-10'],
    ['2026-11-25', '2026-11'],
    ['2027-01-03', '2026-12'],
  ])('on %s the month %s is due', (today, month) => {
    expect(monthToClose(today)).toBe(month);
  });

  it('go back a year', () => {
    const months = recentMonths('2027-01-31');
    expect([months[0], months[1], months.at(-1), months.length]).toEqual(['2027-01', '2026-12', '2026-01', 13]);
  });
});
