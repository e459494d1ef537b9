import type { Page, SupplierFilterQuery, SupplierListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { EVERY_LABORATORY, type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { SUPPLIER_MODEL, type SupplierRow } from './supplier.document';

const sortFields = { name: ['sortName'], code: ['code'], nextReviewOn: ['nextReviewOn'] } as const;

@Injectable()
export class SupplierRepository extends ScopedRepository<SupplierRow> {
  constructor(@InjectModel(SUPPLIER_MODEL) model: Model<SupplierRow>) {
    super(model, { laboratory: 'laboratoryIds', shared: true });
  }

  /** @param dueBy the last day of a review that counts as due. */
  list(scope: LabScope, query: SupplierListQuery, dueBy: string): Promise<Page<SupplierRow>> {
    const sort = sortOrder(sortFields, query.sort);
    return this.page(scope, { filter: toFilter(query, dueBy), sort, page: query.page, limit: query.limit });
  }

  each(scope: LabScope, query: SupplierFilterQuery, dueBy: string): AsyncIterable<SupplierRow> {
    return this.stream(scope, { filter: toFilter(query, dueBy), sort: sortOrder(sortFields, query.sort) });
  }

  countOfList(scope: LabScope, query: SupplierFilterQuery, dueBy: string): Promise<number> {
    return this.count(scope, toFilter(query, dueBy));
  }

  findAllById(scope: LabScope, ids: readonly string[]): Promise<SupplierRow[]> {
    return this.find(scope, { _id: { $in: ids.map(objectId) } }, { limit: ids.length });
  }

  /** Suppliers of these names; see `supplierKey`. Several can have the same one. */
  findByKeys(scope: LabScope, keys: readonly string[], most: number): Promise<SupplierRow[]> {
    return this.find(scope, { nameKey: { $in: keys } }, { limit: most });
  }

  findByCodes(scope: LabScope, codes: readonly string[]): Promise<SupplierRow[]> {
    return this.find(scope, { code: { $in: codes } }, { limit: codes.length });
  }

  /** Found by the search words, which contain it. */
  findByGstins(scope: LabScope, gstins: readonly string[], most: number): Promise<SupplierRow[]> {
    const words = gstins.map((gstin) => gstin.toLowerCase());
    return this.find(scope, { searchWords: { $in: words }, gstin: { $in: gstins } }, { limit: most });
  }

  /** Suppliers whose review is due by a day, the earliest first. */
  dueForReview(scope: LabScope, dueBy: string): Promise<SupplierRow[]> {
    return this.findAll(scope, { nextReviewOn: { $lte: dueBy } }, { sort: { nextReviewOn: 1 } });
  }
}

function toFilter({ status, reviewDue, laboratoryId, search }: SupplierFilterQuery, dueBy: string): Filter {
  const conditions: Filter[] = [];
  if (reviewDue !== undefined) {
    conditions.push(
      reviewDue
        ? { nextReviewOn: { $lte: dueBy } }
        : { $or: [{ nextReviewOn: null }, { nextReviewOn: { $gt: dueBy } }] },
    );
  }
  const { $and = [] } = searchFilter('searchWords', search) as { $and?: Filter[] };
  const all = [...conditions, ...$and];
  return {
    ...(status && { status: { $in: status } }),
    ...(laboratoryId && { laboratoryIds: { $in: [...laboratoryId.map(objectId), EVERY_LABORATORY] } }),
    ...(all.length > 0 && { $and: all }),
  };
}
