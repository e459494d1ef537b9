import {
  type BatchRecall,
  BatchRecallSchema,
  type BatchTrace,
  type Page,
  type RecallBatchBody,
  type RecallListQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, notOffered, type Policy } from '../../../platform/domain/policy';
import { firstVersion } from '../../../platform/mongo/first-version';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { ItemRepository } from '../stock/item.repository';
import { Items } from '../stock/item';
import { StockTotalsRepository } from '../stock/stock-totals.repository';
import { MovementRepository } from '../stock/movement.repository';
import { toBatchKey, sameNumber } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import { inTransit, TransferRepository } from '../transfers/transfer.repository';
import { Transfers } from '../transfers/transfer';
import { MAX_RECALLED_ITEMS, RecallRepository, type RecallRow } from '../stock/recall.repository';
import { groupedByProduct, isOfProduct, type TracedGroup, type TracedItem, buildTrace } from './recall-trace';
import { INVENTORY_LOCK } from '../stock/stock';

/** Of a trace: the newest ones. */
const MAX_TRANSFERS = 200;
const TRANSFERS_AT_ONCE = 100;

const recallsChanged = eventKind<EntityChanged<RecallRow>>('batch-recalls.changed');

export type BlockedBatch = { actor: Actor; item: TracedItem['item']; batchNumber: string; reason: string };

/** Raised within the transaction of a recall, for each item whose stock it blocks. */
export const batchBlocked = eventKind<BlockedBatch>('batch-recall.blocked');

const recallPolicy: Policy<'end', RecallRow> = {
  end: (viewer, recall) =>
    recall.status === 'ended' ? notOffered('RECALL_ENDED') : lacks(viewer, 'inventory.remove', recall),
};

/** Recalls a batch of a manufacturer: in stock, in transit, and whenever more of it arrives. */
@Injectable()
export class RecallBatch {
  private readonly records: Records<RecallRow, BatchRecall>;

  constructor(
    private readonly recalls: RecallRepository,
    private readonly items: ItemRepository,
    private readonly itemStore: Items,
    private readonly movements: MovementRepository,
    private readonly transfers: TransferRepository,
    private readonly transferStore: Transfers,
    private readonly posting: StockPosting,
    private readonly totals: StockTotalsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'batch-recall',
      shown: {
        permission: 'inventory.view',
        of: BatchRecallSchema,
        // Its items belong to several laboratories.
        fields: { batchKey: 'nobody', productKey: 'nobody', itemIds: false },
      },
      noun: 'recall',
      repository: recalls,
      notFound: 'RECALL_NOT_FOUND',
      named: { fields: ['batchNumber'], as: ({ batchNumber }) => batchNumber },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: toRecall,
      changed: recallsChanged,
    });
  }

  async list(actor: Actor, query: RecallListQuery): Promise<Page<BatchRecall>> {
    const { items, total } = await this.recalls.listVisible(actor.scope('inventory.view'), query);
    return { items: items.map((row) => toRecall(actor, row)), total };
  }

  trace(actor: Actor, batchNumber: string): Promise<BatchTrace> {
    return this.traceWithin(actor, actor.scope('inventory.view'), batchNumber);
  }

  /** @throws DomainError BATCH_NOT_FOUND, BATCH_RECALLED. */
  recall(actor: Actor, { batchNumber, productKeys, reason }: RecallBatchBody): Promise<BatchTrace> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('inventory.remove');
      // Stock that arrives at the same time sees the recall or is seen by it.
      const stocked = await this.totals.read(scope);
      const ids = stocked.map(({ laboratoryId }) => laboratoryId.toHexString());
      this.unitOfWork.lock(INVENTORY_LOCK, ids);
      const groups = groupedByProduct((await this.itemsWith(scope, batchNumber)).items);
      const recalled = new Set<TracedGroup>();
      for (const productKey of productKeys) {
        const group = groups.find((one) => one.productKeys.has(productKey));
        if (!group)
          throw DomainError.onField('BATCH_NOT_FOUND', 'batchNumber', 'No laboratory has ever had this batch');
        if (recalled.has(group)) continue;
        recalled.add(group);
        await this.assertNotRecalled(scope, batchNumber, group);
        await this.records.create(actor, this.newRecall(actor, scope, { group, batchNumber, productKey, reason }));
        for (const one of group.items) await this.block(actor, scope, one, { batchNumber, reason });
        await this.blockInTransit(actor, scope, { batchNumber, group, reason });
      }
      return this.traceWithin(actor, scope, batchNumber);
    });
  }

  /** @throws DomainError RECALL_NOT_FOUND, RECALL_ENDED, VERSION_CONFLICT. */
  end(actor: Actor, id: string, version: number | undefined): Promise<BatchRecall> {
    const policy = (before: RecallRow) => recallPolicy.end(actor, before);
    const options = { permission: 'inventory.remove', action: 'ended', policy } as const;
    return this.records.change(actor, id, version, options, () => ({ status: 'ended' }));
  }

  private async block(
    actor: Actor,
    scope: LabScope,
    { item, laboratory }: TracedItem,
    { batchNumber, reason }: { batchNumber: string; reason: string },
  ): Promise<void> {
    const lines = item.batches
      .filter((batch) => sameNumber(batch, batchNumber) && batch.quantity > 0 && batch.status !== 'recalled')
      .map((batch) => ({ batch: { ...batch, status: 'recalled', statusReason: reason } as const, quantity: 0 }));
    if (lines.length === 0) return;
    await this.posting.post(actor, scope, { type: 'recall', lines, reason, notes: null, item, laboratory });
    await this.unitOfWork.raise(batchBlocked, { actor, item, batchNumber, reason });
  }

  private async blockInTransit(
    actor: Actor,
    scope: LabScope,
    { batchNumber, group, reason }: { batchNumber: string; group: TracedGroup; reason: string },
  ): Promise<void> {
    const filter = { ...inTransit, batchKeys: toBatchKey(batchNumber) };
    for (;;) {
      const open = { lines: { $elemMatch: inTransitLineFilter(batchNumber, group) } };
      const rows = await this.transfers.find(scope, { ...filter, ...open }, { limit: TRANSFERS_AT_ONCE });
      const writes = rows.map((row) => ({
        row,
        changes: {
          lines: row.lines.map((line) =>
            isOfProduct(line, group.productKeys, batchNumber)
              ? { ...line, batch: { ...line.batch, status: 'recalled' as const, statusReason: reason } }
              : line,
          ),
        },
      }));
      await this.transferStore.records.writeMany(scope, writes, { actor, action: 'recalled' });
      if (rows.length < TRANSFERS_AT_ONCE) return;
    }
  }

  private async assertNotRecalled(scope: LabScope, batchNumber: string, group: TracedGroup): Promise<void> {
    const inForce = await this.recalls.findActive(scope.laboratoryId, [batchNumber]);
    const isCovered = ({ laboratoryId }: RecallRow) => laboratoryId === null || scope.laboratoryId !== null;
    if (!inForce.some((recall) => concerns(recall, group) && isCovered(recall))) return;
    throw DomainError.onField('BATCH_RECALLED', 'batchNumber');
  }

  private newRecall(
    actor: Actor,
    scope: LabScope,
    recalled: { group: TracedGroup; batchNumber: string; productKey: string; reason: string },
  ): RecallRow {
    const { group, batchNumber, productKey, reason } = recalled;
    const [first] = group.items;
    if (!first) throw new Error('A recall concerns no item');
    const now = this.clock.now();
    return {
      _id: newId(),
      laboratoryId: scope.laboratoryId === null ? null : objectId(scope.laboratoryId),
      batchNumber,
      batchKey: toBatchKey(batchNumber),
      productKey,
      itemIds: group.items.map(({ item }) => item._id),
      name: first.item.name,
      manufacturer: first.item.manufacturer,
      unit: first.item.unit,
      reason,
      status: 'active',
      by: actor.person,
      ...firstVersion(actor, now),
    };
  }

  private async traceWithin(actor: Actor, scope: LabScope, batchNumber: string): Promise<BatchTrace> {
    const { items, moved } = await this.itemsWith(scope, batchNumber);
    const filter = { batchKeys: toBatchKey(batchNumber) };
    const page = { filter, sort: { createdAt: -1 }, page: 1, limit: MAX_TRANSFERS } as const;
    const { items: rows, total } = await this.transfers.page(scope, page);
    const transfers = await this.transferStore.withLaboratories(rows);
    const recalls = await this.recalls.findActive(scope.laboratoryId, [batchNumber]);
    const products = groupedByProduct(items).flatMap((group) => {
      const own = recalls.filter((recall) => concerns(recall, group));
      const recall = own.find(({ laboratoryId }) => laboratoryId === null) ?? own[0];
      return buildTrace(batchNumber, group, { moved, transfers }).map((product) => ({
        ...product,
        recall: recall ? toRecall(actor, recall) : null,
      }));
    });
    return { batchNumber, products, olderTransfers: total - rows.length };
  }

  /**
   * The items that have ever had the batch number, in the order of their ids.
   * @throws DomainError VALIDATION_FAILED if they are more than one recall can block.
   */
  private async itemsWith(scope: LabScope, batchNumber: string) {
    const moved = await this.movements.ofBatchNumber(scope, batchNumber);
    const ids = [...new Map(moved.map(({ itemId }) => [itemId.toHexString(), itemId])).values()];
    if (ids.length > MAX_RECALLED_ITEMS) {
      const message = `More than ${MAX_RECALLED_ITEMS} items have this batch number. Recall it in each laboratory separately.`;
      throw DomainError.onField('VALIDATION_FAILED', 'batchNumber', message);
    }
    const rows = await this.items.find(scope, { _id: { $in: ids } }, { limit: MAX_RECALLED_ITEMS });
    const laboratories = await this.itemStore.readLaboratories(scope);
    const items = rows.flatMap((item): TracedItem[] => {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      return laboratory ? [{ item, laboratory, today: laboratory.today }] : [];
    });
    return { items, moved };
  }
}

/** Lines of the batch that are not blocked yet. */
function inTransitLineFilter(batchNumber: string, { productKeys }: TracedGroup): object {
  return {
    'item.productKeys': { $in: [...productKeys] },
    batchKey: toBatchKey(batchNumber),
    'batch.status': { $ne: 'recalled' },
  };
}

function concerns({ itemIds, productKey }: RecallRow, { items, productKeys }: TracedGroup): boolean {
  return productKeys.has(productKey) || items.some(({ item }) => itemIds.some((id) => id.equals(item._id)));
}

function toRecall(viewer: Actor, row: RecallRow): BatchRecall {
  const { _id, batchNumber, productKey, name, manufacturer, unit, reason, status, laboratoryId, by } = row;
  return {
    _id: _id.toHexString(),
    batchNumber,
    productKey,
    name,
    manufacturer,
    unit,
    reason,
    status,
    laboratoryId: laboratoryId?.toHexString() ?? null,
    by: by.name,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    actions: actionsFor(recallPolicy, viewer, row, undefined),
  };
}
