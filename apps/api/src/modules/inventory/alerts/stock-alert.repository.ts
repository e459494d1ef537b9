import {
  type InventoryUnit,
  type Page,
  type StockAlertKind,
  stockAlertKinds,
  type StockAlertListQuery,
  type StockAlertState,
  stockAlertStates,
} from '@shifa/contract';
import { type Model, Schema, type Types } from 'mongoose';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';

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
    actedBy: { type: personPart, default: null },
    isLive: { type: Boolean, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'stock_alerts', versionKey: false, minimize: false },
);

stockAlertSchema.index({ 'item._id': 1, kind: 1 }, { unique: true, partialFilterExpression: { isLive: true } });
stockAlertSchema.index({ 'item._id': 1, raisedAt: 1 });
stockAlertSchema.index({ laboratoryId: 1, isLive: 1, escalatedAt: 1, raisedAt: 1, _id: 1, kind: 1, state: 1 });
stockAlertSchema.index({ isLive: 1, escalatedAt: 1, raisedAt: 1, _id: 1, kind: 1, state: 1 });
stockAlertSchema.index({ laboratoryId: 1, state: 1, until: 1 });

@Injectable()
export class StockAlertRepository extends ScopedRepository<StockAlertRow> {
  constructor(@InjectModel(STOCK_ALERT_MODEL) model: Model<StockAlertRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  async list(scope: LabScope, query: StockAlertListQuery): Promise<Page<StockAlertRow>> {
    const sort = { escalatedAt: -1, raisedAt: -1 } as const;
    return this.page(scope, { filter: toFilter(query), sort, page: query.page, limit: query.limit });
  }

  /** The live alerts of items, at most one of each kind. */
  async findLive(
    scope: LabScope,
    itemIds: readonly ObjectId[],
    kinds?: readonly StockAlertKind[],
  ): Promise<StockAlertRow[]> {
    const filter = { isLive: true, 'item._id': { $in: itemIds }, ...(kinds && { kind: { $in: kinds } }) };
    return this.findAll(scope, filter);
  }

  /** The items that have live alerts, each with their kinds. */
  async liveKinds(scope: LabScope): Promise<Map<string, StockAlertKind[]>> {
    const kinds = new Map<string, StockAlertKind[]>();
    for (const { item, kind } of await this.findAll(
      scope,
      { isLive: true },
      { projection: { 'item._id': 1, kind: 1 } },
    )) {
      const id = item._id.toHexString();
      kinds.set(id, [...(kinds.get(id) ?? []), kind]);
    }
    return kinds;
  }

  /** Ordered and snoozed alerts whose last day is before today. */
  async overdue(scope: LabScope, today: string, limit: number): Promise<StockAlertRow[]> {
    const filter = { state: { $in: ['ordered', 'snoozed'] }, until: { $lt: today } };
    return this.find(scope, filter, { limit });
  }

  /** Open alerts raised before a moment that have not been escalated. */
  async unattended(scope: LabScope, before: Date, limit: number): Promise<StockAlertRow[]> {
    const filter = { isLive: true, escalatedAt: null, state: 'open', raisedAt: { $lte: before } };
    return this.find(scope, filter, { limit });
  }
}

function toFilter({ laboratoryId, kind, state, itemId, urgent, escalated }: StockAlertListQuery): Filter {
  return {
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(kind && { kind: { $in: kind } }),
    ...(state ? { state: { $in: state } } : { isLive: true }),
    ...(itemId !== undefined && { 'item._id': objectId(itemId) }),
    ...(urgent !== undefined && { isUrgent: urgent }),
    ...(escalated !== undefined && { escalatedAt: escalated ? { $ne: null } : null }),
  };
}
