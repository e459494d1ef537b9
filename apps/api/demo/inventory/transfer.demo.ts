import type { INestApplicationContext } from '@nestjs/common';
import { RecallBatch } from '../../src/modules/inventory/recalls/recall-batch';
import { productKeyOf } from '../../src/modules/inventory/stock/item.document';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { ReceiveTransfer } from '../../src/modules/inventory/transfers/receive-transfer';
import { SendTransfer } from '../../src/modules/inventory/transfers/send-transfer';
import { actorOf, demoLaboratories, laboratoryWith } from '../demo-laboratories';

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
  const [items, laboratories] = [app.get(ItemRepository), await demoLaboratories(app)];
  for (const { from, to, items: count, received, notes } of plan) {
    const [sender, receiver] = [laboratoryWith(from, laboratories), laboratoryWith(to, laboratories)];
    const usable = { status: 'active', usableQuantity: { $gt: UNITS * 3 } };
    const stocked = await items.find(sender.scope, usable, { sort: { sortName: 1 }, limit: count });
    const sent = await app.get(SendTransfer).send(actorOf(sender.admin), {
      toLaboratoryId: receiver.laboratory._id.toHexString(),
      lines: stocked.map(({ _id }) => ({ itemId: _id.toHexString(), quantity: UNITS })),
      notes,
    });
    const arrived = sent.lines.slice(0, received);
    const lines = arrived.map(({ _id: lineId, quantity }) => ({ lineId, quantity, missing: 0, damaged: 0 }));
    if (lines.length === 0) continue;
    await app.get(ReceiveTransfer).receive(actorOf(receiver.admin), sent._id, { lines, notes: null });
  }
  const { scope, admin } = laboratoryWith('KOL', laboratories);
  const usable = { status: 'active', usableQuantity: { $gt: 0 }, category: 'reagent' };
  const [item] = await items.find(scope, usable, { sort: { sortName: -1 }, limit: 1 });
  const batch = item?.batches.find(({ quantity, status }) => quantity > 0 && status === 'active');
  if (!item || !batch) return;
  await app.get(RecallBatch).recall(actorOf(admin), {
    batchNumber: batch.batchNumber,
    productKeys: [productKeyOf(item)],
    reason: 'The manufacturer reports wrong results with this batch',
  });
}
