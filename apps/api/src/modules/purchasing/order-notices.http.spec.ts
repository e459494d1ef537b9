import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { notificationsOf } from '../../../test/notifications';
import { OrderDesk } from '../../../test/purchasing/order-desk';
import { dayAhead } from '../../../test/today';
import { Notices } from '../notifications/notifications.port';
import { OrderNotices } from './order-notices';

jest.setTimeout(180_000);

describe('purchase orders', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('are not told of to an author who can no longer see them, but to those who enter orders', async () => {
    const { app, laboratory, manager } = desk.stock;
    const author = await app.person('manager', { laboratoryId: laboratory._id });
    const { _id, number } = await desk.submitted(await desk.item(), 3, author);
    await app
      .as(desk.stock.head)
      .put(`/api/permissions/users/${author.id}`)
      .send({ permissions: { 'purchaseOrders.view': false } })
      .expect(200);
    await desk.decide(_id, { approved: false, reason: 'Too expensive' }).expect(200);
    const rejected = `rejected ${number}`;
    expect(JSON.stringify(await notificationsOf(app, author))).not.toContain(rejected);
    expect(JSON.stringify(await notificationsOf(app, manager))).toContain(rejected);
  });

  it('are counted for a super admin in one notification, whichever approval they await', async () => {
    const { app, admin, head } = desk.stock;
    const item = await desk.item();
    const above = await desk.submitted(item, 5_000);
    await desk.decide(above._id).expect(200);
    await desk.submitted(item, 3, admin);
    const pending = (await notificationsOf(app, head)).filter(({ title }) => title === 'Order pending approval');
    expect(pending.map(({ message }) => message)).toEqual(['2 orders need your decision.']);
  });

  it('that are overdue are told of, also where one of them cannot be', async () => {
    const { app, manager } = desk.stock;
    const item = await desk.item();
    const numbers: string[] = [];
    for (const quantity of [4, 5]) {
      const order = await desk.submitted(item, quantity);
      await desk.decide(order._id).expect(200);
      await desk.post(`/${order._id}/send`, { way: 'printed' }).expect(200);
      numbers.push(order.number);
    }
    const orders = app.services.get<Connection>(getConnectionToken()).collection('purchase_orders');
    await orders.updateMany({ number: { $in: numbers } }, { $set: { nextExpected: dayAhead(-1) } });
    const told = async () => {
      const notices = await notificationsOf(app, manager);
      return notices.filter(
        ({ title, message }) => title === 'Order overdue' && numbers.includes(message.split(' ')[0] ?? ''),
      );
    };
    const spy = jest.spyOn(app.services.get(Notices), 'send').mockRejectedValueOnce(new Error('One is broken'));
    await app.services.get(OrderNotices).tellOfOverdue();
    spy.mockRestore();
    expect(await told()).toHaveLength(1);
    await app.services.get(OrderNotices).tellOfOverdue();
    expect(await told()).toHaveLength(2);
    await app.services.get(OrderNotices).tellOfOverdue();
    expect(await told()).toHaveLength(2);
  });

  it('that are told to be overdue stay as they are for those who are receiving them', async () => {
    const { app } = desk.stock;
    const order = await desk.sent(await desk.item());
    const orders = app.services.get<Connection>(getConnectionToken()).collection('purchase_orders');
    await orders.updateOne({ number: order.number }, { $set: { nextExpected: dayAhead(-1) } });
    const seen = await orders.findOne({ number: order.number });
    await app.services.get(OrderNotices).tellOfOverdue();
    expect(await orders.findOne({ number: order.number })).toEqual({ ...seen, overdueTold: dayAhead(-1) });
  });
});
