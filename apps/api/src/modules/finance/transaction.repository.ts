import { type Page, type TransactionFilterQuery, transactionStatuses, type TransactionType } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { type Filter, ScopedRepository } from '../../platform/mongo/scoped-repository';
import { sortOrder } from '../../platform/mongo/sort-order';
import { TRANSACTION_MODEL, type TransactionRow } from './transaction.document';

type Sort = TransactionFilterQuery['sort'];

/** What a sort compares; each has its index, in the network and in a laboratory. */
const sortFields = {
  date: ['date'],
  transactionNo: ['transactionNo'],
  amountPaise: ['amountPaise'],
  createdAt: ['createdAt'],
} as const;

/** What no screen and no file shows. */
const listProjection = { searchWords: 0, partyKey: 0, referenceKey: 0, 'receipts.sha256': 0 } as const;

/** Those whose reference counts: an entry that was rejected or cancelled frees it. */
const standing = { status: { $in: ['pending', 'partially_approved', 'approved', 'reversed'] } } as const;

const usedStatuses = transactionStatuses.filter((status) => status !== 'cancelled');

@Injectable()
export class TransactionRepository extends ScopedRepository<TransactionRow> {
  constructor(@InjectModel(TRANSACTION_MODEL) model: Model<TransactionRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'createdBy._id' });
  }

  /** A page of what the filter of `filterOf` finds. */
  async list(
    scope: LabScope,
    filter: Filter,
    { sort, page, limit }: { sort: Sort; page: number; limit: number },
  ): Promise<Page<TransactionRow>> {
    return this.page(scope, { filter, sort: sortOrder(sortFields, sort), page, limit, projection: listProjection });
  }

  /** The list under the same filter and in the same order, one by one. */
  each(scope: LabScope, filter: Filter, sort: Sort): AsyncIterable<TransactionRow> {
    return this.stream(scope, { filter, sort: sortOrder(sortFields, sort), projection: listProjection });
  }

  /** Entries that bear the reference, neither rejected nor cancelled, the newest first. */
  async withReference(
    scope: LabScope,
    { referenceKey, laboratoryId, except }: { referenceKey: string; laboratoryId?: string; except?: string },
    limit: number,
  ): Promise<TransactionRow[]> {
    const filter = {
      referenceKey,
      ...standing,
      ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
      ...(except !== undefined && { _id: { $ne: objectId(except) } }),
    };
    return this.find(scope, filter, { sort: { date: -1, _id: -1 }, limit, projection: listProjection });
  }

  /** Of many references, the number of an entry of the scope that bears it already, by `referenceKeyOf`. */
  async bearersOf(scope: LabScope, referenceKeys: readonly string[]): Promise<Map<string, string>> {
    const filter = { referenceKey: { $in: referenceKeys }, ...standing };
    const rows = await this.find(scope, filter, { limit: 0, projection: { referenceKey: 1, transactionNo: 1 } });
    return new Map(rows.map(({ referenceKey, transactionNo }) => [referenceKey ?? '', transactionNo]));
  }

  /** The entry that names the party and is dated last, the last that was entered of those of a day; see `useIn`. */
  async lastOfParty(scope: LabScope, type: TransactionType, partyKey: string): Promise<TransactionRow | null> {
    const filter = { partyKey, type, status: { $in: usedStatuses }, reversalOf: null };
    const [last] = await this.find(scope, filter, { sort: { date: -1, _id: -1 }, limit: 1 });
    return last ?? null;
  }
}
