import { product } from '../../config/product';
import { weekdayNames } from '../../lib/format';
import { localTimeIn } from '../../lib/time-zone';
import { officeTexts } from './support.messages';

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

/** Whether the office is open at an instant, by the clocks of the office: `Open now, closes at 18:00.` */
export function officeStatus(now: Date, timeZone: string = product.timezone): { open: boolean; text: string } {
  const [day = '', time = ''] = localTimeIn(timeZone, now).split('T');
  const today = new Date(`${day}T00:00:00Z`).getUTCDay();
  const present = hours[today];
  if (present && minutesOf(time) < minutesOf(present.to)) {
    return minutesOf(time) < minutesOf(present.from)
      ? { open: false, text: officeTexts.opensToday(present.from) }
      : { open: true, text: officeTexts.open(present.to) };
  }
  for (let ahead = 1; ; ahead += 1) {
    const weekday = (today + ahead) % 7;
    const opening = hours[weekday];
    if (!opening) continue;
    const text =
      ahead === 1
        ? officeTexts.opensTomorrow(opening.from)
        : officeTexts.opensOn(weekdayNames[weekday] ?? '', opening.from);
    return { open: false, text };
  }
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
