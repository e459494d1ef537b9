import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import { TsRestHandler, tsRestHandler } from '@ts-rest/nest';
import { type Actor, CurrentActor } from '../../platform/http/actor';
import { FinanceReportService } from './finance-report.service';

const routes = contract.transactions;

@Controller()
export class FinanceReportController {
  constructor(private readonly finances: FinanceReportService) {}

  @TsRestHandler(routes.totals)
  totals(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.totals, async ({ query }) => {
      const data = await this.finances.totals(actor, query);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.stats)
  stats(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.stats, async ({ query }) => {
      const data = await this.finances.stats(actor, query);
      return { status: 200, body: { success: true, data } };
    });
  }

  @TsRestHandler(routes.reports)
  reports(@CurrentActor() actor: Actor) {
    return tsRestHandler(routes.reports, async ({ query }) => {
      const data = await this.finances.report(actor, query);
      return { status: 200, body: { success: true, data } };
    });
  }
}
