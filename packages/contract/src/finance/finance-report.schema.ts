import { z } from 'zod';
import { BusinessDaySchema, daysBetween } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf } from '../common/page.js';
import {
  PaymentMethodSchema,
  TransactionCategorySchema,
  transactionFields,
  TransactionTypeSchema,
} from './transaction.schema.js';

/** The number of entries and their amounts in paise; contra entries count negative. */
export const SumsSchema = z.object({
  count: z.number().int(),
  incomePaise: TotalPaiseSchema,
  expensePaise: TotalPaiseSchema,
  /** Income minus expenses. */
  netPaise: TotalPaiseSchema,
});
export type Sums = z.infer<typeof SumsSchema>;

/** Approved entries, with pending ones beside them. */
export const SumsAndPendingSchema = SumsSchema.extend({ pending: SumsSchema });
export type SumsAndPending = z.infer<typeof SumsAndPendingSchema>;

/** The totals of a filtered list across all its pages. */
export const TransactionTotalsSchema = SumsAndPendingSchema.extend({
  /** The number of entries in the list, regardless of status. */
  total: z.number().int(),
});
export type TransactionTotals = z.infer<typeof TransactionTotalsSchema>;

const PeriodSchema = z.object({ from: BusinessDaySchema, to: BusinessDaySchema });

const period = {
  from: transactionFields.date.optional(),
  to: transactionFields.date.optional(),
  laboratoryId: anyOf(IdSchema).optional(),
};

const inOrder = {
  check: ({ from, to }: { from?: string; to?: string }) => !from || !to || from <= to,
  path: ['to'],
  error: 'Must not be before the first day',
};
const atMostAYear = {
  check: ({ from, to }: { from?: string; to?: string }) => !from || !to || daysBetween(from, to) <= 366,
  path: ['to'],
  error: 'A period can have at most 366 days',
};

export const TransactionStatsQuery = z
  .object(period)
  .refine(inOrder.check, { path: inOrder.path, error: inOrder.error })
  .refine(atMostAYear.check, { path: atMostAYear.path, error: atMostAYear.error });
export type TransactionStatsQuery = z.infer<typeof TransactionStatsQuery>;

export const TransactionStatsSchema = SumsAndPendingSchema.extend({
  period: PeriodSchema,
  /**
   * The same number of whole months if the period consists of whole months, otherwise the same number of days. If the
   * period is not over, only the part that corresponds to its days so far: through October 22 on November 22.
   */
  previousPeriod: PeriodSchema,
  previous: SumsAndPendingSchema,
  /** Entries that the viewer can approve now, regardless of date. */
  waitingForMe: z.number().int(),
  /** Rejected entries of the period, waiting for an edit. */
  rejectedCount: z.number().int(),
  /** Approved amounts, largest first within each type; categories without any are omitted. */
  byCategory: z.array(
    z.object({
      category: TransactionCategorySchema,
      type: TransactionTypeSchema,
      count: z.number().int(),
      amountPaise: TotalPaiseSchema,
      previousPaise: TotalPaiseSchema,
    }),
  ),
  byMethod: z.array(SumsSchema.extend({ paymentMethod: PaymentMethodSchema })),
  /** The twelve months ending with the last month of the period, oldest first, including empty ones; `month` is `YYYY-MM`. */
  trend: z.array(SumsAndPendingSchema.extend({ month: z.string() })),
});
export type TransactionStats = z.infer<typeof TransactionStatsSchema>;

export const reportGroups = ['day', 'week', 'month', 'category', 'method', 'laboratory'] as const;
export const ReportGroupSchema = enumOf(reportGroups);
export type ReportGroup = z.infer<typeof ReportGroupSchema>;

export const reportGroupLabels: Record<ReportGroup, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  category: 'Category',
  method: 'Payment method',
  laboratory: 'Laboratory',
};

export const TransactionReportQuery = z
  .object({
    ...period,
    groupBy: ReportGroupSchema.default('month'),
    compare: enumOf(['previous']).optional(),
    type: anyOf(TransactionTypeSchema).optional(),
    category: anyOf(TransactionCategorySchema).optional(),
    paymentMethod: anyOf(PaymentMethodSchema).optional(),
  })
  .refine(inOrder.check, { path: inOrder.path, error: inOrder.error })
  .refine(atMostAYear.check, { path: atMostAYear.path, error: atMostAYear.error });
export type TransactionReportQuery = z.infer<typeof TransactionReportQuery>;

export const TransactionReportSchema = z.object({
  groupBy: ReportGroupSchema,
  period: PeriodSchema,
  /** As in the statistics; null without `compare`. */
  previousPeriod: PeriodSchema.nullable(),
  /**
   * Days, weeks and months in chronological order, including empty ones; other groups largest first. A day, week or
   * month is compared with the one at the same position in the previous period.
   */
  rows: z.array(
    SumsAndPendingSchema.extend({
      /** A day, a week's Monday, a month (`YYYY-MM`), a category, a payment method or a laboratory id. */
      key: z.string(),
      label: z.string(),
      /** The part of the period that the row covers. */
      period: PeriodSchema,
      previous: SumsSchema.nullable(),
    }),
  ),
  totals: SumsAndPendingSchema.extend({ previous: SumsSchema.nullable() }),
});
export type TransactionReport = z.infer<typeof TransactionReportSchema>;
