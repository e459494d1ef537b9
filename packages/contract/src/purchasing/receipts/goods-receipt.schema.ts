import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { IdSchema, VersionSchema } from '../../common/id.js';
import { plural } from '../../common/plural.js';
import { ReasonSchema, wholeNumber } from '../../common/text.js';
import { BatchNumberSchema, ExpiryDateSchema, MAX_QUANTITY } from '../../inventory/inventory-item.schema.js';
import { agreesWithPacks, EnteredPacksSchema, packsDisagree } from '../../inventory/item-package.js';

/** The receipts of one order. */
export const MAX_RECEIPTS_OF_ORDER = 50;
/** The batches of one line of a receipt. */
export const MAX_RECEIVED_BATCHES = 20;
const MAX_LINES = 100;

const ReceivedBatchBody = z
  .object({
    /** Generated when absent. */
    batchNumber: BatchNumberSchema.optional(),
    expiryDate: ExpiryDateSchema.nullable().default(null),
    quantity: wholeNumber(1, MAX_QUANTITY),
    entered: EnteredPacksSchema.optional(),
    /** The batch is known with another expiry date, and this is what the label says. */
    otherExpiry: z.boolean().optional(),
    /** Why that date is right, for the ledger and the history of the item. */
    reason: ReasonSchema.optional(),
  })
  .refine(agreesWithPacks, packsDisagree);

const ReceivedLineBody = z
  .object({
    lineId: IdSchema,
    /** What is accepted, and enters the stock. */
    batches: z
      .array(ReceivedBatchBody)
      .max(MAX_RECEIVED_BATCHES, `At most ${MAX_RECEIVED_BATCHES} batches of a line`)
      .default([]),
    /** What was not delivered and is no longer expected. */
    short: wholeNumber(0, MAX_QUANTITY).default(0),
    /** What arrived and cannot be used; it stays outstanding. */
    damaged: wholeNumber(0, MAX_QUANTITY).default(0),
    /** What was sent back at the door; it stays outstanding. */
    refused: wholeNumber(0, MAX_QUANTITY).default(0),
    /** Why something is short, damaged or refused. */
    reason: ReasonSchema.optional(),
  })
  .refine(({ short, damaged, refused, reason }) => short + damaged + refused === 0 || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required',
  });

export const ReceiveOrderBody = z.object({
  lines: z
    .array(ReceivedLineBody, 'Enter what was received')
    .max(MAX_LINES, `At most ${MAX_LINES} lines at once`)
    .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'Each line can appear once')
    .refine(
      (lines) => lines.some(({ batches, ...rest }) => batches.length + rest.short + rest.damaged + rest.refused > 0),
      'Enter what was received',
    ),
  /** The day of receipt; today unless given. */
  day: BusinessDaySchema.optional(),
  /** The number of the supplier's delivery note. */
  deliveryNote: z
    .string()
    .trim()
    .max(60, 'Delivery note must be at most 60 characters')
    .transform((text) => text || null)
    .nullable()
    .default(null),
  /** That stock is accepted although it expires soon; see `shortShelfLifeDays`. */
  acceptShortShelfLife: z.boolean().default(false),
  version: VersionSchema.optional(),
});
export type ReceiveOrderBody = z.infer<typeof ReceiveOrderBody>;
export type ReceiveOrderInput = z.input<typeof ReceiveOrderBody>;

export const GoodsReceiptSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  day: BusinessDaySchema,
  deliveryNote: z.string().nullable(),
  by: z.object({ _id: IdSchema, name: z.string() }),
  at: InstantSchema,
  lines: z.array(
    z.object({
      lineId: IdSchema,
      batches: z.array(
        z.object({
          batchNumber: z.string(),
          expiryDate: BusinessDaySchema.nullable(),
          quantity: z.number().int(),
          /** Whether it had to be accepted before use when it arrived; absent in receipts of earlier versions. */
          needsAcceptance: z.boolean().optional(),
        }),
      ),
      short: z.number().int(),
      damaged: z.number().int(),
      refused: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
});
export type GoodsReceipt = z.infer<typeof GoodsReceiptSchema>;

type Received = { number: string; status: string; receipts: readonly GoodsReceipt[] };

/** What the latest receipt came to: `PO-KOL-2026-27-000123 was received. 2 items must be accepted before use.` */
export function describeReceived({ number, status, receipts }: Received): string {
  const arrived = receipts.at(-1)?.lines ?? [];
  const pending = arrived.filter(({ batches }) => batches.some(({ needsAcceptance }) => needsAcceptance)).length;
  const outcome = status === 'received' ? `${number} was received` : `${number} was received in part`;
  if (pending === 0) return outcome;
  return `${outcome}. ${plural(pending, '1 item', `${pending} items`)} must be accepted before use.`;
}
