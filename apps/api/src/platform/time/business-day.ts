import { localTime } from './local-time';

/** The zone that business days of the whole network are counted in. */
export const NETWORK_TIMEZONE = 'Asia/Kolkata';

/** The day on which an instant falls in the zone, `YYYY-MM-DD`. */
export function businessDay(instant: Date, timezone: string): string {
  return localTime(instant, timezone).time.slice(0, 10);
}

/** The first and the last day of the calendar month of a day. */
export function monthOf(day: string): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${day.slice(0, 8)}01`, to: `${day.slice(0, 8)}${last}` };
}

/** The day that many days later, or earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The instant at which a day begins in the zone: its first moment, where midnight is skipped by daylight saving. */
export function startOfDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The offset at the instant itself can differ from that at the first guess, on a day when clocks change.
  let start = midnight - offsetAt(midnight, timezone);
  start = midnight - offsetAt(start, timezone);
  const instant = new Date(start);
  return businessDay(instant, timezone) < day ? new Date(start + 3_600_000) : instant;
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const local = localTime(new Date(instant), timezone).time.replace(' ', 'T');
  return Date.parse(`${local}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}
