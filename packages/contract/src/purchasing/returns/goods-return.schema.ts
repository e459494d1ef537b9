import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { IdSchema, VersionSchema } from '../../common/id.js';
import { ReasonSchema, wholeNumber } from '../../common/text.js';
import { BatchNumberSchema, MAX_QUANTITY } from '../../inventory/inventory-item.schema.js';
import { agreesWithPacks, EnteredPacksSchema, packsDisagree } from '../../inventory/item-package.js';
import { batchOnReceipt } from './returnable.js';

/** The returns of one order. */
export const MAX_RETURNS_OF_ORDER = 50;
/** The batches of one return. */
export const MAX_RETURNED_BATCHES = 100;

const ReturnedBatchBody = z
  .object({
    /** The line of the order. */
    lineId: IdSchema,
    /** As the receipt names the batch. */
    batchNumber: BatchNumberSchema,
    expiryDate: BusinessDaySchema.nullable(),
    /** Units of the item. */
    quantity: wholeNumber(1, MAX_QUANTITY),
    entered: EnteredPacksSchema.optional(),
  })
  .refine(agreesWithPacks, packsDisagree);

export const ReturnGoodsBody = z.object({
  /** The receipt that the goods arrived with. */
  receiptId: IdSchema,
  lines: z
    .array(ReturnedBatchBody, 'Enter the quantity to return')
    .min(1, 'Enter the quantity to return')
    .max(MAX_RETURNED_BATCHES, `At most ${MAX_RETURNED_BATCHES} batches at once`)
    .refine((lines) => new Set(lines.map(batchOnReceipt)).size === lines.length, 'Each batch can appear once'),
  reason: ReasonSchema,
  version: VersionSchema.optional(),
});
export type ReturnGoodsBody = z.infer<typeof ReturnGoodsBody>;
export type ReturnGoodsInput = z.input<typeof ReturnGoodsBody>;

/** Goods that went back to the supplier. They are not expected again. */
export const GoodsReturnSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  receipt: z.object({ _id: IdSchema, number: z.string() }),
  day: BusinessDaySchema,
  by: z.object({ _id: IdSchema, name: z.string() }),
  at: InstantSchema,
  reason: z.string(),
  lines: z.array(
    z.object({
      lineId: IdSchema,
      batchNumber: z.string(),
      expiryDate: BusinessDaySchema.nullable(),
      quantity: z.number().int(),
      entered: EnteredPacksSchema.nullable(),
    }),
  ),
});
export type GoodsReturn = z.infer<typeof GoodsReturnSchema>;

/** What was recorded last: `RTN-KOL-2026-27-000001 was recorded` */
export function describeReturned({ returns }: { returns: readonly GoodsReturn[] }): string {
  return `${returns.at(-1)?.number ?? 'The return'} was recorded`;
}
