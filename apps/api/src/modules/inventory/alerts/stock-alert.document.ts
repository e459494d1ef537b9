import {
  type InventoryUnit,
  type StockAlertKind,
  stockAlertKinds,
  type StockAlertState,
  stockAlertStates,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';

export type StockAlertRow = Stored & {
  laboratoryId: Types.ObjectId;
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit };
  kind: StockAlertKind;
  state: StockAlertState;
  until: string | null;
  isUrgent: boolean;
  raisedAt: Date;
  escalatedAt: Date | null;
  resolvedAt: Date | null;
  actedBy: { _id: Types.ObjectId; name: string } | null;
  /** Whether it is not resolved; a unique index allows one per item and kind. */
  isLive: boolean;
  updatedBy: string | null;
};

export const STOCK_ALERT_MODEL = 'StockAlert';

const part = { _id: false } as const;

export const stockAlertSchema = new Schema<StockAlertRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    item: new Schema({ _id: Schema.Types.ObjectId, itemCode: String, name: String, unit: String }, part),
    kind: { type: String, enum: stockAlertKinds, required: true },
    state: { type: String, enum: stockAlertStates, required: true },
    until: { type: String, default: null },
    isUrgent: { type: Boolean, required: true },
    raisedAt: { type: Date, required: true },
    escalatedAt: { type: Date, default: null },
    resolvedAt: { type: Date, default: null },
    actedBy: { type: new Schema({ _id: Schema.Types.ObjectId, name: String }, part), default: null },
    isLive: { type: Boolean, required: true },
    updatedBy: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_alerts', versionKey: false, minimize: false },
);

stockAlertSchema.index({ 'item._id': 1, kind: 1 }, { unique: true, partialFilterExpression: { isLive: true } });
stockAlertSchema.index({ 'item._id': 1, raisedAt: 1 });
stockAlertSchema.index({ laboratoryId: 1, isLive: 1, escalatedAt: 1, raisedAt: 1, _id: 1, kind: 1, state: 1 });
stockAlertSchema.index({ isLive: 1, escalatedAt: 1, raisedAt: 1, _id: 1, kind: 1, state: 1 });
stockAlertSchema.index({ laboratoryId: 1, state: 1, until: 1 });
