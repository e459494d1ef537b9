import { z } from 'zod';
import { wholeNumber } from '../common/text.js';

/** The attendance rules of a laboratory; durations in minutes. */
export const AttendancePolicySchema = z
  .object({
    graceLateMinutes: wholeNumber(0, 240).default(15),
    halfDayBelowMinutes: wholeNumber(0, 720).default(240),
    overtimeAfterMinutes: wholeNumber(0, 240).default(30),
    /** A clock-in farther than this from the laboratory's coordinates raises a flag; null disables the check. */
    fenceRadiusMetres: wholeNumber(20, 5000).nullable().default(null),
    /** Days of leave per calendar year. */
    casualLeaveDays: wholeNumber(0, 366).default(12),
    sickLeaveDays: wholeNumber(0, 366).default(12),
    earnedLeaveDays: wholeNumber(0, 366).default(15),
  })
  .prefault({});
export type AttendancePolicy = z.infer<typeof AttendancePolicySchema>;

export const LaboratoryAttendanceStatsSchema = z.object({ ratePercent: z.number().min(0).max(100).nullable() });
