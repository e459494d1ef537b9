import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { AuditEntry, PurchaseOrder } from '@shifa/contract';
import { chainOf } from '../../../../test/ledger';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import type { MovementRow } from '../../inventory/stock/movement.repository';
import { dayAhead } from '../../../../test/today';

jest.setTimeout(180_000);

describe('goods that arrive of an order', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  const movementsOf = (order: PurchaseOrder) =>
    desk.stock.app.services
      .get<Connection>(getConnectionToken())
      .collection<MovementRow>('stock_movements')
      .find({ receiptId: { $exists: true }, notes: { $regex: order.number } })
      .toArray();

  it('are entered once for each delivery note of the order', async () => {
    const order = await desk.sent(await desk.item(), 10);
    const noted = (deliveryNote?: string) => ({ ...desk.arrival(order, 2), deliveryNote });
    const first = orderOf(await desk.receive(order, noted('DN 7/a')).expect(200));
    const refused = failureOf(await desk.receive(order, noted(' dn 7/A ')).expect(400));
    const message = `${first.receipts[0]?.number} already has this delivery note. For another part of the same delivery, add a part number, such as “dn 7/A (2)”.`;
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'deliveryNote', message }] });
    expect((await desk.get(order._id)).lines[0]?.accepted).toBe(2);
    await desk.receive(order, noted('DN 7/a (2)')).expect(200);
    await desk.receive(order, noted()).expect(200);
    await desk.receive(order, noted('')).expect(200);
    const other = await desk.sent(await desk.item(), 10);
    await desk.receive(other, { ...desk.arrival(other, 2), deliveryNote: 'DN 7/a' }).expect(200);
  });

  it('enter the stock at the price of the order, over several deliveries', async () => {
    const item = await desk.item({ packages: [{ name: 'Box', factor: 2 }] });
    const order = await desk.sent(item, 10);
    const first = orderOf(await desk.receive(order, desk.arrival(order, 4)).expect(200));
    expect(first).toMatchObject({ status: 'partly_received', receipts: [{ day: expect.any(String) as string }] });
    expect(first.lines[0]).toMatchObject({ accepted: 4, outstanding: 6 });
    expect(await desk.stock.get(item._id)).toMatchObject({
      quantity: 4,
      unitCostPaise: 12_000,
      onOrder: { quantity: 6 },
    });
    const entered = { name: 'Box', factor: 2, quantity: 3 };
    const batches = [{ batchNumber: 'LOT-2', expiryDate: '2099-01-31', quantity: 6, entered }];
    const second = orderOf(await desk.receive(order, desk.arrival(order, 0, { batches })).expect(200));
    expect(second).toMatchObject({ status: 'received', nextExpected: null });
    expect(await desk.stock.get(item._id)).toMatchObject({ quantity: 10, onOrder: null });
    const movements = await movementsOf(order);
    expect(movements.map(({ quantity, unitCostPaise, entered: packs }) => [quantity, unitCostPaise, packs])).toEqual([
      [4, 12_000, undefined],
      [6, 12_000, entered],
    ]);
    expect(String(movements[1]?.receiptId)).toBe(second.receipts[1]?._id);
    expect(await chainOf(desk.stock.app, 'stock', desk.stock.laboratory._id).verified()).toBeNull();
    expect(orderOf(await desk.post(`/${order._id}/close`).expect(200)).status).toBe('closed');
  });

  it('are entered in packs that the item has now, and keep them when the factor changes later', async () => {
    const item = await desk.item({ packages: [{ name: 'Box', factor: 2 }] });
    const order = await desk.sent(item, 10);
    const of = (factor: number, quantity: number) => {
      const entered = { name: 'Box', factor, quantity };
      const batches = [{ batchNumber: 'LOT-1', expiryDate: '2099-01-31', quantity: factor * quantity, entered }];
      return desk.arrival(order, 0, { batches });
    };
    const { lines } = of(2, 2);
    const disagreeing = lines.map((line) => ({
      ...line,
      batches: line.batches?.map((one) => ({ ...one, quantity: 5 })),
    }));
    expect(failureOf(await desk.receive(order, { lines: disagreeing }).expect(400)).errors).toEqual([
      { field: 'lines.0.batches.0.quantity', message: 'Must be the number of units in the packs' },
    ]);
    await desk.receive(order, of(2, 2)).expect(200);
    const { version } = await desk.stock.get(item._id);
    const packages = [{ name: 'Box', factor: 3 }];
    const changed = { packages, version };
    await desk.stock.app.as(desk.stock.admin).put(`/api/inventory/${item._id}`).send(changed).expect(200);
    const refused = failureOf(await desk.receive(order, of(2, 2)).expect(400));
    expect(refused.errors).toEqual([
      { field: 'lines.0.batches.0.quantity', message: "The item's packs were changed. Choose the pack again." },
    ]);
    expect((await desk.stock.get(item._id)).quantity).toBe(4);
    await desk.receive(order, of(3, 2)).expect(200);
    expect((await movementsOf(order)).map(({ quantity, entered }) => [quantity, entered])).toEqual([
      [4, { name: 'Box', factor: 2, quantity: 2 }],
      [6, { name: 'Box', factor: 3, quantity: 2 }],
    ]);
  });

  it('that are damaged or refused stay outstanding, and what is short does not', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    await desk.receive(order, desk.arrival(order, 5, { damaged: 2 })).expect(400);
    const losses = { damaged: 2, refused: 1, short: 1, reason: 'Broken in transit' };
    const after = orderOf(await desk.receive(order, desk.arrival(order, 5, losses)).expect(200));
    expect(after.lines[0]).toMatchObject({ accepted: 5, damaged: 2, refused: 1, short: 1, outstanding: 4 });
    expect((await desk.stock.get(item._id)).quantity).toBe(5);
    const history = await desk.stock.app.as(desk.stock.manager).get(`/api/purchase-orders/${order._id}/history`);
    const [latest] = (history.body as { data: AuditEntry[] }).data;
    const batches = [{ batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity: 5 }];
    const kept = { item: item.name, unit: 'bottle', batches, ...losses };
    expect(latest?.changes.find(({ field }) => field === 'receipts')?.after).toMatchObject([{ lines: [kept] }]);
    expect(latest?.changes.find(({ field }) => field === 'lines')?.after).toMatchObject([{ damaged: 2, refused: 1 }]);
    expect(failureOf(await desk.post(`/${order._id}/cancel`, { reason: 'Too late' }).expect(409)).code).toBe(
      'PURCHASE_ORDER_STATE',
    );
    const short = orderOf(await desk.post(`/${order._id}/close-short`, { reason: 'Not available' }).expect(200));
    expect(short.status).toBe('closed_short');
    expect((await desk.stock.get(item._id)).onOrder).toBeNull();
    expect((await desk.receive(order, desk.arrival(order, 1))).status).toBe(409);
  });

  it('are received once when many receive the last of them, and the others learn by whom', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => desk.receive(order, { ...desk.arrival(order, 10), version: order.version })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 200);
    expect(new Set(others.map((one) => failureOf(one).code))).toEqual(new Set(['PURCHASE_ORDER_STATE']));
    expect(others[0] && failureOf(others[0]).message).toContain(`${desk.stock.manager.user.name} received the rest`);
    expect((await desk.stock.get(item._id)).quantity).toBe(10);
    const half = await desk.sent(item, 10);
    await desk.receive(half, { ...desk.arrival(half, 5), version: half.version }).expect(200);
    const stale = await desk.receive(half, { ...desk.arrival(half, 5), version: half.version }).expect(409);
    expect(failureOf(stale).message).toMatch(/received 5 bottles of .* with GRN-.* in the meantime/);
  });

  it('are received once when the request is repeated, or the order is cancelled meanwhile', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const key = 'b0000000-0000-4000-8000-000000000001';
    const repeat = () => desk.receive(order, desk.arrival(order, 4)).set('Idempotency-Key', key).expect(200);
    await repeat();
    expect(orderOf(await repeat()).receipts).toHaveLength(1);
    expect((await desk.stock.get(item._id)).quantity).toBe(4);
    const racing = await desk.sent(item, 10);
    const [cancelled, received] = await Promise.all([
      desk.post(`/${racing._id}/cancel`, { reason: 'Ordered twice' }),
      desk.receive(racing, desk.arrival(racing, 10)),
    ]);
    expect([cancelled.status, received.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await desk.stock.get(item._id)).quantity).toBe(received.status === 200 ? 14 : 4);
  });

  it('need an expiry date that is not over, and a confirmation if it is soon', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const of = (expiryDate: string | null) => desk.arrival(order, 0, { batches: [{ expiryDate, quantity: 5 }] });
    expect(failureOf(await desk.receive(order, of(null)).expect(400)).errors[0]?.field).toBe(
      'lines.0.batches.0.expiryDate',
    );
    await desk.receive(order, of('2020-01-01')).expect(400);
    const soon = of(dayAhead(20));
    expect(failureOf(await desk.receive(order, soon).expect(409)).code).toBe('SHORT_SHELF_LIFE');
    await desk.receive(order, { ...soon, acceptShortShelfLife: true }).expect(200);
    const other = desk.arrival(order, 0, {
      batches: [{ batchNumber: 'LOT-9', expiryDate: '2099-01-31', quantity: 1 }],
    });
    await desk.receive(order, other).expect(200);
    const mismatch = desk.arrival(order, 0, {
      batches: [{ batchNumber: 'LOT-9', expiryDate: '2099-02-28', quantity: 1 }],
    });
    expect(failureOf(await desk.receive(order, mismatch).expect(409))).toMatchObject({
      code: 'BATCH_MISMATCH',
      errors: [{ field: 'lines.0.batches.0.expiryDate', message: 'Batch LOT-9 expires on Jan 31, 2099' }],
    });
  });

  it('have another expiry date than the stock of their batch with a reason, which the ledger and the history keep', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const of = (expiryDate: string, other: object = {}) =>
      desk.arrival(order, 0, { batches: [{ batchNumber: 'LOT-9', expiryDate, quantity: 5, ...other }] });
    await desk.receive(order, of('2099-01-31')).expect(200);
    const reason = 'The label of this box says so';
    await desk.receive(order, of('2099-02-28', { otherExpiry: true, reason })).expect(200);
    const { batches } = await desk.stock.get(item._id);
    expect(batches.map(({ expiryDate, quantity }) => [expiryDate, quantity])).toEqual([
      ['2099-01-31', 5],
      ['2099-02-28', 5],
    ]);
    expect((await movementsOf(order)).map((movement) => movement.reason)).toEqual([null, reason]);
    const { app, admin } = desk.stock;
    const history = await app.as(admin).get(`/api/inventory/${item._id}/history`).expect(200);
    const changes = (history.body as { data: AuditEntry[] }).data.flatMap((entry) => entry.changes);
    expect(changes).toContainEqual({ field: 'reason', after: reason });
    expect(changes).toContainEqual({ field: 'expiryDate', after: '2099-02-28' });
  });

  it('are refused without a line of the order', async () => {
    const order = await desk.sent(await desk.item(), 10);
    await desk.receive(order, desk.arrival({ ...order, lines: [] }, 1)).expect(400);
  });

  it('name the batch that the item cannot hold', async () => {
    const item = await desk.item();
    await desk.stock.receive(item._id, 9_999_995);
    const order = await desk.sent(item, 10);
    const refused = failureOf(await desk.receive(order, desk.arrival(order, 10)).expect(400));
    expect(refused.errors).toEqual([
      { field: 'lines.0.batches.0.quantity', message: 'This is more stock than an item can hold' },
    ]);
  });

  it('of a discontinued item are refused', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    await desk.stock.app.as(desk.stock.admin).delete(`/api/inventory/${item._id}`).expect(200);
    expect(failureOf(await desk.receive(order, desk.arrival(order, 1)).expect(409))).toMatchObject({
      code: 'ITEM_DISCONTINUED',
      errors: [
        {
          field: 'lines.0.lineId',
          message: `${item.name} is discontinued. Reactivate it, or enter it as refused or short.`,
        },
      ],
    });
    const refused = { refused: 4, short: 6, reason: 'No longer in use' };
    expect(orderOf(await desk.receive(order, desk.arrival(order, 0, refused)).expect(200))).toMatchObject({
      lines: [{ refused: 4, outstanding: 4 }],
    });
    const { version } = await desk.stock.get(item._id);
    const change = desk.stock.app.as(desk.stock.admin).put(`/api/inventory/${item._id}`);
    await change.send({ status: 'active', version }).expect(200);
    expect(orderOf(await desk.receive(order, desk.arrival(order, 4)).expect(200)).status).toBe('received');
  });
});
