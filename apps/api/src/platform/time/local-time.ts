/** Kept, because creating a formatter takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    const digits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    // Swedish, because it writes times as ISO 8601 does.
    const options = { timeZone: timezone, year: 'numeric', ...digits, timeZoneName: 'shortOffset' } as const;
    format = new Intl.DateTimeFormat('sv-SE', options);
    formats.set(timezone, format);
  }
  return format;
}

/** An instant in the local time of a zone, as `2026-11-21 14:45`, and the offset of the zone then, as `GMT+5:30`. */
export function localTime(at: Date, timezone: string): { time: string; zone: string } {
  const text = formatFor(timezone).format(at);
  return { time: text.slice(0, 16), zone: text.slice(17).replace('−', '-') };
}
