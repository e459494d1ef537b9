import { MongoError } from '../error.js';

const QUARTER_HOUR = 900_000;
const DAY = 86_400_000;
const MAX_CACHED = 100_000;

/** A time zone: an IANA name, or a fixed offset such as `+05:30`. Times are milliseconds since 1970. */
export interface Zone {
  /** How many milliseconds local time is ahead of UTC at an instant. */
  offsetAt(instant: number): number;
  /**
   * The instant of a local time. Of two instants, the earlier one; for a skipped local time, as if the clock had not
   * been changed yet.
   */
  instantOf(local: number): number;
}

export const UTC: Zone = { offsetAt: () => 0, instantOf: (local) => local };

const zones = new Map<string, Zone>([
  ['UTC', UTC],
  ['GMT', UTC],
  ['Z', UTC],
]);

/** Finds a zone by its name. @throws MongoError 40485 for an unknown name. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = fixedZone(name) ?? namedZone(name);
  zones.set(name, zone);
  return zone;
}

function fixedZone(name: string): Zone | undefined {
  const match = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(name);
  if (!match) return undefined;
  const [, sign, hours, minutes = '0'] = match;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return { offsetAt: () => offset, instantOf: (local) => local - offset };
}

// Formatting a date takes about 60 µs, and no zone changes its offset within a quarter of an hour.
function namedZone(name: string): Zone {
  const format = formatterOf(name);
  const offsets = new Map<number, number>();
  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      offset = localTime(format, quarter * QUARTER_HOUR) - quarter * QUARTER_HOUR;
      if (offsets.size >= MAX_CACHED) offsets.clear();
      offsets.set(quarter, offset);
    }
    return offset;
  };
  return {
    offsetAt,
    instantOf(local) {
      const before = offsetAt(local - DAY);
      const after = offsetAt(local + DAY);
      const candidates = [local - Math.max(before, after), local - Math.min(before, after)];
      return candidates.find((instant) => instant + offsetAt(instant) === local) ?? local - before;
    },
  };
}

function formatterOf(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new MongoError(40485, `unrecognized time zone identifier: "${name}"`);
  }
}

function localTime(format: Intl.DateTimeFormat, instant: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(instant)) parts[type] = value;
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
  return local.getTime();
}
