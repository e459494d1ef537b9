import { z } from 'zod';
import { analysisOf, AnalyticsQuery } from '../common/analytics.js';
import { enumOf } from '../common/enum.js';
import { successOf } from '../common/envelope.js';
import { AttendanceTotalsSchema } from './attendance-overview.schema.js';

export const attendanceGroups = ['day', 'week', 'month', 'person', 'laboratory'] as const;
const GroupSchema = enumOf(attendanceGroups);
export type AttendanceGroup = (typeof attendanceGroups)[number];

export const AttendanceAnalyticsQuery = AnalyticsQuery.safeExtend({ groupBy: GroupSchema.default('day') });
export type AttendanceAnalyticsQuery = z.infer<typeof AttendanceAnalyticsQuery>;

const AttendanceValuesSchema = AttendanceTotalsSchema.extend({
  /** See `attendanceRateOf`; null if no one was expected. */
  attendanceRate: z.number().min(0).max(1).nullable(),
});
export type AttendanceValues = z.infer<typeof AttendanceValuesSchema>;

/** The share of attended days in all days that were attended or missed; half days count half, leave does not count. */
export function attendanceRateOf(totals: { presentDays: number; halfDays: number; absentDays: number }): number | null {
  const { presentDays, halfDays, absentDays } = totals;
  const expected = presentDays + halfDays + absentDays;
  return expected === 0 ? null : (presentDays + halfDays / 2) / expected;
}

/** At most 1,000 rows. */
export const AttendanceAnalyticsSchema = analysisOf(GroupSchema, AttendanceValuesSchema);
export type AttendanceAnalytics = z.infer<typeof AttendanceAnalyticsSchema>;

export const attendanceAnalyticsRoute = {
  method: 'GET',
  path: '/reports/analytics/attendance',
  summary: 'Analyze attendance, worked time and overtime of a period',
  description:
    'Totals by day, week, month, person or laboratory, optionally with those of the previous period. Returns at ' +
    'most 1,000 rows.',
  query: AttendanceAnalyticsQuery,
  responses: { 200: successOf(AttendanceAnalyticsSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'reports.view', also: 'attendance.view' },
} as const;
