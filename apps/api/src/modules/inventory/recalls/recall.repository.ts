import type { Page, RecallListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { batchKeyOf } from '../stock/stock-plan';
import { MAX_RECALLED_ITEMS, RECALL_MODEL, type RecallRow } from './recall.document';

@Injectable()
export class RecallRepository extends ScopedRepository<RecallRow> {
  constructor(@InjectModel(RECALL_MODEL) model: Model<RecallRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Those of the scope and those of the network, which everybody may see. */
  async visible(scope: LabScope, { page, limit, status }: RecallListQuery): Promise<Page<RecallRow>> {
    return this.page(LabScope.everywhere(), {
      filter: { ...reaching(scope.laboratoryId), ...(status && { status: { $in: status } }) },
      sort: { createdAt: -1 },
      page,
      limit,
    });
  }

  /** The recalls in force of the batch numbers: those of the network and, if one is given, of a laboratory. */
  async inForce(laboratoryId: string | null, batchNumbers: readonly string[]): Promise<RecallRow[]> {
    const batchKey = { $in: batchNumbers.map(batchKeyOf) };
    return this.find(
      LabScope.everywhere(),
      { batchKey, status: 'active', ...reaching(laboratoryId) },
      { sort: { createdAt: 1 }, limit: 0 },
    );
  }

  /** Notes that the batch has arrived in an item, which is no change by anyone. */
  async addItem({ _id }: RecallRow, itemId: ObjectId): Promise<void> {
    const hasRoom = { [`itemIds.${MAX_RECALLED_ITEMS - 1}`]: { $exists: false } };
    const session = currentSession() ?? undefined;
    await this.model.collection.updateOne({ _id, ...hasRoom }, { $addToSet: { itemIds: itemId } }, { session });
  }
}

/** Without a laboratory, the recalls of all. */
function reaching(laboratoryId: string | null) {
  return laboratoryId === null ? {} : { laboratoryId: { $in: [null, objectId(laboratoryId)] } };
}
