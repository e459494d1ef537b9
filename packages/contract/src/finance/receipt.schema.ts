import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import type { TransactionType } from './transaction.category.js';

export const MAX_RECEIPT_BYTES = 5 * 1_048_576;
export const MAX_RECEIPTS = 10;

/** In rupees: the smallest expense that needs a receipt, unless a checklist says otherwise. */
export const RECEIPT_NEEDED_FROM = '1000';
const NEEDED_FROM_PAISE = Number(RECEIPT_NEEDED_FROM) * 100;

/** Whether an entry has no receipt although it needs one; a contra entry needs none. */
export function lacksReceipt({ type, amountPaise, receiptCount, reversalOf }: Documented): boolean {
  return type === 'expense' && amountPaise >= NEEDED_FROM_PAISE && receiptCount === 0 && reversalOf === null;
}

type Documented = { type: TransactionType; amountPaise: number; receiptCount: number; reversalOf: object | null };

/** Accepted file types, detected from the content rather than the name. */
export const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const;
export const ReceiptTypeSchema = enumOf(receiptTypes);
export type ReceiptType = z.infer<typeof ReceiptTypeSchema>;

export const ReceiptSchema = z.object({
  _id: IdSchema,
  fileName: z.string(),
  contentType: ReceiptTypeSchema,
  sizeBytes: z.number().int(),
  uploadedBy: z.object({ _id: IdSchema, name: z.string() }),
  uploadedAt: InstantSchema,
  /** Attached to an approved entry: no approver has seen it. */
  afterApproval: z.literal(true).optional(),
});
export type Receipt = z.infer<typeof ReceiptSchema>;
