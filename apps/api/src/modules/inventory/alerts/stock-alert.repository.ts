import type { Page, StockAlertKind, StockAlertListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { STOCK_ALERT_MODEL, type StockAlertRow } from './stock-alert.document';

@Injectable()
export class StockAlertRepository extends ScopedRepository<StockAlertRow> {
  constructor(@InjectModel(STOCK_ALERT_MODEL) model: Model<StockAlertRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  async list(scope: LabScope, query: StockAlertListQuery): Promise<Page<StockAlertRow>> {
    const sort = { escalatedAt: -1, raisedAt: -1 } as const;
    return this.page(scope, { filter: filterOf(query), sort, page: query.page, limit: query.limit });
  }

  /** The live alerts of items, at most one of each kind. */
  async liveOf(
    scope: LabScope,
    itemIds: readonly ObjectId[],
    kinds?: readonly StockAlertKind[],
  ): Promise<StockAlertRow[]> {
    const filter = { isLive: true, 'item._id': { $in: itemIds }, ...(kinds && { kind: { $in: kinds } }) };
    return this.find(scope, filter, { limit: 0 });
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

function filterOf({ laboratoryId, kind, state, itemId, urgent, escalated }: StockAlertListQuery): Filter {
  return {
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(kind && { kind: { $in: kind } }),
    ...(state ? { state: { $in: state } } : { isLive: true }),
    ...(itemId !== undefined && { 'item._id': objectId(itemId) }),
    ...(urgent !== undefined && { isUrgent: urgent }),
    ...(escalated !== undefined && { escalatedAt: escalated ? { $ne: null } : null }),
  };
}
