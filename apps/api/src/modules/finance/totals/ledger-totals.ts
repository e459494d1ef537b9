import type { TransactionFilterQuery, TransactionStatus, TransactionType } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { TransactionRepository } from '../entry/entry.repository';
import { type LedgerTotal, matching, negated, type TotalsFilter } from './sums';
import type { TotalsDelta } from './increments';
import { bigintOf, type StoredInteger } from '../../../platform/mongo/stored-integer';
import { type Tally, type TotalsDimension, totalsDimensions } from './ledger-totals.document';
import { rangesOf, type TotalsRange } from './ledger-ranges';
import { RememberedTotals } from './remembered-totals';
import type { Period } from '../../../platform/time/report-period';

/** A missing end of the period is open. */
export type TotalsQuery = Partial<Period> & TotalsFilter & { laboratoryId?: readonly string[] };

/** Filters that the stored totals support. */
const storedDimensions = new Set(['laboratoryId', 'type', 'category', 'paymentMethod', 'status', 'from', 'to']);
/** What does not change which entries a list shows. */
const ofLists = ['sort', 'page', 'limit'];

/** Whether the stored totals support the filter of a list. For any other, the matching entries have to be read. */
export function isStored(query: Partial<TransactionFilterQuery>): boolean {
  return Object.entries(query).every(
    ([field, value]: [string, unknown]) =>
      value === undefined || storedDimensions.has(field) || ofLists.includes(field),
  );
}

/** The tally of entries, computed by the database. Sums of doubles, as which amounts are stored, would be rounded. */
const paise = { $toLong: '$amountPaise' };
const tally = {
  count: { $sum: 1 },
  paise: { $sum: { $cond: [{ $ifNull: ['$reversalOf', false] }, { $multiply: [paise, -1] }, paise] } },
};
type StoredGroup<Key> = { _id: Key; count: number; paise: StoredInteger };

/** Totals of entries, from the stored ledger totals or from the entries themselves. */
@Injectable()
export class FinanceReportReadModel {
  constructor(
    private readonly stored: RememberedTotals,
    private readonly transactions: TransactionRepository,
  ) {}

  /**
   * The stored totals of a period, by month where possible; days of its first and last month may be subtracted.
   * @param options `byDay` reads days only; `by` is what to tell apart, besides what the filter restricts.
   */
  async totals(
    scope: LabScope,
    { from, to, laboratoryId, ...filter }: TotalsQuery,
    { byDay = false, by = [] }: { byDay?: boolean; by?: readonly TotalsDimension[] } = {},
  ): Promise<LedgerTotal[]> {
    const ranges: TotalsRange[] = byDay ? [{ grain: 'day', from, to }] : rangesOf({ from, to });
    const dimensions = totalsDimensions.filter((one) => by.includes(one) || filter[one] !== undefined);
    const found = await readAll(
      ...ranges.map((range) => async () => {
        const totals = await this.stored.read(scope, range, laboratoryId, dimensions);
        return range.excluded ? totals.map(negated) : totals;
      }),
    );
    return matching(found.flat(), filter);
  }

  /** Adds up matching entries, for filters that the stored totals do not support, such as a party or an amount. */
  async countEntries(
    scope: LabScope,
    filter: Filter,
  ): Promise<(Tally & { type: TransactionType; status: TransactionStatus })[]> {
    type Group = StoredGroup<{ type: TransactionType; status: TransactionStatus }>;
    const groups = await this.transactions.aggregate<Group>(scope, [
      { $match: filter },
      { $group: { _id: { type: '$type', status: '$status' }, ...tally } },
    ]);
    return groups.map(({ _id, count, paise: sum }) => ({ ..._id, count, paise: bigintOf(sum) }));
  }

  /** The correct totals of a laboratory, computed from all its entries. */
  async recount(scope: LabScope, laboratoryId: string): Promise<TotalsDelta[]> {
    type Group = StoredGroup<Pick<TotalsDelta, 'date' | 'category' | 'paymentMethod' | 'status'>>;
    const key = { date: '$date', category: '$category', paymentMethod: '$paymentMethod', status: '$status' };
    const groups = await this.transactions.aggregate<Group>(scope, [{ $group: { _id: key, ...tally } }]);
    return groups.map(({ _id, count, paise: sum }) => ({ laboratoryId, ..._id, count, paise: bigintOf(sum) }));
  }

  /** All laboratories that have entries. */
  async laboratoryIds(scope: LabScope): Promise<string[]> {
    type Group = { _id: { toHexString: () => string } };
    const groups = await this.transactions.aggregate<Group>(scope, [{ $group: { _id: '$laboratoryId' } }]);
    return groups.map(({ _id }) => _id.toHexString());
  }
}
