import { z } from 'zod';
import { requiredText } from './text.js';

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether the text is an existing date in the form `YYYY-MM-DD`. */
export function isBusinessDay(text: string): boolean {
  const match = dayPattern.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A day in the laboratory's time zone, `YYYY-MM-DD`. Never an instant. A date field that was cleared is blank. */
export const BusinessDaySchema = z.string().refine(isBusinessDay, {
  error: ({ input }) => (input === '' ? 'Date is required' : 'Enter a date'),
});

/** A month of the calendar, `YYYY-MM`, from the year 2000 on. */
export const MonthSchema = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Enter a month');

/** A moment in UTC, ISO 8601 with milliseconds. */
export const InstantSchema = z.iso.datetime();

/** A time of day in the laboratory's time zone, `HH:MM` on a 24-hour clock. */
export const TimeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time');

/** 0 is Sunday, as in `Date.getDay`. */
export const WeekdaySchema = z.number().int().min(0).max(6);

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** An IANA time zone that this runtime knows, such as `Asia/Kolkata`. */
export const TimeZoneSchema = requiredText('Time zone is required').refine(isTimeZone, 'Unknown time zone');

const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day `YYYY-MM-DD` that it is in a time zone at an instant. */
export function dayIn(timezone: string, at: Date): string {
  const known = calendars.get(timezone);
  // Of the locales, this one writes days as the product does.
  const calendar = known ?? new Intl.DateTimeFormat('sv-SE', { timeZone: timezone });
  if (!known) calendars.set(timezone, calendar);
  return calendar.format(at);
}

/** The number of days from `from` to `to`, including both. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The Indian financial year (April to March) of a day: `2026-27` for `2026-11-21`. */
export function financialYearOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Optional bounds of a report, both inclusive. `to` must not be before `from`, and the range has at most 366 days. */
export const DayRangeQuery = z
  .object({ from: BusinessDaySchema.optional(), to: BusinessDaySchema.optional() })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'Must not be before the first day' })
  .refine(({ from, to }) => !from || !to || daysBetween(from, to) <= 366, {
    path: ['to'],
    error: 'A period can have at most 366 days',
  });
