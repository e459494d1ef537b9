import type { DayLeave } from '@shifa/contract';

/** `Nov 26, 2026, first half` */
export const leaveDayTexts: Record<DayLeave, (day: string) => string> = {
  full: (day) => day,
  first_half: (day) => `${day}, first half`,
  second_half: (day) => `${day}, second half`,
};
