import {
  type InventoryAnalytics,
  type InventoryAnalyticsQuery,
  type InventoryCategory,
  inventoryCategoryLabels,
  type InventoryGroup,
  type InventoryValues,
  totalPaise,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { readBoth, rowsByKey, rowsByTime, totalsOf } from '../../../platform/time/analysis-rows';
import { Analyses, LaboratoriesPort } from '../../laboratories/laboratories.port';
import { ItemRepository } from '../items/item.repository';
import { MovementRepository, type StockFlow } from '../stock/movement.repository';
import { InventoryReportService } from './inventory-report.service';

const MAX_ROWS = 100;

type Row = InventoryAnalytics['rows'][number];

/** What the stock of a period was worth that came in, was used and was wasted. */
@Injectable()
export class InventoryAnalyticsService {
  constructor(
    private readonly analyses: Analyses,
    private readonly movements: MovementRepository,
    private readonly items: ItemRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly reports: InventoryReportService,
  ) {}

  async analytics(actor: Actor, query: InventoryAnalyticsQuery): Promise<InventoryAnalytics> {
    const { groupBy } = query;
    const { scope, period, previous } = await this.analyses.frame(actor, 'inventory.view', query);
    const [readings, { items, valuePaise, expiredValuePaise, byCategory }] = await Promise.all([
      readBoth({ period, previous }, (days) => this.movements.flows(scope, days, groupBy)),
      this.reports.statsWithin(scope),
    ]);
    const sum = (flows: readonly StockFlow[]) => valuesOf(flows, groupBy);
    const all =
      groupBy === 'month'
        ? rowsByTime('month', readings, ({ key }) => key, sum)
        : rowsByKey(
            readings,
            ({ key }) => key,
            (key) => key,
            sum,
          ).toSorted(largestFirst);
    const rows = all.slice(0, MAX_ROWS);
    const labelOf = await this.labels(scope, groupBy, rows);
    return {
      groupBy,
      period,
      previousPeriod: previous,
      rows: rows.map((row) => ({ ...row, label: labelOf(row) })),
      omittedRows: all.length - rows.length,
      totals: totalsOf(readings, (flows) => ({ ...sum(flows), quantities: null })),
      stock: { items, valuePaise, expiredValuePaise, byCategory },
    };
  }

  private async labels(scope: LabScope, groupBy: InventoryGroup, rows: readonly Row[]): Promise<(row: Row) => string> {
    switch (groupBy) {
      case 'month':
        return ({ label }) => label;
      case 'category':
        return ({ key }) => inventoryCategoryLabels[key as InventoryCategory];
      case 'laboratory': {
        const laboratories = await this.laboratories.findAll(rows.map(({ key }) => objectId(key)));
        return ({ key }) => laboratories.get(key)?.name ?? 'Unknown laboratory';
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

function valuesOf(flows: readonly StockFlow[], groupBy: InventoryGroup): InventoryValues {
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
