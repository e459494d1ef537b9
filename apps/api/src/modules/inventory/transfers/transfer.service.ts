import type {
  Page,
  ReceiveTransferBody,
  ReturnTransferBody,
  SendTransferBody,
  StockTransfer,
  TransferAction,
  TransferLaboratory,
  TransferListQuery,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from '../items/item.document';
import { itemPolicy } from '../items/item.policy';
import { ItemRepository } from '../items/item.repository';
import { ItemStore } from '../items/item-store';
import { isBlocked } from '../stock/stock';
import { batchKeyOf, type StockLine } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import type { StepQuantities, TransferLineRow, TransferRow, TransferStepRow } from './transfer.document';
import {
  accountedFor,
  afterArrival,
  type Arrived,
  lineOfItem,
  newLine,
  planReceiving,
  planSending,
  statusOf,
} from './transfer-plan';
import { type TransferLaboratories, transferPolicy } from './transfer.policy';
import { TransferRepository } from './transfer.repository';
import { type Arriving, type Target, TransferArrival } from './transfer-arrival';
import { searchWordsOf, toTransferLaboratory, TransferStore } from './transfer-store';

/** Raised within the transaction in which stock comes back that was recalled on its way. */
export const blockedStockReturned = eventKind<{
  actor: Actor;
  item: ItemRow;
  number: string;
  from: string;
  batches: readonly BatchRow[];
}>('stock-transfer.blocked-returned');

type Open = { scope: LabScope; row: TransferRow; laboratories: TransferLaboratories };

/**
 * Stock on its way between two laboratories. It leaves the sender when it is sent, and belongs to the transfer until the
 * receiver confirms it or the sender takes it back, so that it is neither usable twice nor lost.
 */
@Injectable()
export class TransferService {
  constructor(
    private readonly transfers: TransferRepository,
    private readonly store: TransferStore,
    private readonly arrival: TransferArrival,
    private readonly items: ItemRepository,
    private readonly itemStore: ItemStore,
    private readonly posting: StockPosting,
    private readonly laboratories: LaboratoriesPort,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: TransferListQuery): Promise<Page<StockTransfer>> {
    const { items, ...total } = await this.transfers.list(actor.scope('inventory.view'), query);
    return { items: await this.store.presentAll(actor, items), ...total };
  }

  get(actor: Actor, id: string): Promise<StockTransfer> {
    return this.store.records.get(actor, 'inventory.view', id);
  }

  async destinations(): Promise<TransferLaboratory[]> {
    const all = await this.laboratories.within(LabScope.everywhere());
    const active = all.filter(({ status }) => status === 'active');
    return active.map(toTransferLaboratory).sort((a, b) => a.name.localeCompare(b.name));
  }

  /**
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED,
   *   LABORATORY_ARCHIVED, ITEM_DISCONTINUED, STOCK_INSUFFICIENT, BATCH_NOT_USABLE, VALIDATION_FAILED.
   */
  send(actor: Actor, { toLaboratoryId, lines, notes }: SendTransferBody): Promise<StockTransfer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('inventory.transfer');
      const items = await this.itemsToSend(scope, lines);
      const [first] = items;
      if (!first) throw new Error('A transfer has no items');
      const from = await this.itemStore.laboratoryOf(first);
      const to = await this.destination(toLaboratoryId, from);
      const moment = { now: this.clock.now(), today: this.itemStore.today(from) };
      const plans: { item: ItemRow; lines: StockLine[] }[] = [];
      for (const item of items) {
        const wanted = lines.flatMap((line, index) =>
          line.itemId === item._id.toHexString() ? [{ ...line, index }] : [],
        );
        const judged = itemPolicy.transfer(actor, item, { laboratory: from });
        await this.itemStore.records.assertAllowed(actor, item, judged);
        const plan = planSending(item, wanted, moment);
        await this.itemStore.records.assertAllowed(actor, item, plan.refused);
        plans.push({ item, lines: plan.lines });
      }
      const number = `TRF-${String(await this.counters.take('stock-transfers', 1)).padStart(6, '0')}`;
      for (const { item, lines: taken } of plans) {
        const note = `${number} to ${to.name}`;
        const change = { type: 'transfer_out', lines: taken, reason: null, notes: note } as const;
        await this.posting.post(actor, scope, { ...change, item, laboratory: from });
      }
      const targets = await this.arrival.matchesIn(to, items);
      const sent = plans.flatMap(({ item, lines: taken }, index) =>
        taken.map((line) => newLine(item, line, targets[index]?._id ?? null)),
      );
      return this.store.records.create(actor, this.rowOf(actor, { number, from, to, lines: sent, notes }));
    });
  }

  /**
   * Adds what has arrived to the receiving laboratory and writes off there what is missing or damaged; the rest stays in
   * transit.
   * @throws DomainError TRANSFER_NOT_FOUND, TRANSFER_CLOSED, FORBIDDEN, VERSION_CONFLICT, STOCK_INSUFFICIENT.
   */
  receive(actor: Actor, id: string, { lines: wanted, version, ...told }: ReceiveTransferBody): Promise<StockTransfer> {
    return this.unitOfWork.run(async () => {
      const open = await this.toAct(actor, id, { action: 'receive', version });
      const { row, scope, laboratories } = open;
      const { quantities, refused } = planReceiving(row, wanted);
      await this.store.records.assertAllowed(actor, row, refused);
      const arrivals = bySourceItem(quantities);
      const targets: Target[] = [];
      for (const { sourceId } of arrivals)
        targets.push(await this.arrival.targetFor(lineOfItem(row, sourceId), laboratories.to));
      const lines = row.lines.map((line) => {
        const group = arrivals.findIndex(({ arriving }) => arriving.some((one) => one.line === line));
        const receivedItemId = targets[group]?._id ?? line.receivedItemId;
        return { ...afterArrival(line, quantities.get(line)), receivedItemId };
      });
      // Before the stock, so that of two people who receive the same transfer one waits for the other.
      const received = await this.finish(actor, open, { kind: 'received', quantities, lines, ...told });
      const note = `${row.number} from ${laboratories.from.name}`;
      for (const [index, { arriving }] of arrivals.entries()) {
        const target = targets[index];
        if (!target) continue;
        const item = await this.arrival.itemOf(actor, scope, target);
        const { reason } = told;
        await this.arrival.add(actor, scope, { item, laboratory: laboratories.to, arriving, reason, notes: note });
      }
      return received;
    });
  }

  /**
   * Puts what is still in transit back into the batches that it came from.
   * @throws DomainError as `receive`.
   */
  return(actor: Actor, id: string, { reason, version }: ReturnTransferBody): Promise<StockTransfer> {
    return this.unitOfWork.run(async () => {
      const open = await this.toAct(actor, id, { action: 'return', version });
      const { row, scope, laboratories } = open;
      const { quantities } = planReceiving(row, undefined);
      const lines = row.lines.map((line) => ({
        ...line,
        returned: line.returned + (quantities.get(line)?.quantity ?? 0),
      }));
      const returned = await this.finish(actor, open, { kind: 'returned', quantities, lines, notes: reason });
      const notes = `${row.number} came back from ${laboratories.to.name}`;
      for (const { sourceId, arriving } of bySourceItem(quantities)) {
        const item = await this.arrival.itemOf(actor, scope, { _id: sourceId });
        await this.arrival.add(actor, scope, { item, laboratory: laboratories.from, arriving, notes, reason });
        const blocked = arriving.filter(({ batch }) => isBlocked(batch));
        if (blocked.length > 0) {
          const { number } = row;
          const from = laboratories.to.name;
          const batches = blocked.map(({ batch, quantity }) => ({ ...batch, quantity }));
          await this.unitOfWork.raise(blockedStockReturned, { actor, item, number, from, batches });
        }
      }
      return returned;
    });
  }

  private async toAct(
    actor: Actor,
    id: string,
    { action, version }: { action: TransferAction; version: number | undefined },
  ): Promise<Open> {
    const scope = actor.scope('inventory.transfer');
    const row = await this.store.records.getOrThrow(scope, id);
    const laboratories = await this.store.laboratoriesOf(row);
    await this.store.records.assertAllowed(actor, row, transferPolicy[action](actor, row, laboratories));
    await this.store.records.assertVersion(actor, row, version);
    return { scope, row, laboratories };
  }

  private async finish(
    actor: Actor,
    { scope, row, laboratories }: Open,
    {
      quantities,
      lines,
      ...told
    }: Pick<TransferStepRow, 'kind' | 'notes' | 'reason'> & {
      quantities: ReadonlyMap<TransferLineRow, Arrived>;
      lines: TransferLineRow[];
    },
  ): Promise<StockTransfer> {
    const step = this.stepOf(actor, quantities, told);
    const changes = { lines, status: statusOf(lines), steps: [...row.steps, step] };
    const after = await this.store.records.write(scope, row, changes, { actor, action: told.kind });
    return this.store.presentIn(actor, after, laboratories);
  }

  private rowOf(
    actor: Actor,
    sent: { number: string; from: LaboratoryRow; to: LaboratoryRow; lines: TransferLineRow[]; notes: string | null },
  ): TransferRow {
    const { number, from, to, lines, notes } = sent;
    const now = this.clock.now();
    const quantities = new Map(lines.map((line) => [line, { quantity: line.quantity }]));
    return {
      _id: newId(),
      number,
      status: 'sent',
      laboratoryIds: [from._id, to._id],
      fromLaboratoryId: from._id,
      toLaboratoryId: to._id,
      lines,
      steps: [this.stepOf(actor, quantities, { kind: 'sent', notes })],
      notes,
      batchKeys: [...new Set(lines.map(({ batch }) => batchKeyOf(batch.batchNumber)))],
      searchWords: searchWordsOf({ number, lines }),
      updatedBy: actor.name,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
  }

  private stepOf(
    actor: Actor,
    quantities: ReadonlyMap<TransferLineRow, StepQuantities>,
    told: Pick<TransferStepRow, 'kind' | 'notes' | 'reason'>,
  ): TransferStepRow {
    const lines = [...quantities].map(([{ _id }, moved]) => ({ lineId: _id, ...moved }));
    return { ...told, at: this.clock.now(), by: { _id: objectId(actor.userId), name: actor.name }, lines };
  }

  /** In the order of their ids, so that two transfers of the same items wait for each other. */
  private async itemsToSend(scope: LabScope, lines: SendTransferBody['lines']): Promise<ItemRow[]> {
    const ids = [...new Set(lines.map(({ itemId }) => itemId))].sort();
    const filter = { _id: { $in: ids.map((id) => objectId(id)) } };
    const items = await this.items.find(scope, filter, { limit: ids.length });
    if (items.length < ids.length) throw new DomainError('INVENTORY_ITEM_NOT_FOUND');
    const stray = items.find(({ laboratoryId }) => !items[0]?.laboratoryId.equals(laboratoryId));
    if (!stray) return items;
    const index = lines.findIndex(({ itemId }) => itemId === stray._id.toHexString());
    const message = 'All items of a transfer must belong to the same laboratory';
    throw DomainError.onField('VALIDATION_FAILED', `lines.${index}.itemId`, message);
  }

  private async destination(id: string, from: LaboratoryRow): Promise<LaboratoryRow> {
    const to = await this.laboratories.find(id);
    if (!to) throw DomainError.onField('LABORATORY_NOT_FOUND', 'toLaboratoryId');
    if (to._id.equals(from._id)) {
      throw DomainError.onField('VALIDATION_FAILED', 'toLaboratoryId', 'Choose another laboratory than the sender');
    }
    const closed = laboratoryUsePolicy.enterRecords(to);
    if (closed) throw DomainError.onField(closed.code, 'toLaboratoryId', closed.message);
    // It must not be archived while stock is sent to it.
    this.unitOfWork.lock('inventory', id);
    return to;
  }
}

/** In the order of the items' ids, as when they were sent. */
function bySourceItem(
  quantities: ReadonlyMap<TransferLineRow, Arrived>,
): { sourceId: ObjectId; arriving: Arriving[] }[] {
  const groups = new Map<string, { sourceId: ObjectId; arriving: Arriving[] }>();
  for (const [line, arrived] of quantities) {
    const sourceId = line.item._id;
    const group = groups.get(sourceId.toHexString()) ?? { sourceId, arriving: [] };
    group.arriving.push({ line, batch: line.batch, quantity: accountedFor(arrived), losses: arrived });
    groups.set(sourceId.toHexString(), group);
  }
  return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
