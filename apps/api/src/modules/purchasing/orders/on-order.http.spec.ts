import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { failureOf, OrderDesk } from '../../../../test/purchasing/order-desk';
import { dayAhead } from '../../../../test/today';
import { keepDaysOfOrders } from '../../inventory/migrations';

describe('what is on order', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('by hand keeps its own day beside that of purchase orders', async () => {
    const item = await desk.item();
    const onOrder = async () => (await desk.stock.get(item._id)).onOrder;
    const record = (quantity: number, days: number) =>
      desk.stock.app
        .as(desk.stock.manager)
        .put(`/api/inventory/${item._id}/order`)
        .send({ quantity, expectedOn: dayAhead(days) });
    const byHand = { quantity: 5, expectedOn: dayAhead(40), recordedOn: dayAhead(40) };
    await record(5, 40).expect(200);
    expect(await onOrder()).toEqual(byHand);

    const order = await desk.submitted(item, 10);
    const both = { quantity: 15, recordedOn: dayAhead(40), purchased: 10 };
    expect(await onOrder()).toEqual({ ...both, expectedOn: dayAhead(7), purchasedOn: dayAhead(7) });
    const lines = desk.body(item, 10).lines.map((line) => ({ ...line, expectedOn: dayAhead(20) }));
    await desk.edit(order._id, desk.body(item, 10, { lines })).expect(200);
    expect(await onOrder()).toEqual({ ...both, expectedOn: dayAhead(20), purchasedOn: dayAhead(20) });

    // The part on purchase orders stays, whatever day is sent with it.
    await record(10, 2).expect(200);
    const purchased = { quantity: 10, expectedOn: dayAhead(20), purchased: 10, purchasedOn: dayAhead(20) };
    expect(await onOrder()).toEqual(purchased);
    expect(failureOf(await record(9, 2).expect(400)).errors).toMatchObject([{ field: 'quantity' }]);
    await record(15, 40).expect(200);

    // Items of earlier versions have one day for both.
    const connection = desk.stock.app.services.get<Connection>(getConnectionToken());
    const items = connection.collection('inventory_items');
    const earlier = { onOrder: { quantity: 15, expectedOn: dayAhead(20), purchased: 10 } };
    await items.updateOne({ itemCode: item.itemCode }, { $set: earlier });
    for (let run = 0; run < 2; run += 1) await keepDaysOfOrders.up(connection, new AbortController().signal);
    expect(await onOrder()).toEqual({ ...purchased, quantity: 15, recordedOn: dayAhead(20) });
    await record(15, 40).expect(200);

    await desk.post(`/${order._id}/cancel`, { reason: 'Ordered twice' }).expect(200);
    expect(await onOrder()).toEqual(byHand);
  });

  it('ends with the delivery, which the history of the item does not call a withdrawn order', async () => {
    const item = await desk.item();
    await desk.received(item, 10);
    expect((await desk.stock.get(item._id)).onOrder).toBeNull();
    const history = await desk.stock.read<{ action: string }[]>(`/${item._id}/history`);
    const actions = history.map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['created', 'in', 'on-order', 'on-order'].map((name) => `inventory.${name}`));
  });

  it('by hand keeps the unit of the item', async () => {
    const { _id } = await desk.item();
    const put = (path: string, body: object) =>
      desk.stock.app.as(desk.stock.manager).put(`/api/inventory/${_id}${path}`).send(body);
    await put('/order', { quantity: 10, expectedOn: dayAhead(7) }).expect(200);
    const { version } = await desk.stock.get(_id);
    expect(failureOf(await put('', { unit: 'vial', version }).expect(409))).toMatchObject({
      code: 'ITEM_UNIT_FROZEN',
      errors: [{ field: 'unit', message: "The unit can't be changed while the item is on order" }],
    });
  });
});
