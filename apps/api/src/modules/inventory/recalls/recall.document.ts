import { inventoryUnits, type InventoryUnit, recallStatuses } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';

export type RecallRow = Stored & {
  /** Null for a recall in the whole network. */
  laboratoryId: Types.ObjectId | null;
  batchNumber: string;
  /** See `batchKeyOf`. */
  batchKey: string;
  /** What the product was called when it was recalled; see `productKeyOf`. */
  productKey: string;
  /** The items that have had the batch, those included in which it arrived since. */
  itemIds: Types.ObjectId[];
  name: string;
  manufacturer: string | null;
  unit: InventoryUnit;
  reason: string;
  status: (typeof recallStatuses)[number];
  by: { _id: Types.ObjectId; name: string };
  updatedBy: string | null;
};

/** Also the number of items that one recall can block, in one transaction. */
export const MAX_RECALLED_ITEMS = 2_000;

export const RECALL_MODEL = 'BatchRecall';

const required = { type: String, required: true } as const;

export const recallSchema = new Schema<RecallRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, default: null },
    batchNumber: required,
    batchKey: required,
    productKey: required,
    itemIds: { type: [Schema.Types.ObjectId], max: MAX_RECALLED_ITEMS },
    name: required,
    manufacturer: { type: String, default: null },
    unit: { ...required, enum: inventoryUnits },
    reason: required,
    status: { ...required, enum: recallStatuses },
    by: new Schema({ _id: Schema.Types.ObjectId, name: String }, { _id: false }),
    updatedBy: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'batch_recalls', versionKey: false, minimize: false },
);

recallSchema.index({ batchKey: 1, status: 1 });
recallSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
