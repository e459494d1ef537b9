import { type TransactionStatus, type TransactionType, typeOfCategory } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { type StoredInteger, toBigint } from '../../../platform/mongo/stored-integer';
import { monthKey, type Period } from '../../../platform/time/report-period';
import { BillRepository } from '../bills/bill.repository';
import type { TransactionRow } from '../entry/entry.document';
import { EntryRepository } from '../entry/entry.repository';
import type { Tally, TotalsDelta } from './ledger-totals.repository';
import type { LedgerTotal } from './sums';

/** The tally of entries, computed by the database. Sums of doubles, as which amounts are stored, would be rounded. */
const paise = { $toLong: '$amountPaise' };
const tally = {
  count: { $sum: 1 },
  paise: { $sum: { $cond: [{ $ifNull: ['$reversalOf', false] }, { $multiply: [paise, -1] }, paise] } },
};
const cell = { category: '$category', paymentMethod: '$paymentMethod', status: '$status' };
type StoredGroup<Key> = { _id: Key; count: number; paise: StoredInteger };
type Cell = Pick<TransactionRow, 'category' | 'paymentMethod' | 'status'>;
export type PartyGroup = StoredGroup<Cell & { partyKey: string; month: string }>;

/** The entries that name a party, by party and month. */
export const groupsByParty = [
  { $match: { partyKey: { $ne: null } } },
  { $group: { _id: { partyKey: '$partyKey', month: { $substrCP: ['$date', 0, 7] }, ...cell }, ...tally } },
];

export type ContraTotal = Tally & Pick<TransactionRow, 'category'> & { laboratoryId: string };

/** Totals that are added up from the entries themselves. */
@Injectable()
export class EntryTotals {
  constructor(
    private readonly entries: EntryRepository,
    private readonly bills: BillRepository,
  ) {}

  /** Adds up matching entries, for filters that the stored totals do not support, such as an amount. */
  async count(
    scope: LabScope,
    filter: Filter,
  ): Promise<(Tally & { type: TransactionType; status: TransactionStatus })[]> {
    type Group = StoredGroup<{ type: TransactionType; status: TransactionStatus }>;
    const groups = await this.entries.aggregate<Group>(scope, [
      { $match: filter },
      { $group: { _id: { type: '$type', status: '$status' }, ...tally } },
    ]);
    return groups.map(({ _id, count, paise: sum }) => ({ ..._id, count, paise: toBigint(sum) }));
  }

  /** The totals of a party in some days of a month. */
  async ofParty(
    scope: LabScope,
    partyKey: string,
    { from, to }: Period,
    laboratoryIds: readonly string[],
  ): Promise<LedgerTotal[]> {
    const laboratoryId = { $in: laboratoryIds.map((id) => objectId(id)) };
    const groups = await this.entries.aggregate<StoredGroup<Cell & { laboratoryId: ObjectId }>>(scope, [
      { $match: { partyKey, laboratoryId, date: { $gte: from, $lte: to } } },
      { $group: { _id: { laboratoryId: '$laboratoryId', ...cell }, ...tally } },
    ]);
    return groups.map(({ _id, count, paise: sum }) => ({
      ..._id,
      laboratoryId: _id.laboratoryId.toHexString(),
      period: monthKey(from),
      type: typeOfCategory(_id.category),
      count,
      paise: toBigint(sum),
    }));
  }

  /** The totals of the approved contra entries of a period, by laboratory and category. */
  async ofContra(scope: LabScope, { from, to }: Period): Promise<ContraTotal[]> {
    type Group = StoredGroup<Pick<TransactionRow, 'laboratoryId' | 'category'>>;
    const [links, credits] = await readAll(
      () =>
        this.entries.aggregate<{ _id: ObjectId }>(scope, [
          { $match: { status: 'reversed', date: { $lte: to } } },
          { $group: { _id: '$reversedBy._id' } },
        ]),
      // No reversed entry links to those of credit notes.
      () => this.bills.creditEntries(scope),
    );
    const _id = { $in: [...links.map((link) => link._id), ...credits] };
    const groups = await this.entries.aggregate<Group>(scope, [
      { $match: { _id, status: 'approved', date: { $gte: from, $lte: to } } },
      { $group: { _id: { laboratoryId: '$laboratoryId', category: '$category' }, ...tally } },
    ]);
    return groups.map(({ _id: { laboratoryId, category }, count, paise: sum }) => ({
      laboratoryId: laboratoryId.toHexString(),
      category,
      count,
      paise: toBigint(sum),
    }));
  }

  /** The correct totals of a laboratory, computed from all its entries. */
  async recount(scope: LabScope, laboratoryId: string): Promise<TotalsDelta[]> {
    const key = { date: '$date', ...cell };
    const groups = await this.entries.aggregate<StoredGroup<Cell & { date: string }>>(scope, [
      { $group: { _id: key, ...tally } },
    ]);
    return groups.map(({ _id, count, paise: sum }) => ({
      laboratoryId,
      partyKey: null,
      ..._id,
      count,
      paise: toBigint(sum),
    }));
  }

  /** The correct totals of the parties of a laboratory, by month. */
  async recountParties(scope: LabScope, laboratoryId: string): Promise<TotalsDelta[]> {
    return (await this.entries.aggregate<PartyGroup>(scope, groupsByParty)).map(toPartyDelta(laboratoryId));
  }

  /** All laboratories that have entries. */
  async laboratoryIds(scope: LabScope): Promise<string[]> {
    const groups = await this.entries.aggregate<{ _id: ObjectId }>(scope, [{ $group: { _id: '$laboratoryId' } }]);
    return groups.map(({ _id }) => _id.toHexString());
  }
}

/** The first day stands for the month. */
export function toPartyDelta(laboratoryId: string) {
  return ({ _id: { month, ...key }, count, paise: sum }: PartyGroup): TotalsDelta => ({
    laboratoryId,
    date: `${month}-01`,
    ...key,
    count,
    paise: toBigint(sum),
  });
}
