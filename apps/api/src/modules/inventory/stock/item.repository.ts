import type { CountSheetQuery, InventoryFilterQuery, InventoryListQuery, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { escapedForRegex, searchFilter } from '../../../platform/mongo/search-words';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { ITEM_MODEL, type ItemRow, nameKeyOf, normalizedText } from './item.document';

/** A laboratory and its today: what “expired” means depends on it. */
export type LaboratoryDay = { _id: ObjectId; today: string };

const sortFields = { name: ['sortName'], itemCode: ['itemCode'], nearestExpiry: ['nextExpiry'] } as const;

/** Fields that lists do not show. */
const listProjection = { batches: 0, batchKeys: 0, dailyUse: 0, searchWords: 0 } as const;

@Injectable()
export class ItemRepository extends ScopedRepository<ItemRow> {
  constructor(@InjectModel(ITEM_MODEL) model: Model<ItemRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  async list(
    scope: LabScope,
    query: InventoryListQuery,
    days: readonly LaboratoryDay[],
    total?: number,
  ): Promise<Page<ItemRow>> {
    return this.page(scope, {
      filter: toFilter(query, days),
      sort: sortOrder(sortFields, query.sort),
      page: query.page,
      limit: query.limit,
      projection: listProjection,
      total,
    });
  }

  /** Active items of a laboratory with their batches, by name. */
  async countSheet(
    scope: LabScope,
    { laboratoryId, storageLocation, page, limit }: CountSheetQuery & { laboratoryId: string },
    total?: number,
  ): Promise<Page<ItemRow>> {
    return this.page(scope, {
      filter: toFilter({ laboratoryId: [laboratoryId], status: ['active'], storageLocation, sort: 'name' }, []),
      sort: sortOrder(sortFields, 'name'),
      page,
      limit,
      projection: { batchKeys: 0, dailyUse: 0, searchWords: 0 },
      total,
    });
  }

  /** All items of the list with their batches, streamed. */
  each(scope: LabScope, query: InventoryFilterQuery, days: readonly LaboratoryDay[]): AsyncIterable<ItemRow> {
    return this.stream(scope, { filter: toFilter(query, days), sort: sortOrder(sortFields, query.sort) });
  }

  /** All items with their batches, by name, streamed. */
  eachForReport(scope: LabScope): AsyncIterable<ItemRow> {
    return this.stream(scope, { filter: {}, sort: { sortName: 1 }, projection: { dailyUse: 0, searchWords: 0 } });
  }

  /** The active items of these names with their batches and their use, name by name, streamed. */
  eachNamed(scope: LabScope, sortNames: readonly string[]): AsyncIterable<ItemRow> {
    const filter = { sortName: { $in: sortNames }, status: 'active' };
    return this.stream(scope, { filter, sort: { sortName: 1 }, projection: { searchWords: 0 } });
  }

  async countOfList(scope: LabScope, query: InventoryFilterQuery, days: readonly LaboratoryDay[]): Promise<number> {
    return this.count(scope, toFilter(query, days));
  }

  /** Active items that are low or out of stock, those out of stock first, as nothing of them is usable. */
  async lowStock(
    scope: LabScope,
    { laboratoryId, page, limit }: { laboratoryId?: string | undefined; page: number; limit: number },
    total?: number,
  ): Promise<Page<ItemRow>> {
    const filter = {
      isShort: true,
      stockStatus: { $in: ['low', 'out'] },
      minQuantity: { $gt: 0 },
      ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
    };
    return this.page(scope, { filter, sort: { usableQuantity: 1 }, page, limit, projection: listProjection, total });
  }

  /** The names of the first `limit` items whose next batch expires within the days. */
  async namesExpiring(
    scope: LabScope,
    { from, through }: { from: string; through: string },
    limit: number,
  ): Promise<string[]> {
    // With every name, the days are compared within the index of the list, which also holds all that is read.
    const filter = { sortName: { $gte: '' }, nextExpiry: { $gte: from, $lte: through } };
    const projection = { _id: 0, sortName: 1, nextExpiry: 1 } as const;
    return (await this.find(scope, filter, { sort: { nextExpiry: 1 }, limit, projection })).map(
      ({ sortName }) => sortName,
    );
  }

  /** The items with a batch in stock whose last day is one of the days, with their batches. */
  async withBatchesOn(
    scope: LabScope,
    days: readonly string[],
    filter: { laboratoryId?: ObjectId; nextExpiry?: Filter } = {},
  ): Promise<ItemRow[]> {
    if (days.length === 0) return [];
    return this.findAll(
      scope,
      { ...filter, batchKeys: { $in: days } },
      { projection: { dailyUse: 0, searchWords: 0 } },
    );
  }

  /** What alerts depend on, of the items with the ids. */
  async watched(scope: LabScope, ids: readonly string[]): Promise<ItemRow[]> {
    const projection = { batches: 0, batchKeys: 0, dailyUse: 0, searchWords: 0 } as const;
    return this.findAll(scope, { _id: { $in: ids.map((id) => objectId(id)) } }, { projection });
  }

  /** What orders depend on, of the items that may have to be ordered and those that are low. */
  async short(
    scope: LabScope,
    { laboratoryId, itemId }: { laboratoryId?: string | undefined; itemId?: string | undefined },
  ): Promise<ItemRow[]> {
    const filter = {
      isShort: true,
      ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
      ...(itemId !== undefined && { _id: objectId(itemId) }),
    };
    const projection = { batches: 0, batchKeys: 0, searchWords: 0 } as const;
    return this.findAll(scope, filter, { sort: { usableQuantity: 1 }, projection });
  }

  async findByBatch(scope: LabScope, batchId: string): Promise<ItemRow | null> {
    return this.findOne(scope, { batchKeys: objectId(batchId).toHexString() });
  }

  /** Items that have the GTIN, one in each laboratory. */
  async findByGtin(scope: LabScope, gtins: readonly string[], limit: number): Promise<ItemRow[]> {
    return this.find(scope, { gtins: { $in: gtins } }, { sort: { sortName: 1 }, limit });
  }

  /** Items that are found by the words of a text, with their batches. */
  async findByText(scope: LabScope, text: string, limit: number): Promise<ItemRow[]> {
    const filter = searchConditions(text, []);
    return '$and' in filter ? this.find(scope, filter, { sort: { sortName: 1 }, limit }) : [];
  }

  /** Distinct values of a field, those that start with the text. */
  async suggest(
    scope: LabScope,
    field: 'supplier' | 'manufacturer' | 'storageLocation',
    { search, laboratoryId, limit }: { search?: string | undefined; laboratoryId?: string; limit: number },
  ): Promise<string[]> {
    const filter = laboratoryId === undefined ? {} : { laboratoryId: objectId(laboratoryId) };
    return this.distinctTexts(scope, field, { filter, start: search, limit });
  }

  /** The different texts that name the supplier of active items without one, the most frequent first. */
  async supplierTexts(scope: LabScope, limit: number): Promise<{ text: string; items: number }[]> {
    const found = await this.aggregate<{ _id: string; items: number }>(scope, [
      { $match: { status: 'active', supplierId: null, supplier: { $type: 'string' } } },
      { $group: { _id: '$supplier', items: { $sum: 1 } } },
      { $sort: { items: -1, _id: 1 } },
      { $limit: limit },
    ]);
    return found.map(({ _id, items }) => ({ text: _id, items }));
  }

  countWithSupplierText(scope: LabScope, texts: readonly string[]): Promise<number> {
    return this.count(scope, withSupplierText(texts));
  }

  withSupplierText(scope: LabScope, texts: readonly string[], limit: number): Promise<ItemRow[]> {
    return this.find(scope, withSupplierText(texts), { limit });
  }

  /** The codes that are in use among those given. */
  async codesInUse(scope: LabScope, itemCodes: readonly string[]): Promise<Set<string>> {
    const rows = await this.findAll(scope, { itemCode: { $in: itemCodes } }, { projection: { itemCode: 1 } });
    return new Set(rows.map(({ itemCode }) => itemCode));
  }

  /** The keys of the items that have one of the names, whatever their unit; see `nameKeyOf`. */
  async nameKeysInUse(scope: LabScope, names: readonly string[]): Promise<Set<string>> {
    const filter = { sortName: { $in: [...new Set(names.map(normalizedText))] } };
    const rows = await this.findAll(scope, filter, { projection: { name: 1, unit: 1 } });
    return new Set(rows.map(nameKeyOf));
  }

  /** Items whose stock has changed through the mere passing of time. */
  async dueFor(scope: LabScope, now: Date, limit: number): Promise<ItemRow[]> {
    return this.find(scope, { changesAt: { $lte: now } }, { sort: { changesAt: 1 }, limit });
  }

  /** When the next item is due; null if none will be. */
  async nextDue(scope: LabScope): Promise<Date | null> {
    const filter = { changesAt: { $gt: new Date(0) } };
    const [first] = await this.find(scope, filter, {
      sort: { changesAt: 1 },
      limit: 1,
      projection: { changesAt: 1 },
    });
    return first?.changesAt ?? null;
  }

  /**
   * Writes what follows from the day without a new version, because no one changed the item.
   * @returns whether the item was still at its version.
   */
  async refreshStock(scope: LabScope, { _id, version }: ItemRow, stock: Partial<ItemRow>): Promise<boolean> {
    const { laboratoryId } = scope;
    const filter = { _id, version, ...(laboratoryId !== null && { laboratoryId: objectId(laboratoryId) }) };
    const { matchedCount } = await this.model.updateOne(filter, { $set: stock }).session(currentSession());
    return matchedCount === 1;
  }
}

function withSupplierText(texts: readonly string[]): Filter {
  return { status: 'active', supplierId: null, supplier: { $in: texts } };
}

function toFilter(query: InventoryFilterQuery, days: readonly LaboratoryDay[]): Filter {
  const { laboratoryId, category, status, stockStatus, expiringWithin, expired, blocked, inStock } = query;
  const conditions: Filter[] = [];
  if (expiringWithin !== undefined) {
    conditions.push(byDay(days, (today) => ({ nextExpiry: { $gte: today, $lte: addDays(today, expiringWithin) } })));
  }
  if (expired !== undefined) {
    conditions.push(byDay(days, (today) => ({ firstExpiry: expired ? { $lt: today } : { $gte: today } })));
  }
  return {
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(category && { category: { $in: category } }),
    ...(status && { status: { $in: status } }),
    ...(stockStatus && { stockStatus: { $in: stockStatus } }),
    ...(blocked !== undefined && { blockedQuantity: blocked ? { $gt: 0 } : 0 }),
    ...(inStock !== undefined && { quantity: inStock ? { $gt: 0 } : 0 }),
    ...(query.supplier !== undefined && { supplier: ignoringCase(query.supplier) }),
    ...(query.supplierId !== undefined && { supplierId: objectId(query.supplierId) }),
    ...(query.storageLocation !== undefined && { storageLocation: ignoringCase(query.storageLocation) }),
    ...(conditions.length > 0 && { $and: conditions }),
    ...searchConditions(query.search, conditions),
  };
}

/** One condition where all laboratories have the same date, which they have most of the day. */
function byDay(days: readonly LaboratoryDay[], condition: (today: string) => Filter): Filter {
  const todays = [...new Set(days.map(({ today }) => today))];
  const [today] = todays;
  if (today === undefined) return { _id: { $in: [] } };
  if (todays.length === 1) return condition(today);
  return {
    $or: todays.map((day) => ({
      laboratoryId: { $in: days.filter((one) => one.today === day).map(({ _id }) => _id) },
      ...condition(day),
    })),
  };
}

function searchConditions(search: string | undefined, others: readonly Filter[]): Filter {
  const { $and } = searchFilter('searchWords', search) as { $and?: Filter[] };
  return $and ? { $and: [...others, ...$and] } : {};
}

function ignoringCase(text: string): Filter {
  return { $regex: `^${escapedForRegex(text)}$`, $options: 'i' };
}
