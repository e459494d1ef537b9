import {
  PaymentMethodSchema,
  ReportGroupSchema,
  TransactionCategorySchema,
  TransactionTypeSchema,
} from '@shifa/contract';
import { z } from 'zod';
import { periodNames, PeriodState } from '../period/finance-period';

/** What the address bar holds of a report. */
export const ReportState = PeriodState.extend({
  // Twelve months beside each other say more than the one that has just begun.
  period: z.enum(periodNames).default('this_financial_year'),
  groupBy: ReportGroupSchema.default('month'),
  /** The change against the period before. */
  compare: z.enum(['previous']).optional(),
  type: TransactionTypeSchema.optional(),
  category: TransactionCategorySchema.optional(),
  paymentMethod: PaymentMethodSchema.optional(),
});
export type ReportState = z.output<typeof ReportState>;
