import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { PurchaseOrder } from '@shifa/contract';
import { chainOf } from '../../../../test/ledger';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { objectId } from '../../../platform/domain/object-id';
import type { ItemRow } from '../../inventory/stock/item.document';
import type { MovementRow } from '../../inventory/stock/movement.repository';
import type { PurchaseOrderRow } from '../orders/purchase-order.repository';

jest.setTimeout(180_000);

describe('goods that go back to the supplier', () => {
  let desk: OrderDesk;
  let connection: Connection;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    connection = desk.stock.app.services.get<Connection>(getConnectionToken());
  });
  afterAll(() => desk.close());

  const movementsOf = (order: PurchaseOrder) =>
    connection
      .collection<MovementRow>('stock_movements')
      .find({ type: 'return', notes: { $regex: order.number } })
      .toArray();
  const refusalOf = async (order: PurchaseOrder, body: Parameters<OrderDesk['returnGoods']>[1]) => {
    const { code, errors, message } = failureOf(await desk.returnGoods(order, body));
    return { code, field: errors[0]?.field, message: errors[0]?.message ?? message };
  };

  it('leave the stock, and are not expected again', async () => {
    const item = await desk.item({ packages: [{ name: 'Box', factor: 2 }] });
    const order = await desk.sent(item, 10);
    const received = orderOf(await desk.receive(order, desk.arrival(order, 8)).expect(200));
    const entered = { name: 'Box', factor: 2, quantity: 2 };
    const body = desk.departure(received, 4, { entered });
    const answer = await desk.returnGoods(order, { ...body, version: received.version }).expect(200);
    const after = orderOf(answer);
    const [returned] = after.returns;
    expect(returned?.number).toMatch(/^RTN-[A-Z0-9-]+-\d{4}-\d{2}-\d{6}$/);
    expect((answer.body as { message: string }).message).toBe(`${returned?.number} was recorded`);
    expect(returned).toMatchObject({
      receipt: { _id: received.receipts[0]?._id, number: received.receipts[0]?.number },
      by: { name: desk.stock.manager.user.name },
      reason: 'Broken in transit',
      lines: [{ batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 4, entered }],
    });
    expect(after).toMatchObject({
      status: 'partly_received',
      lines: [{ accepted: 8, returned: 4, outstanding: 2 }],
      actions: { returnGoods: { allowed: true } },
    });
    expect(await desk.stock.get(item._id)).toMatchObject({ quantity: 4, onOrder: { quantity: 2 } });
    expect(await movementsOf(order)).toMatchObject([
      { quantity: -4, unitCostPaise: 12_000, reason: 'Broken in transit', entered },
    ]);
    expect(String((await movementsOf(order))[0]?.receiptId)).toBe(received.receipts[0]?._id);
    expect(await chainOf(desk.stock.app, 'stock', desk.stock.laboratory._id).verified()).toBeNull();
    const history = await desk.stock.app.as(desk.stock.manager).get(`/api/purchase-orders/${order._id}/history`);
    expect((history.body as { data: { action: string }[] }).data[0]?.action).toBe('purchase-order.returned');
  });

  it('are numbered without gaps, once for a repeated request, and told to open screens', async () => {
    const order = await desk.received(await desk.item());
    const screen = await desk.stock.listening(desk.stock.admin);
    const key = 'c0000000-0000-4000-8000-000000000001';
    const repeat = () => desk.returnGoods(order, desk.departure(order, 2)).set('Idempotency-Key', key).expect(200);
    await repeat();
    expect(orderOf(await repeat()).returns).toHaveLength(1);
    await desk.returnGoods(order, desk.departure(order, 9)).expect(409);
    const after = orderOf(await desk.returnGoods(order, desk.departure(order, 8)).expect(200));
    const [first, second] = after.returns.map(({ number }) => Number(number.slice(-6)));
    expect(second).toBe((first ?? 0) + 1);
    expect(after.actions.returnGoods).toBeUndefined();
    await screen.settled();
    const heard = screen.heard.filter(([event]) => event === 'purchase-order:updated');
    expect(heard.map(([, { _id }]) => _id)).toEqual([order._id, order._id]);
    const refused = failureOf(await desk.returnGoods(order, desk.departure(order, 1)).expect(409));
    expect(refused).toMatchObject({
      code: 'PURCHASE_ORDER_STATE',
      message: `Everything of ${order.number} was returned`,
    });
  });

  it('are at most what the receipt accepted of the batch, over all returns', async () => {
    const order = await desk.sent(await desk.item(), 10);
    const first = orderOf(await desk.receive(order, desk.arrival(order, 4)).expect(200));
    await desk.receive(order, desk.arrival(order, 6)).expect(200);
    const of = (quantity: number, overrides: object = {}) => desk.departure(first, quantity, overrides);
    const number = first.receipts[0]?.number;
    expect(await refusalOf(order, of(5))).toEqual({
      code: 'MORE_THAN_RECEIVED',
      field: 'lines.0.quantity',
      message: `${number} accepted 4 bottles of LOT-1, and 4 bottles can still be returned`,
    });
    // The number as somebody else would type it.
    const typed = orderOf(await desk.returnGoods(order, of(3, { batchNumber: 'lot-1' })).expect(200));
    expect(typed.returns[0]?.lines[0]?.batchNumber).toBe('LOT-1');
    expect((await refusalOf(order, of(2))).message).toContain('1 bottle can still be returned');
    const unknown = { code: 'VALIDATION_FAILED', message: `${number} didn't accept this batch` };
    for (const other of [{ batchNumber: 'LOT-2' }, { expiryDate: null }, { lineId: '0'.repeat(24) }]) {
      expect(await refusalOf(order, of(1, other))).toEqual({ ...unknown, field: 'lines.0.batchNumber' });
    }
    const elsewhere = { ...of(1), receiptId: '0'.repeat(24) };
    const message = "This receipt doesn't belong to the order";
    expect(await refusalOf(order, elsewhere)).toEqual({ code: 'VALIDATION_FAILED', field: 'receiptId', message });
  });

  it('are in stock, quarantined or not accepted, but not set aside, and cost what the order says first', async () => {
    const item = await desk.item({ requiresAcceptance: true });
    // The same batch from elsewhere, at another cost, is not the first to go.
    await desk.stock.receive(item._id, 3, { batchNumber: 'LOT-1', unitCostPaise: 9_000 });
    const order = await desk.received(item, 5);
    await desk.returnGoods(order, desk.departure(order, 2)).expect(200);
    const batchesOf = async () =>
      (await desk.stock.get(item._id)).batches.map(({ unitCostPaise, quantity }) => [unitCostPaise, quantity]);
    expect(await batchesOf()).toEqual([
      [9_000, 3],
      [12_000, 3],
    ]);
    const { batches } = await desk.stock.get(item._id);
    const own = batches.find(({ unitCostPaise }) => unitCostPaise === 12_000);
    const waste = { type: 'waste', quantity: 3, batchId: own?._id ?? '', reason: 'expired' } as const;
    await desk.stock.move(item._id, waste).expect(200);
    await desk.returnGoods(order, desk.departure(order, 1)).expect(200);
    expect(await batchesOf()).toContainEqual([9_000, 2]);
    expect(await refusalOf(order, desk.departure(order, 3))).toEqual({
      code: 'MORE_THAN_RECEIVED',
      field: 'lines.0.quantity',
      message: expect.stringContaining('2 bottles can still be returned') as string,
    });
    const items = connection.collection<ItemRow>('inventory_items');
    const stored = await items.findOne({ _id: objectId(item._id) });
    const setAside = stored?.batches.map((batch) => ({ ...batch, writeOffId: objectId('1'.repeat(24)) })) ?? [];
    await items.updateOne({ _id: objectId(item._id) }, { $set: { batches: setAside } });
    expect(await refusalOf(order, desk.departure(order, 1))).toEqual({
      code: 'STOCK_INSUFFICIENT',
      field: 'lines.0.quantity',
      message: 'Nothing is in stock',
    });
  });

  it('go back once when two return the last of them', async () => {
    const item = await desk.item();
    const order = await desk.received(item, 1);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => desk.returnGoods(order, desk.departure(order, 1))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await desk.stock.get(item._id)).quantity).toBe(0);
    const racing = await desk.received(await desk.item(), 1);
    const body = { ...desk.departure(racing, 1), version: racing.version };
    const [used, returned] = await Promise.all([
      desk.stock.move(racing.lines[0]?.itemId ?? '', { type: 'out', quantity: 1 }),
      desk.returnGoods(racing, body),
    ]);
    expect([used.status, returned.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await desk.stock.get(racing.lines[0]?.itemId ?? '')).quantity).toBe(0);
  });

  it('also go back after the order was closed, but not of one that was cancelled or never received', async () => {
    const closed = await desk.received(await desk.item());
    await desk.post(`/${closed._id}/close`).expect(200);
    expect(orderOf(await desk.returnGoods(closed, desk.departure(closed, 10)).expect(200)).status).toBe('closed');
    const cancelled = await desk.sent(await desk.item());
    await desk.post(`/${cancelled._id}/cancel`, { reason: 'Ordered twice' }).expect(200);
    const draft = await desk.drafted(await desk.item());
    const body = desk.departure(closed, 1);
    for (const order of [cancelled, draft]) {
      expect((await refusalOf(order, body)).code).toBe('PURCHASE_ORDER_STATE');
    }
    const short = await desk.sent(await desk.item(), 1);
    const lost = orderOf(
      await desk.receive(short, desk.arrival(short, 0, { short: 1, reason: 'Lost in transit' })).expect(200),
    );
    expect((await refusalOf(lost, body)).message).toBe(`Nothing of ${short.number} was accepted`);
  });

  it('are returned in a version that the person has seen, by someone who may receive, of the own laboratory', async () => {
    const order = await desk.received(await desk.item());
    const body = desk.departure(order, 1);
    await desk.returnGoods(order, { ...body, version: order.version }).expect(200);
    const stale = await desk.returnGoods(order, { ...body, version: order.version }).expect(409);
    expect(failureOf(stale).code).toBe('VERSION_CONFLICT');
    const { app, laboratory } = desk.stock;
    const viewer = await app.person('staff', {
      laboratoryId: laboratory._id,
      permissionOverrides: { 'purchaseOrders.view': true },
    });
    expect(failureOf(await desk.returnGoods(order, body, viewer).expect(403)).code).toBe('FORBIDDEN');
    const elsewhere = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
    expect(failureOf(await desk.returnGoods(order, body, elsewhere).expect(404)).code).toBe('PURCHASE_ORDER_NOT_FOUND');
  });

  it('of an order that was stored by an earlier version start from nothing', async () => {
    const order = await desk.received(await desk.item());
    const orders = connection.collection('purchase_orders');
    await orders.updateOne({ _id: objectId(order._id) }, { $unset: { returns: '' } });
    expect(await desk.get(order._id)).toMatchObject({ returns: [], lines: [{ returned: 0 }] });
    const after = orderOf(await desk.returnGoods(order, desk.departure(order, 1)).expect(200));
    expect(after).toMatchObject({ returns: [{ lines: [{ quantity: 1 }] }], lines: [{ returned: 1 }] });
  });

  it('are at most 50 times of one order', async () => {
    const order = await desk.received(await desk.item());
    const after = orderOf(await desk.returnGoods(order, desk.departure(order, 1)).expect(200));
    const orders = connection.collection<PurchaseOrderRow>('purchase_orders');
    const stored = await orders.findOne({ _id: objectId(order._id) });
    const returns = Array.from({ length: 50 }, () => stored?.returns ?? []).flat();
    await orders.updateOne({ _id: objectId(order._id) }, { $set: { returns } });
    const refused = failureOf(await desk.returnGoods(after, desk.departure(order, 1)).expect(409));
    expect(refused).toMatchObject({
      code: 'PURCHASE_ORDER_STATE',
      message: 'An order can have at most 50 returns',
    });
  });
});
