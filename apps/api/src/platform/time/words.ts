const LOCALE = 'en-US';

const days = new Intl.DateTimeFormat(LOCALE, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A business day `YYYY-MM-DD` as sentences say it: `Nov 21, 2026`. */
export function dayInWords(day: string): string {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/** An instant to the minute on the clocks of a zone, which is named: `Nov 21, 2026, 2:45 PM GMT+5:30`. */
export function instantInWords(instant: Date, timeZone: string): string {
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
