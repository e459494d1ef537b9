import { z } from 'zod';
import { DryRunSchema } from '../common/bulk.js';
import { InstantSchema } from '../common/day.js';
import { IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { ReasonSchema, wholeNumber } from '../common/text.js';
import { BatchSchema, InventoryFilterQuery, InventoryItemSchema, MAX_QUANTITY } from './inventory-item.schema.js';
import { agreesWithPacks, EnteredPacksSchema, packsDisagree } from './item-package.js';
import { StockChangeSchema } from './stock.schema.js';

/** The used-up batches of an item that a count can add, the latest ones: it may still find something of them. */
export const MAX_USED_UP_BATCHES = 5;
/** An item has at most 200 batches with stock; those that are used up can be counted as well. */
const MAX_COUNT_LINES = 200 + MAX_USED_UP_BATCHES;

export const CountSheetQuery = PageQuery.pick({ page: true, limit: true }).extend({
  /** The viewer's own laboratory unless given; required of a viewer who has none. */
  laboratoryId: IdSchema.optional(),
  /** Exact match, ignoring case. */
  storageLocation: InventoryFilterQuery.shape.storageLocation,
});
export type CountSheetQuery = z.infer<typeof CountSheetQuery>;

/** What a person needs to count an item without a network: what should be there, as of a movement and an instant. */
export const CountSheetItemSchema = InventoryItemSchema.pick({
  _id: true,
  itemCode: true,
  name: true,
  unit: true,
  storageLocation: true,
  trackExpiry: true,
  packages: true,
  quantity: true,
  movementSeq: true,
}).extend({
  /** Those with stock by expiry, then the latest of those without. */
  batches: z.array(
    BatchSchema.pick({
      _id: true,
      batchNumber: true,
      lastUsableDay: true,
      quantity: true,
      status: true,
      acceptancePending: true,
      statusReason: true,
    }),
  ),
  /** When the server read it, so that a device with a wrong clock can state when it counted. */
  readAt: InstantSchema,
});
export type CountSheetItem = z.infer<typeof CountSheetItemSchema>;

const CountLineBody = z
  .object({
    batchId: IdSchema.optional(),
    quantity: wholeNumber(0, MAX_QUANTITY),
    /** Where the quantity was entered in packs of the item. */
    entered: EnteredPacksSchema.optional(),
  })
  .refine(agreesWithPacks, packsDisagree);

/** What was on the shelf of one item: of its batches, or of the item as a whole in one line without a batch. */
export const StockCountBody = z.object({
  lines: z
    .array(CountLineBody)
    .min(1, 'Count at least one batch')
    .max(MAX_COUNT_LINES, `At most ${MAX_COUNT_LINES} batches at once`)
    .refine((lines) => new Set(lines.map(({ batchId }) => batchId)).size === lines.length, 'Each batch can appear once')
    .refine(
      (lines) => lines.length === 1 || lines.every(({ batchId }) => batchId !== undefined),
      'Count the item as a whole or its batches, not both',
    ),
  /** The latest movement that the counting person knew of. */
  countedAtSeq: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  /** When it was counted; an instant in the future is the present. Movements until then were on the shelf already. */
  countedAt: InstantSchema,
  reason: ReasonSchema,
  dryRun: DryRunSchema,
});
export type StockCountBody = z.infer<typeof StockCountBody>;
export type StockCountInput = z.input<typeof StockCountBody>;

/**
 * The item after the count, the corrections that it led to, and what others have moved since `countedAtSeq`, without
 * corrections: until the item was counted, and afterwards.
 */
export const StockCountSchema = StockChangeSchema.extend({
  moved: z.object({ before: z.number().int(), after: z.number().int() }),
});
export type StockCount = z.infer<typeof StockCountSchema>;
