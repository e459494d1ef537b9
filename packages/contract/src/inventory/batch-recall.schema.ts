import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, PageQuery } from '../common/page.js';
import { ReasonSchema } from '../common/text.js';
import { BatchNumberSchema, InventoryUnitSchema } from './inventory-item.schema.js';
import { TransferLaboratorySchema, TransferStatusSchema } from './stock-transfer.schema.js';

/** A batch number alone does not identify a batch: two manufacturers can use the same one. */
export const RecallProductSchema = z.object({
  /** The same for the same product in every laboratory. */
  productKey: z.string(),
  name: z.string(),
  manufacturer: z.string().nullable(),
  unit: InventoryUnitSchema,
});

export const recallStatuses = ['active', 'ended'] as const;
export const RecallStatusSchema = enumOf(recallStatuses);

/** While it is active, deliveries and transfers of the batch arrive blocked. */
export const BatchRecallSchema = RecallProductSchema.extend({
  _id: IdSchema,
  batchNumber: z.string(),
  reason: z.string(),
  status: RecallStatusSchema,
  /** Null for a recall in the whole network. */
  laboratoryId: IdSchema.nullable(),
  by: z.string(),
  createdAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf('end'),
});
export type BatchRecall = z.infer<typeof BatchRecallSchema>;

export const RecallListQuery = PageQuery.omit({ search: true }).extend({
  status: anyOf(RecallStatusSchema).optional(),
});
export type RecallListQuery = z.infer<typeof RecallListQuery>;

export const BatchTraceQuery = z.object({ batchNumber: BatchNumberSchema });

/** Where the batch of a product was in one laboratory, in quantities of its unit. */
export const TracedLaboratorySchema = z.object({
  laboratory: TransferLaboratorySchema,
  itemId: IdSchema,
  itemCode: z.string(),
  /** What is there now. */
  quantity: z.number().int(),
  /** The part of it that may be used. */
  usableQuantity: z.number().int(),
  receivedQuantity: z.number().int(),
  usedQuantity: z.number().int(),
  wastedQuantity: z.number().int(),
  returnedQuantity: z.number().int(),
  sentQuantity: z.number().int(),
});
export type TracedLaboratory = z.infer<typeof TracedLaboratorySchema>;

export const TracedProductSchema = RecallProductSchema.extend({
  recall: BatchRecallSchema.nullable(),
  laboratories: z.array(TracedLaboratorySchema),
  transfers: z.array(
    z.object({
      _id: IdSchema,
      number: z.string(),
      status: TransferStatusSchema,
      from: TransferLaboratorySchema,
      to: TransferLaboratorySchema,
      quantity: z.number().int(),
      inTransitQuantity: z.number().int(),
    }),
  ),
});
export type TracedProduct = z.infer<typeof TracedProductSchema>;

export const BatchTraceSchema = z.object({
  batchNumber: z.string(),
  products: z.array(TracedProductSchema),
  /** How many transfers of the number are older than those of the products, and not among them. */
  olderTransfers: z.number().int(),
});
export type BatchTrace = z.infer<typeof BatchTraceSchema>;

/** Blocks every batch of the products with the number, in stock and in transit, in the laboratories of the sender. */
export const RecallBatchBody = z.object({
  batchNumber: BatchNumberSchema,
  productKeys: z.array(z.string().min(1).max(300)).min(1, 'Choose an item').max(20, 'At most 20 items at once'),
  reason: ReasonSchema,
});
export type RecallBatchBody = z.infer<typeof RecallBatchBody>;
