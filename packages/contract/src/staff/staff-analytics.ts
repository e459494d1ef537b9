import { z } from 'zod';
import { analysisOf, AnalyticsQuery } from '../common/analytics.js';
import { enumOf } from '../common/enum.js';
import { successOf } from '../common/envelope.js';

export const staffGroups = ['month', 'laboratory', 'department', 'role'] as const;
const GroupSchema = enumOf(staffGroups);
/** The key of the people who are in no laboratory or department. */
export const NO_STAFF_GROUP = 'none';
export type StaffGroup = (typeof staffGroups)[number];

export const StaffAnalyticsQuery = AnalyticsQuery.safeExtend({ groupBy: GroupSchema.default('month') });
export type StaffAnalyticsQuery = z.infer<typeof StaffAnalyticsQuery>;

const count = z.number().int().min(0);

const StaffValuesSchema = z.object({
  /** Before the first day. */
  headcountBefore: count,
  joined: count,
  /** People whose last day was in the period. */
  left: count,
  /** After the last day: before, plus joined, minus left. */
  headcount: count,
  /** See `turnoverOf`; null if no one was employed. */
  turnover: z.number().min(0).nullable(),
});
export type StaffValues = z.infer<typeof StaffValuesSchema>;

/** The share of those who left in the average of the headcounts before and after the period. */
export function turnoverOf({ headcountBefore, left, headcount }: Omit<StaffValues, 'turnover'>): number | null {
  const average = (headcountBefore + headcount) / 2;
  return average === 0 ? null : left / average;
}

/** People count in their present laboratory, department and role. */
export const StaffAnalyticsSchema = analysisOf(GroupSchema, StaffValuesSchema);
export type StaffAnalytics = z.infer<typeof StaffAnalyticsSchema>;

export const staffAnalyticsRoute = {
  method: 'GET',
  path: '/reports/analytics/staff',
  summary: 'Analyze headcount, joiners and leavers of a period',
  description:
    'By month, laboratory, department or role. People count in their current laboratory, department and role.',
  query: StaffAnalyticsQuery,
  responses: { 200: successOf(StaffAnalyticsSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'reports.view', also: 'staff.view' },
} as const;
