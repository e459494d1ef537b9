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

/** The numbers that a day or a month (`2026-11`) consists of. */
export function numbersOf(day: string) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, date };
}

/** The business day so many days from today in a time zone, or the browser's; before it for a negative number. */
export function dayAhead(days: number, timeZone?: string): string {
  const now = new Date();
  return dayAfter(dayOf(now, timeZone), days);
}

/** A number of whole months, of which the first is so many months after that of a day. */
function months(day: string, after: number, count: number): Period {
  const { year, month } = numbersOf(day);
  return { from: dayAt(year, month + after, 1), to: dayAt(year, month + after + count, 0) };
}

/** The month so many months after a month, or after that of a day: `2026-11`. */
export const monthAfter = (month: string, count: number): string => months(month, count, 1).from.slice(0, 7);

/** Whole months as of a day or a month; the financial year begins in April. */
export const monthsAsOf = {
  thisMonth: (day: string) => months(day, 0, 1),
  lastMonth: (day: string) => months(day, -1, 1),
  thisQuarter: (day: string) => months(day, -((numbersOf(day).month - 1) % 3), 3),
  thisFinancialYear: (day: string) => months(day, -((numbersOf(day).month + 8) % 12), 12),
};

/** The periods that people ask for most, as of a day. */
export function dayPresets(today: string): { label: string; period: Period }[] {
  const yesterday = dayAfter(today, -1);
  return [
    { label: 'Today', period: { from: today, to: today } },
    { label: 'Yesterday', period: { from: yesterday, to: yesterday } },
    { label: 'Last 7 days', period: { from: dayAfter(today, -6), to: today } },
    { label: 'This month', period: monthsAsOf.thisMonth(today) },
    { label: 'Last month', period: monthsAsOf.lastMonth(today) },
    { label: 'This financial year', period: monthsAsOf.thisFinancialYear(today) },
  ];
}
