import { dayOf } from './format';

/** First and last day, both included, as `YYYY-MM-DD`. */
export type Period = { from: string; to: string };

/** A day of a month; month 0 is December of the year before, and day 0 the last day of the month before. */
export function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The day so many days after a day; before it for a negative number. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The business day so many days from today in a time zone; before it for a negative number. */
export function dayAhead(days: number, timeZone: string): string {
  return dayAfter(dayOf(new Date(), timeZone), days);
}

/** A number of whole months. */
export function months(year: number, month: number, count: number): Period {
  return { from: dayAt(year, month, 1), to: dayAt(year, month + count, 0) };
}

/** Whole months as of a day; the financial year begins in April. */
export const monthsAsOf = {
  thisMonth: (year: number, month: number) => months(year, month, 1),
  lastMonth: (year: number, month: number) => months(year, month - 1, 1),
  thisFinancialYear: (year: number, month: number) => months(month >= 4 ? year : year - 1, 4, 12),
};

/** The periods that people ask for most, as of a day. */
export function dayPresets(today: string): { label: string; period: Period }[] {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const yesterday = dayAt(year, month, day - 1);
  return [
    { label: 'Today', period: { from: today, to: today } },
    { label: 'Yesterday', period: { from: yesterday, to: yesterday } },
    { label: 'Last 7 days', period: { from: dayAt(year, month, day - 6), to: today } },
    { label: 'This month', period: monthsAsOf.thisMonth(year, month) },
    { label: 'Last month', period: monthsAsOf.lastMonth(year, month) },
    { label: 'This financial year', period: monthsAsOf.thisFinancialYear(year, month) },
  ];
}
