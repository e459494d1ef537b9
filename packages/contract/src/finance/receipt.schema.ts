import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';

export const MAX_RECEIPT_BYTES = 5 * 1_048_576;
export const MAX_RECEIPTS = 10;

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
});
export type Receipt = z.infer<typeof ReceiptSchema>;
