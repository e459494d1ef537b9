import type { BatchRecall, BatchTrace, Page, RecallBatchBody, RecallListQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { actionsFor, lacks, notOffered, type Policy } from '../../../platform/http/policy';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, objectId } from '../../../platform/mongo/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { Clock } from '../../../platform/time/clock';
import { ItemRepository } from '../items/item.repository';
import { ItemStore } from '../items/item-store';
import { productKeyOf } from '../items/product';
import { MovementRepository } from '../stock/movement.repository';
import { batchKeyOf, sameNumber } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import { inTransit, TransferRepository } from '../transfers/transfer.repository';
import { TransferStore } from '../transfers/transfer-store';
import type { RecallRow } from './recall.document';
import { RecallRepository } from './recall.repository';
import { isOf, traceOf, type TracedItem, type TracedTransfer } from './recall-trace';

const MAX_TRANSFERS = 200;

const recallsChanged = eventKind<EntityChanged<RecallRow>>('batch-recalls.changed');

type BlockedBatch = { actor: Actor; item: TracedItem['item']; batchNumber: string; reason: string };

/** Raised within the transaction of a recall, for each item whose stock it blocks. */
export const batchBlocked = eventKind<BlockedBatch>('batch-recall.blocked');

const recallPolicy: Policy<'end', RecallRow> = {
  end: (viewer, recall) =>
    recall.status === 'ended' ? notOffered('RECALL_ENDED') : lacks(viewer, 'inventory.remove', recall),
};

/** Recalls a batch of a manufacturer: in stock, in transit, and whenever more of it arrives. */
@Injectable()
export class RecallService {
  private readonly records: Records<RecallRow, BatchRecall>;

  constructor(
    private readonly recalls: RecallRepository,
    private readonly items: ItemRepository,
    private readonly itemStore: ItemStore,
    private readonly movements: MovementRepository,
    private readonly transfers: TransferRepository,
    private readonly transferStore: TransferStore,
    private readonly posting: StockPosting,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'batch-recall',
      noun: 'recall',
      repository: recalls,
      notFound: 'RECALL_NOT_FOUND',
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: toRecall,
      changed: recallsChanged,
    });
  }

  async list(actor: Actor, query: RecallListQuery): Promise<Page<BatchRecall>> {
    const { items, total } = await this.recalls.visible(actor.scope('inventory.view'), query);
    return { items: items.map((row) => toRecall(actor, row)), total };
  }

  trace(actor: Actor, batchNumber: string): Promise<BatchTrace> {
    return this.traceWithin(actor, actor.scope('inventory.view'), batchNumber);
  }

  /** @throws DomainError BATCH_NOT_FOUND, BATCH_RECALLED. */
  recall(actor: Actor, { batchNumber, productKeys, reason }: RecallBatchBody): Promise<BatchTrace> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('inventory.remove');
      const held = (await this.itemsWith(scope, batchNumber)).items;
      for (const productKey of new Set(productKeys)) {
        const ofProduct = held.filter(({ item }) => productKeyOf(item) === productKey);
        const [first] = ofProduct;
        if (!first) throw DomainError.onField('BATCH_NOT_FOUND', 'batchNumber', 'No laboratory has had this batch');
        await this.assertNotRecalled(scope, batchNumber, productKey);
        const row = this.rowOf(actor, scope, { item: first.item, batchNumber, productKey, reason });
        await this.records.create(actor, row);
        for (const one of ofProduct) await this.block(actor, scope, one, { batchNumber, reason });
        await this.blockInTransit(actor, scope, { batchNumber, productKey, reason });
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
    { batchNumber, productKey, reason }: { batchNumber: string; productKey: string; reason: string },
  ): Promise<void> {
    const filter = { ...inTransit, batchKeys: batchKeyOf(batchNumber) };
    const rows = await this.transfers.find(scope, filter, { limit: 0 });
    const writes = rows.flatMap((row) => {
      if (!row.lines.some((line) => isOf(line, productKey, batchNumber))) return [];
      const lines = row.lines.map((line) =>
        isOf(line, productKey, batchNumber)
          ? { ...line, batch: { ...line.batch, status: 'recalled' as const, statusReason: reason } }
          : line,
      );
      return [{ row, changes: { lines } }];
    });
    await this.transferStore.records.writeMany(scope, writes, { actor, action: 'recalled' });
  }

  private async assertNotRecalled(scope: LabScope, batchNumber: string, productKey: string): Promise<void> {
    const inForce = await this.recalls.inForce(scope.laboratoryId, [batchNumber]);
    const isCovered = ({ laboratoryId }: RecallRow) => laboratoryId === null || scope.laboratoryId !== null;
    if (!inForce.some((recall) => recall.productKey === productKey && isCovered(recall))) return;
    throw DomainError.onField('BATCH_RECALLED', 'batchNumber');
  }

  private rowOf(
    actor: Actor,
    scope: LabScope,
    recalled: { item: TracedItem['item']; batchNumber: string; productKey: string; reason: string },
  ): RecallRow {
    const { item, batchNumber, productKey, reason } = recalled;
    const now = this.clock.now();
    return {
      _id: newId(),
      laboratoryId: scope.laboratoryId === null ? null : objectId(scope.laboratoryId),
      batchNumber,
      batchKey: batchKeyOf(batchNumber),
      productKey,
      name: item.name,
      manufacturer: item.manufacturer,
      unit: item.unit,
      reason,
      status: 'active',
      by: { _id: objectId(actor.userId), name: actor.name },
      updatedBy: actor.name,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  private async traceWithin(actor: Actor, scope: LabScope, batchNumber: string): Promise<BatchTrace> {
    const { items, moved } = await this.itemsWith(scope, batchNumber);
    const filter = { batchKeys: batchKeyOf(batchNumber) };
    const rows = await this.transfers.find(scope, filter, { sort: { createdAt: -1 }, limit: MAX_TRANSFERS });
    const transfers: TracedTransfer[] = [];
    for (const transfer of rows) {
      transfers.push({ transfer, laboratories: await this.transferStore.laboratoriesOf(transfer) });
    }
    const recalls = await this.recalls.inForce(scope.laboratoryId, [batchNumber]);
    const products = traceOf(batchNumber, { items, moved, transfers }).map((product) => {
      const own = recalls.filter(({ productKey }) => productKey === product.productKey);
      const recall = own.find(({ laboratoryId }) => laboratoryId === null) ?? own[0];
      return { ...product, recall: recall ? toRecall(actor, recall) : null };
    });
    return { batchNumber, products };
  }

  /** The items that have ever had the batch number, in the order of their ids. */
  private async itemsWith(scope: LabScope, batchNumber: string) {
    const moved = await this.movements.ofBatchNumber(scope, batchNumber);
    const ids = [...new Map(moved.map(({ itemId }) => [itemId.toHexString(), itemId])).values()];
    const rows = await this.items.find(scope, { _id: { $in: ids } }, { limit: 0 });
    const laboratories = await this.itemStore.laboratoriesOf(scope);
    const items = rows.flatMap((item): TracedItem[] => {
      const laboratory = laboratories.get(item.laboratoryId.toHexString());
      return laboratory ? [{ item, laboratory, today: laboratory.today }] : [];
    });
    return { items, moved };
  }
}

function toRecall(viewer: Actor, row: RecallRow): BatchRecall {
  const { _id, batchNumber, productKey, name, manufacturer, unit, reason, status, laboratoryId, by } = row;
  return {
    _id: _id.toHexString(),
    ...{ batchNumber, productKey, name, manufacturer, unit, reason, status },
    laboratoryId: laboratoryId?.toHexString() ?? null,
    by: by.name,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    actions: actionsFor(recallPolicy, viewer, row, undefined),
  };
}
