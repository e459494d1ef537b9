import {
  daysBetween,
  type ExpiringBatch,
  type ExpiringQuery,
  type InventoryAnalytics,
  type InventoryAnalyticsQuery,
  type InventoryCategory,
  inventoryCategoryLabels,
  type InventoryGroup,
  type InventoryStats,
  type InventoryValues,
  isPastUse,
  type Page,
  totalPaise,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Caches } from '../../platform/cache/caches';
import type { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { addDays } from '../../platform/time/business-day';
import {
  Analyses,
  labelledAnalysis,
  readBoth,
  rowsByKey,
  rowsByTime,
  computeTotals,
} from '../laboratories/analyses.port';
import {
  LaboratoriesPort,
  laboratoryIn,
  type LaboratoryRow,
  toZonedLaboratory,
} from '../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from './stock/item.document';
import { Items, toBatch } from './stock/item';
import { ItemRepository, type LaboratoryDay } from './stock/item.repository';
import { lastDayOf } from './stock/stock';
import { placeOfPage, toStats, StockTotalsRepository, type StockTotalsRow } from './stock/stock-totals.repository';
import { MovementRepository, type StockFlow } from './stock/movement.repository';

type Today = { totals: StockTotalsRow; today: string };
type Candidate = { item: ItemRow; batch: BatchRow; last: string; laboratory: LaboratoryRow & LaboratoryDay };

/** Counts and values of stock, and the batches that expire. */
@Injectable()
export class InventoryStatistics {
  private readonly shared;

  constructor(
    private readonly items: ItemRepository,
    private readonly totals: StockTotalsRepository,
    private readonly store: Items,
    caches: Caches,
  ) {
    this.shared = caches.share<Today[]>();
  }

  async stats(actor: Actor, laboratoryId: string | undefined): Promise<InventoryStats> {
    return this.statsWithin(actor.scope('inventory.view'), laboratoryId);
  }

  async statsWithin(scope: LabScope, laboratoryId?: string): Promise<InventoryStats> {
    return toStats(await this.todays(scope, laboratoryId === undefined ? undefined : [laboratoryId]));
  }

  /** By the id of the laboratory; those that never had stock are missing. */
  async statsByLaboratory(actor: Actor): Promise<Map<string, InventoryStats>> {
    const rows = await this.todays(actor.scope('inventory.view'), undefined);
    return new Map(rows.map((row) => [row.totals.laboratoryId.toHexString(), toStats([row])]));
  }

  /** Stored totals, with the day on which each laboratory judges its batches. */
  private todays(scope: LabScope, laboratoryIds: readonly string[] | undefined) {
    const key = JSON.stringify([scope.laboratoryId, laboratoryIds]);
    return this.shared.get(key, async () => ({ value: await this.readTodays(scope, laboratoryIds) }));
  }

  private async readTodays(scope: LabScope, laboratoryIds: readonly string[] | undefined): Promise<Today[]> {
    const laboratories = await this.store.readLaboratories(scope);
    const rows = await this.totals.read(scope, laboratoryIds);
    return rows.map((totals) => ({ totals, today: laboratoryIn(laboratories, totals.laboratoryId).today }));
  }

  /** Batches with stock by their last day of use, the expired ones first. */
  async expiring(actor: Actor, query: ExpiringQuery): Promise<Page<ExpiringBatch>> {
    const scope = actor.scope('inventory.view');
    const { laboratoryId, page, limit } = query;
    const laboratories = await this.store.readLaboratories(scope);
    const totals = await this.totals.read(scope, laboratoryId === undefined ? undefined : [laboratoryId]);
    const judged = totals.flatMap((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      return laboratory ? [{ totals: row, range: toRange(laboratory, query) }] : [];
    });
    const place = placeOfPage(judged, { page, limit });
    const filter = laboratoryId === undefined ? {} : { laboratoryId: objectId(laboratoryId) };
    const items = await this.items.withBatchesOn(scope, place.days, filter);
    const candidates = items.flatMap((item) => {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      return laboratory ? findCandidates(item, laboratory, toRange(laboratory, query)) : [];
    });
    const onDays = candidates.filter(({ last }) => place.days.includes(last));
    const inOrder = onDays.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
    return { items: inOrder.slice(place.skip, place.skip + limit).map(toExpiringBatch), total: place.total };
  }
}

type Range = { from?: string; through: string };

function toRange({ today }: LaboratoryDay, { days, expired }: Pick<ExpiringQuery, 'days' | 'expired'>): Range {
  return {
    ...(expired === 'false' && { from: today }),
    through: expired === 'true' ? addDays(today, -1) : addDays(today, days),
  };
}

function findCandidates(
  item: ItemRow,
  laboratory: Candidate['laboratory'],
  { from = '', through }: Range,
): Candidate[] {
  return item.batches.flatMap((batch) => {
    const last = lastDayOf(batch, item);
    return batch.quantity > 0 && last !== null && last >= from && last <= through
      ? [{ item, batch, last, laboratory }]
      : [];
  });
}

function keyOf({ last, item, batch }: Candidate): string {
  return `${last} ${item.sortName} ${batch._id.toHexString()}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function toExpiringBatch({ item, batch, last, laboratory }: Candidate): ExpiringBatch {
  const { _id, itemCode, name, unit, category } = item;
  const { today } = laboratory;
  return {
    ...toBatch(batch, item, today),
    item: { _id: _id.toHexString(), itemCode, name, unit, category },
    laboratoryId: toZonedLaboratory(laboratory),
    lastUsableDay: last,
    daysLeft: isPastUse(last, today) ? 1 - daysBetween(last, today) : daysBetween(today, last) - 1,
    valuePaise: batch.quantity * batch.unitCostPaise,
  };
}

const MAX_ROWS = 100;

type Row = InventoryAnalytics['rows'][number];

/** What the stock of a period was worth that came in, was used and was wasted. */
@Injectable()
export class InventoryAnalyses {
  constructor(
    private readonly analyses: Analyses,
    private readonly movements: MovementRepository,
    private readonly items: ItemRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly reports: InventoryStatistics,
  ) {}

  async analytics(actor: Actor, query: InventoryAnalyticsQuery): Promise<InventoryAnalytics> {
    const { groupBy } = query;
    const frame = await this.analyses.frame(actor, 'inventory.view', query);
    const { scope } = frame;
    const [readings, { items, valuePaise, expiredValuePaise, byCategory }] = await Promise.all([
      readBoth(frame, (days) => this.movements.flows(scope, days, groupBy)),
      this.reports.statsWithin(scope),
    ]);
    const sum = (flows: readonly StockFlow[]) => toValues(flows, groupBy);
    const all =
      groupBy === 'month'
        ? rowsByTime('month', readings, ({ key }) => key, sum)
        : rowsByKey(
            readings,
            ({ key }) => key,
            (key) => key,
            sum,
          ).toSorted(largestFirst);
    const analysis = await labelledAnalysis({
      query,
      frame,
      rows: all,
      totals: computeTotals(readings, (flows) => ({ ...sum(flows), quantities: null })),
      maxRows: MAX_ROWS,
      labels: (rows) => this.labels(scope, groupBy, rows),
    });
    return { ...analysis, stock: { items, valuePaise, expiredValuePaise, byCategory } };
  }

  private async labels(scope: LabScope, groupBy: InventoryGroup, rows: readonly Row[]): Promise<(row: Row) => string> {
    switch (groupBy) {
      case 'month':
        return ({ label }) => label;
      case 'category':
        return ({ key }) => inventoryCategoryLabels[key as InventoryCategory];
      case 'laboratory': {
        const nameOf = await this.laboratories.names(rows.map(({ key }) => objectId(key)));
        return ({ key }) => nameOf(key);
      }
      case 'item': {
        const ids = rows.map(({ key }) => objectId(key));
        const projection = { name: 1, itemCode: 1 } as const;
        const items = await this.items.find(scope, { _id: { $in: ids } }, { limit: MAX_ROWS, projection });
        const names = new Map(items.map(({ _id, name, itemCode }) => [_id.toHexString(), `${name} (${itemCode})`]));
        return ({ key }) => names.get(key) ?? 'Unknown item';
      }
    }
  }
}

function toValues(flows: readonly StockFlow[], groupBy: InventoryGroup): InventoryValues {
  const sum = (of: (flow: StockFlow) => bigint) => totalPaise(flows.reduce((total, flow) => total + of(flow), 0n));
  const [flow] = flows;
  return {
    receivedPaise: sum(({ receivedPaise }) => receivedPaise),
    usedPaise: sum(({ usedPaise }) => usedPaise),
    wastedPaise: sum(({ wastedPaise }) => wastedPaise),
    expiredPaise: sum(({ expiredPaise }) => expiredPaise),
    quantities:
      flow && groupBy === 'item'
        ? { unit: flow.unit, received: flow.received, used: flow.used, wasted: flow.wasted }
        : null,
  };
}

function largestFirst(a: Row, b: Row): number {
  const turnover = ({ values: { receivedPaise, usedPaise, wastedPaise } }: Row) =>
    BigInt(receivedPaise) + BigInt(usedPaise) + BigInt(wastedPaise);
  const difference = turnover(b) - turnover(a);
  return difference === 0n ? a.key.localeCompare(b.key) : Number(difference);
}
