const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    // The Swedish write a time as ISO 8601 does.
    const options = { timeZone: timezone, year: 'numeric', ...digits, timeZoneName: 'shortOffset' } as const;
    format = new Intl.DateTimeFormat('sv-SE', options);
    formats.set(timezone, format);
  }
  return format;
}

/** A moment on the clocks of a zone: the time as `2026-11-21 14:45`, and the zone then as `GMT+5:30`. */
export function localTime(at: Date, timezone: string): { time: string; zone: string } {
  const text = formatFor(timezone).format(at);
  return { time: text.slice(0, 16), zone: text.slice(17).replace('−', '-') };
}
