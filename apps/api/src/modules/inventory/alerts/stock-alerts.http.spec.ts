import { type ReorderSuggestion, type ReorderTotals, type StockAlert, suggestedOrder } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DomainEvents } from '../../../platform/events/domain-events';
import { failureOf, InventoryDesk, itemOf, type Screen } from '../../../../test/inventory/inventory-desk';
import { resolveLowOfOut } from '../migrations';
import { stockAlertRaised } from './stock-alerts';
import type { StockAlertRow } from './stock-alert.repository';
import { StockAlertSweep } from './stock-alert.sweep';

const NOW = '2026-11-22T05:00:00Z';

describe('stock alerts', () => {
  let desk: InventoryDesk;
  const news: { itemId: string; text: string }[] = [];
  const newsOf = (itemId: string) => news.filter((one) => one.itemId === itemId).map(({ text }) => text);

  beforeAll(async () => {
    desk = await InventoryDesk.open();
    desk.app.services.get(DomainEvents).after(stockAlertRaised, ({ reason, alert: { item, kind } }) => {
      news.push({ itemId: item._id.toHexString(), text: `${reason} ${kind}` });
    });
  });
  beforeEach(async () => {
    news.length = 0;
    await desk.setTime(NOW);
  });
  afterEach(() => desk.resetTime());
  afterAll(() => desk.close());

  const alertsOf = (itemId: string, query = '') => desk.read<StockAlert[]>(`/alerts?itemId=${itemId}${query}`);
  const statesOf = async (itemId: string) =>
    (await alertsOf(itemId, '&state=open&state=acknowledged&state=ordered&state=snoozed&state=resolved'))
      .map(({ kind, state }) => `${kind} ${state}`)
      .sort();
  const act = (id: string, body: object) => desk.app.as(desk.manager).put(`/api/inventory/alerts/${id}`).send(body);
  const sweep = () => desk.app.services.get(StockAlertSweep).run();

  it('are raised at crossings only, and resolved by restocking', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });
    const use = (quantity: number) => desk.moved(_id, { type: 'out', quantity });
    expect(newsOf(_id)).toEqual([]);
    await use(10);
    await use(1);
    await sweep();
    expect(newsOf(_id)).toEqual(['raised low']);
    await use(9);
    expect(newsOf(_id)).toEqual(['raised low', 'raised out']);
    expect(await statesOf(_id)).toEqual(['low resolved', 'out open']);
    await desk.receive(_id, 30);
    expect(await statesOf(_id)).toEqual(['low resolved', 'out resolved']);
    await use(25);
    expect(newsOf(_id)).toEqual(['raised low', 'raised out', 'raised low']);
    expect(await statesOf(_id)).toEqual(['low open', 'low resolved', 'out resolved']);
  });

  it('reach the lab admin and the manager of the laboratory, and nobody elsewhere', async () => {
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    const colleague = await desk.app.person('staff', { laboratoryId: desk.laboratory._id });
    const people = [desk.admin, desk.manager, colleague, stranger];
    const screens = await Promise.all(people.map((one) => desk.listening(one)));
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.moved(_id, { type: 'out', quantity: 15 });
    const heard = async ({ heard: all, settled }: Screen) => {
      await settled();
      return all.flatMap(([event, payload]) =>
        (event === 'inventory:low-stock' && payload['_id'] === _id) ||
        (event === 'stock-alert:updated' && payload['itemId'] === _id)
          ? [event]
          : [],
      );
    };
    const both = ['inventory:low-stock', 'stock-alert:updated'];
    const received = await Promise.all(screens.map(async (one) => (await heard(one)).sort()));
    expect(received).toEqual([both, both, [], []]);
    const listed = await Promise.all(
      [desk.admin, desk.manager].map((one) => desk.read<StockAlert[]>(`/alerts?itemId=${_id}`, one)),
    );
    expect(listed.map((alerts) => alerts.map(({ kind }) => kind))).toEqual([['low'], ['low']]);
    await desk.app.as(colleague).get('/api/inventory/alerts').expect(403);
    expect(await desk.read(`/alerts?state=open`, stranger)).toEqual([]);
  });

  it('are not raised for an item that never had stock, or has no minimum', async () => {
    const empty = await desk.created({ minQuantity: 10 });
    const unwatched = await desk.created({ minQuantity: 0, quantity: 1, expiryDate: '2099-12-31' });
    await desk.moved(unwatched._id, { type: 'out', quantity: 1 });
    expect([await alertsOf(empty._id), await alertsOf(unwatched._id), newsOf(unwatched._id)]).toEqual([[], [], []]);
  });

  it('are resolved when the minimum is lowered, or removed from an item that is out of stock', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });
    const edit = async (minQuantity: number) => {
      const { version } = await desk.get(_id);
      await desk.app.as(desk.admin).put(`/api/inventory/${_id}`).send({ minQuantity, version }).expect(200);
    };
    await desk.moved(_id, { type: 'out', quantity: 15 });
    await edit(4);
    expect(await statesOf(_id)).toEqual(['low resolved']);
    await desk.moved(_id, { type: 'out', quantity: 5 });
    expect(await statesOf(_id)).toEqual(['low resolved', 'out open']);
    await edit(0);
    expect(await statesOf(_id)).toEqual(['low resolved', 'out resolved']);
  });

  it('report an item that runs out at once as out of stock only', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.moved(_id, { type: 'out', quantity: 20 });
    expect(newsOf(_id)).toEqual(['raised out']);
    expect(await statesOf(_id)).toEqual(['out open']);
    await desk.receive(_id, 5);
    expect(await statesOf(_id)).toEqual(['low open', 'out resolved']);
    expect(newsOf(_id)).toEqual(['raised out']);
  });

  it('follow a batch from expiring through urgent to expired and wasted', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2026-12-30', minQuantity: 0 });
    await sweep();
    expect(newsOf(_id)).toEqual([]);
    await desk.setTime('2026-11-30T05:00:00Z');
    await sweep();
    await sweep();
    expect(newsOf(_id)).toEqual(['raised expiring']);
    await desk.setTime('2026-12-23T05:00:00Z');
    await sweep();
    await sweep();
    expect(newsOf(_id)).toContain('urgent expiring');
    expect(await alertsOf(_id)).toMatchObject([{ kind: 'expiring', isUrgent: true, state: 'open' }]);
    await desk.setTime('2026-12-31T05:00:00Z');
    await desk.read('/stats');
    await desk.get(_id);
    expect(await statesOf(_id)).toEqual(['expired open', 'expiring resolved']);
    await desk.moved(_id, { type: 'waste', quantity: 20, reason: 'Past its expiry date' });
    expect(await statesOf(_id)).toEqual(['expired resolved', 'expiring resolved']);
  });

  it('can be acknowledged, snoozed until a day, and open again after it', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    const [alert] = await alertsOf(_id);
    const id = alert?._id ?? '';
    await act(id, { action: 'acknowledge', version: 1 }).expect(200);
    expect(failureOf(await act(id, { action: 'acknowledge', version: 1 }).expect(409)).code).toBe(
      'STOCK_ALERT_RESOLVED',
    );
    await act(id, { action: 'snooze' }).expect(400);
    await act(id, { action: 'snooze', until: '2026-11-22' }).expect(400);
    await act(id, { action: 'snooze', until: '2026-11-25' }).expect(200);
    expect(await alertsOf(_id)).toMatchObject([
      { state: 'snoozed', until: '2026-11-25', actedBy: { _id: desk.manager.id } },
    ]);
    await desk.setTime('2026-11-25T18:00:00Z');
    await sweep();
    expect(await alertsOf(_id)).toMatchObject([{ state: 'snoozed' }]);
    await desk.setTime('2026-11-25T19:00:00Z');
    await sweep();
    expect(await alertsOf(_id)).toMatchObject([{ state: 'open', until: null }]);
  });

  it('go to the administrators once when nobody acts', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.setTime('2026-11-25T04:00:00Z');
    await sweep();
    expect(newsOf(_id)).toEqual(['raised low']);
    await desk.setTime('2026-11-25T05:01:00Z');
    await sweep();
    await sweep();
    expect(newsOf(_id)).toEqual(['raised low', 'escalated low']);
    expect(await alertsOf(_id)).toMatchObject([{ state: 'open', escalatedAt: '2026-11-25T05:01:00.000Z' }]);
  });

  it('wait for an order, which a receipt fulfils', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    const order = (body: object) => desk.app.as(desk.manager).put(`/api/inventory/${_id}/order`).send(body);
    await order({ quantity: 20 }).expect(400);
    await order({ quantity: 20, expectedOn: '2026-11-01' }).expect(400);
    const ordered = itemOf(await order({ quantity: 20, expectedOn: '2026-11-30' }).expect(200));
    const until = { expectedOn: '2026-11-30', recordedOn: '2026-11-30' };
    expect(ordered.onOrder).toEqual({ quantity: 20, ...until });
    expect(await alertsOf(_id)).toMatchObject([{ state: 'ordered', until: '2026-11-30' }]);
    expect((await desk.receive(_id, 4)).onOrder).toEqual({ quantity: 16, ...until });
    await order({ quantity: 0 }).expect(200);
    expect(await alertsOf(_id)).toMatchObject([{ state: 'open' }]);
    await order({ quantity: 20, expectedOn: '2026-11-30' }).expect(200);
    expect((await desk.receive(_id, 20)).onOrder).toBeNull();
    expect(await statesOf(_id)).toEqual(['low resolved']);
  });

  it('become low again after a small delivery of an order, and wait for the rest', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.moved(_id, { type: 'out', quantity: 5 });
    const body = { quantity: 20, expectedOn: '2026-11-30' };
    await desk.app.as(desk.manager).put(`/api/inventory/${_id}/order`).send(body).expect(200);
    await desk.receive(_id, 4);
    expect(await alertsOf(_id)).toMatchObject([{ kind: 'low', state: 'ordered', until: '2026-11-30' }]);
    expect(newsOf(_id)).toEqual(['raised low', 'raised out']);
  });

  it('of items that are low and out of stock at once, which were raised before, are low no more', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.moved(_id, { type: 'out', quantity: 5 });
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const alerts = connection.collection<StockAlertRow>('stock_alerts');
    const outdated = { 'item.itemCode': (await desk.get(_id)).itemCode, kind: 'low' } as const;
    await alerts.updateOne(outdated, { $set: { isLive: true, state: 'open', resolvedAt: null } });
    expect(await alertsOf(_id)).toHaveLength(2);
    await resolveLowOfOut.up(connection, new AbortController().signal);
    expect(await statesOf(_id)).toEqual(['low resolved', 'out open']);
  });

  it('are seen by nobody of another laboratory', async () => {
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: other._id });
    expect(await desk.read('/alerts', stranger)).toEqual([]);
    const [alert] = await desk.read<StockAlert[]>('/alerts');
    await desk.app
      .as(stranger)
      .put(`/api/inventory/alerts/${alert?._id ?? ''}`)
      .send({ action: 'acknowledge' })
      .expect(404);
  });

  it('come with a suggestion of what to order', async () => {
    const { _id } = await desk.created({
      quantity: 100,
      expiryDate: '2099-12-31',
      minQuantity: 10,
      leadTimeDays: 9,
      reorderQuantity: 24,
      unitCostPaise: 500,
      name: 'Ordered often',
    });
    await desk.moved(_id, { type: 'out', quantity: 95 });
    const rows = await desk.read<ReorderSuggestion[]>('/reorder');
    expect(rows.find((row) => row._id === _id)).toMatchObject({
      usedIn90Days: 95,
      usableQuantity: 5,
      orderedQuantity: 0,
      // 95 × 9 ÷ 90 = 9.5, rounded up to 10; 10 + 10 − 5 = 15, in lots of 24.
      suggestedQuantity: 24,
      costPaise: 12_000,
    });
    const ofItem = await desk.read<ReorderSuggestion[]>(`/reorder?itemId=${_id}`);
    expect(ofItem.map((row) => row._id)).toEqual([_id]);
    const body = { quantity: 15, expectedOn: '2026-12-01' };
    await desk.app.as(desk.manager).put(`/api/inventory/${_id}/order`).send(body).expect(200);
    const after = await desk.read<ReorderSuggestion[]>('/reorder');
    expect(after.map((row) => row._id)).not.toContain(_id);
  });

  it('of what costs more than a number can hold exactly are listed', async () => {
    const dear = { minQuantity: 10_000_000, unitCostPaise: 10_000_000_000, reorderQuantity: 0, leadTimeDays: 0 };
    const { _id, version } = await desk.created(dear);
    const [first] = await desk.read<ReorderSuggestion[]>('/reorder');
    expect(first).toMatchObject({ _id, suggestedQuantity: 10_000_000, costPaise: '100000000000000000' });
    await desk.app.as(desk.manager).put(`/api/inventory/${_id}`).send({ minQuantity: 0, version }).expect(200);
  });

  it('add up what to order by supplier, whatever its case', async () => {
    const totalsOf = (supplier: string) => desk.read<ReorderTotals>(`/reorder/totals?supplier=${supplier}`);
    const needed = { minQuantity: 10, reorderQuantity: 0, leadTimeDays: 0 };
    await desk.created({ ...needed, supplier: 'Sumline', unitCostPaise: 300, name: 'First of Sumline' });
    await desk.created({ ...needed, supplier: 'SUMLINE', unitCostPaise: 200, name: 'Second of Sumline' });
    expect(await totalsOf('sumline')).toEqual({
      items: 2,
      costPaise: 5_000,
      suppliers: [{ supplier: 'Sumline', items: 2, costPaise: 5_000 }],
    });
    const all = await desk.read<ReorderTotals>('/reorder/totals');
    expect(all.suppliers).toContainEqual({ supplier: 'Sumline', items: 2, costPaise: 5_000 });
    expect(all.items).toBe((await desk.read<ReorderSuggestion[]>('/reorder?limit=100')).length);
  });

  it('offer an order for alerts that new stock ends', async () => {
    const low = await desk.created({ quantity: 5, expiryDate: '2099-12-31', minQuantity: 10 });
    const old = await desk.created({ quantity: 5, expiryDate: '2026-12-01', minQuantity: 0 });
    await sweep();
    const [alert] = await alertsOf(low._id);
    expect(alert?.actions.order).toEqual({ allowed: true });
    expect(await desk.read<StockAlert>(`/alerts/${alert?._id ?? ''}`)).toEqual(alert);
    const [expiring] = await alertsOf(old._id);
    expect(expiring).toMatchObject({ kind: 'expiring' });
    expect(expiring?.actions).not.toHaveProperty('order');
  });
});

describe('a suggested order', () => {
  const inputs = {
    usedIn90Days: 90,
    leadTimeDays: 7,
    minQuantity: 10,
    usableQuantity: 5,
    orderedQuantity: 0,
    reorderQuantity: 0,
  };
  it.each([
    ['covers the use until delivery and the minimum', {}, 12],
    ['is nothing where enough is there', { usableQuantity: 17 }, 0],
    ['counts what is ordered', { orderedQuantity: 12 }, 0],
    ['is rounded up to whole lots', { reorderQuantity: 10 }, 20],
    ['rounds the use up', { usedIn90Days: 1 }, 6],
    ['needs no use', { usedIn90Days: 0, usableQuantity: 0 }, 10],
  ])('%s', (_, changed, expected) => {
    expect(suggestedOrder({ ...inputs, ...changed })).toBe(expected);
  });
});
