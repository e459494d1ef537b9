type Clocks = { time: Intl.DateTimeFormat; zone: Intl.DateTimeFormat };

const clocks = new Map<string, Clocks>();

function clocksOf(timezone: string): Clocks {
  let known = clocks.get(timezone);
  if (!known) {
    known = {
      // The Swedish write a time as ISO 8601 does.
      time: new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }),
      zone: new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'shortOffset' }),
    };
    clocks.set(timezone, known);
  }
  return known;
}

/** A moment on the clocks of a zone: the time as `2026-11-21 14:45`, and the zone then as `GMT+5:30`. */
export function localTime(at: Date, timezone: string): { time: string; zone: string } {
  const { time, zone } = clocksOf(timezone);
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName');
  return { time: time.format(at), zone: name?.value ?? timezone };
}
