import type { WriteOff } from '@shifa/contract';
import { noticesOf, notificationsOf } from '../../../test/notifications';
import type { Person } from '../../../test/test-app';
import { InventoryDesk, stockChangeOf } from '../../../test/inventory/inventory-desk';
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

  it('lead to the item that one alert is about', async () => {
    const { _id } = await stocked();
    await desk.moved(_id, { type: 'out', quantity: 12 });
    const [notice] = await notificationsOf(desk.app, desk.manager);
    expect(notice).toMatchObject({ title: 'Low stock', actionUrl: `/inventory/${_id}?tab=alerts` });
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
    const items = [await stocked(), await stocked()];
    for (const { _id } of items) await desk.moved(_id, { type: 'out', quantity: 15 });
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
    expect(list.body).toMatchObject({ pagination: { total: 2 } });
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

  describe('of what must be accepted before use', () => {
    const required = { requiresAcceptance: true } as const;
    const expiryDate = '2099-12-31';
    const titled = async (person: Person) =>
      (await notificationsOf(desk.app, person)).filter(({ title }) => title === 'Stock pending acceptance');
    const receive = (id: string, quantity: number, by: Person) =>
      desk.move(id, { type: 'in', quantity, batchNumber: `LOT ${quantity}`, expiryDate }, by).expect(200);

    it('tell those who can accept it, but not the person who received it, and lead to the item', async () => {
      const item = await desk.created({ ...required, name: '5-HIAA control' });
      await receive(item._id, 5, desk.manager);
      const message = `5-HIAA control (${item.itemCode}): 5 ${item.unit}s arrived and must be accepted before use.`;
      expect(await titled(desk.admin)).toMatchObject([
        { type: 'warning', message, actionUrl: `/inventory/${item._id}`, actionLabel: 'View item' },
      ]);
      const staff = await desk.app.person('staff', { laboratoryId: desk.laboratory._id });
      for (const other of [desk.manager, staff, stranger, desk.head]) expect(await titled(other)).toEqual([]);
    });

    it('are one for an item until they are read, and a further one afterwards', async () => {
      const item = await desk.created(required);
      await receive(item._id, 5, desk.manager);
      await receive(item._id, 6, desk.manager);
      const subject = `${item.name} (${item.itemCode})`;
      const [notice, ...others] = await titled(desk.admin);
      expect(others).toEqual([]);
      expect(notice).toMatchObject({
        message: `Stock of ${subject} arrived more than once and must be accepted before use.`,
        actionUrl: `/inventory/${item._id}`,
      });
      await desk.app
        .as(desk.admin)
        .patch(`/api/notifications/${notice?._id ?? ''}/read`)
        .expect(200);
      await receive(item._id, 7, desk.manager);
      expect((await titled(desk.admin)).map(({ isRead }) => isRead)).toEqual([false, true]);
    });

    it('are none of what is accepted, counted again, put back or needs no acceptance', async () => {
      const item = await desk.created({ ...required, unitCostPaise: 100_000 });
      const arrived = stockChangeOf(await receive(item._id, 10, desk.admin));
      const batchId = arrived.batches[0]?._id ?? '';
      const reason = 'Broken or spilled';
      const count = (quantity: number) =>
        desk.move(item._id, { type: 'adjustment', quantity, batchId, reason }, desk.admin);
      await count(9).expect(200);
      await count(10).expect(200);
      const waste = { type: 'waste', quantity: 8, batchId, reason } as const;
      await desk.move(item._id, waste, desk.admin).expect(200);
      const [writeOff] = await desk.read<WriteOff[]>(`/write-offs?status=pending&itemId=${item._id}`);
      const path = `/api/inventory/write-offs/${writeOff?._id ?? ''}/withdraw`;
      await desk.app.as(desk.admin).post(path).send({}).expect(200);
      await desk.batch(item._id, batchId, { action: 'accept', reason: 'Certificate' }, desk.admin).expect(200);
      const free = await desk.created();
      await receive(free._id, 5, desk.admin);
      expect(await titled(desk.manager)).toMatchObject([{ message: expect.stringContaining('10 ') as string }]);
    });

    it('are one of many items that arrive together, and none to people who have turned them off', async () => {
      const rows = ['A', 'B', 'C', 'D', 'E'].map((name) => `Control ${name},Control,Bottle,Yes,5,LOT 7,${expiryDate}`);
      const heading = 'Name,Category,Unit,Requires acceptance,Quantity,Batch number,Expiry date';
      const file = { fileName: 'items.csv', content: Buffer.from([heading, ...rows].join('\n')).toString('base64') };
      await desk.app.as(desk.admin).post('/api/inventory/import').send(file).expect(200);
      expect(await titled(desk.manager)).toMatchObject([
        {
          message: 'Control A, Control B, Control C and 2 more items arrived and must be accepted before use.',
          actionUrl: '/inventory?blocked=true',
        },
      ]);
      const item = await desk.created(required);
      const preferences = { muted: ['warning'], quietHours: null };
      await desk.app.as(desk.manager).put('/api/notifications/preferences').send(preferences).expect(200);
      await receive(item._id, 5, desk.admin);
      expect(await titled(desk.manager)).toHaveLength(1);
    });
  });
});
