import type { SendTransferBody, StockTransfer } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../stock/item.document';
import { itemPolicy, Items } from '../stock/item';
import { ItemRepository } from '../stock/item.repository';
import { assertPacks, INVENTORY_LOCK } from '../stock/stock';
import { toBatchKey, type StockLine } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import type { TransferLineRow, TransferRow } from './transfer.repository';
import { newLine, newStep, planSending } from './transfer-plan';
import { toSearchWords, Transfers } from './transfer';
import { TransferArrival } from './transfer-arrival';

/**
 * Stock on its way between two laboratories. It leaves the sender when it is sent, and belongs to the transfer until the
 * receiver confirms it or the sender takes it back, so that it is neither usable twice nor lost.
 */
@Injectable()
export class SendTransfer {
  constructor(
    private readonly store: Transfers,
    private readonly arrival: TransferArrival,
    private readonly items: ItemRepository,
    private readonly itemStore: Items,
    private readonly posting: StockPosting,
    private readonly laboratories: LaboratoriesPort,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED,
   *   LABORATORY_ARCHIVED, ITEM_DISCONTINUED, STOCK_INSUFFICIENT, BATCH_NOT_USABLE, STOCK_SET_ASIDE, VALIDATION_FAILED.
   */
  send(actor: Actor, { toLaboratoryId, lines, notes }: SendTransferBody): Promise<StockTransfer> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('inventory.transfer');
      const items = await this.itemsToSend(scope, lines);
      const [first] = items;
      if (!first) throw new Error('A transfer has no items');
      const from = await this.itemStore.readLaboratory(first);
      const to = await this.destination(toLaboratoryId, from);
      const moment = { now: this.clock.now(), today: this.itemStore.today(from) };
      const plans: { item: ItemRow; lines: StockLine[] }[] = [];
      for (const item of items) {
        const wanted = lines.flatMap((line, index) =>
          line.itemId === item._id.toHexString() ? [{ ...line, index }] : [],
        );
        const judged = itemPolicy.transfer(actor, item, { laboratory: from });
        await this.itemStore.records.assertAllowed(actor, item, judged);
        for (const { entered, index } of wanted) assertPacks(item, entered, `lines.${index}.quantity`);
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
      return this.store.records.create(actor, this.newTransfer(actor, { number, from, to, lines: sent, notes }));
    });
  }

  private newTransfer(
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
      steps: [newStep(actor, quantities, { kind: 'sent', at: now, notes })],
      notes,
      batchKeys: [...new Set(lines.map(({ batch }) => toBatchKey(batch.batchNumber)))],
      searchWords: toSearchWords({ number, lines }),
      ...firstVersion(actor, now),
    };
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
      throw DomainError.onField('VALIDATION_FAILED', 'toLaboratoryId', 'Choose a laboratory other than the sender');
    }
    const closed = laboratoryUsePolicy.enterRecords(to);
    if (closed) throw DomainError.onField(closed.code, 'toLaboratoryId', closed.message);
    // It must not be archived while stock is sent to it.
    this.unitOfWork.lock(INVENTORY_LOCK, id);
    return to;
  }
}
