import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { PeriodCloseService } from '../period-close/period-close.service';
import { UnusualAmounts } from '../reporting/unusual-amounts';
import { type EntryQuery, filterOf } from './transaction-filter';

/** Filters of lists, totals and exports, with what they compare entries with. */
@Injectable()
export class TransactionFilters {
  constructor(
    private readonly periods: PeriodCloseService,
    private readonly amounts: UnusualAmounts,
  ) {}

  async of(actor: Actor, scope: LabScope, { unusualIn, ...query }: EntryQuery): Promise<Filter> {
    const closedThrough = await this.periods.closedThrough();
    const unusual =
      unusualIn === undefined ? undefined : await this.amounts.filterIn(scope, unusualIn, query.laboratoryId);
    return filterOf(query, { actor, closedThrough, unusual });
  }
}
