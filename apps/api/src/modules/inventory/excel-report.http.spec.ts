import { openReport } from '../../../test/opened-report';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';

const midnight = (day: string) => new Date(`${day}T00:00:00.000Z`);

// 19:45 UTC on 19 November is 20 November, 01:15 in Kolkata, and 14:45 in New York.
describe.each([
  { timezone: 'Asia/Kolkata', day: '2026-11-20', time: '01:15', usable: 0, expired: 'Yes' },
  { timezone: 'America/New_York', day: '2026-11-19', time: '14:45', usable: 6, expired: 'No' },
])('the inventory report of a laboratory in $timezone', ({ timezone, day, time, usable, expired }) => {
  let desk: InventoryDesk;

  beforeAll(async () => {
    desk = await InventoryDesk.open({ timezone });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('has the stock, its batches and what moved on the local days', async () => {
    await desk.setTime('2026-11-10T05:00:00.000Z');
    const supplier = '=HYPERLINK("https://evil.example","Click")';
    const { _id } = await desk.created({ name: 'Reagent', unit: 'ml', supplier, minQuantity: 0 });
    await desk.receive(_id, 10, { unitCostPaise: 500_25, expiryDate: '2026-11-19' });
    await desk.moved(_id, { type: 'out', quantity: 3 });
    await desk.setTime('2026-11-18T12:00:00.000Z');
    await desk.moved(_id, { type: 'waste', quantity: 1, reason: 'Spilled' });
    await desk.setTime('2026-11-19T19:45:00.000Z');
    await desk.receive(_id, 5, { unitCostPaise: 400_00, expiryDate: '2027-01-31' });

    const reader = await desk.app.person('super_admin');
    const body = { kind: 'inventory', from: '2026-11-01', to: '2026-11-20', laboratoryId: desk.laboratory.id };
    const report = await openReport(desk.app, reader, body);
    expect(report.names).toEqual(['Stock', 'Batches', 'Movements', 'Wastage', 'Reorder', 'About']);
    expect(report.recordsOf('Stock')).toMatchObject([
      { Supplier: supplier, Quantity: 11, Usable: 5 + usable, Expired: 6 - usable, Value: 5_001.5 },
    ]);
    expect(report.recordsOf('Batches')).toMatchObject([
      { 'Expiry date': midnight('2026-11-19'), Quantity: 6, 'Unit cost': 500.25, Value: 3_001.5, Expired: expired },
      { 'Expiry date': midnight('2027-01-31'), Quantity: 5, 'Received at': new Date(`${day}T${time}:00.000Z`) },
    ]);
    expect(report.recordsOf('Movements').at(-1)).toMatchObject({
      Day: midnight(day),
      At: new Date(`${day}T${time}:00.000Z`),
      Type: 'Received',
      Quantity: 5,
      'Balance after': 11,
    });
    const moved = report.recordsOf('Movements').map(({ Quantity }) => Quantity);
    expect(moved).toEqual([10, -3, -1, 5]);
    expect(report.recordsOf('Wastage')).toMatchObject([{ Day: midnight('2026-11-18'), Quantity: 1, Value: 500.25 }]);
  });
});
