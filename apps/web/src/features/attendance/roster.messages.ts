import { plural, type RosterPerson } from '@shifa/contract';
import { formatCount } from '../../lib/format';

export function draftText(published: string | undefined): string {
  return published === undefined ? 'Draft. Not published before.' : `Draft. Published: ${published}.`;
}

type WeeklyOf = RosterPerson['weekly']['of'];

/** @param hours undefined on days on which the weekly shift is not worked. */
export function weeklyText(of: WeeklyOf, hours = 'not at work'): string {
  return of === 'person' ? `Weekly shift, ${hours}` : `Laboratory hours, ${hours}`;
}

/** The same where there is little room, such as in a choice on a phone. */
export function shortWeeklyText(of: WeeklyOf, hours = 'not at work'): string {
  return of === 'person' ? `Weekly, ${hours}` : `Laboratory, ${hours}`;
}

/** What publishing does, with the number of days and the first and last of them in words. */
export function publishText(days: string, from: string, to: string): string {
  const change = from === to ? `${days} will change on ${from}.` : `${days} will change from ${from} to ${to}.`;
  return `${change} Attendance follows the published roster, and everyone whose days change gets one message.`;
}

/** Days that two planners changed: `Tara Roy changed a day that you changed too: Mina Sen, Jun 1, 2099.` */
export function changedTooText(others: string, count: number, days: string): string {
  return plural(
    count,
    `${others} changed a day that you changed too: ${days}.`,
    `${others} changed ${formatCount(count)} days that you changed too: ${days}.`,
  );
}

/** `1 of 2 taken: Mina Sen` */
export function takenText(names: readonly string[], places: number): string {
  return names.length === 0 ? `0 of ${places} taken` : `${names.length} of ${places} taken: ${names.join(', ')}`;
}
