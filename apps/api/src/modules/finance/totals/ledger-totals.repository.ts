import {
  type PaymentMethod,
  type TransactionCategory,
  type TransactionStatus,
  type TransactionType,
  typeOfCategory,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { type StoredInteger, storedNumbers } from '../../../platform/mongo/stored-integer';
import { currentSession, writeLater } from '../../../platform/mongo/unit-of-work';
import { storedFields } from '../../../platform/mongo/schema-parts';
import { signedPaise } from '../entry/entry';
import type { TransactionRow } from '../entry/entry.document';

/** The number of entries and the sum of their amounts; contra entries count negative. */
export type Tally = { count: number; paise: bigint };
export type StoredTally = Record<keyof Tally, StoredInteger>;
export type Grain = 'day' | 'month';
/** What reports can tell apart, besides laboratories, periods, types and statuses. */
export const totalsDimensions = ['category', 'paymentMethod'] as const;
export type TotalsDimension = (typeof totalsDimensions)[number];
export type ByStatus = Partial<Record<TransactionStatus, StoredTally>>;

/**
 * The totals of a laboratory for a day or a month, updated in the transaction of each entry, so that no screen has to
 * scan the entries. A tally that drops to zero stays. Tallies are exact up to 2^63 − 1: nine million entries of the
 * largest amount in one laboratory and month.
 */
export type LedgerTotalsRow = Stored & {
  laboratoryId: Types.ObjectId;
  grain: Grain;
  /** `2026-11-21` or `2026-11`. */
  period: string;
  cells: Partial<Record<TransactionCategory, Partial<Record<PaymentMethod, ByStatus>>>>;
  /** The cells of each type added up, for reports that need no categories or methods. */
  sums: Partial<Record<TransactionType, ByStatus>>;
};

export const LEDGER_TOTALS_MODEL = 'LedgerTotals';

export const ledgerTotalsSchema = new Schema<LedgerTotalsRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    grain: { type: String, enum: ['day', 'month'], required: true },
    period: { type: String, required: true },
    cells: { type: Schema.Types.Mixed, required: true },
    sums: { type: Schema.Types.Mixed, required: true },
    ...storedFields,
  },
  { collection: 'finance-figures', versionKey: false, minimize: false },
);

ledgerTotalsSchema.index({ laboratoryId: 1, grain: 1, period: 1 }, { unique: true });
ledgerTotalsSchema.index({ grain: 1, period: 1, laboratoryId: 1 });

/** A range of days or months, both ends included; a missing end is open. */
export type TotalsRange = { grain: Grain; from?: string; to?: string };

/** What to add to the numbers of one document, after what identifies it. */
export type Increments<Key = Pick<LedgerTotalsRow, 'grain' | 'period'>> = Key & {
  laboratoryId: string;
  by: Record<string, bigint>;
};

@Injectable()
export class LedgerTotalsRepository extends ScopedRepository<LedgerTotalsRow> {
  constructor(@InjectModel(LEDGER_TOTALS_MODEL) model: Model<LedgerTotalsRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the stored numbers in the transaction of the entries. */
  async add(increments: readonly Increments[], at: Date): Promise<void> {
    if (increments.length > 0) await writeLater(this.model, toStatements(increments, at));
  }

  /** A contiguous section of an index. @param laboratoryIds narrows the scope. @param part what is read of each. */
  async read(
    scope: LabScope,
    { grain, ...bounds }: TotalsRange,
    laboratoryIds: readonly string[] | undefined,
    part: 'cells' | 'sums',
  ): Promise<LedgerTotalsRow[]> {
    const inLaboratories = laboratoryIds && {
      laboratoryId: { $in: laboratoryIds.map((id) => new Types.ObjectId(id)) },
    };
    const filter = { ...inLaboratories, grain, ...periodFilter(bounds) };
    const projection = { laboratoryId: 1, grain: 1, period: 1, [part]: 1 } as const;
    return this.findAll(scope, filter, { sort: { grain: 1, period: 1 }, projection });
  }

  async all(scope: LabScope): Promise<LedgerTotalsRow[]> {
    return this.findAll(scope, {});
  }

  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }).session(currentSession());
  }

  async laboratoryIds(): Promise<string[]> {
    const groups = await this.aggregate<{ _id: Types.ObjectId }>(LabScope.everywhere(), [
      { $match: { grain: 'month' } },
      { $group: { _id: '$laboratoryId' } },
    ]);
    return groups.map(({ _id }) => _id.toHexString());
  }
}

function periodFilter({ from, to }: Omit<TotalsRange, 'grain'>): Filter {
  const period = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
  return Object.keys(period).length === 0 ? {} : { period };
}

/** The fields of an entry that totals depend on. */
export type Countable = Pick<
  TransactionRow,
  'date' | 'partyKey' | 'category' | 'paymentMethod' | 'status' | 'amountPaise' | 'reversalOf'
> & { laboratoryId: { toHexString: () => string } };

/** The change of the tally of one laboratory, day, party, category, method and status. */
export type TotalsDelta = Tally &
  Pick<TransactionRow, 'date' | 'partyKey' | 'category' | 'paymentMethod' | 'status'> & { laboratoryId: string };

/** Integers of a document by dotted path. As `bigint`, they are exact and stored with 64 bits. */
export type Numbers = Record<string, bigint>;

/** The net effect of changes on the tallies. */
export function toDeltas(changes: readonly { before: Countable | null; after: Countable }[]): TotalsDelta[] {
  const moves = changes.flatMap(({ before, after }) => [
    ...(before === null ? [] : [toDelta(before, -1)]),
    toDelta(after, 1),
  ]);
  const net = new Map<string, TotalsDelta>();
  for (const move of moves) {
    const { laboratoryId, date, partyKey, category, paymentMethod, status } = move;
    const key = [laboratoryId, date, category, paymentMethod, status, partyKey].join(' ');
    const known = net.get(key);
    net.set(key, known ? { ...move, count: known.count + move.count, paise: known.paise + move.paise } : move);
  }
  return [...net.values()].filter(({ count, paise }) => count !== 0 || paise !== 0n);
}

function toDelta(entry: Countable, sign: 1 | -1): TotalsDelta {
  const { laboratoryId, date, partyKey, category, paymentMethod, status } = entry;
  const tally = { count: sign, paise: BigInt(sign * signedPaise(entry)) };
  return { laboratoryId: laboratoryId.toHexString(), date, partyKey, category, paymentMethod, status, ...tally };
}

/** The deltas by document, for each day and its month. */
export function toIncrements(deltas: readonly TotalsDelta[]): Increments[] {
  return sumByDocument(deltas, ({ laboratoryId, date }) => [
    { laboratoryId, grain: 'day', period: date },
    { laboratoryId, grain: 'month', period: date.slice(0, 7) },
  ]);
}

/** Sorted, so that concurrent transactions write in the same order. */
export function sumByDocument<Key extends Record<string, string>>(
  deltas: readonly TotalsDelta[],
  documentsOf: (delta: TotalsDelta) => (Key & { laboratoryId: string })[],
): Increments<Key>[] {
  const documents = new Map<string, Increments<Key>>();
  for (const delta of deltas) {
    for (const one of documentsOf(delta)) {
      const key = Object.values(one).join(' ');
      const document = documents.get(key) ?? { ...one, by: {} };
      documents.set(key, document);
      for (const path of toPaths(delta)) {
        increase(document.by, `${path}.count`, BigInt(delta.count));
        increase(document.by, `${path}.paise`, delta.paise);
      }
    }
  }
  return [...documents]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, document]) => ({ ...document, by: withoutEmptyTallies(document.by) }))
    .filter(({ by }) => Object.keys(by).length > 0);
}

export function toStatements<Key>(increments: readonly Increments<Key>[], at: Date) {
  return increments.map(({ laboratoryId, by, ...key }) => ({
    updateOne: {
      filter: { laboratoryId: new Types.ObjectId(laboratoryId), ...key },
      update: { $inc: { ...by, version: 1 }, $set: { updatedAt: at }, $setOnInsert: { createdAt: at } },
      upsert: true as const,
    },
  }));
}

/** The numbers of a stored document, without zeros. */
export function toNumbers({ cells, sums }: Pick<LedgerTotalsRow, 'cells' | 'sums'>): Numbers {
  return storedNumbers({ cells, sums });
}

function toPaths({ category, paymentMethod, status }: TotalsDelta): string[] {
  return [`cells.${category}.${paymentMethod}.${status}`, `sums.${typeOfCategory(category)}.${status}`];
}

function increase(by: Numbers, path: string, amount: bigint): void {
  by[path] = (by[path] ?? 0n) + amount;
}

/** A tally is stored with both of its numbers: the amounts of an entry and of its reversal add up to zero. */
function withoutEmptyTallies(numbers: Numbers): Numbers {
  const isEmpty = (path: string) => numbers[`${path}.count`] === 0n && numbers[`${path}.paise`] === 0n;
  return Object.fromEntries(Object.entries(numbers).filter(([path]) => !isEmpty(path.replace(/\.[^.]+$/, ''))));
}
