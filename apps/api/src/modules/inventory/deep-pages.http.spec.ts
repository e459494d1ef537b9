import { type ExpiringBatch, type ReorderSuggestion, suggestedOrder } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { examinedBy } from '../../../test/explain';
import { manyItems } from '../../../bench/inventory/many-items';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';
import { businessDay } from '../../platform/time/business-day';
import { ITEM_COLLECTION, type ItemRow } from './stock/item.document';
import { recentUse } from './stock/stock';
import { toIncrements, StockTotalsRepository } from './stock/stock-totals.repository';

const ITEMS = 2_000;

describe('deep pages of two laboratories with thousands of items', () => {
  let desk: InventoryDesk;
  let connection: Connection;

  beforeAll(async () => {
    desk = await InventoryDesk.open({ timezone: 'Asia/Kolkata' });
    connection = desk.app.services.get<Connection>(getConnectionToken());
    // Its today can be another one than that of the first.
    const other = await desk.app.laboratory({ timezone: 'Pacific/Auckland' });
    const laboratories = [desk.laboratory._id, other._id];
    for (const { items, movements } of manyItems({ items: ITEMS, movements: ITEMS }, laboratories, ITEMS)) {
      await connection.collection(ITEM_COLLECTION).insertMany(items);
      await connection.collection('stock_movements').insertMany(movements);
      const increments = toIncrements(items.map((after) => ({ before: null, after })));
      await desk.app.services.get(StockTotalsRepository).add(increments, new Date());
    }
  });
  afterAll(() => desk.close());

  const examined = async (path: string) => {
    const all = await examinedBy(connection, () => desk.read(path, desk.head));
    return { items: all[ITEM_COLLECTION], movements: all['stock_movements'] };
  };

  it.each(['true', 'false', undefined])('show every expiring batch once, in order (expired: %s)', async (expired) => {
    const path = `/expiring?days=300&limit=100${expired === undefined ? '' : `&expired=${expired}`}`;
    const rows: ExpiringBatch[] = [];
    for (let page = 1; rows.length === (page - 1) * 100; page += 1) {
      rows.push(...(await desk.read<ExpiringBatch[]>(`${path}&page=${page}`, desk.head)));
    }
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(rows.length);
    const days = rows.map(({ lastUsableDay }) => lastUsableDay);
    expect(days).toEqual(days.toSorted());
    const judged = rows.map(({ isExpired }) => isExpired);
    expect(new Set(judged)).toEqual(new Set(expired === undefined ? [true, false] : [expired === 'true']));
    const answer = await desk.app.as(desk.head).get(`/api/inventory${path}`).expect(200);
    expect((answer.body as { pagination: { total: number } }).pagination.total).toBe(rows.length);
  });

  it('read the batches of the days that they show, however far they are from the first', async () => {
    const perDay = (ITEMS * 3) / 700;
    for (const page of [1, 50, 100, 200]) {
      const { items } = await examined(`/expiring?days=300&limit=10&page=${page}`);
      expect(items).toBeGreaterThan(0);
      expect(items).toBeLessThan(10 + 5 * perDay);
    }
    expect((await examined('/expiring?days=300&limit=10&page=100000')).items).toBeUndefined();
  });

  it('read no document of the pages before them, of low stock and of movements', async () => {
    // The first request also reads when the next batch expires.
    await desk.read('');
    for (const page of [1, 16]) expect((await examined(`/low-stock?limit=5&page=${page}`)).items).toBe(5);
    for (const page of [1, 100]) {
      expect((await examined(`/movements?limit=5&page=${page}`)).movements).toBe(5);
      expect((await examined(`?limit=5&page=${page}`)).items).toBe(5);
    }
  });

  it('of suggestions read no item that is not short', async () => {
    const short = await connection.collection(ITEM_COLLECTION).countDocuments({ isShort: true });
    expect(short).toBeLessThan(ITEMS / 2);
    expect((await examined('/reorder?limit=10&page=3')).items).toBe(short);
    const rows = await desk.read<ReorderSuggestion[]>('/reorder?limit=100', desk.head);
    const all = await connection.collection<ItemRow>(ITEM_COLLECTION).find().toArray();
    const today = businessDay(new Date(), 'Asia/Kolkata');
    const needed = all.filter((item) =>
      suggestedOrder({ ...item, usedIn90Days: recentUse(item, today), orderedQuantity: 0 }),
    );
    expect(rows.map(({ _id }) => _id).sort()).toEqual(needed.map(({ _id }) => _id.toHexString()).sort());
  });
});
