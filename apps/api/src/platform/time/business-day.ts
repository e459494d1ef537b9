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

/** Every day from one to another, both included; none where the last precedes the first. */
export function eachDay(from: string, to: string): string[] {
  const count = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
}

/** The instant at which a day begins in the zone: its first moment, where midnight is skipped by daylight saving. */
export function startOfDay(day: string, timezone: string): Date {
  return instantAt(day, '00:00', timezone);
}

/**
 * The instant at which the clocks of the zone show a time `HH:MM` on a day. A time that daylight saving skips is the
 * first moment after the gap; one that occurs twice is the first.
 */
export function instantAt(day: string, time: string, timezone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // No zone is further than a day from UTC, so these are the offsets on both sides of a change of the clocks.
  const before = offsetAt(wall - 86_400_000, timezone);
  const after = offsetAt(wall + 86_400_000, timezone);
  const earliest = wall - Math.max(before, after);
  const latest = wall - Math.min(before, after);
  const matching = [earliest, latest].find((at) => at + offsetAt(at, timezone) === wall);
  if (matching !== undefined) return new Date(matching);
  // The time is skipped: the clocks change after `earliest`, and at `latest` at the latest.
  let [early, late] = [earliest, latest];
  while (late - early > 60_000) {
    const middle = early + Math.floor((late - early) / 120_000) * 60_000;
    if (offsetAt(middle, timezone) === after) late = middle;
    else early = middle;
  }
  return new Date(late);
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timezone: string): number {
  const local = localTime(new Date(instant), timezone).time.replace(' ', 'T');
  return Date.parse(`${local}:00Z`) - Math.floor(instant / 60_000) * 60_000;
}
