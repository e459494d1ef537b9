import { inventoryUnits, type InventoryUnit, type MovementType, movementTypes } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';

/** A count states the quantity of an item or of a batch after a movement of the item. */
export type StockCount = { of: 'item' | 'batch'; atSeq: number };

/** A row of the ledger. It is never changed: `version` is always 1. */
export type MovementRow = Stored & {
  laboratoryId: Types.ObjectId;
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit };
  seq: number;
  type: MovementType;
  quantity: number;
  balanceAfter: number;
  usableAfter: number;
  batch: { _id: Types.ObjectId; batchNumber: string; expiryDate: string | null };
  /** See `batchKeyOf`. */
  batchKey: string;
  /** For an adjustment: what was counted, and after which movement. Absent from rows of earlier versions. */
  count?: StockCount | null;
  /** The write-off that was approved, for its waste. */
  writeOffId?: Types.ObjectId;
  reason: string | null;
  notes: string | null;
  unitCostPaise: number;
  by: { _id: Types.ObjectId; name: string } | null;
  at: Date;
  day: string;
};

export const MOVEMENT_MODEL = 'StockMovement';

const part = { _id: false } as const;

export const movementSchema = new Schema<MovementRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    item: new Schema(
      {
        _id: Schema.Types.ObjectId,
        itemCode: String,
        name: String,
        unit: { type: String, enum: inventoryUnits },
      },
      part,
    ),
    seq: { type: Number, required: true },
    type: { type: String, enum: movementTypes, required: true },
    quantity: { type: Number, required: true },
    balanceAfter: { type: Number, required: true },
    usableAfter: { type: Number, required: true },
    batch: new Schema({ _id: Schema.Types.ObjectId, batchNumber: String, expiryDate: String }, part),
    batchKey: { type: String, required: true },
    count: { type: new Schema({ of: String, atSeq: Number }, part), default: null },
    writeOffId: Schema.Types.ObjectId,
    reason: { type: String, default: null },
    notes: { type: String, default: null },
    unitCostPaise: { type: Number, required: true },
    by: { type: new Schema({ _id: Schema.Types.ObjectId, name: String }, part), default: null },
    at: { type: Date, required: true },
    day: { type: String, required: true },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_movements', versionKey: false, minimize: false },
);

movementSchema.index({ 'item._id': 1, seq: 1 }, { unique: true });
movementSchema.index({ laboratoryId: 1, at: 1, _id: 1, type: 1, day: 1 });
movementSchema.index({ at: 1, _id: 1, type: 1, day: 1 });
movementSchema.index({ laboratoryId: 1, type: 1, at: 1, _id: 1 });
movementSchema.index({ batchKey: 1, laboratoryId: 1, at: 1 });
movementSchema.index({ laboratoryId: 1, 'by._id': 1, at: 1, _id: 1 });
