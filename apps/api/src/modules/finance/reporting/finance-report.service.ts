import {
  type LaboratoryFinanceStats,
  type MonthEnd,
  monthEndChecks,
  monthEndFilters,
  type MonthEndQuery,
  type ReportGroup,
  TransactionFilterQuery,
  type TransactionReport,
  type TransactionReportQuery,
  type TransactionStats,
  type TransactionStatsQuery,
  type TransactionTotals,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { TransactionFilters } from '../transactions/transaction-filters.service';
import { TransactionRepository } from '../transactions/transaction.repository';
import {
  byCategory,
  byMethod,
  categoryLabel,
  countOf,
  groupRows,
  isTimeGroup,
  type LedgerTotal,
  methodLabel,
  sumsOf,
  timeRows,
  trendOf,
  withoutPending,
} from './finance-report';
import { FinanceReportReadModel } from './finance-report.read-model';
import { comparedPeriod, completePeriod, monthsOf, monthsThrough, type Period } from './report-period';

const TREND_MONTHS = 12;

/** Filters that the stored totals support. For any other, the matching entries are added up. */
const storedDimensions = new Set(['laboratoryId', 'type', 'category', 'paymentMethod', 'status', 'from', 'to', 'sort']);

/** Totals of the entries that the viewer can see; laboratories outside the scope are not counted. */
@Injectable()
export class FinanceReportService {
  constructor(
    private readonly model: FinanceReportReadModel,
    private readonly transactions: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly filters: TransactionFilters,
    private readonly clock: Clock,
  ) {}

  async stats(actor: Actor, { laboratoryId, ...requested }: TransactionStatsQuery): Promise<TransactionStats> {
    const scope = actor.scope('transactions.view');
    const today = await this.today(scope, laboratoryId);
    const period = completePeriod(requested, today);
    const [previous, year] = [comparedPeriod(period, today), monthsThrough(period.to, TREND_MONTHS)];
    const waiting = await this.filters.of(actor, scope, { laboratoryId, waitingForMe: true });
    const [now, before, trend, waitingForMe] = await Promise.all([
      this.model.totals(scope, { ...period, laboratoryId }, { detailed: true }),
      this.model.totals(scope, { ...previous, laboratoryId }, { detailed: true }),
      this.model.totals(scope, { ...year, laboratoryId }),
      this.transactions.count(scope, waiting),
    ]);
    return {
      period,
      previousPeriod: previous,
      ...sumsOf(now),
      previous: sumsOf(before),
      waitingForMe,
      rejectedCount: countOf(now, 'rejected'),
      byCategory: byCategory(now, before),
      byMethod: byMethod(now),
      trend: trendOf(trend, monthsOf(year)),
    };
  }

  async report(actor: Actor, query: TransactionReportQuery): Promise<TransactionReport> {
    const { groupBy, compare, from, to, laboratoryId, ...filter } = query;
    const scope = actor.scope('transactions.view');
    const today = await this.today(scope, laboratoryId);
    const period = completePeriod({ from, to }, today);
    const before = compare === undefined ? null : comparedPeriod(period, today);
    const options = {
      byDay: groupBy === 'day' || groupBy === 'week',
      detailed: groupBy === 'category' || groupBy === 'method',
    };
    const read = (days: Period) => this.model.totals(scope, { ...days, laboratoryId, ...filter }, options);
    const [current, previous] = await Promise.all([read(period), before ? read(before) : undefined]);
    return {
      groupBy,
      period,
      previousPeriod: before,
      rows: isTimeGroup(groupBy)
        ? timeRows(groupBy, period, current, before && previous ? { period: before, totals: previous } : undefined)
        : await this.groupRows(groupBy, period, current, previous),
      totals: { ...sumsOf(current), previous: previous ? withoutPending(sumsOf(previous)) : null },
    };
  }

  /** The totals of a list with the same filter. */
  async totals(actor: Actor, query: TransactionFilterQuery): Promise<TransactionTotals> {
    const scope = actor.scope('transactions.view');
    const totals = isStored(query)
      ? await this.model.totals(scope, query)
      : await this.model.countEntries(scope, await this.filters.of(actor, scope, query));
    return { ...sumsOf(totals), total: countOf(totals) };
  }

  /** What to settle before a month is closed: each line counts the list with the same filter. */
  async monthEnd(actor: Actor, { receiptFrom, ...query }: MonthEndQuery): Promise<MonthEnd> {
    const scope = actor.scope('transactions.view');
    const filters = monthEndFilters({ ...query, receiptFrom: (receiptFrom / 100).toFixed(2) });
    const checks = await readAll(
      ...monthEndChecks.map((check) => async () => {
        const filter = await this.filters.of(actor, scope, TransactionFilterQuery.parse(filters[check]));
        return { check, count: await this.transactions.count(scope, filter) };
      }),
    );
    return { checks };
  }

  async ofLaboratory(actor: Actor, laboratoryId: string, period: Period): Promise<LaboratoryFinanceStats> {
    const scope = actor.scope('transactions.view');
    const totals = await this.model.totals(scope, { ...period, laboratoryId: [laboratoryId] });
    const { incomePaise, expensePaise, netPaise, pending } = sumsOf(totals);
    return { incomePaise, expensePaise, netPaise, pendingCount: pending.count };
  }

  private async groupRows(
    groupBy: Exclude<ReportGroup, 'day' | 'week' | 'month'>,
    period: Period,
    current: readonly LedgerTotal[],
    previous: readonly LedgerTotal[] | undefined,
  ): Promise<TransactionReport['rows']> {
    switch (groupBy) {
      case 'category':
        return groupRows(period, ({ category }) => category, categoryLabel, current, previous);
      case 'method':
        return groupRows(period, ({ paymentMethod }) => paymentMethod, methodLabel, current, previous);
      case 'laboratory': {
        const ids = new Set([...current, ...(previous ?? [])].map(({ laboratoryId }) => laboratoryId));
        const laboratories = await this.laboratories.findAll([...ids].map((id) => objectId(id)));
        const nameOf = (id: string) => laboratories.get(id)?.name ?? 'Unknown laboratory';
        return groupRows(period, ({ laboratoryId }) => laboratoryId, nameOf, current, previous);
      }
    }
  }

  /** In the time zone of the only laboratory in question, otherwise of the network. */
  private async today(scope: LabScope, laboratoryIds: readonly string[] = []): Promise<string> {
    const only = scope.laboratoryId ?? (laboratoryIds.length === 1 ? laboratoryIds[0] : undefined);
    const laboratory = only === undefined ? null : await this.laboratories.find(only);
    return businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
  }
}

function isStored(query: TransactionFilterQuery): boolean {
  return Object.entries(query).every(
    ([field, value]: [string, unknown]) => value === undefined || storedDimensions.has(field),
  );
}
