import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TransactionStatusSchema, TransactionTypeSchema } from './transaction.schema.js';

const TransactionEvent = z.object({
  _id: IdSchema,
  transactionNo: z.string(),
  type: TransactionTypeSchema,
  status: TransactionStatusSchema,
  amountPaise: z.number().int(),
  laboratoryId: IdSchema,
  version: VersionSchema,
  /** Who did it, so that their own screens need not tell them. */
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  at: InstantSchema,
});
export type TransactionEvent = z.infer<typeof TransactionEvent>;

/**
 * Reach who may see the entry. `transaction:approved` tells of the last approval that is needed; `transaction:updated`
 * of every other change: an edit, a first of two approvals, a receipt, a cancellation, a reversal come into force.
 */
export const transactionEvents = {
  'transaction:created': TransactionEvent,
  'transaction:updated': TransactionEvent,
  'transaction:approved': TransactionEvent,
  'transaction:rejected': TransactionEvent,
} as const;
