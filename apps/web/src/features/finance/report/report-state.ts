import {
  PaymentMethodSchema,
  ReportGroupSchema,
  TransactionCategorySchema,
  TransactionTypeSchema,
} from '@shifa/contract';
import { z } from 'zod';
import { PeriodState } from '../period/finance-period';

/** What the address bar holds of a report. */
export const ReportState = PeriodState.extend({
  groupBy: ReportGroupSchema.default('month'),
  /** The change against the period before. */
  compare: z.enum(['previous']).optional(),
  type: TransactionTypeSchema.optional(),
  category: TransactionCategorySchema.optional(),
  paymentMethod: PaymentMethodSchema.optional(),
});
export type ReportState = z.output<typeof ReportState>;
