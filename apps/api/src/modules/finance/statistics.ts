import {
  type FinancialAnalytics,
  type FinancialAnalyticsQuery,
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
import type { Actor } from '../../platform/domain/actor';
import type { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { readAll } from '../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { Analyses, type Readings, readBoth, rowsByTime, computeTotals } from '../laboratories/analyses.port';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { EntryQueries } from './entry-queries';
import { EntryRepository } from './entry/entry.repository';
import {
  byCategory,
  byMethod,
  categoryLabel,
  sumCounts,
  dayOf,
  type LedgerTotal,
  methodLabel,
  rankedRows,
  sumUp,
  toReportRow,
  toTrend,
  withoutPending,
} from './totals/sums';
import { EntryTotals } from './totals/entry-totals';
import { isStored, LedgerTotals, type TotalsQuery } from './totals/ledger-totals';
import { type TotalsDimension, totalsDimensions } from './totals/ledger-totals.repository';
import {
  comparedPeriod,
  completePeriod,
  isTimeGroup,
  splitIntoMonths,
  monthsThrough,
  type Period,
  type TimeGroup,
} from '../../platform/time/report-period';

const TREND_MONTHS = 12;

/** What the rows of a report tell apart, besides periods and laboratories. */
const dimensionsOf: Partial<Record<ReportGroup, readonly TotalsDimension[]>> = {
  category: ['category'],
  method: ['paymentMethod'],
};

/** Totals of the entries that the viewer can see; laboratories outside the scope are not counted. */
@Injectable()
export class Statistics {
  constructor(
    private readonly ledger: LedgerTotals,
    private readonly entries: EntryTotals,
    private readonly transactions: EntryRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly queries: EntryQueries,
    private readonly analyses: Analyses,
    private readonly clock: Clock,
  ) {}

  async stats(actor: Actor, { laboratoryId, ...requested }: TransactionStatsQuery): Promise<TransactionStats> {
    const scope = actor.scope('transactions.view');
    const today = await this.today(scope, laboratoryId);
    const period = completePeriod(requested, today);
    const [previous, year] = [comparedPeriod(period, today), monthsThrough(period.to, TREND_MONTHS)];
    const [now, before, trend, waitingForMe] = await Promise.all([
      this.ledger.read(scope, { ...period, laboratoryId }, { by: totalsDimensions }),
      this.ledger.read(scope, { ...previous, laboratoryId }, { by: totalsDimensions }),
      this.ledger.read(scope, { ...year, laboratoryId }),
      this.queries.countWaiting(actor, scope, { laboratoryId }),
    ]);
    return {
      period,
      previousPeriod: previous,
      ...sumUp(now),
      previous: sumUp(before),
      waitingForMe,
      rejectedCount: sumCounts(now, 'rejected'),
      byCategory: byCategory(now, before),
      byMethod: byMethod(now),
      trend: toTrend(trend, splitIntoMonths(year)),
    };
  }

  async report(actor: Actor, query: TransactionReportQuery): Promise<TransactionReport> {
    const { groupBy, compare, from, to, laboratoryId, ...filter } = query;
    const scope = actor.scope('transactions.view');
    const today = await this.today(scope, laboratoryId);
    const period = completePeriod({ from, to }, today);
    const previous = compare === undefined ? null : comparedPeriod(period, today);
    const { rows, totals } = await this.analyze(scope, groupBy, { period, previous }, { laboratoryId, ...filter });
    return {
      groupBy,
      period,
      previousPeriod: previous,
      rows: rows.map(toReportRow),
      totals: { ...totals.values, previous: totals.previous && withoutPending(totals.previous) },
    };
  }

  async analytics(actor: Actor, query: FinancialAnalyticsQuery): Promise<FinancialAnalytics> {
    const { groupBy } = query;
    const { scope, period, previous } = await this.analyses.frame(actor, 'transactions.view', query);
    const analysis = await this.analyze(scope, groupBy, { period, previous }, {});
    return { groupBy, period, previousPeriod: previous, omittedRows: 0, ...analysis };
  }

  /** The totals of a list with the same filter. */
  async totals(actor: Actor, query: TransactionFilterQuery): Promise<TransactionTotals> {
    const scope = actor.scope('transactions.view');
    const totals = isStored(query)
      ? await this.ledger.ofList(scope, query)
      : await this.entries.count(scope, await this.queries.filter(actor, scope, query));
    return { ...sumUp(totals), total: sumCounts(totals) };
  }

  /** What to settle before a month is closed: each line counts the list with the same filter. */
  async monthEnd(actor: Actor, { receiptFrom, ...query }: MonthEndQuery): Promise<MonthEnd> {
    const scope = actor.scope('transactions.view');
    const filters = monthEndFilters({ ...query, receiptFrom: (receiptFrom / 100).toFixed(2) });
    const checks = await readAll(
      ...monthEndChecks.map((check) => async () => {
        const filter = await this.queries.filter(actor, scope, TransactionFilterQuery.parse(filters[check]));
        return { check, count: await this.transactions.count(scope, filter) };
      }),
    );
    return { checks };
  }

  async ofLaboratory(actor: Actor, laboratoryId: string, period: Period): Promise<LaboratoryFinanceStats> {
    const scope = actor.scope('transactions.view');
    const totals = await this.ledger.read(scope, { ...period, laboratoryId: [laboratoryId] });
    const { incomePaise, expensePaise, netPaise, pending } = sumUp(totals);
    return { incomePaise, expensePaise, netPaise, pendingCount: pending.count };
  }

  /** The current month of one laboratory or of all that the viewer sees. */
  async readMonth(actor: Actor, laboratoryId: string | undefined) {
    const scope = actor.scope('transactions.view');
    const ids = laboratoryId === undefined ? undefined : [laboratoryId];
    const period = completePeriod({}, await this.today(scope, ids));
    const { pending, ...sums } = sumUp(await this.ledger.read(scope, { ...period, laboratoryId: ids }));
    return { period, ...sums, pendingCount: pending.count };
  }

  /** As {@link readMonth}, by the id of the laboratory; laboratories without entries are included. */
  async monthByLaboratory(actor: Actor) {
    const scope = actor.scope('transactions.view');
    const period = completePeriod({}, await this.today(scope, undefined));
    const [totals, laboratories] = await readAll(
      () => this.ledger.read(scope, period),
      () => this.laboratories.listInScope(scope),
    );
    return new Map(
      laboratories.map(({ _id }) => {
        const id = _id.toHexString();
        const { pending, ...sums } = sumUp(totals.filter(({ laboratoryId }) => laboratoryId === id));
        return [id, { period, ...sums, pendingCount: pending.count }];
      }),
    );
  }

  private async analyze(
    scope: LabScope,
    groupBy: ReportGroup,
    periods: { period: Period; previous: Period | null },
    filter: Omit<TotalsQuery, 'from' | 'to'>,
  ): Promise<Pick<FinancialAnalytics, 'rows' | 'totals'>> {
    const byDay = groupBy === 'day' || groupBy === 'week';
    const by = dimensionsOf[groupBy];
    const readings = await readBoth(periods, (days) => this.ledger.read(scope, { ...days, ...filter }, { byDay, by }));
    const rows = isTimeGroup(groupBy)
      ? rowsByTime(groupBy, readings, dayOf, sumUp)
      : await this.groupRows(groupBy, readings);
    return { rows, totals: computeTotals(readings, sumUp) };
  }

  private async groupRows(
    groupBy: Exclude<ReportGroup, TimeGroup>,
    readings: Readings<LedgerTotal>,
  ): Promise<FinancialAnalytics['rows']> {
    switch (groupBy) {
      case 'category':
        return rankedRows(readings, ({ category }) => category, categoryLabel);
      case 'method':
        return rankedRows(readings, ({ paymentMethod }) => paymentMethod, methodLabel);
      case 'laboratory': {
        const all = [...readings.current.parts, ...(readings.previous?.parts ?? [])];
        const ids = new Set(all.map(({ laboratoryId }) => laboratoryId));
        const nameOf = await this.laboratories.names([...ids].map((id) => objectId(id)));
        return rankedRows(readings, ({ laboratoryId }) => laboratoryId, nameOf);
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
