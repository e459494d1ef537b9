import { typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { dayOfYear, isoDayOfWeek, isoWeek, localDate, localTimeOf, sundayWeek, unreadable } from './date-value.js';
import { UTC, type Zone, zoneOf } from './zone.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pad = (value: number, width: number) => value.toString().padStart(width, '0');

const FORMATTERS: Record<string, (local: Date, offset: number) => string> = {
  '%': () => '%',
  d: (local) => pad(local.getUTCDate(), 2),
  G: (local) => pad(isoWeek(local).year, 4),
  H: (local) => pad(local.getUTCHours(), 2),
  j: (local) => pad(dayOfYear(local), 3),
  L: (local) => pad(local.getUTCMilliseconds(), 3),
  m: (local) => pad(local.getUTCMonth() + 1, 2),
  M: (local) => pad(local.getUTCMinutes(), 2),
  S: (local) => pad(local.getUTCSeconds(), 2),
  u: (local) => isoDayOfWeek(local).toString(),
  U: (local) => pad(sundayWeek(local), 2),
  V: (local) => pad(isoWeek(local).week, 2),
  w: (local) => (local.getUTCDay() + 1).toString(),
  Y: (local) => pad(local.getUTCFullYear(), 4),
  b: (local) => (MONTHS[local.getUTCMonth()] ?? '').slice(0, 3),
  B: (local) => MONTHS[local.getUTCMonth()] ?? '',
  z: (_local, offset) => offsetText(offset),
  Z: (_local, offset) => (offset / 60_000).toString(),
};

function offsetText(offset: number): string {
  const minutes = Math.abs(offset / 60_000);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`;
}

/** Formats a date with MongoDB's specifiers. @throws MongoError 18536 for an unknown one. */
export function formatDate(date: Date, format: string, zone: Zone): string {
  const local = localDate(date, zone);
  const year = local.getUTCFullYear();
  if (year < 0 || year > 9999) {
    throw new MongoError(
      18537,
      `Could not convert date to string: date component was outside the supported range of 0-9999: ${date.getTime()}`,
    );
  }
  const offset = local.getTime() - date.getTime();
  return format.replace(/%([\s\S]?)/g, (_whole, specifier: string) => formatterOf(specifier)(local, offset));
}

function formatterOf(specifier: string): (local: Date, offset: number) => string {
  const formatter = Object.hasOwn(FORMATTERS, specifier) ? FORMATTERS[specifier] : undefined;
  if (formatter) return formatter;
  throw specifier === ''
    ? new MongoError(18535, "Unmatched '%' at end of format string")
    : new MongoError(18536, `Invalid format character '%${specifier}' in format string`);
}

/** The default format: it ends with Z only if no time zone was given. */
export function defaultFormat(zoned: boolean): string {
  return zoned ? '%Y-%m-%dT%H:%M:%S.%L' : '%Y-%m-%dT%H:%M:%S.%LZ';
}

const READERS: Record<string, { pattern: string; field: string }> = {
  d: { pattern: '\\d{1,2}', field: 'day' },
  H: { pattern: '\\d{1,2}', field: 'hour' },
  j: { pattern: '\\d{1,3}', field: 'dayOfYear' },
  L: { pattern: '\\d{1,3}', field: 'millisecond' },
  m: { pattern: '\\d{1,2}', field: 'month' },
  M: { pattern: '\\d{1,2}', field: 'minute' },
  S: { pattern: '\\d{1,2}', field: 'second' },
  Y: { pattern: '\\d{4}', field: 'year' },
  b: { pattern: '[A-Za-z]{3}', field: 'monthName' },
  B: { pattern: '[A-Za-z]+', field: 'monthName' },
  z: { pattern: 'Z|[+-]\\d{2}(?::?\\d{2})?', field: 'zone' },
  Z: { pattern: '[+-]\\d+', field: 'minutes' },
};

/** Parses a date by a format; see `formatDate`. @throws MongoError 241 if the text does not match it. */
export function readDate(text: string, format: string, zone: Zone | undefined): Date {
  const fields: string[] = [];
  const pattern = format.replace(/%([\s\S]?)|[\s\S]/g, (part, specifier: string | undefined) => {
    if (specifier === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (specifier === '%') return '%';
    const reader = Object.hasOwn(READERS, specifier) ? READERS[specifier] : undefined;
    if (!reader) throw new MongoError(18536, `Invalid format character '%${specifier}' in format string`);
    fields.push(reader.field);
    return `(${reader.pattern})`;
  });
  const match = new RegExp(`^${pattern}$`).exec(text);
  if (!match) throw unreadable(text, 'the text does not fit the format');
  const read = new Map(fields.map((field, i) => [field, match[i + 1] ?? '']));
  if ((read.has('zone') || read.has('minutes')) && zone) {
    throw new MongoError(
      241,
      `you cannot pass in a date/time string with GMT offset together with a timezone argument`,
    );
  }
  return new Date(zoneFrom(read, zone).instantOf(localFrom(read, text)));
}

function localFrom(read: ReadonlyMap<string, string>, text: string): number {
  const number = (field: string, otherwise: number) => Number(read.get(field) ?? otherwise);
  const name = read.get('monthName')?.slice(0, 3).toLowerCase();
  const month =
    name === undefined ? number('month', 1) : MONTHS.findIndex((other) => other.toLowerCase().startsWith(name)) + 1;
  const dayInYear = read.get('dayOfYear');
  const day = dayInYear === undefined ? number('day', 1) : Number(dayInYear);
  const local = localTimeOf({
    year: number('year', 1970),
    month,
    day,
    hour: number('hour', 0),
    minute: number('minute', 0),
    second: number('second', 0),
    millisecond: number('millisecond', 0),
  });
  if (month < 1 || month > 12 || (dayInYear === undefined && new Date(local).getUTCDate() !== day)) {
    throw unreadable(text, 'The parsed date was invalid');
  }
  return local;
}

function zoneFrom(read: ReadonlyMap<string, string>, zone: Zone | undefined): Zone {
  const name = read.get('zone');
  if (name !== undefined) return zoneOf(name);
  const minutes = read.get('minutes');
  if (minutes === undefined) return zone ?? UTC;
  return { offsetAt: () => Number(minutes) * 60_000, instantOf: (local) => local - Number(minutes) * 60_000 };
}

/** The format given to an operator. @throws MongoError 18533 if it is not a string. */
export function requireFormat(name: string, format: unknown): string {
  if (typeof format === 'string') return format;
  throw new MongoError(18533, `${name} requires that 'format' be a string, found: ${typeNameOf(format)} with value`);
}
