import { z } from 'zod';
import { BusinessDaySchema, daysBetween } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf } from '../common/page.js';
import {
  PaymentMethodSchema,
  TransactionCategorySchema,
  transactionFields,
  TransactionTypeSchema,
} from './transaction.schema.js';

/** Entries and their amounts in paise; a contra entry counts negative. */
export const SumsSchema = z.object({
  count: z.number().int(),
  incomePaise: TotalPaiseSchema,
  expensePaise: TotalPaiseSchema,
  /** Income less expense. */
  netPaise: TotalPaiseSchema,
});
export type Sums = z.infer<typeof SumsSchema>;

/** What is approved, with what waits beside it. */
export const SumsAndPendingSchema = SumsSchema.extend({ pending: SumsSchema });
export type SumsAndPending = z.infer<typeof SumsAndPendingSchema>;

/** The totals of a list under its filter: of all pages, not of one. */
export const TransactionTotalsSchema = SumsAndPendingSchema.extend({
  /** How many entries the list has, whatever their status. */
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
  error: 'A period has 366 days at most',
};

export const TransactionStatsQuery = z
  .object(period)
  .refine(inOrder.check, { path: inOrder.path, error: inOrder.error })
  .refine(atMostAYear.check, { path: atMostAYear.path, error: atMostAYear.error });
export type TransactionStatsQuery = z.infer<typeof TransactionStatsQuery>;

export const TransactionStatsSchema = SumsAndPendingSchema.extend({
  period: PeriodSchema,
  /** As many whole months before a period of whole months, else as many days. */
  previousPeriod: PeriodSchema,
  previous: SumsAndPendingSchema,
  /** What the viewer could approve now, whatever its date. */
  waitingForMe: z.number().int(),
  /** Rejected in the period, waiting for an edit. */
  rejectedCount: z.number().int(),
  /** Approved amounts, largest first within their type; categories without any are left out. */
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
  /** The twelve months that end with the period's last, oldest first, the empty ones too; `month` is `YYYY-MM`. */
  trend: z.array(SumsAndPendingSchema.extend({ month: z.string() })),
});
export type TransactionStats = z.infer<typeof TransactionStatsSchema>;

export const reportGroups = ['day', 'week', 'month', 'category', 'method', 'laboratory'] as const;
export const ReportGroupSchema = z.enum(reportGroups);
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
    compare: z.enum(['previous']).optional(),
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
  /** Null without `compare`. */
  previousPeriod: PeriodSchema.nullable(),
  /**
   * Days, weeks and months in their order, the empty ones too; the others largest first. A day is compared with the
   * day as far into the previous period, and so on.
   */
  rows: z.array(
    SumsAndPendingSchema.extend({
      /** The day, the week's Monday or `YYYY-MM`; the category's or method's word; the laboratory's id. */
      key: z.string(),
      label: z.string(),
      /** The days of the period that the row covers. */
      period: PeriodSchema,
      previous: SumsSchema.nullable(),
    }),
  ),
  totals: SumsAndPendingSchema.extend({ previous: SumsSchema.nullable() }),
});
export type TransactionReport = z.infer<typeof TransactionReportSchema>;
