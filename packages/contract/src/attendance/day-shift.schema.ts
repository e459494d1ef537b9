import { z } from 'zod';
import { InstantSchema } from '../common/day.js';

/** The shift that applied on the day. Its end is on the next day if it is not after the start. */
export const DayShiftSchema = z.object({
  start: z.string(),
  end: z.string(),
  breakMinutes: z.number().int(),
  graceLateMinutes: z.number().int(),
  halfDayBelowMinutes: z.number().int(),
  overtimeAfterMinutes: z.number().int(),
  timezone: z.string(),
  /** The shift type of the roster; absent where the weekly shift applied. */
  rostered: z.object({ name: z.string(), code: z.string() }).optional(),
});
export type DayShift = z.infer<typeof DayShiftSchema>;

/** How the values of a day came about; durations in minutes. */
export const DayCalculationSchema = z.object({
  /** The shift's start and end, moved by a half-day leave; null without a shift. */
  startsAt: InstantSchema.nullable(),
  endsAt: InstantSchema.nullable(),
  presentMinutes: z.number().int(),
  /** What was deducted for breaks. */
  breakMinutes: z.number().int(),
  expectedMinutes: z.number().int(),
  /** Work beyond what was expected. */
  extraMinutes: z.number().int(),
});
