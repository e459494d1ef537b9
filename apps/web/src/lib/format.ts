import { plural } from '@shifa/contract';
import type { DisplayPreferences, Pagination, TotalPaise } from '@shifa/contract';
import { dateTimeFormat } from './date-time-format';

const LOCALE = 'en-US';
const DAY_MS = 86_400_000;
/** As wide as a figure, so that columns of money stay in line; a hyphen is not. */
const MINUS = '−';
/** In the place of an instant that cannot be read. */
const NO_TIME = 'N/A';

/** By the number of the day, as `Date.getDay` counts. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Created when it is first needed: a slow phone takes ten milliseconds for each. */
function numberFormat(locale: string, options?: Intl.NumberFormatOptions) {
  let created: Intl.NumberFormat | undefined;
  return () => (created ??= new Intl.NumberFormat(locale, options));
}

const numbersIn = (locale: string) => ({
  rupees: numberFormat(locale, { style: 'currency', currency: 'INR' }),
  shortRupees: numberFormat(locale, {
    style: 'currency',
    currency: 'INR',
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  }),
  whole: numberFormat(locale),
});
const westernNumbers = numbersIn(LOCALE);
const indianNumbers = numbersIn('en-IN');

let numbers = westernNumbers;
let dateStyle: DisplayPreferences['dateStyle'] = 'month-first';

/** Formats everything that is shown from now on the way the signed-in person prefers. */
export function applyFormats(display: Pick<DisplayPreferences, 'dateStyle' | 'indianDigits'>): void {
  numbers = display.indianDigits ? indianNumbers : westernNumbers;
  dateStyle = display.dateStyle;
}

const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' });

/** Whole paise as `₹1,250,000.00` or `−₹500.00`, exact for every integer. */
export function formatMoney(paise: TotalPaise | bigint): string {
  const amount = decimalRupees(paise);
  const rupees = numbers.rupees();
  return amount.startsWith('-') ? `${MINUS}${rupees.format(amount.slice(1) as `${number}`)}` : rupees.format(amount);
}

/** Whole paise as `1250.50` or `-500.00`, exact for every integer: for spreadsheets and other programs. */
export function decimalRupees(paise: TotalPaise | bigint): `${number}` {
  const [sign, unsigned] = /^(-?)(.+)$/.exec(paise.toString())?.slice(1) ?? [];
  const digits = (unsigned ?? '').padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
}

/** Whole paise as `₹1.25M`, for charts only. */
export function formatMoneyShort(paise: number): string {
  return `${paise < 0 ? MINUS : ''}${numbers.shortRupees().format(Math.abs(paise) / 100)}`;
}

/** `12,500` */
export function formatCount(count: number | bigint): string {
  return numbers.whole().format(count);
}

/** A number of matches, or one that it exceeds. */
export type Total = Pick<Pagination, 'total' | 'totalIsAtLeast'>;

/** `12,500`, or `10,000+` where they were not counted any further. */
export function formatTotal({ total, totalIsAtLeast }: Total): string {
  return `${formatCount(total)}${totalIsAtLeast ? '+' : ''}`;
}

/** `1 day`, `7 days` */
export function formatDayCount(count: number): string {
  return plural(count, '1 day', `${formatCount(count)} days`);
}

/** `1 person`, `12 people` */
export function formatPeople(count: number): string {
  return plural(count, '1 person', `${formatCount(count)} people`);
}

/** Whole minutes as `7 h 35 m`, `45 m` or `8 h`. */
export function formatMinutes(minutes: number): string {
  const sign = minutes < 0 ? MINUS : '';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  if (hours === 0) return `${sign}${rest} m`;
  return rest === 0 ? `${sign}${hours} h` : `${sign}${hours} h ${rest} m`;
}

/** A file's size as `240 KB` or `1.5 MB`, never as less than 1 KB. */
export function formatBytes(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024));
  return kilobytes < 1024 ? `${kilobytes} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;
}

/** A business day `YYYY-MM-DD` as `Nov 21, 2026`, or `November 21, 2026`; the same day for every viewer. */
export function formatDay(day: string, month: 'short' | 'long' = 'short'): string {
  const date = new Date(`${day}T00:00:00Z`);
  // A part of a date that is being typed.
  return Number.isNaN(date.getTime()) ? NO_TIME : dateIn(date, month, 'UTC');
}

/**
 * A month (`YYYY-MM`) or a day in it as `Nov 2026` or `November 2026`; as `2026-11` where days are written
 * `2026-11-21`.
 */
export function formatMonth(month: string, length: 'short' | 'long' = 'short'): string {
  if (dateStyle === 'iso') return month.slice(0, 7);
  return dateTimeFormat(LOCALE, { year: 'numeric', month: length, timeZone: 'UTC' }).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );
}

/** The day of the week of a business day: `Saturday`. */
export function formatWeekday(day: string): string {
  return dateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** The business day `YYYY-MM-DD` of an instant on the clocks of a zone, by default the viewer's. */
export function dayOf(instant: Date, timeZone?: string): string {
  const parts = dateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return parts.format(instant);
}

/** An instant's date where the viewer is, or in the given zone: `Nov 21, 2026`. */
export function formatDate(instant: string, month: 'short' | 'long' = 'short', timeZone?: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? NO_TIME : dateIn(date, month, timeZone);
}

function dateIn(date: Date, month: 'short' | 'long', timeZone: string | undefined): string {
  if (dateStyle === 'iso') return dayOf(date, timeZone);
  const locale = dateStyle === 'day-first' ? 'en-GB' : LOCALE;
  return dateTimeFormat(locale, { year: 'numeric', month, day: 'numeric', timeZone }).format(date);
}

function formatted(instant: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? NO_TIME : dateTimeFormat(LOCALE, options).format(date);
}

/** An instant to the minute with its zone named: `Nov 21, 2026, 2:45 PM GMT+5:30`. */
export function formatInstant(instant: string, timeZone?: string): string {
  const time = formatted(instant, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
  return time === NO_TIME ? time : `${formatDate(instant, 'short', timeZone)}, ${time}`;
}

/** An instant as the viewer's clock showed it: `2:45 PM`, with its date on any later day. */
export function formatMoment(instant: string, now: Date = new Date()): string {
  const time = formatted(instant, { hour: 'numeric', minute: '2-digit' });
  const date = formatDate(instant);
  return date === formatDate(now.toISOString()) ? time : `${time}, ${date}`;
}

/** A time of day `HH:MM` as `8:00 AM`, the way instants are written. */
export function formatTimeOfDay(time: string): string {
  return formatted(`1970-01-01T${time}:00Z`, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
}

/** `9:00 AM – 5:00 PM`, with a note if it ends on the next day. */
export function formatHours({ start, end }: { start: string; end: string }): string {
  return `${formatShortHours({ start, end })}${end <= start ? ' (next day)' : ''}`;
}

/** The same where a line is cut instead of wrapped: without the day of the end, which the times tell. */
export function formatShortHours({ start, end }: { start: string; end: string }): string {
  return `${formatTimeOfDay(start)} – ${formatTimeOfDay(end)}`;
}

/** `Monday to Friday` for consecutive days, otherwise the name of each. */
export function formatWeekdays(days: readonly number[]): string {
  const names = days.map((day) => weekdayNames[day] ?? '');
  const consecutive = days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  return names.length > 2 && consecutive ? `${names[0] ?? ''} to ${names.at(-1) ?? ''}` : names.join(', ');
}

/** Days of the week on which no one works. */
export function formatDaysOff(weeklyOff: readonly number[]): string {
  return weeklyOff.length === 0 ? 'None' : weeklyOff.map((day) => weekdayNames[day] ?? '').join(', ');
}

/** `just now`, `2 minutes ago`, `in 3 hours`; a day away and farther, the date. */
export function formatRelative(instant: string, now: Date = new Date()): string {
  const distance = new Date(instant).getTime() - now.getTime();
  if (Number.isNaN(distance)) return NO_TIME;
  const seconds = Math.round(distance / 1000);
  if (Math.abs(distance) >= DAY_MS) return formatDate(instant);
  if (Math.abs(seconds) < 45) return 'just now';
  const minutes = Math.trunc(Math.abs(seconds) / 60) || 1;
  if (minutes < 60) return relative.format(Math.sign(seconds) * minutes, 'minute');
  return relative.format(Math.sign(seconds) * Math.trunc(minutes / 60), 'hour');
}

/** `Supplier` for `supplier`. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `people, entries and pages`, or with `or`. */
export function joined(names: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  // American English would put another comma before the last.
  return new Intl.ListFormat('en-GB', { type }).format(names);
}

const titles = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'miss', 'mx', 'er', 'adv', 'shri', 'smt', 'sri']);
const graphemes = new Intl.Segmenter(LOCALE, { granularity: 'grapheme' });

/** The first character of the first and the last name, without titles: `Dr. Asha Rao` → `AR`. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const names = words.filter((word) => !titles.has(word.toLowerCase().replace(/\.$/, '')));
  const [first, ...others] = names.length > 0 ? names : words;
  return [first, others.at(-1)]
    .map((word = '') => firstGraphemeOf(word))
    .join('')
    .toUpperCase();
}

/** What readers take for one character, such as a consonant with its vowel sign, or an emoji with its skin tone. */
function firstGraphemeOf(word: string): string {
  return [...graphemes.segment(word)][0]?.segment ?? '';
}
