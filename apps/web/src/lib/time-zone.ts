import { dateTimeFormat } from './date-time-format';
import { dayOf } from './format';

export type ZoneOption = {
  /** IANA, such as `Asia/Kolkata`. */
  zone: string;
  /** `Kolkata` */
  city: string;
  /** `Asia`, by which a list is grouped. */
  region: string;
  /** `GMT+5:30` at the moment; summer time moves it. */
  offset: string;
};

// Browsers list some zones under the names they had decades ago. Both names mean the same clock.
const renamed: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** The offset of a zone from Greenwich at an instant: `GMT+5:30`; empty for a zone that this browser does not know. */
export function offsetOf(zone: string, at: Date = new Date()): string {
  try {
    const parts = dateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  } catch {
    return '';
  }
}

/** A zone as a choice; one that this browser does not know has no offset. */
export function zoneOption(zone: string): ZoneOption {
  const [region = '', ...places] = zone.split('/');
  const city = (places.at(-1) ?? region).replaceAll('_', ' ');
  return { zone, city, region: places.length > 0 ? region : 'Other', offset: offsetOf(zone) };
}

let known: readonly ZoneOption[] | undefined;

/** Every zone that this browser knows, by region and city. Some 420, so they are read once. */
export function zoneOptions(): readonly ZoneOption[] {
  known ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map((zone) => renamed[zone] ?? zone)])]
    .map(zoneOption)
    .sort((a, b) => a.region.localeCompare(b.region) || a.city.localeCompare(b.city));
  return known;
}

/** `Kolkata (GMT+5:30)`; a zone that this browser does not know stands as it is. */
export function zoneLabel(zone: string): string {
  const { city, offset } = zoneOption(zone);
  return offset === '' ? zone : `${city} (${offset})`;
}

/** The time on the clocks of a zone: `2:45 PM`. */
export function formatTimeIn(zone: string, at: Date = new Date()): string {
  return dateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(at);
}

/** The date and the time of day on the clocks of a zone: `2026-11-22T09:05`. */
export function localTimeIn(zone: string, at: Date): string {
  const time = dateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  return `${dayOf(at, zone)}T${time}`;
}
