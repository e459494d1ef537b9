import { openTransferStatuses, type Page, type TransferListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { TRANSFER_MODEL, type TransferRow } from './transfer.document';

export const inTransit: Filter = { status: { $in: openTransferStatuses } };

@Injectable()
export class TransferRepository extends ScopedRepository<TransferRow> {
  constructor(@InjectModel(TRANSFER_MODEL) model: Model<TransferRow>) {
    super(model, { laboratory: 'laboratoryIds' });
  }

  async list(scope: LabScope, query: TransferListQuery): Promise<Page<TransferRow>> {
    return this.page(scope, {
      filter: filterOf(query),
      sort: sortOrder({ createdAt: ['createdAt'] }, query.sort),
      page: query.page,
      limit: query.limit,
    });
  }
}

function filterOf({ status, laboratoryId, fromLaboratoryId, toLaboratoryId, search }: TransferListQuery): Filter {
  return {
    ...(laboratoryId && { laboratoryIds: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(status && { status: { $in: status } }),
    ...(fromLaboratoryId && { fromLaboratoryId: { $in: fromLaboratoryId.map((id) => objectId(id)) } }),
    ...(toLaboratoryId && { toLaboratoryId: { $in: toLaboratoryId.map((id) => objectId(id)) } }),
    ...searchFilter('searchWords', search),
  };
}
