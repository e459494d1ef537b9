import {
  type LaboratoryStats,
  type ReportGroup,
  type TransactionFilterQuery,
  type TransactionReport,
  type TransactionReportQuery,
  type TransactionStats,
  type TransactionStatsQuery,
  type TransactionTotals,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { monthsOf, monthsUntil, type Period, periodAsked, previousPeriod } from './finance-period';
import {
  byCategory,
  byMethod,
  categoryLabel,
  countOf,
  type Figure,
  isTimeGroup,
  kindRows,
  methodLabel,
  sumsOf,
  timeRows,
  trendOf,
  withoutPending,
} from './finance-report';
import { type FiguresAsked, FinanceReportReadModel } from './finance-report.read-model';
import { PeriodLocks } from './period-lock.service';
import { filterOf } from './transaction-filter';
import { TransactionRepository } from './transaction.repository';

const TREND_MONTHS = 12;

/** What figures know of an entry; a list that is filtered by anything else is counted entry by entry. */
const figured: readonly string[] = [
  'laboratoryId',
  'type',
  'category',
  'paymentMethod',
  'status',
  'from',
  'to',
  'sort',
];

/** Totals of what the viewer may see. A laboratory that is not within reach counts nothing. */
@Injectable()
export class FinanceReportService {
  constructor(
    private readonly model: FinanceReportReadModel,
    private readonly entries: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly locks: PeriodLocks,
    private readonly clock: Clock,
  ) {}

  async stats(actor: Actor, { laboratoryId, ...asked }: TransactionStatsQuery): Promise<TransactionStats> {
    const scope = actor.scope('transactions.view');
    const period = periodAsked(asked, await this.today(scope, laboratoryId));
    const [previous, year] = [previousPeriod(period), monthsUntil(period.to, TREND_MONTHS)];
    const lockedThrough = await this.locks.through();
    const waiting = filterOf({ laboratoryId, waitingForMe: true }, { actor, lockedThrough });
    const [now, before, trend, waitingForMe] = await Promise.all([
      this.model.figures(scope, { ...period, laboratoryId }, { detailed: true }),
      this.model.figures(scope, { ...previous, laboratoryId }, { detailed: true }),
      this.model.figures(scope, { ...year, laboratoryId }),
      this.entries.count(scope, waiting),
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
    const period = periodAsked({ from, to }, await this.today(scope, laboratoryId));
    const before = compare === undefined ? null : previousPeriod(period);
    const read = (days: Period) => this.grouped(scope, groupBy, { ...days, laboratoryId, ...filter });
    const [current, previous] = await Promise.all([read(period), before ? read(before) : undefined]);
    return {
      groupBy,
      period,
      previousPeriod: before,
      rows: isTimeGroup(groupBy)
        ? timeRows(groupBy, period, current, before && previous ? { period: before, figures: previous } : undefined)
        : await this.kinds(groupBy, period, current, previous),
      totals: { ...sumsOf(current), previous: previous ? withoutPending(sumsOf(previous)) : null },
    };
  }

  /** Of every entry that the list has under the same filter. */
  async totals(actor: Actor, query: TransactionFilterQuery): Promise<TransactionTotals> {
    const scope = actor.scope('transactions.view');
    const tallies = isFigured(query)
      ? await this.model.figures(scope, query)
      : await this.model.counted(scope, filterOf(query, { actor, lockedThrough: await this.locks.through() }));
    return { ...sumsOf(tallies), total: countOf(tallies) };
  }

  /** The block of a laboratory's statistics. */
  async ofLaboratory(
    actor: Actor,
    laboratoryId: string,
    period: Period,
  ): Promise<NonNullable<LaboratoryStats['finance']>> {
    const scope = actor.scope('transactions.view');
    const figures = await this.model.figures(scope, { ...period, laboratoryId: [laboratoryId] });
    const { incomePaise, expensePaise, netPaise, pending } = sumsOf(figures);
    return { incomePaise, expensePaise, netPaise, pendingCount: pending.count };
  }

  private grouped(scope: LabScope, groupBy: ReportGroup, asked: FiguresAsked): Promise<Figure[]> {
    const byDay = groupBy === 'day' || groupBy === 'week';
    return this.model.figures(scope, asked, { byDay, detailed: groupBy === 'category' || groupBy === 'method' });
  }

  private async kinds(
    groupBy: 'category' | 'method' | 'laboratory',
    period: Period,
    current: readonly Figure[],
    previous: readonly Figure[] | undefined,
  ): Promise<TransactionReport['rows']> {
    switch (groupBy) {
      case 'category':
        return kindRows(period, ({ category }) => category, categoryLabel, current, previous);
      case 'method':
        return kindRows(period, ({ paymentMethod }) => paymentMethod, methodLabel, current, previous);
      case 'laboratory': {
        const ids = new Set([...current, ...(previous ?? [])].map(({ laboratoryId }) => laboratoryId));
        const laboratories = await this.laboratories.findAll([...ids].map((id) => objectId(id)));
        const nameOf = (id: string) => laboratories.get(id)?.name ?? 'Unknown laboratory';
        return kindRows(period, ({ laboratoryId }) => laboratoryId, nameOf, current, previous);
      }
    }
  }

  /** In the calendar of the one laboratory that is looked at, else of the network. */
  private async today(scope: LabScope, laboratoryIds: readonly string[] = []): Promise<string> {
    const only = scope.laboratoryId ?? (laboratoryIds.length === 1 ? laboratoryIds[0] : undefined);
    const laboratory = only === undefined ? null : await this.laboratories.find(only);
    return businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
  }
}

function isFigured(query: TransactionFilterQuery): boolean {
  const asked: [string, unknown][] = Object.entries(query);
  return asked.every(([field, value]) => value === undefined || figured.includes(field));
}
