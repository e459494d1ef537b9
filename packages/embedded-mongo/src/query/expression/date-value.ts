import type { ObjectId, Timestamp } from 'bson';
import { tagOf, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { UTC, type Zone, zoneOf } from './zone.js';

/** The date that a date, a timestamp or an ObjectId represents; undefined for anything else. */
export function coerceDate(value: unknown): Date | undefined {
  if (value instanceof Date) return value;
  switch (tagOf(value)) {
    case 'ObjectId':
      return (value as ObjectId).getTimestamp();
    case 'Timestamp':
      return new Date((value as Timestamp).t * 1000);
    default:
      return undefined;
  }
}

/** `coerceDate` for operators that require a date. @throws MongoError 16006 */
export function requireDate(value: unknown): Date {
  const date = coerceDate(value);
  if (date) return date;
  throw new MongoError(16006, `can't convert from BSON type ${typeNameOf(value)} to Date`);
}

/** The zone given by an operator's `timezone`; UTC by default. @throws MongoError 40517 if it is not a string. */
export function requireZone(value: unknown): Zone {
  if (value === undefined) return UTC;
  if (typeof value === 'string') return zoneOf(value);
  throw new MongoError(40517, `timezone must evaluate to a string, found ${typeNameOf(value)}`);
}

const ISO =
  /^\s*([+-]?\d{4,6})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[A-Za-z_]+\/[A-Za-z_/]+|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?\s*$/;

/**
 * Parses an ISO 8601 date, in `zone` if the text contains no zone.
 * @throws MongoError 241 if it cannot be parsed, or contains a zone although one is given.
 */
export function parseDate(text: string, zone?: Zone): Date {
  const match = ISO.exec(text);
  if (!match) throw unreadable(text, 'Unexpected character');
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', named] = match;
  if (named !== undefined && zone !== undefined) {
    throw new MongoError(
      241,
      `you cannot pass in a date/time string with time zone information ('${text}') together with a timezone argument`,
    );
  }
  const local = localTimeOf({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
  });
  const valid = Number(month) >= 1 && Number(month) <= 12 && new Date(local).getUTCDate() === Number(day);
  if (!valid || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    throw unreadable(text, 'The parsed date was invalid');
  }
  return new Date((named === undefined ? (zone ?? UTC) : zoneOf(named)).instantOf(local));
}

export function unreadable(text: string, why: string): MongoError {
  return new MongoError(241, `Error parsing date string '${text}'; ${why}`);
}

/** A calendar date and a time of day; months and days start at 1. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

/** Local time treated as UTC; parts outside their range carry over. */
export function localTimeOf(parts: DateParts): number {
  const date = new Date(0);
  date.setUTCFullYear(parts.year, parts.month - 1, parts.day);
  date.setUTCHours(parts.hour, parts.minute, parts.second, parts.millisecond);
  return date.getTime();
}

/** A date whose UTC fields have the values of the local fields in the zone. */
export function localDate(date: Date, zone: Zone): Date {
  const instant = date.getTime();
  return zone === UTC ? date : new Date(instant + zone.offsetAt(instant));
}

const DAY = 86_400_000;

/** The day of the year, from 1. */
export function dayOfYear(local: Date): number {
  const newYear = localTimeOf({
    year: local.getUTCFullYear(),
    month: 1,
    day: 1,
    hour: 0,
    minute: 0,
    second: 0,
    millisecond: 0,
  });
  return Math.floor((local.getTime() - newYear) / DAY) + 1;
}

/** The day of the week, 1 for Monday to 7 for Sunday. */
export function isoDayOfWeek(local: Date): number {
  return local.getUTCDay() || 7;
}

/** The ISO 8601 week and the year it belongs to. */
export function isoWeek(local: Date): { week: number; year: number } {
  // A week belongs to the year that contains its Thursday.
  const thursday = new Date(local.getTime() + (4 - isoDayOfWeek(local)) * DAY);
  return { week: Math.ceil(dayOfYear(thursday) / 7), year: thursday.getUTCFullYear() };
}

/** The week of the year, starting on Sundays; 0 before the first Sunday. */
export function sundayWeek(local: Date): number {
  return Math.floor((dayOfYear(local) + 6 - local.getUTCDay()) / 7);
}
