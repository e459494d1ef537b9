import { daysBetween } from '@shifa/contract';
import { addDays, monthOf } from '../../platform/time/business-day';
import type { Grain } from './finance-figures.document';

/** Days of a laboratory's calendar, both ends counted. */
export type Period = { from: string; to: string };

/** A stretch of days or months, `from` and `to` counted and `after` and `before` not; open where an end is left out. */
export type FigureRange = { grain: Grain; from?: string; after?: string; to?: string; before?: string };

/** A part of a period that a report has a row for. */
export type Bucket = { key: string; label: string; period: Period };

/** What was asked for, else the month around it, else the month of the day. */
export function periodAsked({ from, to }: Partial<Period>, today: string): Period {
  const month = monthOf(from ?? to ?? today);
  return { from: from ?? month.from, to: to ?? month.to };
}

/** As many whole months before a period of whole months, else as many days before. */
export function previousPeriod({ from, to }: Period): Period {
  const end = addDays(from, -1);
  if (from !== monthOf(from).from || to !== monthOf(to).to)
    return { from: addDays(from, -daysBetween(from, to)), to: end };
  return { from: `${addMonths(monthKey(from), -monthsBetween(from, to))}-01`, to: end };
}

/**
 * The ranges that cover a period once: whole months where there are any, and the days at its ends. An end that is
 * left out is open.
 */
export function rangesOf({ from, to }: Partial<Period>): FigureRange[] {
  const beginsWhole = !from || from === monthOf(from).from;
  const endsWhole = !to || to === monthOf(to).to;
  const wholeMonths = from && to ? monthsBetween(from, to) - (beginsWhole ? 0 : 1) - (endsWhole ? 0 : 1) : Infinity;
  if (wholeMonths <= 0) return [{ grain: 'day', from, to }];
  const begin = from && { [beginsWhole ? 'from' : 'after']: monthKey(from) };
  const end = to && { [endsWhole ? 'to' : 'before']: monthKey(to) };
  return [
    ...(beginsWhole ? [] : [{ grain: 'day' as const, from, to: monthOf(from).to }]),
    { grain: 'month', ...begin, ...end },
    ...(endsWhole ? [] : [{ grain: 'day' as const, from: monthOf(to).from, to }]),
  ];
}

/** Each day of a period. */
export function daysOf({ from, to }: Period): Bucket[] {
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = addDays(from, index);
    return { key: day, label: dayLabel(day), period: { from: day, to: day } };
  });
}

/** The weeks of a period from Monday to Sunday, told by their Monday; the first and the last end with the period. */
export function weeksOf({ from, to }: Period): Bucket[] {
  const first = mondayOf(from);
  return Array.from({ length: Math.ceil(daysBetween(first, to) / 7) }, (_, index) => {
    const key = addDays(first, index * 7);
    const days = daysBetween(key, to);
    const period = { from: index === 0 ? from : key, to: days <= 7 ? to : addDays(key, 6) };
    return { key, label: periodLabel(period), period };
  });
}

/** The months of a period; the first and the last end with it. */
export function monthsOf({ from, to }: Period): Bucket[] {
  return Array.from({ length: monthsBetween(from, to) }, (_, index) => {
    const key = addMonths(monthKey(from), index);
    const whole = monthOf(`${key}-01`);
    const period = { from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to };
    return { key, label: monthLabel(key), period };
  });
}

/** So many months, of which the day's is the last. */
export function monthsUntil(day: string, months: number): Period {
  return { from: `${addMonths(monthKey(day), 1 - months)}-01`, to: monthOf(day).to };
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** `2026-11` for a day of that month. */
export function monthKey(day: string): string {
  return day.slice(0, 7);
}

/** The month so many months later, or earlier with a negative number: `2026-11` and 2 give `2027-01`. */
function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Months that the days touch, both counted. */
function monthsBetween(from: string, to: string): number {
  const [[year = 0, month = 1], [lastYear = 0, lastMonth = 1]] = [
    from.split('-').map(Number),
    to.split('-').map(Number),
  ];
  return (lastYear - year) * 12 + (lastMonth - month) + 1;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function partsOf(day: string): { day: string; month: string; year: string } {
  const [year = '', month = '1', number = '1'] = day.split('-');
  return { day: String(Number(number)), month: monthNames[Number(month) - 1] ?? '', year };
}

/** `21 Nov 2026` */
function dayLabel(text: string): string {
  const { day, month, year } = partsOf(text);
  return `${day} ${month} ${year}`;
}

/** `Nov 2026` */
function monthLabel(text: string): string {
  const { month, year } = partsOf(text);
  return `${month} ${year}`;
}

/** `16 – 22 Nov 2026`, with the month and the year of the first day where they differ from the last's. */
function periodLabel({ from, to }: Period): string {
  if (from === to) return dayLabel(to);
  const [first, last] = [partsOf(from), partsOf(to)];
  const sameYear = first.year === last.year;
  const month = sameYear && first.month === last.month ? '' : ` ${first.month}`;
  return `${first.day}${month}${sameYear ? '' : ` ${first.year}`} – ${dayLabel(to)}`;
}
