import { MongoError } from '../error.js';
import { type DateParts, localDate, localTimeOf } from './date-value.js';
import type { Zone } from './zone.js';

export type Unit = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';

const DAY = 86_400_000;
const LENGTHS: Record<'week' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond', number> = {
  week: 7 * DAY,
  day: DAY,
  hour: 3_600_000,
  minute: 60_000,
  second: 1000,
  millisecond: 1,
};
const MONTHS: Record<'year' | 'quarter' | 'month', number> = { year: 12, quarter: 3, month: 1 };
const UNITS: readonly string[] = [...Object.keys(MONTHS), ...Object.keys(LENGTHS)];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Parses a unit. @throws MongoError 9 for an unknown one. */
export function requireUnit(name: string, unit: unknown): Unit {
  if (typeof unit !== 'string') throw new MongoError(5439013, `${name} requires 'unit' to be a string`);
  if (UNITS.includes(unit)) return unit as Unit;
  throw new MongoError(
    9,
    `${name} parameter 'unit' value parsing failed :: caused by :: unknown time unit value: ${unit}`,
  );
}

/** Parses a day of the week, 1 for Monday. Sunday is the default. */
export function requireWeekday(name: string, day: unknown): number {
  if (day === undefined) return 7;
  const text = typeof day === 'string' ? day.toLowerCase() : '';
  const index = WEEKDAYS.findIndex((weekday) => weekday === text || (text.length === 3 && weekday.startsWith(text)));
  if (index >= 0) return index + 1;
  throw new MongoError(9, `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${text}`);
}

function isMonths(unit: Unit): unit is keyof typeof MONTHS {
  return unit in MONTHS;
}

/** Adds units to a date: months and days in the zone's calendar, hours and smaller units as elapsed time. */
export function addUnits(date: Date, amount: number, unit: Unit, zone: Zone): Date {
  let result: number;
  if (isMonths(unit)) {
    result = zone.instantOf(addMonths(localDate(date, zone), amount * MONTHS[unit]));
  } else if (unit === 'week' || unit === 'day') {
    result = zone.instantOf(localDate(date, zone).getTime() + amount * LENGTHS[unit]);
  } else {
    result = date.getTime() + amount * LENGTHS[unit];
  }
  const sum = new Date(result);
  if (Number.isNaN(sum.getTime())) throw new MongoError(5166406, '$dateAdd overflowed');
  return sum;
}

// Keeps the day, or uses the last day of the month if that day does not exist.
function addMonths(local: Date, months: number): number {
  const total = local.getUTCFullYear() * 12 + local.getUTCMonth() + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  const last = new Date(localTimeOf(midnight(year, month + 1, 0))).getUTCDate();
  return localTimeOf({ ...midnight(year, month, Math.min(local.getUTCDate(), last)), ...clock(local) });
}

function midnight(year: number, month: number, day: number): DateParts {
  return { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 };
}

function clock(local: Date) {
  return {
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
  };
}

/** The number of unit boundaries between two dates. */
export function unitsBetween(start: Date, end: Date, unit: Unit, zone: Zone, firstWeekday: number): number {
  return unitNumber(end, unit, zone, firstWeekday) - unitNumber(start, unit, zone, firstWeekday);
}

function unitNumber(date: Date, unit: Unit, zone: Zone, firstWeekday: number): number {
  const local = localDate(date, zone);
  if (isMonths(unit)) return Math.floor((local.getUTCFullYear() * 12 + local.getUTCMonth()) / MONTHS[unit]);
  if (unit === 'week') return Math.floor((local.getTime() / DAY - mondayOffset(firstWeekday)) / 7);
  if (unit === 'day') return Math.floor(local.getTime() / DAY);
  // Elapsed hours, counted at the full hours of the zone's clock.
  const shift = (local.getTime() - date.getTime()) % LENGTHS[unit];
  return Math.floor((date.getTime() + shift) / LENGTHS[unit]);
}

// 1970-01-05 was a Monday, four days after the epoch.
function mondayOffset(firstWeekday: number): number {
  return 4 + firstWeekday - 1;
}

const REFERENCE_YEAR = 2000;

/** The start of the bin of `size` units that contains a date. Bins are counted from the year 2000. */
export function truncateDate(date: Date, unit: Unit, size: number, zone: Zone, firstWeekday: number): Date {
  const local = localDate(date, zone);
  if (isMonths(unit)) {
    const months = (local.getUTCFullYear() - REFERENCE_YEAR) * 12 + local.getUTCMonth();
    const bin = MONTHS[unit] * size;
    const first = Math.floor(months / bin) * bin;
    return new Date(zone.instantOf(localTimeOf(midnight(REFERENCE_YEAR, first + 1, 1))));
  }
  const reference = localTimeOf(midnight(REFERENCE_YEAR, 1, 1));
  if (unit === 'week' || unit === 'day') {
    const start = unit === 'day' ? reference : firstWeekdayFrom(reference, firstWeekday);
    const bin = LENGTHS[unit] * size;
    return new Date(zone.instantOf(start + Math.floor((local.getTime() - start) / bin) * bin));
  }
  const start = zone.instantOf(reference);
  const bin = LENGTHS[unit] * size;
  return new Date(start + Math.floor((date.getTime() - start) / bin) * bin);
}

function firstWeekdayFrom(local: number, weekday: number): number {
  const present = new Date(local).getUTCDay() || 7;
  return local + ((weekday - present + 7) % 7) * DAY;
}
