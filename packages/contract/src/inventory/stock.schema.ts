import { z } from 'zod';
import { DryRunSchema } from '../common/bulk.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf, PageQuery, sortBy } from '../common/page.js';
import { ReasonSchema, wholeNumber } from '../common/text.js';
import { agreesWithPacks, EnteredPacksSchema, packsDisagree } from './item-package.js';
import {
  batchActions,
  BatchNumberSchema,
  BatchSchema,
  ExpiryDateSchema,
  InventoryCategorySchema,
  InventoryItemSchema,
  InventoryListItemSchema,
  InventoryUnitSchema,
  MAX_QUANTITY,
  UnitCostPaiseSchema,
} from './inventory-item.schema.js';

/** The stock changes that people enter. */
export const stockChangeTypes = ['in', 'out', 'adjustment', 'waste', 'return'] as const;
export const StockChangeTypeSchema = enumOf(stockChangeTypes, 'Type is required');
export type StockChangeType = (typeof stockChangeTypes)[number];

/** Every kind of ledger row. The last ones change what is usable or what it costs, and have the quantity 0. */
export const movementTypes = [
  ...stockChangeTypes,
  'transfer_out',
  'transfer_in',
  'quarantine',
  'release',
  'accept',
  'recall',
  'open',
  'cost',
] as const;
export const MovementTypeSchema = enumOf(movementTypes);
export type MovementType = (typeof movementTypes)[number];

export const movementTypeLabels: Record<MovementType, string> = {
  in: 'Received',
  out: 'Used',
  adjustment: 'Adjusted to count',
  waste: 'Wasted',
  return: 'Returned to supplier',
  transfer_out: 'Sent to laboratory',
  transfer_in: 'Received from laboratory',
  quarantine: 'Quarantined',
  release: 'Released',
  accept: 'Accepted',
  recall: 'Recalled',
  open: 'Opened',
  cost: 'Cost corrected',
};

/**
 * One stock change.
 * - `in` needs `expiryDate` if the item tracks expiry; the batch number is generated when absent.
 * - `out` takes the usable batches, first expiry first; `batchId` takes another batch and needs a reason.
 * - `adjustment`: `quantity` is the counted quantity of the item or, with `batchId`, of the batch. With
 *   `countedAtSeq`, it was counted after that movement: what was moved later is added to it, while later corrections by
 *   other counts are replaced, so that two equal counts have the effect of one. A count made before another one that is
 *   already saved is refused. Needs a reason.
 * - `waste` and `return` take any batch, those past use first. Need a reason.
 *
 * `notes` serve as the reason where none is given. A dry run needs no reason.
 *
 * `entered` is kept with the movements, where the quantity was entered in packs of the item: `quantity` is that of the
 * units in them.
 */
export const StockChangeBody = z
  .object({
    type: StockChangeTypeSchema,
    quantity: wholeNumber(0, MAX_QUANTITY),
    expiryDate: ExpiryDateSchema.nullable().optional(),
    notes: z.string().trim().max(500, 'Notes must be at most 500 characters').optional(),
    reason: ReasonSchema.optional(),
    batchId: IdSchema.optional(),
    batchNumber: BatchNumberSchema.optional(),
    unitCostPaise: UnitCostPaiseSchema.optional(),
    countedAtSeq: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
    entered: EnteredPacksSchema.optional(),
    /**
     * For `in`: the batch number is known with another expiry date, and what is received becomes a batch of its own with
     * the date of its label; without it, that is refused. Needs a reason.
     */
    otherExpiry: z.boolean().optional(),
    version: VersionSchema.optional(),
    dryRun: DryRunSchema,
  })
  .refine(({ type, quantity }) => type === 'adjustment' || quantity > 0, {
    path: ['quantity'],
    error: 'Must be at least 1',
  })
  .refine(({ type, countedAtSeq }) => type === 'adjustment' || countedAtSeq === undefined, {
    path: ['countedAtSeq'],
    error: 'Only for an adjustment',
  })
  .refine(({ type, otherExpiry }) => type === 'in' || !otherExpiry, {
    path: ['otherExpiry'],
    error: 'Only for a receipt',
  })
  .refine(agreesWithPacks, packsDisagree)
  .transform(({ notes, reason, ...change }) => ({
    ...change,
    notes: notes || null,
    reason: reason ?? (ReasonSchema.safeParse(notes).data || null),
  }))
  .refine((change) => change.dryRun || change.reason !== null || !needsReason(change), {
    path: ['reason'],
    error: 'Reason is required',
  });
export type StockChangeBody = z.infer<typeof StockChangeBody>;
export type StockChangeInput = z.input<typeof StockChangeBody>;

type ReasonedChange = { type: StockChangeType; batchId?: string | undefined; otherExpiry?: boolean | undefined };

export function needsReason({ type, batchId, otherExpiry }: ReasonedChange): boolean {
  if (type === 'in') return otherExpiry === true;
  return type !== 'out' || batchId !== undefined;
}

/** A row of the append-only ledger. The quantities of an item's rows add up to its quantity. */
export const MovementSchema = z.object({
  _id: IdSchema,
  item: z.object({ _id: IdSchema, itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  laboratoryId: IdSchema,
  /** Counts the movements of the item, from 1. */
  seq: z.number().int(),
  type: MovementTypeSchema,
  /** Negative for stock that leaves; 0 where only the status of the batch changed. */
  quantity: z.number().int(),
  balanceAfter: z.number().int(),
  usableAfter: z.number().int(),
  batch: z.object({ _id: IdSchema, batchNumber: z.string(), expiryDate: BusinessDaySchema.nullable() }),
  /** The packs that the quantity of the whole change was entered in; null where it was entered in units. */
  entered: EnteredPacksSchema.nullable(),
  reason: z.string().nullable(),
  notes: z.string().nullable(),
  /** By how much the value of the stock changed: the quantity at the cost of the batch, or the correction of that cost. */
  valuePaise: TotalPaiseSchema,
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  at: InstantSchema,
  /** The day in the laboratory's time zone. */
  day: BusinessDaySchema,
});
export type Movement = z.infer<typeof MovementSchema>;

/** The item after the change, and the ledger rows of the change: one per batch. */
export const StockChangeSchema = InventoryItemSchema.extend({
  movements: z.array(MovementSchema),
  /**
   * The write-off for whose approval the stock is set aside; its number is null in a dry run. Absent where the stock is
   * changed at once.
   */
  writeOff: z.object({ number: z.string().nullable() }).optional(),
});
export type StockChange = z.infer<typeof StockChangeSchema>;

export const MovementListQuery = PageQuery.omit({ search: true }).extend({
  sort: sortBy(['at']).default('-at'),
  itemId: IdSchema.optional(),
  laboratoryId: anyOf(IdSchema).optional(),
  type: anyOf(MovementTypeSchema).optional(),
  batchNumber: BatchNumberSchema.optional(),
  /** First and last day, both included. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  /** The person who entered the movement. */
  by: IdSchema.optional(),
});
export type MovementListQuery = z.infer<typeof MovementListQuery>;

/** What can be done with one batch. `quarantine` needs a reason and `accept` a note, which is sent as the reason. */
export const ChangeBatchBody = z
  .object({
    action: enumOf(batchActions, 'Action is required'),
    /** For `open`: the opening day, by default today. */
    openedOn: BusinessDaySchema.optional(),
    reason: ReasonSchema.optional(),
    version: VersionSchema.optional(),
  })
  .refine(({ action, reason }) => action !== 'quarantine' || reason !== undefined, {
    path: ['reason'],
    error: 'Reason is required',
  })
  .refine(({ action, reason }) => action !== 'accept' || reason !== undefined, {
    path: ['reason'],
    error: 'Note is required',
  });
export type ChangeBatchBody = z.infer<typeof ChangeBatchBody>;

/** A batch with stock that has expired or soon will. */
export const ExpiringBatchSchema = BatchSchema.omit({ actions: true }).extend({
  item: InventoryListItemSchema.pick({ _id: true, itemCode: true, name: true, unit: true, category: true }),
  laboratoryId: InventoryListItemSchema.shape.laboratoryId,
  lastUsableDay: BusinessDaySchema,
  /** Days after today that the batch may still be used; negative once it has expired. */
  daysLeft: z.number().int(),
  valuePaise: TotalPaiseSchema,
});
export type ExpiringBatch = z.infer<typeof ExpiringBatchSchema>;

export const ExpiringQuery = PageQuery.omit({ search: true }).extend({
  /** Days after today of the laboratory, whose policy only sets when it is alerted. */
  days: z.coerce.number<number>().int().min(0).max(366).default(30),
  laboratoryId: IdSchema.optional(),
  /** Only those that have expired, or only those that have not. */
  expired: enumOf(['true', 'false']).optional(),
});
export type ExpiringQuery = z.infer<typeof ExpiringQuery>;

/** Counts equal the lists that screens link them to. Items are active ones; batches are those with stock. */
export const InventoryStatsSchema = z.object({
  items: z.number().int(),
  low: z.number().int(),
  out: z.number().int(),
  expiredBatches: z.number().int(),
  /** Batches that expire within 7, 30 and 90 days; each includes the one before, and none includes expired batches. */
  expiring7: z.number().int(),
  expiring30: z.number().int(),
  expiring90: z.number().int(),
  valuePaise: TotalPaiseSchema,
  expiredValuePaise: TotalPaiseSchema,
  byCategory: z.array(
    z.object({ category: InventoryCategorySchema, items: z.number().int(), valuePaise: TotalPaiseSchema }),
  ),
});
export type InventoryStats = z.infer<typeof InventoryStatsSchema>;
