import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { FinanceReportService } from './statistics';

const routes = contract.transactions;

@Controller()
export class FinanceReportController {
  constructor(private readonly finances: FinanceReportService) {}

  @Implements(routes.totals)
  totals(actor: Actor, { query }: Input<typeof routes.totals>) {
    return this.finances.totals(actor, query);
  }

  @Implements(routes.stats)
  stats(actor: Actor, { query }: Input<typeof routes.stats>) {
    return this.finances.stats(actor, query);
  }

  @Implements(routes.reports)
  reports(actor: Actor, { query }: Input<typeof routes.reports>) {
    return this.finances.report(actor, query);
  }

  @Implements(routes.analytics)
  analytics(actor: Actor, { query }: Input<typeof routes.analytics>) {
    return this.finances.analytics(actor, query);
  }

  @Implements(routes.monthEnd)
  monthEnd(actor: Actor, { query }: Input<typeof routes.monthEnd>) {
    return this.finances.monthEnd(actor, query);
  }
}
