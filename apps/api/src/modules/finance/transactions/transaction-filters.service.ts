import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { PeriodCloseService } from '../period-close/period-close.service';
import { UnusualAmounts } from '../reporting/unusual-amounts';
import { type EntryQuery, filterOf, waitingFor } from './transaction-filter';
import { TransactionRepository } from './transaction.repository';

/** Filters of lists, totals and exports, with what they compare entries with. */
@Injectable()
export class TransactionFilters {
  constructor(
    private readonly periods: PeriodCloseService,
    private readonly amounts: UnusualAmounts,
    private readonly transactions: TransactionRepository,
  ) {}

  async of(actor: Actor, scope: LabScope, { unusualIn, ...query }: EntryQuery): Promise<Filter> {
    const closedThrough = await this.periods.closedThrough();
    const unusual =
      unusualIn === undefined ? undefined : await this.amounts.filterIn(scope, unusualIn, query.laboratoryId);
    return filterOf(query, { actor, closedThrough, unusual });
  }

  /** The number of entries of the query that the viewer can approve now. */
  async countWaiting(actor: Actor, scope: LabScope, query: Omit<EntryQuery, 'unusualIn'>): Promise<number> {
    const waiting = waitingFor(query, { actor, closedThrough: await this.periods.closedThrough() });
    if (!waiting) return this.transactions.count(scope, await this.of(actor, scope, { ...query, waitingForMe: true }));
    const [all, ownPart] = await readAll(
      () => this.transactions.count(scope, waiting.all),
      () => this.transactions.count(scope, waiting.ownPart),
    );
    return Math.max(0, all - ownPart);
  }
}
