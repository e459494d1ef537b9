import { z } from 'zod';
import { MonthSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { RupeesTextSchema } from '../common/money.js';
import type { TransactionFilterQuery } from './transaction.schema.js';
import { waitingStatuses } from './transaction.status.js';

/**
 * An amount is unusual above `factor` times the average entry of the same category in the same laboratory over the
 * `months` before. A category with fewer than `minEntries` entries in that time has no average to compare with.
 */
export const unusualAmountRule = { factor: 5, months: 6, minEntries: 10 } as const;

/** What is checked before a month is closed. */
export const monthEndChecks = ['waiting', 'rejected', 'withoutReceipt', 'unusual'] as const;
export type MonthEndCheck = (typeof monthEndChecks)[number];

export const MonthEndQuery = z.object({
  month: MonthSchema,
  /** By default every laboratory within the viewer's scope. */
  laboratoryId: IdSchema.optional(),
  /** The smallest expense that needs a receipt, in rupees as typed. */
  receiptFrom: RupeesTextSchema,
});
export type MonthEndQuery = z.infer<typeof MonthEndQuery>;

export const MonthEndSchema = z.object({
  checks: z.array(z.object({ check: enumOf(monthEndChecks), count: z.number().int() })),
});
export type MonthEnd = z.infer<typeof MonthEndSchema>;

type EntryFilter = Partial<z.input<typeof TransactionFilterQuery>>;

/** The list behind each line of the checklist; the server counts with the same filter. */
export function monthEndFilters({
  month,
  laboratoryId,
  receiptFrom,
}: {
  month: string;
  laboratoryId?: string | undefined;
  /** In rupees. */
  receiptFrom: string;
}): Record<MonthEndCheck, EntryFilter> {
  const inLaboratory = laboratoryId === undefined ? {} : { laboratoryId: [laboratoryId] };
  const ofMonth = { ...inLaboratory, ...daysOfMonth(month) };
  // Rejected, cancelled and reversed entries add nothing to the books.
  const status = [...waitingStatuses, 'approved' as const];
  return {
    waiting: { ...ofMonth, status: [...waitingStatuses] },
    rejected: { ...ofMonth, status: ['rejected'] },
    withoutReceipt: { ...ofMonth, status, type: ['expense'], minAmount: receiptFrom, withoutReceipt: 'true' },
    unusual: { ...inLaboratory, status, unusualIn: month },
  };
}

/** The first and the last day of a month. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}
