import {
  TransactionListQuery,
  type TransactionStats,
  type TransactionStatus,
  waitingStatuses,
  plural,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { Caches } from '../../platform/cache/caches';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import {
  type AttentionCheck,
  countOfList,
  type DashboardRequest,
  DashboardSources,
  linkToList,
} from '../dashboard/dashboard.port';
import { laboratoriesChanged, LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { Books, FINANCE_LOCK } from './books/books';
import { transactionsChanged } from './entry/entries';
import { EntryRepository } from './entry/entry.repository';
import { EntryQueries } from './entry-queries';
import { Statistics } from './statistics';
import { totalsCorrected } from './totals/ledger-totals';

/** Business days begin at full quarters of an hour, in every time zone. */
const QUARTER_MS = 15 * 60_000;

/** The entries of a person that someone else has to settle. */
const leftBehind: { name: string; status: TransactionStatus[] }[] = [
  { name: 'pending approval', status: [...waitingStatuses] },
  { name: 'rejected', status: ['rejected'] },
];

/** What finance gives to the dashboard, to laboratories and to people. Results are cached until an entry changes or a day may begin. */
@Injectable()
export class FinanceContributions implements OnModuleInit {
  private readonly statistics;
  private readonly month;
  private readonly months;

  constructor(
    private readonly sources: DashboardSources,
    private readonly reports: Statistics,
    private readonly queries: EntryQueries,
    private readonly transactions: EntryRepository,
    private readonly facts: LaboratoryFacts,
    private readonly books: Books,
    private readonly staffFacts: StaffFacts,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.statistics = caches.create<TransactionStats>({ name: 'finance.statistics' });
    this.month = caches.create<Awaited<ReturnType<Statistics['readMonth']>>>({ name: 'finance.month' });
    this.months = caches.create<Awaited<ReturnType<Statistics['monthByLaboratory']>>>({
      name: 'finance.monthByLaboratory',
    });
  }

  onModuleInit(): void {
    this.events.invalidates(transactionsChanged, () => this.invalidate());
    this.events.invalidates(laboratoriesChanged, () => this.invalidate());
    this.events.invalidates(totalsCorrected, () => this.invalidate());
    this.contributeToDashboard();
    this.contributeToPeople();
    this.contributeToLaboratories();
  }

  private invalidate(): void {
    for (const cached of [this.statistics, this.month, this.months]) cached.clear();
  }

  private contributeToDashboard(): void {
    this.sources.register({
      permission: 'transactions.view',
      blocks: {
        finance: (request) => this.stats(request),
      },
      columns: {
        finance: ({ actor }) => {
          const key = cacheKey(actor, undefined);
          return this.months.get(key, async () => this.untilQuarter(await this.reports.monthByLaboratory(actor)));
        },
      },
      quick: {
        finance: ({ actor, laboratoryId }) => {
          const key = cacheKey(actor, laboratoryId);
          return this.month.get(key, async () => this.untilQuarter(await this.reports.readMonth(actor, laboratoryId)));
        },
      },
      attention: (request) => this.attention(request),
    });
  }

  private contributeToPeople(): void {
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('transactions.view')) return [];
        const counted = [];
        for (const { name, status } of leftBehind) {
          const filter = { 'createdBy._id': { $in: userIds.map((id) => objectId(id)) }, status: { $in: status } };
          const count = await this.transactions.count(actor.scope('transactions.view'), filter);
          const blocker = {
            name: `${plural(count, 'entry', 'entries')} ${name}`,
            count,
            resource: 'transactions' as const,
            filter: { enteredBy: [...userIds], status },
          };
          if (count > 0) counted.push(blocker);
        }
        return counted;
      },
    });
  }

  private contributeToLaboratories(): void {
    this.facts.register({
      hasRecords: async (laboratoryId) =>
        (await this.transactions.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const filter = { status: { $in: waitingStatuses } };
        const count = await this.transactions.count(LabScope.ofLaboratory(laboratoryId), filter);
        if (count === 0) return [];
        const name = plural(count, 'pending approval', 'pending approvals');
        return [{ name, count, resource: 'transactions', filter: { status: [...waitingStatuses] } }];
      },
      lock: FINANCE_LOCK,
      closedThrough: (laboratoryId) => this.books.closedThrough(laboratoryId),
      stats: async ({ actor, laboratoryId, from, to }) =>
        actor.may('transactions.view')
          ? { finance: await this.reports.ofLaboratory(actor, laboratoryId, { from, to }) }
          : {},
    });
  }

  private async stats({ actor, laboratoryId }: DashboardRequest): Promise<TransactionStats> {
    const ids = laboratoryId === undefined ? undefined : [laboratoryId];
    // Two viewers of the same laboratories differ only in what waits for them.
    const query = { laboratoryId: ids, waitingForMe: true };
    const waiting = await this.queries.filter(actor, actor.scope('transactions.view'), query);
    const key = `${cacheKey(actor, laboratoryId)} ${JSON.stringify(waiting)}`;
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
    const list = (query: TransactionListQuery) => this.queries.list(actor, query);
    return [
      {
        level: 'warning',
        names: ['entry needs your approval', 'entries need your approval'],
        resource: 'transactions',
        ...linkToList({ request, permission: 'transactions.approve', filter: { waitingForMe: ['true'] } }),
        count: async () => (await this.stats(request)).waitingForMe,
      },
      {
        level: 'warning',
        names: ['of your entries was rejected', 'of your entries were rejected'],
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

function cacheKey(actor: Actor, laboratoryId: string | undefined): string {
  const scope = actor.scope('transactions.view');
  return JSON.stringify([scope.laboratoryId, scope.userId, laboratoryId]);
}
