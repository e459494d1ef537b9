import type { InventoryItem, StockTransfer } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { failureOf, itemOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk } from '../../../../test/inventory/transfer-desk';
import { derivedFields } from '../stock/item';
import { type BatchRow, ITEM_COLLECTION, type ItemRow } from '../stock/item.document';
import { MAX_LIVE_BATCHES } from '../stock/stock-plan';

describe('a transfer to an item with as many batches as it can have', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  /** Blocked batches without stock, which are kept for their block, up to the limit. */
  async function fill({ _id }: Pick<InventoryItem, '_id'>): Promise<void> {
    const items = desk.app.services.get<Connection>(getConnectionToken()).collection<ItemRow>(ITEM_COLLECTION);
    const id = new Types.ObjectId(_id);
    const item = await items.findOne({ _id: id });
    if (!item) throw new Error('No such item');
    const blocked = Array.from({ length: MAX_LIVE_BATCHES - item.batches.length }, (_, index): BatchRow => ({
      _id: new Types.ObjectId(),
      batchNumber: `BLOCKED ${index}`,
      expiryDate: '2099-12-31',
      openedOn: null,
      quantity: 0,
      unitCostPaise: 100,
      status: 'quarantined',
      statusReason: 'Under investigation',
      receivedAt: new Date(),
    }));
    const batches = [...item.batches, ...blocked];
    await items.updateOne({ _id: id }, { $set: { batches, ...derivedFields({ ...item, batches }) } });
  }

  const messageFor = (item: InventoryItem, batch: string) =>
    `${item.name} has no room for batch ${batch}: it already has 200 batches that have stock or are blocked. Use up or dispose of some, or release blocked ones that are used up, then try again.`;
  const lineOf = ({ lines }: StockTransfer, batch: string) =>
    lines.find(({ batchNumber }) => batchNumber === batch)?._id ?? '';

  it('is not received with a new batch, and says which line has no room', async () => {
    const item = await desk.stocked();
    const { name, manufacturer, unit } = item;
    const body = { laboratoryId: desk.other.id, name, manufacturer, unit, quantity: 0 };
    const there = itemOf(await desk.desk.create(body, desk.receiver).expect(201));
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const [soon, late] = [lineOf(sent, 'SOON'), lineOf(sent, 'LATE')];
    await desk.receive(sent._id, { lines: [{ lineId: soon, quantity: 1 }] }).expect(200);
    await fill(there);
    const lines = [
      { lineId: soon, quantity: 1 },
      { lineId: late, quantity: 1 },
    ];
    const message = messageFor(item, 'LATE');
    const refused = failureOf(await desk.receive(sent._id, { lines }).expect(409));
    expect(refused).toMatchObject({ code: 'BATCH_MISMATCH', message });
    expect(refused.errors).toEqual([{ field: 'lines.1.quantity', message }]);
    expect(failureOf(await desk.receive(sent._id).expect(409))).toMatchObject({ code: 'BATCH_MISMATCH', message });
    await desk.receive(sent._id, { lines: lines.slice(0, 1) }).expect(200);
  });

  it('is not returned where what comes back needs a batch of its own until it is accepted', async () => {
    const item = await desk.desk.created({ requiresAcceptance: true });
    const { _id } = item;
    await desk.desk.receive(_id, 9, { batchNumber: 'LOT', expiryDate: '2099-12-31' });
    const batchId = (await desk.desk.get(_id)).batches.find(({ batchNumber }) => batchNumber === 'LOT')?._id ?? '';
    await desk.desk.batch(_id, batchId, { action: 'accept', reason: 'Checked on arrival' }).expect(200);
    const sent = await desk.sent([{ itemId: _id, quantity: 5, batchId }]);
    await fill(item);
    const refused = failureOf(await desk.takeBack(sent._id).expect(409));
    expect(refused).toMatchObject({ code: 'BATCH_MISMATCH', message: messageFor(item, 'LOT'), errors: [] });
    expect((await desk.get(sent._id)).status).toBe('sent');
  });
});
