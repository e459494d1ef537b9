import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { IdSchema } from '../../common/id.js';
import { AmountPaiseSchema } from '../../common/money.js';
import { requiredText } from '../../common/text.js';
import { TransactionStatusSchema } from '../transaction.schema.js';

/** The credits of one bill, those that were rejected or cancelled included. */
export const MAX_CREDITS_OF_BILL = 50;

const NumberedSchema = z.object({ _id: IdSchema, number: z.string() });

export const EnterCreditBody = z.object({
  returnId: IdSchema,
  /** Of the same order, approved. */
  billId: IdSchema,
  /** As the supplier wrote it. */
  number: requiredText('Credit note number is required').max(40, 'Credit note number must be at most 40 characters'),
  /** The day on the credit note, not in the future. */
  date: requiredText('Date is required').pipe(
    BusinessDaySchema.refine((day) => day >= '2000-01-01', 'Must not be before the year 2000'),
  ),
  /** With tax. */
  amountPaise: AmountPaiseSchema,
});
export type EnterCreditBody = z.infer<typeof EnterCreditBody>;

/** What a supplier credits for returned goods. Never changed: a wrong one is cancelled with its entry. */
export const CreditSchema = z.object({
  /** Also of its entry. */
  _id: IdSchema,
  number: z.string(),
  date: BusinessDaySchema,
  return: NumberedSchema,
  amountPaise: z.number().int(),
  entry: z.object({ _id: IdSchema, transactionNo: z.string(), status: TransactionStatusSchema }),
  createdBy: z.object({ _id: IdSchema, name: z.string() }),
  createdAt: InstantSchema,
});
export type Credit = z.infer<typeof CreditSchema>;

/** A return that an approved bill can be credited for. */
export const CreditableSchema = z.object({
  return: NumberedSchema,
  bill: NumberedSchema,
  /** What the returned units cost on the bill, with tax, or what other credits left of the bill. */
  mostPaise: z.number().int(),
});
export type Creditable = z.infer<typeof CreditableSchema>;
