import { daysBetween } from '@shifa/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenPeriod, describeComparison, formatPeriod, type PeriodName } from './report-period';
import { formatMonth } from '../../lib/format';

const on = (period: PeriodName, today: string) => chosenPeriod({ period }, today);

describe('a period that moves with the calendar', () => {
  it.each<[PeriodName, string, string, string]>([
    ['this_month', '2026-11-21', '2026-11-01', '2026-11-30'],
    ['this_month', '2028-02-29', '2028-02-01', '2028-02-29'],
    ['last_month', '2026-11-21', '2026-10-01', '2026-10-31'],
    ['last_month', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['last_month', '2027-03-31', '2027-02-01', '2027-02-28'],
    ['this_quarter', '2026-04-01', '2026-04-01', '2026-06-30'],
    ['this_quarter', '2026-11-21', '2026-10-01', '2026-12-31'],
    ['this_quarter', '2027-03-31', '2027-01-01', '2027-03-31'],
    ['this_financial_year', '2026-03-31', '2025-04-01', '2026-03-31'],
    ['this_financial_year', '2026-04-01', '2026-04-01', '2027-03-31'],
    ['this_financial_year', '2027-12-31', '2027-04-01', '2028-03-31'],
  ])('%s on %s is %s to %s', (period, today, from, to) => {
    expect(on(period, today)).toEqual({ from, to });
  });

  it('holds the day on which it is asked for, or ends the day before, and never has more than 366 days', () => {
    const anyDay = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(anyDay, fc.constantFrom('this_month', 'this_quarter', 'this_financial_year'), (date, period) => {
        const today = date.toISOString().slice(0, 10);
        const chosen = on(period, today);
        if ('fault' in chosen) throw new Error(chosen.fault);
        expect(chosen.from <= today && today <= chosen.to).toBe(true);
        expect(daysBetween(chosen.from, chosen.to)).toBeLessThanOrEqual(366);
      }),
    );
  });
});

describe('a custom period', () => {
  const custom = (from?: string, to?: string) => chosenPeriod({ period: 'custom', from, to }, '2026-11-21');

  it('is what is chosen, up to 366 days', () => {
    expect(custom('2026-11-05', '2026-11-05')).toEqual({ from: '2026-11-05', to: '2026-11-05' });
    expect(custom('2025-11-21', '2026-11-21')).toEqual({ from: '2025-11-21', to: '2026-11-21' });
  });

  it.each([
    [undefined, '2026-11-21', 'Choose the first and the last day.'],
    ['2026-11-21', undefined, 'Choose the first and the last day.'],
    ['2026-11-21', '2026-11-20', 'The last day must not be before the first.'],
    ['2025-11-20', '2026-11-21', 'A period can have at most 366 days.'],
  ])('from %s to %s says what is wrong', (from, to, fault) => {
    expect(custom(from, to)).toEqual({ fault });
  });
});

describe('a period in words', () => {
  it.each([
    ['2026-10-01', '2026-10-31', 'October 2026'],
    ['2025-04-01', '2026-03-31', 'financial year 2025-26'],
    ['2026-07-01', '2026-09-30', 'Jul 2026 – Sep 2026'],
    ['2025-01-01', '2025-12-31', 'Jan 2025 – Dec 2025'],
    ['2026-11-01', '2026-11-15', 'Nov 1, 2026 – Nov 15, 2026'],
    ['2026-11-05', '2026-11-05', 'Nov 5, 2026'],
    ['2026-02-02', '2026-02-28', 'Feb 2, 2026 – Feb 28, 2026'],
  ])('from %s to %s is %s', (from, to, words) => {
    expect(formatPeriod({ from, to })).toBe(words);
  });

  it.each([
    ['2026-10-01', '2026-10-31', 'Compared with October 2026.'],
    ['2026-10-01', '2026-10-22', 'November 2026 so far, compared with Oct 1, 2026 – Oct 22, 2026.'],
  ])('names the period from %s to %s that November is compared with', (from, to, words) => {
    expect(describeComparison({ from: '2026-11-01', to: '2026-11-30' }, { from, to })).toBe(words);
  });

  it('begins the comparison of a part of a financial year as a sentence', () => {
    const words = describeComparison(
      { from: '2026-04-01', to: '2027-03-31' },
      { from: '2025-04-01', to: '2025-11-22' },
    );
    expect(words).toMatch(/^Financial year 2026-27 so far, compared with/);
  });

  it('calls a month by its name and year', () => {
    expect(formatMonth('2026-11')).toBe('Nov 2026');
  });
});
