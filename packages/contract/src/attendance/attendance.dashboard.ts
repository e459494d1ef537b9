import { z } from 'zod';
import { BusinessDaySchema } from '../common/day.js';
import { AttendanceStatsSchema, AttendanceTotalsSchema } from './attendance-overview.schema.js';
import { ClockStateSchema } from './clock.schema.js';

/** The viewer's own clock, and their totals of this month of the laboratory's calendar so far. */
export const OwnDaySchema = z.object({
  clock: ClockStateSchema,
  month: z.object({ from: BusinessDaySchema, to: BusinessDaySchema, totals: AttendanceTotalsSchema }),
});
export type OwnDay = z.infer<typeof OwnDaySchema>;

/** A laboratory's today. */
export const AttendanceComparisonSchema = AttendanceStatsSchema.pick({
  day: true,
  expected: true,
  inNow: true,
  late: true,
  absent: true,
  onLeave: true,
});

/** People at work now, and records that await a decision. */
export const QuickAttendanceSchema = AttendanceStatsSchema.pick({ inNow: true, pendingApprovals: true });
