import { inventoryCategories, type InventoryCategory, type InventoryStats, totalPaise } from '@shifa/contract';
import { type Model, type mongo, Schema, type Types } from 'mongoose';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { toBigint, type StoredInteger } from '../../../platform/mongo/stored-integer';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { storedFields } from '../../../platform/mongo/schema-parts';
import { type ItemRow, NEVER } from './item.document';
import { lastDayOf } from './stock';

/**
 * The stock of a laboratory in numbers, updated in the transaction of each change, so that no screen has to scan the
 * items. Entries that drop to zero stay.
 */
export type StockTotalsRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** Active items, and how many of them have too little stock. */
  items: StoredInteger;
  /** Items that are no longer in use. */
  discontinued?: StoredInteger;
  low: StoredInteger;
  out: StoredInteger;
  /** Active items out of stock that have no minimum, so that nothing of them is missing. */
  outWithoutMinimum?: StoredInteger;
  /** All rows of the movement ledger. */
  movements: StoredInteger;
  categories?: Partial<Record<InventoryCategory, { items: StoredInteger; paise: StoredInteger }>>;
  /** Batches with stock by their last day of use, `NEVER` included. */
  expiry?: Partial<Record<string, { batches: StoredInteger; paise: StoredInteger }>>;
  swept?: SweptDays;
};

/** The last days of use up to which expiring and urgent batches have been announced; see `StockAlertSweep`. */
export type SweptDays = { warned: string; urgent: string };

export const STOCK_TOTALS_MODEL = 'StockTotals';

export const stockTotalsSchema = new Schema<StockTotalsRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    items: Schema.Types.Mixed,
    discontinued: Schema.Types.Mixed,
    low: Schema.Types.Mixed,
    out: Schema.Types.Mixed,
    outWithoutMinimum: Schema.Types.Mixed,
    movements: Schema.Types.Mixed,
    categories: Schema.Types.Mixed,
    expiry: Schema.Types.Mixed,
    swept: new Schema({ warned: String, urgent: String }, { _id: false }),
    ...storedFields,
  },
  { collection: 'stock_totals', versionKey: false, minimize: false },
);

stockTotalsSchema.index({ laboratoryId: 1 }, { unique: true });

/** A new document has every field, so that readers need not ask whether one is there. */
const empty = { items: 0n, low: 0n, out: 0n, movements: 0n } as const;

@Injectable()
export class StockTotalsRepository extends ScopedRepository<StockTotalsRow> {
  constructor(@InjectModel(STOCK_TOTALS_MODEL) model: Model<StockTotalsRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the stored numbers in the transaction of the change. */
  async add(increments: readonly { laboratoryId: string; by: Increments }[], at: Date): Promise<void> {
    if (increments.length === 0) return;
    const statements = increments.map(({ laboratoryId, by }): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: { laboratoryId: objectId(laboratoryId) },
        update: { $inc: { ...empty, ...by, version: 1 }, $set: { updatedAt: at }, $setOnInsert: { createdAt: at } },
        upsert: true,
      },
    }));
    await (this.model.collection as mongo.Collection).bulkWrite(statements, { session: currentSession() ?? undefined });
  }

  /** @param laboratoryIds narrows the scope. */
  async read(scope: LabScope, laboratoryIds?: readonly string[]): Promise<StockTotalsRow[]> {
    const filter = laboratoryIds ? { laboratoryId: { $in: laboratoryIds.map((id) => objectId(id)) } } : {};
    return this.findAll(scope, filter);
  }

  /** Where it says how far the alerts of a laboratory have been brought; null if it never had stock. */
  async sweptIn(scope: LabScope): Promise<StockTotalsRow | null> {
    const [row] = await this.find(scope, {}, { limit: 1, projection: { version: 1, swept: 1 } });
    return row ?? null;
  }
}

/** What to add to the numbers of a laboratory, by dotted path. As `bigint`, they are stored with 64 bits. */
export type Increments = Record<string, bigint>;

type Counted = Pick<
  ItemRow,
  'laboratoryId' | 'status' | 'stockStatus' | 'minQuantity' | 'category' | 'batches' | 'stabilityDays' | 'movementSeq'
>;

/** The net effect of changes on the totals of each laboratory, in the order of their ids. */
export function toIncrements(
  changes: readonly { before: Counted | null; after: Counted }[],
): { laboratoryId: string; by: Increments }[] {
  const byLaboratory = new Map<string, Increments>();
  const add = (item: Counted, sign: bigint) => {
    const id = item.laboratoryId.toHexString();
    const by = byLaboratory.get(id) ?? {};
    byLaboratory.set(id, by);
    for (const [path, amount] of toContribution(item)) by[path] = (by[path] ?? 0n) + sign * amount;
  };
  for (const { before, after } of changes) {
    if (before) add(before, -1n);
    add(after, 1n);
  }
  return [...byLaboratory]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([laboratoryId, by]) => ({
      laboratoryId,
      by: Object.fromEntries(Object.entries(by).filter(([, amount]) => amount !== 0n)),
    }))
    .filter(({ by }) => Object.keys(by).length > 0);
}

/** Pairs of path and amount; a path may occur several times. */
function toContribution(item: Counted): [path: string, amount: bigint][] {
  const pairs: [string, bigint][] = [['movements', BigInt(item.movementSeq)]];
  if (item.status === 'active') {
    pairs.push(['items', 1n], [`categories.${item.category}.items`, 1n]);
    if (item.stockStatus !== 'ok') pairs.push([item.minQuantity > 0 ? item.stockStatus : 'outWithoutMinimum', 1n]);
  }
  if (item.status === 'discontinued') pairs.push(['discontinued', 1n]);
  for (const batch of item.batches) {
    if (batch.quantity === 0) continue;
    const paise = BigInt(batch.quantity) * BigInt(batch.unitCostPaise);
    const day = `expiry.${lastDayOf(batch, item) ?? NEVER}`;
    pairs.push([`${day}.batches`, 1n], [`${day}.paise`, paise], [`categories.${item.category}.paise`, paise]);
  }
  return pairs;
}

/** Adds up the totals of laboratories, each with its own today. */
export function toStats(rows: readonly { totals: StockTotalsRow; today: string }[]): InventoryStats {
  const sum = (of: (totals: StockTotalsRow) => StoredInteger | undefined) =>
    rows.reduce((total, { totals }) => total + toBigint(of(totals) ?? 0), 0n);
  const batches = (from: (today: string) => string | null, to: (today: string) => string) =>
    rows.flatMap(({ totals, today }) => {
      const [first, last] = [from(today), to(today)];
      return Object.entries(totals.expiry ?? {}).filter(([day]) => (first === null || day >= first) && day <= last);
    });
  const countOf = (found: ReturnType<typeof batches>) =>
    Number(found.reduce((total, [, entry]) => total + toBigint(entry?.batches ?? 0), 0n));
  const paiseOf = (found: ReturnType<typeof batches>) =>
    totalPaise(found.reduce((total, [, entry]) => total + toBigint(entry?.paise ?? 0), 0n));
  const within = (days: number) =>
    countOf(
      batches(
        (today) => today,
        (today) => addDays(today, days),
      ),
    );
  const expired = batches(
    () => null,
    (today) => addDays(today, -1),
  );
  const categoriesHeld = inventoryCategories.map((category) => ({
    category,
    items: Number(sum(({ categories }) => categories?.[category]?.items)),
    valuePaise: totalPaise(sum(({ categories }) => categories?.[category]?.paise)),
  }));
  return {
    items: Number(sum(({ items }) => items)),
    low: Number(sum(({ low }) => low)),
    out: Number(sum(({ out }) => out) + sum(({ outWithoutMinimum }) => outWithoutMinimum)),
    expiredBatches: countOf(expired),
    expiring7: within(7),
    expiring30: within(30),
    expiring90: within(90),
    valuePaise: paiseOf(
      batches(
        () => null,
        () => NEVER,
      ),
    ),
    expiredValuePaise: paiseOf(expired),
    byCategory: categoriesHeld.filter(({ items, valuePaise }) => items > 0 || valuePaise !== 0),
  };
}

/** Where a page of batches in the order of their last days lies, so that it is read without those before it. */
export type PlaceOfPage = { total: number; days: string[]; skip: number };

/**
 * Counts the batches of laboratories, each within its own range of days.
 * @returns their number, the days of the batches on the page, and how many batches of the first day precede the page.
 */
export function placeOfPage(
  rows: readonly { totals: StockTotalsRow; range: { from?: string; through: string } }[],
  { page, limit }: { page: number; limit: number },
): PlaceOfPage {
  const counts = new Map<string, number>();
  for (const { totals, range } of rows) {
    for (const [day, entry] of Object.entries(totals.expiry ?? {})) {
      if (day > range.through || (range.from !== undefined && day < range.from)) continue;
      counts.set(day, (counts.get(day) ?? 0) + Number(toBigint(entry?.batches ?? 0)));
    }
  }
  const place: PlaceOfPage = { total: 0, days: [], skip: 0 };
  const [first, end] = [(page - 1) * limit, page * limit];
  for (const [day, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (count > 0 && place.total < end && place.total + count > first) {
      if (place.days.length === 0) place.skip = first - place.total;
      place.days.push(day);
    }
    place.total += count;
  }
  return place;
}

/** The sum of some counts of laboratories, so that a long list that asks for nothing else need not be counted. */
export function knownTotal(
  rows: readonly StockTotalsRow[],
  fields: readonly ('items' | 'discontinued' | 'low' | 'out' | 'movements')[],
): number {
  return rows.reduce(
    (sum, row) => sum + fields.reduce((total, field) => total + Number(toBigint(row[field] ?? 0)), 0),
    0,
  );
}
