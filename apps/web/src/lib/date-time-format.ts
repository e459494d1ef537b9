const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Kept, because creating a formatter takes a hundred times as long as using it, and a list shows dozens of dates.
 * Without a zone in the options, the viewer's applies, also after they have travelled to another one.
 */
export function dateTimeFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { timeZone = String(new Date().getTimezoneOffset()) } = options;
  const key = JSON.stringify([locale, timeZone, options]);
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
