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
