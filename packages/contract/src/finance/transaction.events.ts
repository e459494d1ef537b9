import { z } from 'zod';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TransactionStatusSchema, TransactionTypeSchema } from './transaction.schema.js';

const TransactionEvent = z.object({
  _id: IdSchema,
  transactionNo: z.string(),
  type: TransactionTypeSchema,
  status: TransactionStatusSchema,
  amountPaise: z.number().int(),
  /** The entry that this contra entry reverses. */
  reversalOf: z.object({ _id: IdSchema, transactionNo: z.string() }).nullable().default(null),
  laboratoryId: IdSchema,
  version: VersionSchema,
  /** The person behind the change, so that their own screens need not notify them. */
  ...changedBy,
});
export type TransactionEvent = z.infer<typeof TransactionEvent>;

/**
 * Sent to everyone who may view the entry. `transaction:approved` means the final approval; `transaction:updated` covers
 * everything else: an edit, the first of two approvals, a receipt, a cancellation, a reversal taking effect.
 */
export const transactionEvents = eventsTo(
  { permission: 'transactions.view' },
  {
    'transaction:created': TransactionEvent,
    'transaction:updated': TransactionEvent,
    'transaction:approved': TransactionEvent,
    'transaction:rejected': TransactionEvent,
  },
);
