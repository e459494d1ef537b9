import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import type { LabScope } from '../../platform/mongo/lab-scope';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { readAll } from '../../platform/mongo/unit-of-work';
import { PeriodCloseService } from './close-books';
import { countOf } from './totals/sums';
import { FinanceReportReadModel, isStored } from './totals/ledger-totals';
import { UnusualAmounts } from './unusual-amounts';
import { type EntryQuery, filterOf, waitingFor } from './entry/entry-filter';
import { TransactionRepository } from './entry/entry.repository';

/** Up to this number, counting the entries of an index takes less time than adding up stored totals. */
const LONG = 10_000;

/** Filters of lists, totals and exports, with what they compare entries with. */
@Injectable()
export class TransactionFilters {
  constructor(
    private readonly periods: PeriodCloseService,
    private readonly amounts: UnusualAmounts,
    private readonly transactions: TransactionRepository,
    private readonly stored: FinanceReportReadModel,
  ) {}

  async of(actor: Actor, scope: LabScope, { unusualIn, ...query }: EntryQuery): Promise<Filter> {
    const closed = await this.periods.closedDays();
    const unusual =
      unusualIn === undefined ? undefined : await this.amounts.filterIn(scope, unusualIn, query.laboratoryId);
    return filterOf(query, { actor, closed, unusual });
  }

  /**
   * The number of entries of a list, where it is known without counting each: what waits for the viewer, and long lists
   * that the stored totals count.
   * @param filter of the query, by `of`
   */
  async knownCount(actor: Actor, scope: LabScope, query: EntryQuery, filter: Filter): Promise<number | undefined> {
    const { unusualIn, waitingForMe, search } = query;
    if (waitingForMe && search === undefined && unusualIn === undefined) return this.countWaiting(actor, scope, query);
    if (!isStored(query)) return undefined;
    const counted = await this.transactions.countAtMost(scope, filter, LONG);
    return counted < LONG ? counted : countOf(await this.stored.totals(scope, query));
  }

  /** The number of entries of the query that the viewer can approve now. */
  async countWaiting(actor: Actor, scope: LabScope, query: Omit<EntryQuery, 'unusualIn'>): Promise<number> {
    const waiting = waitingFor(query, { actor, closed: await this.periods.closedDays() });
    if (!waiting) return this.transactions.count(scope, await this.of(actor, scope, { ...query, waitingForMe: true }));
    const [all, ownPart] = await readAll(
      () => this.transactions.count(scope, waiting.all),
      () => this.transactions.count(scope, waiting.ownPart),
    );
    return Math.max(0, all - ownPart);
  }
}
