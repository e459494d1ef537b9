import type { CountSheetItem, CountSheetQuery, Page, StockCount, StockCountBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { refusalOn } from '../../platform/domain/policy';
import type { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import type { ItemRow } from './stock/item.document';
import { Items, toCountSheetItem } from './stock/item';
import { ItemRepository } from './stock/item.repository';
import { Arrivals } from './stock/arrivals';
import { knownTotal, StockTotalsRepository } from './stock/stock-totals.repository';
import { assertPacks, lastCountAfter, INVENTORY_LOCK } from './stock/stock';
import { MovementRepository, type SinceCount } from './stock/movement.repository';
import { onLine, planStock, type StockLine } from './stock/stock-plan';
import { ChangeStock, laboratoryToLock } from './change-stock';

type Position = { atSeq: number; of: 'item' | 'batch' };

/** Counts of what is on the shelves: what to count, and what was counted of each item. */
@Injectable()
export class CountStock {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly stock: ChangeStock,
    private readonly ledger: MovementRepository,
    private readonly totals: StockTotalsRepository,
    private readonly arrivals: Arrivals,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED. */
  async sheet(actor: Actor, query: CountSheetQuery): Promise<Page<CountSheetItem>> {
    const scope = actor.scope('inventory.stock');
    const laboratory = await this.laboratories.getForNewRecords(scope, query.laboratoryId);
    const laboratoryId = laboratory._id.toHexString();
    const total =
      query.storageLocation === undefined
        ? knownTotal(await this.totals.read(scope, [laboratoryId]), ['items'])
        : undefined;
    // Before the items are read, so that no movement is taken for one that they already include.
    const readAt = this.clock.now();
    const { items, ...count } = await this.items.countSheet(scope, { ...query, laboratoryId }, total);
    return { items: items.map((row) => toCountSheetItem(row, readAt)), ...count };
  }

  /**
   * Records what was counted of an item. A dry run returns the same result and writes nothing.
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND, ITEM_DISCONTINUED, LABORATORY_SUSPENDED,
   *   STOCK_INSUFFICIENT, STOCK_SET_ASIDE, COUNT_SUPERSEDED, VALIDATION_FAILED.
   */
  count(actor: Actor, id: string, { lines, reason, dryRun, ...counted }: StockCountBody): Promise<StockCount> {
    return this.unitOfWork.exclusive(INVENTORY_LOCK, dryRun ? null : laboratoryToLock(actor), async () => {
      const current = await this.stock.readCurrent(actor, id, undefined);
      const { item, scope, today } = current;
      const now = this.clock.now();
      const countedAt = new Date(Math.min(Date.parse(counted.countedAt), now.getTime()));
      const beganAtSeq = Math.min(counted.countedAtSeq, item.movementSeq);
      const atSeq = await this.positionAt(scope, item, beganAtSeq, countedAt);
      const count: Position = { of: lines[0]?.batchId === undefined ? 'item' : 'batch', atSeq };
      const planned: StockLine[] = [];
      for (const [index, { batchId, quantity, entered }] of lines.entries()) {
        assertPacks(item, entered, `lines.${index}.quantity`);
        const since = await this.since(scope, item, count, batchId);
        const change = { type: 'adjustment', quantity, batchId, movedSinceCount: -since.moved } as const;
        const plan = planStock(item, change, { now, today });
        const isSuperseded = since.isSuperseded && (plan.lines.length > 0 || plan.refused);
        const refused = isSuperseded ? refusalOn('quantity', 'COUNT_SUPERSEDED') : plan.refused;
        await this.store.records.assertAllowed(actor, item, refused && onLine(refused, index));
        planned.push(...plan.lines.map((line) => ({ ...line, entered })));
      }
      const change = await this.stock.write(actor, current, {
        type: 'adjustment',
        lines: await this.arrivals.admit(item, planned, { dryRun, isCounted: true }),
        count,
        lastCount: isComplete(item, lines, countedAt) ? lastCountAfter(actor, current, countedAt) : undefined,
        reason,
        notes: null,
        dryRun,
      });
      const sinceBegin = await this.since(scope, item, { of: 'item', atSeq: beganAtSeq });
      const after = await this.since(scope, item, { of: 'item', atSeq });
      return { ...change, moved: { before: sinceBegin.moved - after.moved, after: after.moved } };
    });
  }

  /** The last of the item's movements, at least `beganAtSeq`, that had been made when it was counted. */
  private async positionAt(scope: LabScope, item: ItemRow, beganAtSeq: number, countedAt: Date): Promise<number> {
    if (beganAtSeq === item.movementSeq) return beganAtSeq;
    return (await this.ledger.lastSeqUntil(scope, item._id, countedAt, beganAtSeq)) ?? beganAtSeq;
  }

  private async since(scope: LabScope, item: ItemRow, count: Position, batchId?: string): Promise<SinceCount> {
    if (count.atSeq === item.movementSeq) return { moved: 0, isSuperseded: false };
    return this.ledger.sinceCount(scope, item._id, count, batchId);
  }
}

/** Whether all that was in stock was counted. Stock that arrived after the count is ignored. */
function isComplete({ batches }: ItemRow, lines: StockCountBody['lines'], countedAt: Date): boolean {
  const counted = new Set(lines.map(({ batchId }) => batchId));
  return (
    counted.has(undefined) ||
    batches.every(
      ({ _id, quantity, receivedAt }) => quantity === 0 || receivedAt > countedAt || counted.has(_id.toHexString()),
    )
  );
}
