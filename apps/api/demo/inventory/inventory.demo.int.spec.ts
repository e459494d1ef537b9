import type { InventoryStats, Rescue } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { TestApp } from '../../test/test-app';
import type { ItemRow } from '../../src/modules/inventory/stock/item.document';
import type { AuditRow } from '../../src/platform/audit/audit.document';
import type { MovementRow } from '../../src/modules/inventory/stock/movement.repository';
import type { TransferRow } from '../../src/modules/inventory/transfers/transfer.repository';
import { startDemoNetwork } from '../../test/demo-network';

// Seeding the network takes a while on a busy machine.
jest.setTimeout(240_000);

describe('the stock of the demo network', () => {
  let app: TestApp;
  let items: ItemRow[];
  let movements: MovementRow[];

  beforeAll(async () => {
    app = await startDemoNetwork();
    const connection = app.services.get<Connection>(getConnectionToken());
    items = await connection.collection<ItemRow>('inventory_items').find().toArray();
    movements = await connection.collection<MovementRow>('stock_movements').find().sort({ seq: 1 }).toArray();
  });
  afterAll(() => app.close());

  it('has 120 items, some of them low, out of stock, expired, expiring and quarantined', async () => {
    expect(items).toHaveLength(120);
    expect(movements.length).toBeGreaterThan(2_500);
    const token = await app.login({ email: 'super@shifa.example', password: 'Shifa@2026' });
    const answer = await app.as({ token }).get('/api/inventory/stats').expect(200);
    const { data } = answer.body as { data: InventoryStats };
    expect(data.items).toBe(120);
    for (const count of [data.low, data.out, data.expiredBatches, data.expiring30]) expect(count).toBeGreaterThan(4);
    expect(items.filter(({ blockedQuantity }) => blockedQuantity > 0).length).toBeGreaterThan(4);
  });

  it('is in transit between laboratories', async () => {
    const connection = app.services.get<Connection>(getConnectionToken());
    const transfers = await connection.collection<TransferRow>('stock_transfers').find().toArray();
    expect(transfers.map(({ status }) => status)).toEqual(['sent', 'sent', 'partly_received', 'received']);
    expect(await connection.collection('batch_recalls').countDocuments({ status: 'active' })).toBe(1);
  });

  it('has too much in one laboratory of what expires and is short in another', async () => {
    const token = await app.login({ email: 'super@shifa.example', password: 'Shifa@2026' });
    const answer = await app.as({ token }).get('/api/inventory/transfers/rescues').expect(200);
    expect((answer.body as { data: Rescue[] }).data.length).toBeGreaterThan(1);
  });

  it('has a history in which the last edit of each field led to what is stored', async () => {
    const connection = app.services.get<Connection>(getConnectionToken());
    const now = new Date();
    const isEdit = ({ action }: AuditRow) => action === 'inventory.updated';
    const all = await connection.collection<AuditRow>('audit').find({ entity: 'inventory' }).sort({ at: 1 }).toArray();
    for (const item of items) {
      const rows = all.filter(({ entityId }) => entityId.equals(item._id));
      expect(rows[0]?.action).toBe('inventory.created');
      expect(rows.every(({ at }) => at <= now)).toBe(true);
      for (const { field, after } of rows.filter(isEdit).flatMap(({ changes }) => changes)) {
        expect(item[field as keyof ItemRow]).toEqual(after);
      }
    }
    expect(new Set(all.filter(isEdit).map(({ entityId }) => entityId.toHexString())).size).toBeGreaterThan(100);
  });

  it('agrees with its ledger', () => {
    for (const item of items) {
      const own = movements.filter((row) => row.item._id.equals(item._id));
      const sum = own.reduce((total, { quantity }) => total + quantity, 0);
      const inBatches = item.batches.reduce((total, { quantity }) => total + quantity, 0);
      expect([sum, inBatches, own.at(-1)?.balanceAfter]).toEqual([item.quantity, item.quantity, item.quantity]);
      expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1));
      const times = own.map(({ at }) => at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });
});
