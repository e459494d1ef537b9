import { waitingStatuses } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { PeriodCloseService } from './period-close/period-close.service';
import { FinanceReportService } from './reporting/finance-report.service';
import { TransactionRepository } from './transactions/transaction.repository';

/** Provides laboratories with facts about their entries. */
@Injectable()
export class FinanceLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly transactions: TransactionRepository,
    private readonly periods: PeriodCloseService,
    private readonly reports: FinanceReportService,
  ) {}

  onModuleInit(): void {
    this.facts.register({
      exist: async (laboratoryId) =>
        (await this.transactions.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const filter = { status: { $in: waitingStatuses } };
        const count = await this.transactions.count(LabScope.ofLaboratory(laboratoryId), filter);
        if (count === 0) return [];
        const name = count === 1 ? 'pending approval' : 'pending approvals';
        return [{ name, count, resource: 'transactions', filter: { status: [...waitingStatuses] } }];
      },
      serialize: (laboratoryId) => this.periods.serializeOn(laboratoryId),
      stats: async ({ actor, laboratoryId, from, to }) =>
        actor.may('transactions.view')
          ? { finance: await this.reports.ofLaboratory(actor, laboratoryId, { from, to }) }
          : {},
    });
  }
}
