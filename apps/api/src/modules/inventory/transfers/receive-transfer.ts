import type { ReceiveTransferBody, ReturnTransferBody, StockTransfer, TransferAction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import type { BatchRow, ItemRow } from '../stock/item.document';
import { isBlocked } from '../stock/stock';
import type { TransferLineRow, TransferRow, TransferStepRow } from './transfer.repository';
import {
  accountedFor,
  afterArrival,
  type Arrived,
  lineOfItem,
  newStep,
  planReceiving,
  determineStatus,
} from './transfer-plan';
import { type TransferLaboratories, transferPolicy, Transfers } from './transfer';
import { type Arriving, type Target, TransferArrival } from './transfer-arrival';

export type BlockedReturn = {
  actor: Actor;
  item: ItemRow;
  number: string;
  from: string;
  batches: readonly BatchRow[];
};

/** Raised within the transaction in which stock comes back that was recalled on its way. */
export const blockedStockReturned = eventKind<BlockedReturn>('stock-transfer.blocked-returned');

type Open = { scope: LabScope; row: TransferRow; laboratories: TransferLaboratories };

/** The end of a transfer: the receiver confirms what has arrived, or the sender takes back what has not. */
@Injectable()
export class ReceiveTransfer {
  constructor(
    private readonly store: Transfers,
    private readonly arrival: TransferArrival,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds what has arrived to the receiving laboratory and writes off there what is missing or damaged; the rest stays in
   * transit.
   * @throws DomainError TRANSFER_NOT_FOUND, TRANSFER_CLOSED, FORBIDDEN, VERSION_CONFLICT, STOCK_INSUFFICIENT, BATCH_MISMATCH.
   */
  receive(actor: Actor, id: string, { lines: wanted, version, ...told }: ReceiveTransferBody): Promise<StockTransfer> {
    return this.unitOfWork.run(async () => {
      const open = await this.toAct(actor, id, { action: 'receive', version });
      const { row, scope, laboratories } = open;
      const { quantities, refused } = planReceiving(row, wanted);
      await this.store.records.assertAllowed(actor, row, refused);
      const arrivals = bySourceItem(quantities, wanted);
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
        const item = await this.arrival.getTargetItem(actor, scope, target);
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
      const notes = `${row.number} returned from ${laboratories.to.name}`;
      for (const { sourceId, arriving } of bySourceItem(quantities)) {
        const item = await this.arrival.getTargetItem(actor, scope, { _id: sourceId });
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
    const laboratories = await this.store.readLaboratories(row);
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
    const step = newStep(actor, quantities, { ...told, at: this.clock.now() });
    const changes = { lines, status: determineStatus(lines), steps: [...row.steps, step] };
    const after = await this.store.records.write(scope, row, changes, { actor, action: told.kind });
    return this.store.presentIn(actor, after, laboratories);
  }
}

/** In the order of the items' ids, as when they were sent. */
function bySourceItem(
  quantities: ReadonlyMap<TransferLineRow, Arrived>,
  wanted: ReceiveTransferBody['lines'] = [],
): { sourceId: ObjectId; arriving: Arriving[] }[] {
  const groups = new Map<string, { sourceId: ObjectId; arriving: Arriving[] }>();
  for (const [line, arrived] of quantities) {
    const sourceId = line.item._id;
    const group = groups.get(sourceId.toHexString()) ?? { sourceId, arriving: [] };
    const index = wanted.findIndex(({ lineId }) => lineId === line._id.toHexString());
    const field = index === -1 ? undefined : `lines.${index}.quantity`;
    group.arriving.push({ line, batch: line.batch, quantity: accountedFor(arrived), losses: arrived, field });
    groups.set(sourceId.toHexString(), group);
  }
  return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}
