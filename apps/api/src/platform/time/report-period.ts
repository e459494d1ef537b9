import { daysBetween } from '@shifa/contract';
import { addDays, monthOf } from './business-day';

/** Days in the time zone of a laboratory, both included. */
export type Period = { from: string; to: string };

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

/**
 * The period of an analysis and the one to compare it with. It ends today if the requested period is not over, and a
 * period from the first of a month through today is compared as that part of the month: November 1–22 with October 1–22.
 */
export function analyzedPeriod(requested: Partial<Period>, today: string): { period: Period; previous: Period } {
  const { from, to } = completePeriod(requested, today);
  if (today < from || today > to) return { period: { from, to }, previous: previousPeriod({ from, to }) };
  const beginsMonth = from === monthOf(from).from;
  const previous = comparedPeriod({ from, to: to === today && beginsMonth ? monthOf(today).to : to }, today);
  return { period: { from, to: today }, previous };
}

function isWholeMonths({ from, to }: Period): boolean {
  return from === monthOf(from).from && to === monthOf(to).to;
}

export function splitIntoDays({ from, to }: Period): Bucket[] {
  return Array.from({ length: daysBetween(from, to) }, (_, index) => {
    const day = addDays(from, index);
    return { key: day, label: dayLabel(day), period: { from: day, to: day } };
  });
}

/** The weeks of a period from Monday to Sunday; the first and the last are cut off at the ends of the period. */
export function splitIntoWeeks({ from, to }: Period): Bucket[] {
  const first = mondayOf(from);
  return Array.from({ length: Math.ceil(daysBetween(first, to) / 7) }, (_, index) => {
    const key = addDays(first, index * 7);
    const days = daysBetween(key, to);
    const period = { from: index === 0 ? from : key, to: days <= 7 ? to : addDays(key, 6) };
    return { key, label: periodLabel(period), period };
  });
}

/** The months of a period; the first and the last are cut off at its ends. */
export function splitIntoMonths({ from, to }: Period): Bucket[] {
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

const bucketsOf = { day: splitIntoDays, week: splitIntoWeeks, month: splitIntoMonths } as const;

export type TimeGroup = keyof typeof bucketsOf;

/** The key of the bucket to which a day belongs; a month belongs to its own. */
const bucketKeys: Record<TimeGroup, (period: string) => string> = {
  day: (day) => day,
  week: mondayOf,
  month: monthKey,
};

export function isTimeGroup(group: string): group is TimeGroup {
  return group in bucketsOf;
}

/** The days, weeks or months of a period. */
export function timeBuckets(group: TimeGroup, period: Period): Bucket[] {
  return bucketsOf[group](period);
}

/** The key of the bucket of a day. */
export function bucketKey(group: TimeGroup, day: string): string {
  return bucketKeys[group](day);
}

/** The Monday of the week. */
function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** `2026-11` for `2026-11-21`. */
export function monthKey(day: string): string {
  return day.slice(0, 7);
}

/** `2027-01` for `2026-11` and 2; a negative number goes back. Never leaves the years 0 to 9999. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = Math.min(Math.max(year * 12 + number - 1 + months, 0), 9_999 * 12 + 11);
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The number of months from the first day's to the last day's, both included. */
export function monthsBetween(from: string, to: string): number {
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
