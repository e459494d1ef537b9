import type { DayLeave } from '@shifa/contract';

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
