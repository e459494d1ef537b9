import {
  batchStatuses,
  inventoryUnits,
  type InventoryUnit,
  type TransferStatus,
  transferStatuses,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import type { BatchRow } from '../items/item.document';

/** One batch of a transfer. What was neither received nor returned is in transit. */
export type TransferLineRow = {
  _id: Types.ObjectId;
  /** The item of the sending laboratory. */
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit; productKey: string };
  /** As it was when it left. */
  batch: Omit<BatchRow, 'quantity'>;
  quantity: number;
  received: number;
  returned: number;
  /** The item of the receiving laboratory, once some of it has been received. */
  receivedItemId: Types.ObjectId | null;
};

export type TransferStepRow = {
  kind: 'sent' | 'received' | 'returned';
  at: Date;
  by: { _id: Types.ObjectId; name: string };
  notes: string | null;
  lines: { lineId: Types.ObjectId; quantity: number }[];
};

export type TransferRow = Stored & {
  number: string;
  status: TransferStatus;
  /** The sender and the receiver, both of which own the transfer. */
  laboratoryIds: [from: Types.ObjectId, to: Types.ObjectId];
  fromLaboratoryId: Types.ObjectId;
  toLaboratoryId: Types.ObjectId;
  lines: TransferLineRow[];
  steps: TransferStepRow[];
  notes: string | null;
  /** See `batchKeyOf`. */
  batchKeys: string[];
  searchWords: string[];
  updatedBy: string | null;
};

export const TRANSFER_MODEL = 'StockTransfer';

const part = { _id: false } as const;
const text = { type: String, default: null } as const;
const required = { type: Number, required: true } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;

export const transferSchema = new Schema<TransferRow>(
  {
    number: { type: String, required: true },
    status: { type: String, enum: transferStatuses, required: true },
    laboratoryIds: { type: [Schema.Types.ObjectId], required: true },
    fromLaboratoryId: id,
    toLaboratoryId: id,
    lines: [
      new Schema({
        item: new Schema(
          { _id: id, itemCode: String, name: String, unit: { type: String, enum: inventoryUnits }, productKey: String },
          part,
        ),
        batch: new Schema(
          {
            _id: id,
            batchNumber: String,
            expiryDate: text,
            openedOn: text,
            unitCostPaise: Number,
            status: { type: String, enum: batchStatuses },
            statusReason: text,
            receivedAt: Date,
          },
          part,
        ),
        quantity: required,
        received: required,
        returned: required,
        receivedItemId: { type: Schema.Types.ObjectId, default: null },
      }),
    ],
    steps: [
      new Schema(
        {
          kind: String,
          at: Date,
          by: new Schema({ _id: id, name: String }, part),
          notes: text,
          lines: [new Schema({ lineId: id, quantity: Number }, part)],
        },
        part,
      ),
    ],
    notes: text,
    batchKeys: [String],
    searchWords: [String],
    updatedBy: text,
    version: required,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_transfers', versionKey: false, minimize: false },
);

transferSchema.index({ number: 1 }, { unique: true });
transferSchema.index({ laboratoryIds: 1, createdAt: 1, _id: 1 });
transferSchema.index({ fromLaboratoryId: 1, status: 1, createdAt: 1 });
transferSchema.index({ toLaboratoryId: 1, status: 1, createdAt: 1 });
transferSchema.index({ status: 1, createdAt: 1, _id: 1 });
transferSchema.index({ batchKeys: 1, createdAt: 1 });
transferSchema.index({ searchWords: 1, createdAt: 1 });
