import { noticesOf, notificationsOf } from '../../../test/notifications';
import type { Person } from '../../../test/test-app';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';
import { GroupCounts } from '../notifications/notifications.port';
import { StockAlertSweep } from './alerts/stock-alert.sweep';

describe('notifications about stock', () => {
  let desk: InventoryDesk;
  let stranger: Person;
  beforeEach(async () => {
    desk = await InventoryDesk.open();
    stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const stocked = () => desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });

  it('tell the lab admin and the manager when an item becomes low, added up until they read it', async () => {
    const first = await stocked();
    await desk.moved(first._id, { type: 'out', quantity: 10 });
    const text = `warning: Low stock: ${first.name} (${first.itemCode}): low stock.`;
    for (const one of [desk.admin, desk.manager]) expect(await noticesOf(desk.app, one)).toEqual([text]);
    const second = await stocked();
    await desk.moved(second._id, { type: 'out', quantity: 12 });
    await desk.moved(second._id, { type: 'out', quantity: 1 });
    expect(await noticesOf(desk.app, desk.manager)).toEqual([
      'warning: Low stock: 2 items are at or below their minimum.',
    ]);
    for (const other of [desk.head, stranger]) expect(await noticesOf(desk.app, other)).toEqual([]);
  });

  it('count the items that are still low', async () => {
    const [first, second] = [await stocked(), await stocked()];
    for (const { _id } of [first, second]) await desk.moved(_id, { type: 'out', quantity: 12 });
    const counted = async () => {
      await desk.app.services.get(GroupCounts).run();
      const [{ isRead, message } = {}] = await notificationsOf(desk.app, desk.manager);
      return { isRead, message };
    };
    expect(await counted()).toEqual({ isRead: false, message: '2 items are at or below their minimum.' });
    await desk.moved(second._id, { type: 'in', quantity: 20, expiryDate: '2099-12-31' });
    expect(await counted()).toEqual({ isRead: false, message: '1 item is at or below its minimum.' });
    await desk.moved(first._id, { type: 'in', quantity: 20, expiryDate: '2099-12-31' });
    expect(await counted()).toMatchObject({ isRead: true });
  });

  it('count an item that is low after a small delivery, of which nobody is told again', async () => {
    const [first, ...others] = [await stocked(), await stocked(), await stocked()];
    for (const { _id } of others) await desk.moved(_id, { type: 'out', quantity: 12 });
    await desk.moved(first._id, { type: 'out', quantity: 20 });
    await desk.app.services.get(GroupCounts).run();
    await desk.moved(first._id, { type: 'in', quantity: 5, expiryDate: '2099-12-31' });
    await desk.app.services.get(GroupCounts).run();
    expect(await notificationsOf(desk.app, desk.manager)).toContainEqual(
      expect.objectContaining({ message: '3 items are at or below their minimum.' }),
    );
  });

  it('lead to the list of as many alerts, whatever other alerts there are', async () => {
    const items = [await stocked(), await stocked(), await stocked()];
    for (const [index, { _id }] of items.entries()) {
      await desk.moved(_id, { type: 'out', quantity: index === 0 ? 20 : 12 });
    }
    const path = '/inventory/alerts?kind=low';
    expect(await notificationsOf(desk.app, desk.manager)).toContainEqual(
      expect.objectContaining({ message: '2 items are at or below their minimum.', actionUrl: path }),
    );
    const list = await desk.app.as(desk.manager).get(`/api${path}`).expect(200);
    expect(list.body).toMatchObject({ pagination: { total: 2 } });
    const escalated = await desk.app.as(desk.manager).get(`/api${path}&escalated=true`).expect(200);
    expect(escalated.body).toMatchObject({ pagination: { total: 0 } });
  });

  it('tell the lab admin when nobody acts on an alert', async () => {
    const { _id } = await stocked();
    await desk.moved(_id, { type: 'out', quantity: 15 });
    const days = desk.laboratory.policies.inventory.escalateAfterDays + 1;
    await desk.setTime(new Date(Date.now() + days * 86_400_000).toISOString());
    await desk.app.services.get(StockAlertSweep).run();
    jest.restoreAllMocks();
    const [notice] = await notificationsOf(desk.app, desk.admin);
    expect(notice).toMatchObject({
      title: 'No one has handled this alert: low stock',
      actionUrl: '/inventory/alerts?kind=low&escalated=true',
    });
    const list = await desk.app
      .as(desk.admin)
      .get(`/api${notice?.actionUrl ?? ''}`)
      .expect(200);
    expect(list.body).toMatchObject({ pagination: { total: 1 } });
    expect(await noticesOf(desk.app, desk.manager)).toEqual([]);
  });

  it('tell everyone who moves stock that a batch is recalled', async () => {
    const item = await desk.created({ quantity: 20, expiryDate: '2099-12-31', batchNumber: 'LOT-7' });
    const trace = await desk.app.as(desk.head).get('/api/inventory/recalls/trace?batchNumber=LOT-7').expect(200);
    const [product] = (trace.body as { data: { products: { productKey: string }[] } }).data.products;
    const body = { batchNumber: 'LOT-7', productKeys: [product?.productKey], reason: 'False results' };
    await desk.app.as(desk.head).post('/api/inventory/recalls').send(body).expect(201);
    expect(await notificationsOf(desk.app, desk.manager)).toContainEqual(
      expect.objectContaining({ title: 'Batch recalled', priority: 'urgent', actionUrl: `/inventory/${item._id}` }),
    );
    expect(await noticesOf(desk.app, stranger)).toEqual([]);
  });
});
