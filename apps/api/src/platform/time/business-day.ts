/** Where the network’s own days are counted. */
export const NETWORK_TIMEZONE = 'Asia/Kolkata';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' });
    formats.set(timezone, format);
  }
  return format;
}

/** The day on which an instant falls in the zone, `YYYY-MM-DD`. */
export function businessDay(instant: Date, timezone: string): string {
  return formatFor(timezone).format(instant);
}

/** The calendar month around a day, both ends counted. */
export function monthOf(day: string): { from: string; to: string } {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${day.slice(0, 8)}01`, to: `${day.slice(0, 8)}${last}` };
}

/** The day so many days later, or earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
