import type { LaboratoryListQuery, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../platform/domain/lab-scope';
import { type Filter, ScopedRepository } from '../../platform/mongo/scoped-repository';
import { searchFilter } from '../../platform/mongo/search-words';
import type { ObjectId } from '../../platform/domain/object-id';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { sortOrder } from '../../platform/mongo/sort-order';
import { LABORATORY_MODEL, type LaboratoryRow } from './laboratory.document';

/** The fields to sort by for each sort name. Each combination has an index. */
const sortFields = {
  name: ['sortName'],
  code: ['code'],
  city: ['location.city', 'sortName'],
  status: ['status', 'sortName'],
  createdAt: ['createdAt'],
} as const;

const listProjection = {
  name: 1,
  code: 1,
  type: 1,
  status: 1,
  'location.city': 1,
  'location.state': 1,
  contact: 1,
  timezone: 1,
  createdAt: 1,
  updatedAt: 1,
  version: 1,
} as const;

const optionProjection = { name: 1, code: 1, status: 1, timezone: 1, 'location.city': 1, 'contact.phone': 1 } as const;

@Injectable()
export class LaboratoryRepository extends ScopedRepository<LaboratoryRow> {
  constructor(@InjectModel(LABORATORY_MODEL) model: Model<LaboratoryRow>) {
    super(model, { laboratory: '_id' });
  }

  async list(scope: LabScope, query: LaboratoryListQuery): Promise<Page<LaboratoryRow>> {
    return this.page(scope, {
      filter: toFilter(query),
      sort: sortOrder(sortFields, query.sort),
      page: query.page,
      limit: query.limit,
      projection: listProjection,
    });
  }

  async options(scope: LabScope): Promise<LaboratoryRow[]> {
    const sort = { sortName: 1, _id: 1 } as const;
    return this.findAll(scope, { status: { $in: ['active', 'suspended'] } }, { sort, projection: optionProjection });
  }

  /** Not a new version, because no one changed the laboratory. */
  async setPlannedDays(_id: ObjectId, plannedDays: NonNullable<LaboratoryRow['plannedDays']>): Promise<void> {
    const session = currentSession() ?? undefined;
    await this.model.collection.updateOne({ _id }, { $set: { plannedDays } }, { session });
  }
}

function toFilter({ status, type, search }: LaboratoryListQuery): Filter {
  return {
    ...(status && { status: { $in: status } }),
    ...(type && { type: { $in: type } }),
    ...searchFilter('searchWords', search),
  };
}
