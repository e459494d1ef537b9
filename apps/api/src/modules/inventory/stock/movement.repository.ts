import type { MovementListQuery, MovementType, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { type Filter, type PageRequest, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { MOVEMENT_MODEL, type MovementRow } from './movement.document';
import { batchKeyOf } from './stock-plan';

@Injectable()
export class MovementRepository extends ScopedRepository<MovementRow> {
  constructor(@InjectModel(MOVEMENT_MODEL) model: Model<MovementRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  async list(scope: LabScope, query: MovementListQuery, total?: number): Promise<Page<MovementRow>> {
    const direction = query.sort === 'at' ? 1 : -1;
    const { itemId, page, limit } = query;
    const order: Pick<PageRequest, 'sort' | 'uniqueSort'> =
      itemId === undefined
        ? { sort: { at: direction } }
        : { sort: { 'item._id': direction, seq: direction }, uniqueSort: true };
    return this.page(scope, { filter: filterOf(query), ...order, page, limit, total });
  }

  /** What an item or one of its batches has gained since a movement. */
  async gainSince(scope: LabScope, itemId: ObjectId, seq: number, batchId?: string): Promise<number> {
    const filter = {
      'item._id': itemId,
      seq: { $gt: seq },
      ...(batchId !== undefined && { 'batch._id': objectId(batchId) }),
    };
    const [sum] = await this.aggregate<{ gain: number }>(scope, [
      { $match: filter },
      { $group: { _id: null, gain: { $sum: '$quantity' } } },
    ]);
    return sum?.gain ?? 0;
  }

  /** The movements of a batch number, added up by item and type. */
  async ofBatchNumber(
    scope: LabScope,
    batchNumber: string,
  ): Promise<{ itemId: ObjectId; type: MovementType; quantity: number }[]> {
    const sums = await this.aggregate<{ _id: { item: ObjectId; type: MovementType }; quantity: number }>(scope, [
      { $match: { batchKey: batchKeyOf(batchNumber) } },
      { $group: { _id: { item: '$item._id', type: '$type' }, quantity: { $sum: '$quantity' } } },
    ]);
    return sums.map(({ _id: { item, type }, quantity }) => ({ itemId: item, type, quantity }));
  }
}

function filterOf({ itemId, laboratoryId, type, batchNumber, from, to, by }: MovementListQuery): Filter {
  return {
    ...(itemId !== undefined && { 'item._id': objectId(itemId) }),
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(type && { type: { $in: type } }),
    ...(batchNumber !== undefined && { batchKey: batchKeyOf(batchNumber) }),
    ...((from !== undefined || to !== undefined) && {
      day: { ...(from !== undefined && { $gte: from }), ...(to !== undefined && { $lte: to }) },
    }),
    ...(by !== undefined && { 'by._id': objectId(by) }),
  };
}
