import type { Laboratory, StockAlert } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { addDays } from '../../../platform/time/business-day';
import { examinedBy } from '../../../../test/explain';
import { InventoryDesk } from '../../../../test/inventory/inventory-desk';
import { objectId } from '../../../platform/domain/object-id';
import { ITEM_COLLECTION } from '../stock/item.document';
import { ItemRepository } from '../stock/item.repository';
import { StockAlerts } from './stock-alerts';
import { StockAlertSweep } from './stock-alert.sweep';

const TODAY = '2026-11-22';
const WARNED = 30;
const ITEMS = 40;

describe('the sweep of alerts', () => {
  let desk: InventoryDesk;
  let ids: string[];

  beforeEach(async () => {
    desk = await InventoryDesk.open({ timezone: 'Asia/Kolkata' });
    await setDay(0);
    ids = [];
    // One item for each of the coming days.
    for (let ahead = 0; ahead < ITEMS; ahead += 1) {
      ids.push((await desk.created({ quantity: 5, expiryDate: addDays(TODAY, ahead), minQuantity: 0 }))._id);
    }
  });
  afterEach(async () => {
    desk.resetTime();
    await desk.close();
  });

  const setDay = (day: number) => desk.setTime(`${addDays(TODAY, day)}T05:00:00Z`);
  const sweep = () => desk.app.services.get(StockAlertSweep).run();
  const alerts = async (filter = '') => (await desk.read<StockAlert[]>(`/alerts?limit=100${filter}`)).length;
  const itemsRead = async () => {
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    return (await examinedBy(connection, sweep))[ITEM_COLLECTION];
  };
  /** As if the changes had raised no alerts themselves. */
  const forgetAlerts = () =>
    desk.app.services.get<Connection>(getConnectionToken()).collection('stock_alerts').deleteMany({});

  it('reads what has come closer since the last one, however many days ago that was', async () => {
    await forgetAlerts();
    // Each of them again within the transaction that raises its alert.
    expect(await itemsRead()).toBe(2 * (WARNED + 1));
    expect(await alerts()).toBe(WARNED + 1);
    // The last day of the warning and that of the urgent period.
    expect(await itemsRead()).toBe(2);
    await setDay(1);
    await desk.read('');
    // The same two days and those that came closer, of which two are read again; once a day, all that have alerts.
    expect(await itemsRead()).toBe(4 + 2 + WARNED + 1);
    await setDay(5);
    await desk.read('');
    await sweep();
    expect(await alerts('&kind=expiring')).toBe(WARNED + 1);
    expect(await alerts('&kind=expired')).toBe(5);
  });

  it('that ended early is repeated', async () => {
    await forgetAlerts();
    const service = desk.app.services.get(StockAlerts);
    const raise = service.raise.bind(service);
    let left = 3;
    const spy = jest.spyOn(service, 'raise').mockImplementation((...given) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('The database is gone')) : raise(...given);
    });
    await sweep();
    spy.mockRestore();
    expect(await alerts()).toBe(3);
    await sweep();
    expect(await alerts()).toBe(WARNED + 1);
  });

  it('raises the alerts of the other items where that of one cannot be raised', async () => {
    await forgetAlerts();
    const spy = jest.spyOn(desk.app.services.get(StockAlerts), 'raise').mockRejectedValueOnce(new Error('Broken'));
    await sweep();
    spy.mockRestore();
    expect(await alerts()).toBe(WARNED);
    await sweep();
    expect(await alerts()).toBe(WARNED + 1);
  });

  const warnFor = async (expiryWarningDays: number) => {
    const answer = await desk.app.as(desk.head).get(`/api/laboratories/${desk.laboratory.id}`).expect(200);
    const { policies, version } = (answer.body as { data: Laboratory }).data;
    const body = { policies: { ...policies, inventory: { ...policies.inventory, expiryWarningDays } }, version };
    await desk.app.as(desk.head).put(`/api/laboratories/${desk.laboratory.id}`).send(body).expect(200);
  };
  const alertsOf = (id: string) => desk.read<StockAlert[]>(`/alerts?itemId=${id}`);

  it('resolves what a shorter period of warning no longer covers, and raises it again after a longer one', async () => {
    await sweep();
    expect(await alerts()).toBe(WARNED + 1);
    await warnFor(10);
    await sweep();
    expect(await alerts()).toBe(11);
    await warnFor(20);
    await sweep();
    expect(await alerts()).toBe(21);
  });

  it('need not come first: using up a batch resolves what an earlier period of warning made due', async () => {
    const id = ids[WARNED] ?? '';
    expect(await alertsOf(id)).toHaveLength(1);
    await warnFor(10);
    await desk.moved(id, { type: 'out', quantity: 5 });
    expect(await alertsOf(id)).toEqual([]);
  });

  it('raises no alert for stock that was used up since it was read', async () => {
    await forgetAlerts();
    const id = ids[3] ?? '';
    const items = desk.app.services.get(ItemRepository);
    const read = items.withBatchesOn.bind(items);
    jest.spyOn(items, 'withBatchesOn').mockImplementation(async (...given) => {
      const due = await read(...given);
      await desk.moved(id, { type: 'out', quantity: 5 });
      return due;
    });
    await sweep();
    expect(await alertsOf(id)).toEqual([]);
    expect(await alerts()).toBe(WARNED);
  });

  it('resolves whatever is not due by the next day, however it was left over', async () => {
    await sweep();
    const id = ids[ITEMS - 1] ?? '';
    const rows = desk.app.services.get<Connection>(getConnectionToken()).collection('stock_alerts');
    await rows.updateOne({ 'item._id': objectId(ids[5] ?? '') }, { $set: { 'item._id': objectId(id) } });
    expect(await alertsOf(id)).toHaveLength(1);
    await setDay(1);
    await sweep();
    expect(await alertsOf(id)).toEqual([]);
  });

  it('follows a longer period of warning, and a change of stock marks an alert as urgent at once', async () => {
    await sweep();
    await warnFor(35);
    await sweep();
    expect(await alerts()).toBe(36);
    const [id = ''] = ids.slice(-10);
    const urgent = async () => (await desk.read<StockAlert[]>(`/alerts?itemId=${id}`)).map(({ isUrgent }) => isUrgent);
    expect(await urgent()).toEqual([false]);
    await desk.receive(id, 2, { expiryDate: addDays(TODAY, 2), batchNumber: 'SOON' });
    expect(await urgent()).toEqual([true]);
  });
});
