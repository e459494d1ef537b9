import type { z } from 'zod';
import { analysisOf, AnalyticsQuery } from '../common/analytics.js';
import { successOf } from '../common/envelope.js';
import { ReportGroupSchema, SumsAndPendingSchema } from './finance-report.schema.js';

export const FinancialAnalyticsQuery = AnalyticsQuery.safeExtend({ groupBy: ReportGroupSchema.default('day') });
export type FinancialAnalyticsQuery = z.infer<typeof FinancialAnalyticsQuery>;

export const FinancialAnalyticsSchema = analysisOf(ReportGroupSchema, SumsAndPendingSchema);
export type FinancialAnalytics = z.infer<typeof FinancialAnalyticsSchema>;

export const financialAnalyticsRoute = {
  method: 'GET',
  path: '/reports/analytics/financial',
  summary: 'Analyze income, expenses and pending amounts of a period',
  description:
    'Totals by day, week, month, category, method or laboratory, optionally with those of the previous period. A ' +
    'laboratory out of scope is answered with 404.',
  query: FinancialAnalyticsQuery,
  responses: { 200: successOf(FinancialAnalyticsSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'reports.view', also: 'transactions.view' },
} as const;
