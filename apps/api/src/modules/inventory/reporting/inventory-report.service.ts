import type { ExpiringBatch, ExpiringQuery, InventoryStats, Page } from '@shifa/contract';
import { daysBetween, isPastUse } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { Memory } from '../../../platform/memory/remembered';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { addDays } from '../../../platform/time/business-day';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from '../items/item.document';
import { toBatch, toItemLaboratory } from '../items/item.mapper';
import { ItemRepository, type LaboratoryDay } from '../items/item.repository';
import { itemsChanged, ItemStore } from '../items/item-store';
import { lastDayOf } from '../stock/stock';
import { incrementsOf, placeOfPage, statsOf } from './stock-totals';
import type { StockTotalsRow } from './stock-totals.document';
import { StockTotalsRepository } from './stock-totals.repository';

type Today = { totals: StockTotalsRow; today: string };
type Candidate = { item: ItemRow; batch: BatchRow; last: string; laboratory: LaboratoryRow & LaboratoryDay };

/** Counts and values of stock, and the batches that expire. */
@Injectable()
export class InventoryReportService implements OnModuleInit {
  private readonly shared;

  constructor(
    private readonly items: ItemRepository,
    private readonly totals: StockTotalsRepository,
    private readonly store: ItemStore,
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    memory: Memory,
  ) {
    this.shared = memory.share<Today[]>();
  }

  onModuleInit(): void {
    this.events.within(itemsChanged, async ({ changes }) => {
      const ids = changes.map(({ after }) => after.laboratoryId.toHexString());
      this.unitOfWork.lock('inventory', ids);
      await this.totals.add(incrementsOf(changes), this.clock.now());
    });
  }

  async stats(actor: Actor, laboratoryId: string | undefined): Promise<InventoryStats> {
    return this.statsWithin(actor.scope('inventory.view'), laboratoryId);
  }

  async statsWithin(scope: LabScope, laboratoryId?: string): Promise<InventoryStats> {
    return statsOf(await this.todays(scope, laboratoryId === undefined ? undefined : [laboratoryId]));
  }

  /** By the id of the laboratory; those that never had stock are missing. */
  async statsByLaboratory(actor: Actor): Promise<Map<string, InventoryStats>> {
    const rows = await this.todays(actor.scope('inventory.view'), undefined);
    return new Map(rows.map((row) => [row.totals.laboratoryId.toHexString(), statsOf([row])]));
  }

  /** Stored totals, with the day on which each laboratory judges its batches. */
  private todays(scope: LabScope, laboratoryIds: readonly string[] | undefined) {
    const key = JSON.stringify([scope.laboratoryId, laboratoryIds]);
    return this.shared.get(key, async () => ({ value: await this.readTodays(scope, laboratoryIds) }));
  }

  private async readTodays(scope: LabScope, laboratoryIds: readonly string[] | undefined): Promise<Today[]> {
    const laboratories = await this.store.laboratoriesOf(scope);
    const rows = await this.totals.read(scope, laboratoryIds);
    return rows.map((totals) => {
      const laboratory = laboratories.get(totals.laboratoryId.toHexString());
      if (!laboratory) throw new Error(`The laboratory of stock totals ${totals._id.toHexString()} is missing`);
      return { totals, today: laboratory.today };
    });
  }

  /** Batches with stock by their last day of use, the expired ones first. */
  async expiring(actor: Actor, query: ExpiringQuery): Promise<Page<ExpiringBatch>> {
    const scope = actor.scope('inventory.view');
    const { laboratoryId, page, limit } = query;
    const laboratories = await this.store.laboratoriesOf(scope);
    const totals = await this.totals.read(scope, laboratoryId === undefined ? undefined : [laboratoryId]);
    const judged = totals.flatMap((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      return laboratory ? [{ totals: row, range: rangeOf(laboratory, query) }] : [];
    });
    const place = placeOfPage(judged, { page, limit });
    const filter = laboratoryId === undefined ? {} : { laboratoryId: objectId(laboratoryId) };
    const items = await this.items.withBatchesOn(scope, place.days, filter);
    const candidates = items.flatMap((item) => {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      return laboratory ? candidatesOf(item, laboratory, rangeOf(laboratory, query)) : [];
    });
    const onDays = candidates.filter(({ last }) => place.days.includes(last));
    const inOrder = onDays.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
    return { items: inOrder.slice(place.skip, place.skip + limit).map(toExpiringBatch), total: place.total };
  }
}

type Range = { from?: string; through: string };

function rangeOf({ today }: LaboratoryDay, { days, expired }: Pick<ExpiringQuery, 'days' | 'expired'>): Range {
  return {
    ...(expired === 'false' && { from: today }),
    through: expired === 'true' ? addDays(today, -1) : addDays(today, days),
  };
}

function candidatesOf(item: ItemRow, laboratory: Candidate['laboratory'], { from = '', through }: Range): Candidate[] {
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
    laboratoryId: toItemLaboratory(laboratory),
    lastUsableDay: last,
    daysLeft: isPastUse(last, today) ? 1 - daysBetween(last, today) : daysBetween(today, last) - 1,
    valuePaise: batch.quantity * batch.unitCostPaise,
  };
}
