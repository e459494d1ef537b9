import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Blocker, DraftedOrders, PurchaseOrderListItem } from '@shifa/contract';
import { notificationsOf } from '../../../../test/notifications';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { GroupCounts, Notices } from '../../notifications/notifications.port';

jest.setTimeout(180_000);

describe('approvals of orders', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  const collection = (name: string) => desk.stock.app.services.get<Connection>(getConnectionToken()).collection(name);

  const waiting = async () => {
    const answer = await desk.stock.app.as(desk.stock.admin).get('/api/purchase-orders?waitingForMe=true').expect(200);
    return (answer.body as { data: PurchaseOrderListItem[] }).data;
  };

  it('need another approval for other notes, which the supplier gets', async () => {
    const item = await desk.item();
    const { admin } = desk.stock;
    const order = await desk.approved(item, 10);
    const noted = desk.body(item, 10, { notes: 'Add ten boxes free of charge' });
    const after = orderOf(await desk.edit(order._id, noted).expect(200));
    expect(after).toMatchObject({ status: 'pending_approval', approvalsGiven: 0, notes: noted.notes });
    expect(orderOf(await desk.decide(order._id).expect(200)).status).toBe('approved');
    const less = desk.body(item, 9, { notes: noted.notes });
    expect(orderOf(await desk.edit(order._id, less).expect(200)).status).toBe('approved');
    const pending = await desk.submitted(item);
    await desk.edit(pending._id, desk.body(item, 10, { notes: 'By the lab admin' }), admin).expect(200);
    expect(failureOf(await desk.decide(pending._id).expect(403)).code).toBe('OWN_PURCHASE_ORDER');
    // Orders that were approved before notes were covered stay approved while their notes stay.
    const old = await desk.approved(item, 10);
    const notes = 'To the back door';
    await collection('purchase_orders').updateOne(
      { number: old.number },
      { $set: { notes }, $unset: { 'basis.notes': '' } },
    );
    expect(orderOf(await desk.edit(old._id, desk.body(item, 8, { notes })).expect(200)).status).toBe('approved');
    const other = orderOf(await desk.edit(old._id, desk.body(item, 8, { notes: 'To the front door' })).expect(200));
    expect(other).toMatchObject({ status: 'pending_approval', approvalsGiven: 0 });
  });

  it('are counted anew for those who can no longer decide, because they edited one', async () => {
    const item = await desk.item();
    const { app, admin } = desk.stock;
    for (const { _id } of await waiting()) await desk.decide(_id, { approved: false, reason: 'Too late' });
    await app.services.get(GroupCounts).run();
    const told = async () =>
      (await notificationsOf(app, admin)).find(({ title, isRead }) => title === 'Order pending approval' && !isRead)
        ?.message;
    const [, { _id }] = [await desk.submitted(item), await desk.submitted(item)];
    await app.services.get(GroupCounts).run();
    expect(await told()).toBe('2 orders need your decision.');
    await desk.edit(_id, desk.body(item, 11), admin).expect(200);
    expect(await waiting()).toHaveLength(1);
    await app.services.get(GroupCounts).run();
    expect(await told()).toBe('1 order needs your decision.');
  });

  it('are announced again once another person must approve, and after they were ended', async () => {
    const item = await desk.item();
    const { app, admin, head } = desk.stock;
    const spy = jest.spyOn(app.services.get(Notices), 'send');
    /** Who was told since the last time. */
    const told = () => {
      const announced = spy.mock.calls.flatMap(([{ title, to }]) => (title === 'Order pending approval' ? [to] : []));
      spy.mockClear();
      return announced.map((to) => to.map(({ _id }) => _id.toHexString()));
    };
    const order = await desk.submitted(item, 1_000);
    const [first = [], ...others] = told();
    expect([first.includes(admin.id), first.includes(head.id), others]).toEqual([true, false, []]);
    await desk.decide(order._id).expect(200);
    expect(told()).toEqual([[head.id]]);
    await desk.edit(order._id, desk.body(item, 1_001)).expect(200);
    expect(told()).toEqual([first]);
    await desk.edit(order._id, desk.body(item, 1_002)).expect(200);
    expect(told()).toEqual([]);
    spy.mockRestore();
  });

  it('are given by the deputy of an absent approver', async () => {
    const { app, head, laboratory } = desk.stock;
    const there = { laboratoryId: laboratory._id };
    const deputy = await app.person('staff', { ...there, name: 'Nikhil Sen' });
    const order = await desk.submitted(await desk.item());
    await desk.decide(order._id, undefined, deputy).expect(403);
    await app.user('lab_admin', {
      ...there,
      name: 'Asha Rao',
      status: 'suspended',
      deputy: {
        _id: deputy.user._id,
        name: deputy.user.name,
        influences: [],
        confirmed: { by: { _id: head.user._id, name: head.user.name }, at: new Date() },
      },
    });
    const other = await app.person('staff', { ...there, name: 'Asha Sen' });
    await desk.decide(order._id, undefined, other).expect(403);
    const decided = orderOf(await desk.decide(order._id, undefined, deputy).expect(200));
    expect(decided.approvals[0]?.by.name).toBe('Nikhil Sen (as deputy of Asha Rao)');
  });

  it('of several are not given at all in a session that needs a confirmation for one of them', async () => {
    const { app, admin } = desk.stock;
    const item = await desk.item();
    const [small, large] = [await desk.submitted(item, 1), await desk.submitted(item, 1_000)];
    const body = { items: [{ _id: small._id }, { _id: large._id }], approved: true };
    await app.outlastConfirmation(admin);
    expect(failureOf(await desk.post('/bulk-approve', body, admin).expect(403)).code).toBe('CONFIRMATION_REQUIRED');
    expect((await desk.get(small._id)).status).toBe('pending_approval');
    await app.confirm(admin);
    await desk.post('/bulk-approve', body, admin).expect(200);
    expect((await desk.get(small._id)).status).toBe('approved');
  });

  it('that are pending, and orders that are approved, keep a laboratory from being archived', async () => {
    const { app, head, laboratory } = desk.stock;
    const item = await desk.item();
    const blocking = async () => {
      const answer = await app.as(head).get(`/api/laboratories/${laboratory.id}/blockers`).expect(200);
      const { data } = answer.body as { data: Blocker[] };
      return data.find(({ resource }) => resource === 'purchase-orders');
    };
    const before = (await blocking())?.count ?? 0;
    await desk.drafted(item);
    await desk.submitted(item);
    await desk.approved(item);
    await desk.sent(item);
    expect(await blocking()).toMatchObject({
      count: before + 3,
      filter: { status: ['pending_approval', 'approved', 'sent', 'partly_received'] },
    });
    expect(failureOf(await app.as(head).delete(`/api/laboratories/${laboratory.id}`).expect(409)).code).toBe(
      'LABORATORY_HAS_BLOCKERS',
    );
  });

  it('do not make an item be drafted twice that was ordered since it was suggested', async () => {
    const { laboratory } = desk.stock;
    const item = await desk.item({ supplierId: desk.supplier._id });
    const draft = async (orderedQuantity?: number) => {
      const items = [{ itemId: item._id, quantity: 5, orderedQuantity }];
      const answer = await desk.post('/drafts', { laboratoryId: laboratory.id, items }).expect(200);
      return (answer.body as { data: DraftedOrders }).data;
    };
    await desk.submitted(item, 10);
    const { skipped, orders } = await draft(0);
    expect(orders).toEqual([]);
    expect(skipped).toEqual([
      { itemId: item._id, name: item.name, reason: 'More of it was ordered since: 10 bottles on order now' },
    ]);
    // What was seen as on order is part of the suggestion.
    expect((await draft(10)).orders).toHaveLength(1);
  });
});
