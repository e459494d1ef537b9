import type { ExpiringBatch, InventoryItem, InventoryStats, LaboratoryStats } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { failureOf, InventoryDesk } from '../../../test/inventory/inventory-desk';
import { CheckStockTotals } from './check-stock-totals';
import { countOutWithoutMinimum } from './migrations';

describe('stock in numbers', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
    await desk.setTime('2026-11-22T05:00:00Z');
    const item = await desk.created({ minQuantity: 5, unitCostPaise: 1_000 });
    await desk.receive(item._id, 4, { batchNumber: 'GONE', expiryDate: '2026-11-20' });
    await desk.receive(item._id, 3, { batchNumber: 'TODAY', expiryDate: '2026-11-22' });
    await desk.receive(item._id, 2, { batchNumber: 'SOON', expiryDate: '2026-12-10' });
    await desk.receive(item._id, 1, { batchNumber: 'LATER', expiryDate: '2027-01-31' });
    await desk.created({ minQuantity: 5, quantity: 3, expiryDate: '2027-12-31', category: 'kit' });
    await desk.created({ minQuantity: 0 });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('are counted as the lists that they link to', async () => {
    const stats = await desk.read<InventoryStats>('/stats');
    expect(stats).toMatchObject({
      items: 3,
      low: 1,
      out: 1,
      expiredBatches: 1,
      expiring7: 1,
      expiring30: 2,
      expiring90: 3,
      valuePaise: 10_000,
      expiredValuePaise: 4_000,
    });
    const lists: [string, number][] = [
      ['/low-stock', stats.low],
      ['?status=active&stockStatus=low', stats.low],
      ['?status=active&stockStatus=out', stats.out],
      ['?status=active&stockStatus=low&stockStatus=out', stats.low + stats.out],
      ['/expiring?days=30&expired=true', stats.expiredBatches],
      ['/expiring?days=30&expired=false', stats.expiring30],
      ['/expiring?days=90&expired=false', stats.expiring90],
      ['?status=active', stats.items],
    ];
    for (const [path, count] of lists) {
      expect([path, (await desk.read<unknown[]>(path)).length]).toEqual([path, count]);
    }
  });

  it('list a row per batch, the expired ones first', async () => {
    const rows = await desk.read<ExpiringBatch[]>('/expiring?days=30');
    expect(rows.map(({ batchNumber, daysLeft, isExpired }) => [batchNumber, daysLeft, isExpired])).toEqual([
      ['GONE', -2, true],
      ['TODAY', 0, false],
      ['SOON', 18, false],
    ]);
    const [second] = await desk.read<ExpiringBatch[]>('/expiring?days=30&page=2&limit=1');
    expect(second?.batchNumber).toBe('TODAY');
  });

  it('equal a recount of all items, and differ where a stored number was changed', async () => {
    const check = () => desk.app.services.get(CheckStockTotals).check();
    expect(await check()).toEqual({ laboratories: 1, differences: [] });
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    // Totals of earlier versions left out what has no minimum.
    await connection.collection('stock_totals').updateMany({}, { $unset: { outWithoutMinimum: '' } });
    for (let run = 0; run < 2; run += 1) await countOutWithoutMinimum.up(connection, new AbortController().signal);
    expect(await check()).toEqual({ laboratories: 1, differences: [] });
    const add = (by: number) =>
      connection.collection('stock_totals').updateOne({}, { $inc: { 'categories.reagent.items': by } });
    await add(1);
    const { id: laboratoryId } = desk.laboratory;
    expect(await check()).toMatchObject({ differences: [{ laboratoryId, path: 'categories.reagent.items' }] });
    await add(-1);
  });

  it('appear on the laboratory', async () => {
    const path = `/api/laboratories/${desk.laboratory.id}`;
    const answer = await desk.app.as(desk.head).get(`${path}/stats`).expect(200);
    expect((answer.body as { data: LaboratoryStats }).data.inventory).toEqual({
      valuePaise: 10_000,
      lowCount: 2,
      expiredCount: 1,
    });
  });

  it('prevent archiving the laboratory, with a link to as many: also those that are discontinued, and none that are empty', async () => {
    const path = `/api/laboratories/${desk.laboratory.id}`;
    const refused = failureOf(await desk.app.as(desk.head).delete(path).expect(409));
    const filter = { inStock: ['true'], status: ['active', 'discontinued'] };
    expect(refused.blockers).toContainEqual({ name: 'items in stock', count: 2, resource: 'inventory', filter });
    const items = desk.app.services.get<Connection>(getConnectionToken()).collection('inventory_items');
    const inStock = await desk.read<InventoryItem[]>('?inStock=true&status=active&status=discontinued');
    expect(inStock).toHaveLength(2);
    await items.updateOne({ _id: new Types.ObjectId(inStock[0]?._id) }, { $set: { status: 'discontinued' } });
    expect(await desk.read('?inStock=true&status=active&status=discontinued')).toHaveLength(2);
    const empty = await desk.read<InventoryItem[]>('?inStock=false');
    expect(empty.every(({ quantity }) => quantity === 0)).toBe(true);
  });

  it('of one laboratory leave out the others', async () => {
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: other._id });
    expect(await desk.read('/stats', stranger)).toMatchObject({ items: 0, valuePaise: 0 });
    expect(await desk.read('/expiring', stranger)).toEqual([]);
    expect(await desk.read<InventoryItem[]>('', stranger)).toEqual([]);
    expect(await desk.read('/stats', desk.head)).toMatchObject({ items: 3 });
  });
});
