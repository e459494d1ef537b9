import { type DayLeave, plural } from '@shifa/contract';
import { formatCount, formatDayCount } from '../../lib/format';

/** `Nov 26, 2026, first half` */
export const leaveDayTexts: Record<DayLeave, (day: string) => string> = {
  full: (day) => day,
  first_half: (day) => `${day}, first half`,
  second_half: (day) => `${day}, second half`,
};

/** What was expected of a day with leave. */
export const expectedWithLeaveTexts: Record<DayLeave, string> = {
  full: 'Expected, with leave all day',
  first_half: 'Expected, with leave in the first half',
  second_half: 'Expected, with leave in the second half',
};

/** `Work from 9:02 AM to now`; with a number if it is one of several. */
export function workText(number: number | undefined, from: string, to: string): string {
  return number === undefined ? `Work from ${from} to ${to}` : `Work ${number} from ${from} to ${to}`;
}

export function breakText(number: number | undefined, from: string, to: string): string {
  return number === undefined ? `Break from ${from} to ${to}` : `Break ${number} from ${from} to ${to}`;
}

export const workRule = 'Time between clock-in and clock-out counts, less breaks.';

/** Of a shift with a break. */
export function breakRule(minutes: string): string {
  return `If someone works more than half the shift, at least ${minutes} is deducted for the break.`;
}

export const gapRule = 'Gaps between work periods count towards it.';

/** What a scanned code is for, by whether the person is clocked in. */
export const codeQuestions = {
  unknown: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock in or out with the scanned code?' : `Clock in or out at ${laboratory}?`,
  in: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock out with the scanned code?' : `Clock out at ${laboratory}?`,
  out: (laboratory: string | undefined) =>
    laboratory === undefined ? 'Clock in with the scanned code?' : `Clock in at ${laboratory}?`,
};

export const offlineClockText =
  "You're offline. Your clock times are kept on this device and sent when you're back online.";
export const scanInsteadText =
  "Scan the code on the display to prove the time. Without it, this device's time is used.";

/** Below the time at work; without a day it is today. */
export function atWorkText(day: string | undefined): string {
  return day === undefined ? 'at work today' : `at work on ${day}`;
}

export function holidayText(name: string | null): string {
  return name === null
    ? 'Today is a holiday. Work needs approval.'
    : `Today is a holiday: ${name}. Work needs approval.`;
}

/** `2.5 days left`; names the year if the leave is in two. */
export function balanceText(remaining: number, year: number | undefined): string {
  const days = formatDayCount(Math.abs(remaining));
  if (year === undefined) return remaining < 0 ? `${days} over the balance` : `${days} left`;
  return remaining < 0 ? `${days} over the balance in ${year}` : `${days} left in ${year}`;
}

export function leaveDecisionText(by: string, date: string, reason: string | null): string {
  return reason === null ? `Decided by ${by} on ${date}` : `Decided by ${by} on ${date}: ${reason}`;
}

export function leaveCancellationText(by: string, date: string, reason: string | null): string {
  return reason === null ? `Cancelled by ${by} on ${date}` : `Cancelled by ${by} on ${date}: ${reason}`;
}

export function recordDecisionText(status: 'approved' | 'rejected', by: string | null): string {
  if (status === 'rejected') return by === null ? 'Rejected' : `Rejected by ${by}`;
  return by === null ? 'Approved' : `Approved by ${by}`;
}

export function distanceText(metres: number, tooFar: boolean): string {
  const distance = formatCount(metres);
  return tooFar ? `${distance} m from the laboratory, too far away` : `${distance} m from the laboratory`;
}

export function draftText(published: string | undefined): string {
  return published === undefined ? 'Draft. Not published before.' : `Draft. Published: ${published}.`;
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
