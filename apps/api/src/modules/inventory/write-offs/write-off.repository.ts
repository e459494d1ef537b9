import type { Page, WriteOffListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { WRITE_OFF_MODEL, type WriteOffRow } from './write-off.document';

/** Write-offs that wait for a decision. */
export const waiting: Filter = { status: 'pending' };

@Injectable()
export class WriteOffRepository extends ScopedRepository<WriteOffRow> {
  constructor(@InjectModel(WRITE_OFF_MODEL) model: Model<WriteOffRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  list(scope: LabScope, viewer: Actor, query: WriteOffListQuery): Promise<Page<WriteOffRow>> {
    const { status, laboratoryId, itemId, waitingForMe, page, limit } = query;
    return this.page(scope, {
      filter: {
        ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
        ...(status && { status: { $in: status } }),
        ...(itemId && { 'item._id': objectId(itemId) }),
        ...(waitingForMe && { $and: [waiting, decidableBy(viewer)] }),
      },
      sort: sortOrder({ createdAt: ['createdAt'] }, query.sort),
      page,
      limit,
    });
  }
}

/** What the viewer can decide on, in any of their capacities. */
function decidableBy(viewer: Actor): Filter {
  const alternatives: Filter[] = [];
  for (const as of viewer.capacities) {
    const scope = as.may('inventory.approve') ? as.scope('inventory.approve') : null;
    if (!scope || scope.userId !== null) continue;
    const excluded = [...as.represented.map((id) => objectId(id)), ...as.influencers('inventory.approve')];
    alternatives.push({
      ...(scope.laboratoryId !== null && { laboratoryId: objectId(scope.laboratoryId) }),
      'requestedBy._id': { $nin: excluded },
    });
  }
  return alternatives.length === 0 ? { _id: null } : { $or: alternatives };
}
