import type { Failure, InventoryAnalytics, InventoryStats, Movement } from '@shifa/contract';
import type { Person } from '../../../test/test-app';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';

describe('inventory analytics', () => {
  let desk: InventoryDesk;
  let reagent: string;
  let tubes: string;

  beforeAll(async () => {
    desk = await InventoryDesk.open({ timezone: 'Asia/Kolkata' });
    await desk.setTime('2026-10-05T05:00:00.000Z');
    const items = [
      await desk.created({ name: 'Reagent', category: 'reagent', unit: 'ml' }),
      await desk.created({ name: 'Tubes', category: 'consumable', unit: 'piece' }),
    ];
    [reagent = '', tubes = ''] = items.map(({ _id }) => _id);
    await desk.receive(reagent, 10, { unitCostPaise: 500_00, expiryDate: '2026-11-10' });
    await desk.setTime('2026-11-05T05:00:00.000Z');
    await desk.receive(tubes, 100, { unitCostPaise: 2_50 });
    await desk.moved(tubes, { type: 'out', quantity: 30 });
    await desk.moved(tubes, { type: 'waste', quantity: 4, reason: 'Broken in transit' });
    await desk.setTime('2026-11-20T05:00:00.000Z');
    await desk.moved(reagent, { type: 'waste', quantity: 10, reason: 'Past its expiry date' });
  });
  afterAll(() => desk.close());

  const ask = (person: Person, query: string) => desk.app.as(person).get(`/api/reports/analytics/inventory?${query}`);
  async function analyze(query: string, person?: Person): Promise<InventoryAnalytics> {
    const head = person ?? (await desk.app.person('super_admin'));
    const response = await ask(head, `laboratoryId=${desk.laboratory.id}&${query}`).expect(200);
    return (response.body as { data: InventoryAnalytics }).data;
  }

  it.each(['month', 'category', 'item', 'laboratory'])(
    'by %s add up to the movements of the ledger',
    async (groupBy) => {
      const { rows, totals } = await analyze(`from=2026-10-01&to=2026-11-20&groupBy=${groupBy}`);
      const movements = await desk.read<Movement[]>('/movements?from=2026-10-01&to=2026-11-20&limit=100');
      const valueOf = (type: Movement['type']) =>
        movements.reduce((sum, one) => (one.type === type ? sum + Math.abs(Number(one.valuePaise)) : sum), 0);
      const expected = { receivedPaise: valueOf('in'), usedPaise: valueOf('out'), wastedPaise: valueOf('waste') };
      expect(totals.values).toMatchObject({ ...expected, expiredPaise: 5_000_00 });
      for (const field of ['receivedPaise', 'usedPaise', 'wastedPaise'] as const) {
        expect(rows.reduce((sum, { values }) => sum + Number(values[field]), 0)).toBe(expected[field]);
      }
    },
  );

  it('name items with their quantities, and the value of the stock now', async () => {
    const { rows, stock, previousPeriod, totals } = await analyze('groupBy=item&compare=previous');
    const item = rows.find(({ key }) => key === tubes);
    expect(item?.label).toMatch(/^Tubes \(/);
    expect(item?.values.quantities).toEqual({ unit: 'piece', received: 100, used: 30, wasted: 4 });
    expect(previousPeriod).toEqual({ from: '2026-10-01', to: '2026-10-20' });
    expect(totals.previous?.receivedPaise).toBe(5_000_00);
    const { valuePaise, items } = await desk.read<InventoryStats>('/stats');
    expect(stock).toMatchObject({ valuePaise, items });
  });

  it('are limited to the narrower scope, and need both permissions', async () => {
    const permissionOverrides = { 'reports.view': true };
    const manager = await desk.app.person('manager', { laboratoryId: desk.laboratory._id, permissionOverrides });
    expect((await analyze('', manager)).totals.values.usedPaise).toBe(30 * 2_50);
    const foreign = await desk.app.laboratory();
    await ask(manager, `laboratoryId=${foreign.id}`).expect(404);
    const elsewhere = await desk.app.person('manager', { laboratoryId: foreign._id, permissionOverrides });
    const response = await ask(elsewhere, '').expect(200);
    expect((response.body as { data: InventoryAnalytics }).data).toMatchObject({ rows: [], stock: { valuePaise: 0 } });
    const blind = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'reports.view': true, 'inventory.view': false },
    });
    expect(((await ask(blind, '').expect(403)).body as Failure).message).toContain('Inventory');
  });
});
