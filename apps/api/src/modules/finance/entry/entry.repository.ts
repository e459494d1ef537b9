import {
  MAX_REHEARSED,
  type Page,
  type TransactionFilterQuery,
  transactionStatuses,
  type TransactionType,
  waitingStatuses,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { writeLater } from '../../../platform/mongo/unit-of-work';
import type { ClosedDays } from '../books/books';
import type { duplicateKeys } from './new-entry';
import { TRANSACTION_MODEL, type TransactionRow } from './entry.document';

type Sort = TransactionFilterQuery['sort'];

/** Each sort order has its indexes. */
const sortFields = {
  date: ['date'],
  transactionNo: ['transactionNo'],
  amountPaise: ['amountPaise'],
  createdAt: ['createdAt'],
} as const;

/** Fields that neither screens nor files show. */
const listProjection = { searchWords: 0, partyKey: 0, referenceKey: 0, 'receipts.sha256': 0 } as const;

const reportProjection = {
  transactionNo: 1,
  laboratoryId: 1,
  type: 1,
  date: 1,
  amountPaise: 1,
  category: 1,
  paymentMethod: 1,
  reference: 1,
  party: 1,
  description: 1,
  status: 1,
  flags: 1,
  rejection: 1,
  'approvals.by.name': 1,
  'createdBy.name': 1,
  createdAt: 1,
  reversalOf: 1,
  credit: 1,
  reversedBy: 1,
} as const;

const rehearsalProjection = {
  transactionNo: 1,
  date: 1,
  type: 1,
  amountPaise: 1,
  reversalOf: 1,
  party: 1,
  status: 1,
  flags: 1,
  approvals: 1,
  flaggedAt: 1,
  createdAt: 1,
} as const;
export type RehearsedEntry = Pick<TransactionRow, '_id' | keyof typeof rehearsalProjection>;

/** Rejected and cancelled entries do not count as duplicates. */
const referenceHolders = { status: { $in: ['pending', 'partially_approved', 'approved', 'reversed'] } } as const;

/** Entries that count, or will once they are approved: what was taken back can be entered again. */
const standing = { status: { $in: [...waitingStatuses, 'approved'] }, reversalOf: null } as const;

const statusesInUse = transactionStatuses.filter((status) => status !== 'cancelled');

@Injectable()
export class EntryRepository extends ScopedRepository<TransactionRow> {
  constructor(@InjectModel(TRANSACTION_MODEL) model: Model<TransactionRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'createdBy._id' });
  }

  /** With the other writes of the transaction; the rows are complete, and no unique field comes from a person. */
  override async insertMany(rows: TransactionRow[]): Promise<void> {
    await writeLater(
      this.model,
      rows.map((row) => ({ insertOne: row })),
    );
  }

  /** A page of the entries that match a filter by `toFilter`. */
  async list(
    scope: LabScope,
    filter: Filter,
    { sort, page, limit }: { sort: Sort; page: number; limit: number },
    total?: number,
  ): Promise<Page<TransactionRow>> {
    const order = sortOrder(sortFields, sort);
    const uniqueSort = 'transactionNo' in order ? ({ uniqueSort: true } as const) : {};
    return this.page(scope, { filter, sort: order, ...uniqueSort, page, limit, projection: listProjection, total });
  }

  /** All entries of the list, streamed. */
  each(scope: LabScope, filter: Filter, sort: Sort): AsyncIterable<TransactionRow> {
    return this.stream(scope, { filter, sort: sortOrder(sortFields, sort), projection: listProjection });
  }

  /** Entries in the order of their days, streamed, with the fields that a report shows. */
  eachForReport(scope: LabScope, filter: Filter): AsyncIterable<TransactionRow> {
    return this.stream(scope, { filter, sort: { date: 1 }, projection: reportProjection });
  }

  /** The entries that a laboratory entered since then, newest first, streamed, with all from which exceptions follow. */
  eachForRehearsal(scope: LabScope, laboratoryId: ObjectId, since: Date): AsyncIterable<RehearsedEntry> {
    const filter = enteredSince(laboratoryId, since);
    const options = { sort: { createdAt: -1 }, projection: rehearsalProjection, limit: MAX_REHEARSED } as const;
    return this.stream(scope, { filter, ...options });
  }

  async countToRehearse(scope: LabScope, laboratoryId: ObjectId, since: Date): Promise<number> {
    return this.count(scope, enteredSince(laboratoryId, since));
  }

  /** Entries with the reference that are neither rejected nor cancelled, newest first. */
  async findDuplicates(
    scope: LabScope,
    { referenceKey, laboratoryId, except }: { referenceKey: string; laboratoryId?: string; except?: string },
    limit: number,
  ): Promise<TransactionRow[]> {
    const filter = {
      referenceKey,
      ...referenceHolders,
      ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
      ...(except !== undefined && { _id: { $ne: objectId(except) } }),
    };
    return this.find(scope, filter, { sort: { date: -1, _id: -1 }, limit, projection: listProjection });
  }

  /** The numbers of entries that count, or will once they are approved, by their `toReferenceKey`. */
  async findByReference(scope: LabScope, referenceKeys: readonly string[]): Promise<Map<string, string>> {
    const filter = { referenceKey: { $in: referenceKeys }, ...standing };
    const rows = await this.findAll(scope, filter, { projection: { referenceKey: 1, transactionNo: 1 } });
    return new Map(rows.map(({ referenceKey, transactionNo }) => [referenceKey ?? '', transactionNo]));
  }

  /** The number of entries through a day that await a decision and are not in a closed period, by laboratory, the largest first. */
  async countWaiting(
    scope: LabScope,
    closed: ClosedDays,
    through: string,
  ): Promise<{ _id: ObjectId; count: number }[]> {
    const date = { $lte: through, ...(closed.ofNetwork !== null && { $gt: closed.ofNetwork }) };
    const closedFurther = [...closed.own].flatMap(([id, day]) =>
      day === null ? [] : [{ $or: [{ laboratoryId: { $ne: objectId(id) } }, { date: { $gt: day } }] }],
    );
    const further = closedFurther.length === 0 ? {} : { $and: closedFurther };
    return this.aggregate(scope, [
      { $match: { status: { $in: [...waitingStatuses] }, date, ...further } },
      { $group: { _id: '$laboratoryId', count: { $sum: 1 } } },
      { $sort: { count: -1, _id: 1 } },
    ]);
  }

  /** Entries of these days and amounts, except contra entries and those that were rejected, cancelled or reversed. */
  async findAlike(scope: LabScope, { dates, amounts }: { dates: string[]; amounts: number[] }) {
    const filter = { date: { $in: dates }, amountPaise: { $in: amounts }, ...standing };
    const projection = { transactionNo: 1, type: 1, date: 1, amountPaise: 1, party: 1, reference: 1 } as const;
    return this.findAll(scope, filter, { projection });
  }

  /** The newest entry of the laboratory that looks the same, see `duplicateKeys`. */
  async findSame(
    scope: LabScope,
    laboratoryId: ObjectId,
    likeness: ReturnType<typeof duplicateKeys>,
    except?: ObjectId,
  ): Promise<TransactionRow | null> {
    const filter = { laboratoryId, ...likeness, ...standing, ...(except && { _id: { $ne: except } }) };
    const [newest] = await this.find(scope, filter, { sort: { _id: -1 }, limit: 1, projection: listProjection });
    return newest ?? null;
  }

  /** The first ordinary entry that counts, or will once it is approved, with a party and reference, from a day on. */
  async findEnteredByHand(
    scope: LabScope,
    keys: Pick<TransactionRow, 'type' | 'partyKey' | 'referenceKey'>,
    from: string,
  ): Promise<TransactionRow | null> {
    const filter = { ...keys, date: { $gte: from }, bill: { $exists: false }, ...standing };
    return (await this.find(scope, filter, { sort: { _id: 1 }, limit: 1, projection: listProjection }))[0] ?? null;
  }

  /** The latest entry with the party, by date and then by creation; see `toUse`. */
  async findLatestOfParty(scope: LabScope, type: TransactionType, partyKey: string): Promise<TransactionRow | null> {
    const filter = { partyKey, type, status: { $in: statusesInUse }, reversalOf: null };
    const [last] = await this.find(scope, filter, { sort: { date: -1, _id: -1 }, limit: 1 });
    return last ?? null;
  }
}

function enteredSince(laboratoryId: ObjectId, since: Date): Filter {
  return { laboratoryId, createdAt: { $gte: since }, status: { $in: statusesInUse } };
}
