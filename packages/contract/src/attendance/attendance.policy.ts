import { z } from 'zod';
import type { FieldSetter } from '../common/setter.js';
import { wholeNumber } from '../common/text.js';

/** From when on a day is late, half or longer than expected, in minutes. A person's own shift can differ. */
export const dayThresholds = {
  graceLateMinutes: wholeNumber(0, 240),
  halfDayBelowMinutes: wholeNumber(0, 720),
  overtimeAfterMinutes: wholeNumber(0, 240),
};

/** The attendance rules of a laboratory; durations in minutes. */
export const AttendancePolicySchema = z
  .object({
    graceLateMinutes: dayThresholds.graceLateMinutes.default(15),
    halfDayBelowMinutes: dayThresholds.halfDayBelowMinutes.default(240),
    overtimeAfterMinutes: dayThresholds.overtimeAfterMinutes.default(30),
    /** A clock-in farther than this from the laboratory's coordinates raises a flag; null disables the check. */
    fenceRadiusMetres: wholeNumber(20, 5000).nullable().default(null),
    /** Days of leave per calendar year. */
    casualLeaveDays: wholeNumber(0, 366).default(12),
    sickLeaveDays: wholeNumber(0, 366).default(12),
    earnedLeaveDays: wholeNumber(0, 366).default(15),
  })
  .prefault({});
export type AttendancePolicy = z.infer<typeof AttendancePolicySchema>;

/** All of them decide what the editor's own days and leave count for. */
export const attendancePolicySetters = {
  graceLateMinutes: 'above',
  halfDayBelowMinutes: 'above',
  overtimeAfterMinutes: 'above',
  fenceRadiusMetres: 'above',
  casualLeaveDays: 'above',
  sickLeaveDays: 'above',
  earnedLeaveDays: 'above',
} as const satisfies Record<keyof AttendancePolicy, FieldSetter>;

export const LaboratoryAttendanceStatsSchema = z.object({ ratePercent: z.number().min(0).max(100).nullable() });
