import { type TransactionStatus, waitingStatuses } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { FinanceReportService } from './reporting/finance-report.service';
import { TransactionRepository } from './transactions/transaction.repository';

/** The entries of a person that somebody else has to settle. */
const leftBehind: { name: string; status: TransactionStatus[] }[] = [
  { name: 'waiting for approval', status: [...waitingStatuses] },
  { name: 'rejected', status: ['rejected'] },
];

/** Provides laboratories and people with facts about their entries. */
@Injectable()
export class FinanceLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly staffFacts: StaffFacts,
    private readonly transactions: TransactionRepository,
    private readonly reports: FinanceReportService,
  ) {}

  onModuleInit(): void {
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('transactions.view')) return [];
        const counted = [];
        for (const { name, status } of leftBehind) {
          const filter = { 'createdBy._id': { $in: userIds.map((id) => objectId(id)) }, status: { $in: status } };
          const count = await this.transactions.count(actor.scope('transactions.view'), filter);
          const blocker = {
            name: `${count === 1 ? 'entry' : 'entries'} ${name}`,
            count,
            resource: 'transactions' as const,
            filter: { enteredBy: [...userIds], status },
          };
          if (count > 0) counted.push(blocker);
        }
        return counted;
      },
    });
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
      lock: 'finance',
      stats: async ({ actor, laboratoryId, from, to }) =>
        actor.may('transactions.view')
          ? { finance: await this.reports.ofLaboratory(actor, laboratoryId, { from, to }) }
          : {},
    });
  }
}
