import { TransactionListQuery, type TransactionStats } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DocumentNames } from '../../platform/audit/document-names';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import { Memory } from '../../platform/memory/remembered';
import { Clock } from '../../platform/time/clock';
import {
  type AttentionCheck,
  countOfList,
  type DashboardRequest,
  DashboardSources,
  linkToList,
} from '../dashboard/dashboard.port';
import { laboratoriesChanged } from '../laboratories/laboratories.port';
import { FinanceReportService } from './statistics';
import { TransactionFilters } from './entry-filters';
import { transactionsChanged } from './entry/entries';
import { TransactionRepository } from './entry/entry.repository';
import { TransactionService } from './edit-entry';

/** Business days begin at full quarters of an hour, in every time zone. */
const QUARTER_MS = 15 * 60_000;

/** Entries and their totals on the dashboard, remembered until an entry changes or a day may begin. */
@Injectable()
export class FinanceDashboard implements OnModuleInit {
  private readonly statistics;
  private readonly month;
  private readonly months;

  constructor(
    private readonly sources: DashboardSources,
    private readonly names: DocumentNames,
    private readonly reports: FinanceReportService,
    private readonly entries: TransactionService,
    private readonly repository: TransactionRepository,
    private readonly filters: TransactionFilters,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    memory: Memory,
  ) {
    this.statistics = memory.remember<TransactionStats>();
    this.month = memory.remember<Awaited<ReturnType<FinanceReportService['monthOf']>>>();
    this.months = memory.remember<Awaited<ReturnType<FinanceReportService['monthByLaboratory']>>>();
  }

  onModuleInit(): void {
    const forget = () => {
      for (const remembered of [this.statistics, this.month, this.months]) remembered.forgetAll();
    };
    // First, so that whoever is told of the change reads the new totals.
    this.events.after(transactionsChanged, forget, { first: true });
    this.events.after(laboratoriesChanged, forget, { first: true });
    this.names.register({
      entity: 'transaction',
      permission: 'transactions.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { transactionNo: 1 } } as const;
        const rows = await this.repository.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, transactionNo }) => [_id, transactionNo] as const);
      },
    });
    this.sources.register({
      permission: 'transactions.view',
      blocks: {
        finance: (request) => this.stats(request),
      },
      columns: {
        finance: ({ actor }) => {
          const key = keyOf(actor, undefined);
          return this.months.get(key, async () => this.untilQuarter(await this.reports.monthByLaboratory(actor)));
        },
      },
      quick: {
        finance: ({ actor, laboratoryId }) => {
          const key = keyOf(actor, laboratoryId);
          return this.month.get(key, async () => this.untilQuarter(await this.reports.monthOf(actor, laboratoryId)));
        },
      },
      attention: (request) => this.attention(request),
    });
  }

  private async stats({ actor, laboratoryId }: DashboardRequest): Promise<TransactionStats> {
    const ids = laboratoryId === undefined ? undefined : [laboratoryId];
    // Two viewers of the same laboratories differ only in what waits for them.
    const query = { laboratoryId: ids, waitingForMe: true };
    const waiting = await this.filters.of(actor, actor.scope('transactions.view'), query);
    const key = `${keyOf(actor, laboratoryId)} ${JSON.stringify(waiting)}`;
    return this.statistics.get(key, async () =>
      this.untilQuarter(await this.reports.stats(actor, { laboratoryId: ids })),
    );
  }

  private untilQuarter<Value>(value: Value) {
    const now = this.clock.now().getTime();
    return { value, until: new Date((Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS) };
  }

  private attention(request: DashboardRequest): AttentionCheck[] {
    const { actor } = request;
    const schema = TransactionListQuery;
    const list = (query: TransactionListQuery) => this.entries.list(actor, query);
    return [
      {
        level: 'warning',
        names: ['entry waits for your approval', 'entries wait for your approval'],
        resource: 'transactions',
        ...linkToList({ request, permission: 'transactions.approve', filter: { waitingForMe: ['true'] } }),
        count: async () => (await this.stats(request)).waitingForMe,
      },
      {
        level: 'warning',
        names: ['entry of yours was rejected', 'entries of yours were rejected'],
        resource: 'transactions',
        ...countOfList({
          request,
          permission: 'transactions.edit',
          filter: { status: ['rejected'], enteredBy: [actor.userId] },
          schema,
          list,
        }),
      },
    ];
  }
}

function keyOf(actor: Actor, laboratoryId: string | undefined): string {
  const scope = actor.scope('transactions.view');
  return JSON.stringify([scope.laboratoryId, scope.userId, laboratoryId]);
}
