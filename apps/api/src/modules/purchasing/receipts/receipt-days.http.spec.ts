import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { PurchaseOrder } from '@shifa/contract';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { dayAhead } from '../../../../test/today';
import type { PurchaseOrderRow } from '../orders/purchase-order.repository';

jest.setTimeout(180_000);

describe('the day on which goods of an order arrive', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('is from the order to today', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    for (const day of [dayAhead(2), '2020-01-01']) {
      const refused = await desk.receive(order, { ...desk.arrival(order, 1), day }).expect(400);
      expect(failureOf(refused).errors[0]?.field).toBe('day');
    }
  });

  /** As if the order had been entered five days ago, and emailed or told so many days ago. */
  const since = async ({ number }: PurchaseOrder, days: number, email: string | null) => {
    const at = (ago: number) => new Date(Date.now() - ago * 86_400_000);
    const orders = desk.stock.app.services
      .get<Connection>(getConnectionToken())
      .collection<Pick<PurchaseOrderRow, 'number' | 'createdAt' | 'sent'>>('purchase_orders');
    const { sent = [] } = (await orders.findOne({ number })) ?? {};
    const told = sent.map((one) => ({ ...one, email, at: at(days) }));
    await orders.updateOne({ number }, { $set: { createdAt: at(5), sent: told } });
  };

  it('is not before the product emailed the order', async () => {
    const order = await desk.sent(await desk.item(), 10);
    await since(order, 2, 'orders@meril.example');
    const early = failureOf(await desk.receive(order, { ...desk.arrival(order, 1), day: dayAhead(-3) }).expect(400));
    expect(early).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'day', message: expect.stringContaining('Choose a day from ') as string }],
    });
    const received = await desk.receive(order, { ...desk.arrival(order, 1), day: dayAhead(-2) }).expect(200);
    expect(orderOf(received).receipts[0]?.day).toBe(dayAhead(-2));
  });

  it('is before an order was recorded as sent, where it was phoned in, but not before it was entered', async () => {
    const order = await desk.sent(await desk.item(), 10);
    await since(order, 0, null);
    await desk.receive(order, { ...desk.arrival(order, 1), day: dayAhead(-6) }).expect(400);
    await desk.receive(order, { ...desk.arrival(order, 1), day: dayAhead(-5) }).expect(200);
  });
});
