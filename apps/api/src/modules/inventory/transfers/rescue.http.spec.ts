import type { Rescue } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { startedBy } from '../../../../test/explain';
import type { Person } from '../../../../test/test-app';
import { itemOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk } from '../../../../test/inventory/transfer-desk';

describe('the rescue of stock', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  async function rescues(person: Person): Promise<Rescue[]> {
    return desk.desk.read<Rescue[]>('/transfers/rescues', person);
  }

  it('sends what would expire here to where it is short, and is then no longer suggested', async () => {
    await desk.desk.setTime('2026-11-22T05:00:00Z');
    const [head, receiver] = [
      await desk.app.person('super_admin'),
      await desk.app.person('lab_admin', { laboratoryId: desk.other._id }),
    ];
    const product = { name: 'HbA1c kit', manufacturer: 'Tulip', unit: 'kit' } as const;
    const here = itemOf(await desk.desk.create({ ...product, laboratoryId: desk.desk.laboratory.id }, head));
    await desk.desk.receive(here._id, 9, { batchNumber: 'L1', expiryDate: '2026-12-31', unitCostPaise: 5_000 });
    const needed = { ...product, name: 'HBA1C  KIT', minQuantity: 6, leadTimeDays: 10 };
    const there = itemOf(await desk.desk.create({ ...needed, laboratoryId: desk.other.id }, head));
    const used = { type: 'in', quantity: 45, expiryDate: '2027-12-31' } as const;
    await desk.desk.move(there._id, used, receiver).expect(200);
    await desk.desk.move(there._id, { type: 'out', quantity: 45 }, receiver).expect(200);

    const [match, ...others] = await rescues(head);
    expect(others).toEqual([]);
    expect(match).toMatchObject({
      quantity: 9,
      valuePaise: 45_000,
      from: {
        itemId: here._id,
        batchNumber: 'L1',
        daysLeft: 40,
        surplus: 9,
        laboratory: { _id: desk.desk.laboratory.id },
      },
      to: { itemId: there._id, usableQuantity: 0, usedIn90Days: 45, shortage: 11, usableInTime: 20 },
    });
    expect(await rescues(receiver)).toEqual([]);

    const line = { itemId: here._id, batchId: match?.from.batchId ?? '', quantity: 9 };
    await desk.send([line], {}, head).expect(201);
    expect(await rescues(head)).toEqual([]);
  });

  it('is found product by product, the most valuable first, and reads no more than a batch at once', async () => {
    const { desk, other, receiver } = await TransferDesk.open();
    await desk.setTime('2026-11-22T05:00:00Z');
    const head = await desk.app.person('super_admin');
    for (const [name, unitCostPaise] of [
      ['Albumin', 100],
      ['Buffer', 9_000],
      ['Calibrator', 500],
    ] as const) {
      const here = itemOf(await desk.create({ name, laboratoryId: desk.laboratory.id }, head));
      await desk.receive(here._id, 8, { batchNumber: name, expiryDate: '2026-12-31', unitCostPaise });
      const there = itemOf(await desk.create({ name, laboratoryId: other.id, minQuantity: 20 }, head));
      await desk.move(there._id, { type: 'in', quantity: 90, expiryDate: '2027-12-31' }, receiver).expect(200);
      await desk.move(there._id, { type: 'out', quantity: 90 }, receiver).expect(200);
    }
    let found: Rescue[] = [];
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const sent = await startedBy(connection, async () => {
      found = await desk.read<Rescue[]>('/transfers/rescues', head);
    });
    const ofNames = found.filter(({ from }) => from.laboratory._id === desk.laboratory.id);
    expect(ofNames.map(({ name, valuePaise }) => [name, valuePaise])).toEqual([
      ['Buffer', 72_000],
      ['Calibrator', 4_000],
      ['Albumin', 800],
    ]);
    for (const collection of ['inventory_items', 'stock_transfers']) {
      const finds = sent.map(({ command }) => command).filter(({ find }) => find === collection);
      expect(finds).not.toEqual([]);
      const sizes = finds.map(({ limit, batchSize }) => Number(batchSize ?? limit));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
    }
    await desk.close();
  });
});
