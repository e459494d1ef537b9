import { waitingStatuses } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { FinanceReportService } from './finance-report.service';
import { TransactionPlaces } from './transaction-places';
import { TransactionRepository } from './transaction.repository';

/** What the entries of a laboratory mean for it. */
@Injectable()
export class FinanceLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly entries: TransactionRepository,
    private readonly places: TransactionPlaces,
    private readonly finances: FinanceReportService,
  ) {}

  onModuleInit(): void {
    this.facts.register({
      exist: async (laboratoryId) => (await this.entries.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        await this.places.meet(laboratoryId);
        const count = await this.entries.count(LabScope.ofLaboratory(laboratoryId), {
          status: { $in: waitingStatuses },
        });
        return count === 0 ? [] : [{ name: count === 1 ? 'pending approval' : 'pending approvals', count }];
      },
      stats: async ({ actor, laboratoryId, from, to }) =>
        actor.may('transactions.view')
          ? { finance: await this.finances.ofLaboratory(actor, laboratoryId, { from, to }) }
          : {},
    });
  }
}
