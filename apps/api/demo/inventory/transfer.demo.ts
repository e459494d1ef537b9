import { resolvePermissions } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { productKeyOf } from '../../src/modules/inventory/stock/item.document';
import { RecallBatch } from '../../src/modules/inventory/recalls/recall-batch';
import { ReceiveTransfer } from '../../src/modules/inventory/transfers/receive-transfer';
import { SendTransfer } from '../../src/modules/inventory/transfers/send-transfer';
import { Actor } from '../../src/platform/domain/actor';
import { demoLaboratories, type DemoLaboratory } from '../demo-laboratories';

/** The codes of the sender and the receiver, how many items, and how many of their batches have arrived. */
const plan = [
  { from: 'KOL', to: 'DXB', items: 2, received: 0, notes: 'With the morning courier' },
  { from: 'KOL', to: 'SLK', items: 1, received: 0, notes: null },
  { from: 'DXB', to: 'KOL', items: 2, received: 1, notes: 'The rest follows tomorrow' },
  { from: 'SLK', to: 'KOL', items: 1, received: 9, notes: null },
] as const;

const UNITS = 2;

/** Transfers between laboratories of the demo network, most of them in transit, and a recalled batch. */
export async function seedTransfers(app: INestApplicationContext): Promise<void> {
  const items = app.get(ItemRepository);
  const [sending, receiving] = [app.get(SendTransfer), app.get(ReceiveTransfer)];
  const laboratories = new Map((await demoLaboratories(app)).map((one) => [one.laboratory.code, one]));
  for (const { from, to, items: count, received, notes } of plan) {
    const [sender, receiver] = [laboratories.get(from), laboratories.get(to)];
    if (!sender || !receiver) continue;
    const usable = { status: 'active', usableQuantity: { $gt: UNITS * 3 } };
    const stocked = await items.find(sender.scope, usable, { sort: { sortName: 1 }, limit: count });
    const lines = stocked.map(({ _id }) => ({ itemId: _id.toHexString(), quantity: UNITS }));
    const toLaboratoryId = receiver.laboratory._id.toHexString();
    const sent = await sending.send(adminOf(sender), { toLaboratoryId, lines, notes });
    const arrived = sent.lines
      .slice(0, received)
      .map((line) => ({ lineId: line._id, quantity: line.quantity, missing: 0, damaged: 0 }));
    if (arrived.length > 0) await receiving.receive(adminOf(receiver), sent._id, { lines: arrived, notes: null });
  }
  const recalling = laboratories.get('KOL');
  if (recalling) await recall(app, recalling);
}

async function recall(app: INestApplicationContext, one: DemoLaboratory): Promise<void> {
  const usable = { status: 'active', usableQuantity: { $gt: 0 }, category: 'reagent' };
  const [item] = await app.get(ItemRepository).find(one.scope, usable, { sort: { sortName: -1 }, limit: 1 });
  const batch = item?.batches.find(({ quantity, status }) => quantity > 0 && status === 'active');
  if (!item || !batch) return;
  const reason = 'The manufacturer reports wrong results with this batch';
  const recalled = { batchNumber: batch.batchNumber, productKeys: [productKeyOf(item)], reason };
  await app.get(RecallBatch).recall(adminOf(one), recalled);
}

function adminOf({ admin, laboratory }: DemoLaboratory): Actor {
  const { _id, name, role } = admin;
  const identity = { userId: _id.toHexString(), name, role, laboratoryId: laboratory._id.toHexString() };
  return new Actor({ ...identity, permissions: resolvePermissions(role), sessionId: '', mustChangePassword: false });
}
