import { product } from '../../config/product';
import { weekdayNames } from '../../lib/format';
import { localTimeIn } from '../../lib/time-zone';

type Hours = { from: string; to: string } | null;

const weekdays: Hours = { from: '9:00', to: '18:00' };
/** By the number of the day, as `Date.getDay` counts. */
const hours: readonly Hours[] = [
  null,
  weekdays,
  weekdays,
  weekdays,
  weekdays,
  weekdays,
  { from: '10:00', to: '16:00' },
];

export const officeHours = [
  { days: 'Mon-Fri', hours: '9:00-18:00' },
  { days: 'Sat', hours: '10:00-16:00' },
  { days: 'Sun', hours: 'closed' },
] as const;

/** Whether the office is open at an instant, by the clocks of the office: `closes at 18:00`, `opens Monday at 9:00`. */
export function officeStatus(now: Date, timeZone: string = product.timezone): { open: boolean; next: string } {
  const [day = '', time = ''] = localTimeIn(timeZone, now).split('T');
  const today = new Date(`${day}T00:00:00Z`).getUTCDay();
  const present = hours[today];
  if (present && minutesOf(time) < minutesOf(present.to)) {
    return minutesOf(time) < minutesOf(present.from)
      ? { open: false, next: `opens today at ${present.from}` }
      : { open: true, next: `closes at ${present.to}` };
  }
  for (let ahead = 1; ; ahead += 1) {
    const weekday = (today + ahead) % 7;
    const opening = hours[weekday];
    if (!opening) continue;
    return { open: false, next: `opens ${ahead === 1 ? 'tomorrow' : weekdayNames[weekday]} at ${opening.from}` };
  }
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
