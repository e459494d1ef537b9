import { daysBetween } from '@shifa/contract';
import { addDays, monthOf } from '../../../platform/time/business-day';
import type { Grain } from './ledger-totals.document';

/** Days in the time zone of a laboratory, both included. */
export type Period = { from: string; to: string };

/** A range of days or months; `from` and `to` are inclusive, `after` and `before` exclusive, and a missing end is open. */
export type TotalsRange = { grain: Grain; from?: string; after?: string; to?: string; before?: string };

/** The part of a period that a row of a report covers. */
export type Bucket = { key: string; label: string; period: Period };

/** Completes a period: a missing end defaults to the same month as the other, or to the current month. */
export function completePeriod({ from, to }: Partial<Period>, today: string): Period {
  const month = monthOf(from ?? to ?? today);
  return { from: from ?? month.from, to: to ?? month.to };
}

/** The same number of whole months before a period of whole months, otherwise the same number of days. */
export function previousPeriod(period: Period): Period {
  const { from, to } = period;
  const end = addDays(from, -1);
  if (!isWholeMonths(period)) return { from: addDays(from, -daysBetween(from, to)), to: end };
  return { from: `${addMonths(monthKey(from), -monthsBetween(from, to))}-01`, to: end };
}

/**
 * The period to compare with: the previous one or, for a period that is not over, the part of it that corresponds to
 * the days so far. November 1–22 of a November that is not over is compared with October 1–22, not with all of October.
 */
export function comparedPeriod(period: Period, today: string): Period {
  const { from, to } = period;
  if (today < from || today >= to) return previousPeriod(period);
  if (!isWholeMonths(period)) return previousPeriod({ from, to: today });
  const month = monthOf(`${addMonths(monthKey(today), -monthsBetween(from, to))}-01`);
  const sameDay = `${monthKey(month.from)}-${today.slice(8)}`;
  return { from: previousPeriod(period).from, to: sameDay < month.to ? sameDay : month.to };
}

function isWholeMonths({ from, to }: Period): boolean {
  return from === monthOf(from).from && to === monthOf(to).to;
}

/** The ranges that cover a period: whole months where possible, and days at its ends. A missing end is open. */
export function rangesOf({ from, to }: Partial<Period>): TotalsRange[] {
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

export function daysOf({ from, to }: Period): Bucket[] {
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = addDays(from, index);
    return { key: day, label: dayLabel(day), period: { from: day, to: day } };
  });
}

/** The weeks of a period from Monday to Sunday; the first and the last are cut off at the ends of the period. */
export function weeksOf({ from, to }: Period): Bucket[] {
  const first = mondayOf(from);
  return Array.from({ length: Math.ceil(daysBetween(first, to) / 7) }, (_, index) => {
    const key = addDays(first, index * 7);
    const days = daysBetween(key, to);
    const period = { from: index === 0 ? from : key, to: days <= 7 ? to : addDays(key, 6) };
    return { key, label: periodLabel(period), period };
  });
}

/** The months of a period; the first and the last are cut off at its ends. */
export function monthsOf({ from, to }: Period): Bucket[] {
  return Array.from({ length: monthsBetween(from, to) }, (_, index) => {
    const key = addMonths(monthKey(from), index);
    const whole = monthOf(`${key}-01`);
    const period = { from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to };
    return { key, label: monthLabel(key), period };
  });
}

/** The given number of whole months, ending with the month of the day. */
export function monthsThrough(day: string, months: number): Period {
  return { from: `${addMonths(monthKey(day), 1 - months)}-01`, to: monthOf(day).to };
}

/** The Monday of the week. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** `2026-11` for `2026-11-21`. */
export function monthKey(day: string): string {
  return day.slice(0, 7);
}

/** `2027-01` for `2026-11` and 2; a negative number goes back. */
function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The number of months from the first day's to the last day's, both included. */
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

/** `16 – 22 Nov 2026`; the first day has its own month and year if they differ. */
function periodLabel({ from, to }: Period): string {
  if (from === to) return dayLabel(to);
  const [first, last] = [partsOf(from), partsOf(to)];
  const sameYear = first.year === last.year;
  const month = sameYear && first.month === last.month ? '' : ` ${first.month}`;
  return `${first.day}${month}${sameYear ? '' : ` ${first.year}`} – ${dayLabel(to)}`;
}
