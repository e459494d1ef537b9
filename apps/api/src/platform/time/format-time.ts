import { plural } from '@shifa/contract';

const LOCALE = 'en-US';

const days = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A business day `YYYY-MM-DD` for use in sentences: `Nov 21, 2026`. */
export function formatDay(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** `Nov 21, 2026`, or `Nov 21, 2026 – Nov 24, 2026` */
export function formatDays(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
}

const months = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'long', timeZone: 'UTC' });

/** A month `YYYY-MM` for use in sentences: `November 2026`. */
export function formatMonth(month: string): string {
  return months.format(new Date(`${month}-01T00:00:00Z`));
}

/** A length for use in sentences: `25 minutes`, `2 h 24 m`. */
export function formatLength(minutes: number): string {
  if (minutes < 60) return `${minutes} ${plural(minutes, 'minute', 'minutes')}`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} m`}`;
}

/** An instant in the local time of a zone, with the zone: `Nov 21, 2026, 2:45 PM GMT+5:30`. */
export function formatInstant(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}
