import type { Page, RecallListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { batchKeyOf } from '../stock/stock-plan';
import { RECALL_MODEL, type RecallRow } from './recall.document';

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
}

/** Without a laboratory, the recalls of all. */
function reaching(laboratoryId: string | null) {
  return laboratoryId === null ? {} : { laboratoryId: { $in: [null, objectId(laboratoryId)] } };
}
