import { type InventoryItem, type StockChangeInput, stockChangeTypes } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import fc from 'fast-check';
import type { Connection } from 'mongoose';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';
import { addDays } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { ExpiryRollover } from './stock/expiry-rollover';
import { storeBatchKeys } from './migrations';
import { ITEM_COLLECTION, type ItemRow } from './stock/item.document';
import { ItemRepository } from './stock/item.repository';

const TODAY = '2026-11-22';
const DAY = fc.integer({ min: 1, max: 40 });

type Step =
  | { kind: 'stock'; type: (typeof stockChangeTypes)[number]; quantity: number; expiresIn: number; batch: number }
  | { kind: 'batch'; action: 'quarantine' | 'release' | 'open'; batch: number }
  | { kind: 'edit' | 'bulk'; minQuantity: number; leadTimeDays: number; stabilityDays: number | null }
  | { kind: 'status'; status: 'active' | 'discontinued' }
  | { kind: 'order'; quantity: number }
  | { kind: 'days'; days: number };

const quantity = fc.integer({ min: 0, max: 30 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('stock' as const),
    type: fc.constantFrom(...stockChangeTypes),
    quantity,
    expiresIn: DAY,
    batch: fc.nat(3),
  }),
  fc.record({
    kind: fc.constant('batch' as const),
    action: fc.constantFrom('quarantine' as const, 'release' as const, 'open' as const),
    batch: fc.nat(3),
  }),
  fc.record({
    kind: fc.constantFrom('edit' as const, 'bulk' as const),
    minQuantity: quantity,
    leadTimeDays: quantity,
    stabilityDays: fc.option(DAY),
  }),
  fc.record({
    kind: fc.constant('status' as const),
    status: fc.constantFrom('active' as const, 'discontinued' as const),
  }),
  fc.record({ kind: fc.constant('order' as const), quantity }),
  fc.record({ kind: fc.constant('days' as const), days: DAY }),
);

describe('what is derived from an item', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open({ timezone: 'Asia/Kolkata' });
  });
  afterEach(() => desk.resetTime());
  afterAll(() => desk.close());

  /** Refused steps have no effect. */
  async function take(id: string, one: Step, today: string): Promise<void> {
    const item = await desk.get(id);
    const put = (path: string, body: object) => desk.app.as(desk.manager).put(`/api/inventory${path}`).send(body);
    if (one.kind === 'stock') await put(`/${id}/stock`, stockBody(one, item, today));
    if (one.kind === 'batch') {
      const batch = item.batches[one.batch % item.batches.length];
      if (batch) await put(`/${id}/batches/${batch._id}`, { action: one.action, reason: 'Looks cloudy' });
    }
    const { kind, ...fields } = one;
    if (kind === 'edit' || kind === 'status') await desk.app.as(desk.admin).put(`/api/inventory/${id}`).send(fields);
    if (kind === 'bulk') await put('/bulk', { updates: [{ _id: id, ...fields }], dryRun: false });
    if (kind === 'order') await put(`/${id}/order`, { ...fields, expectedOn: addDays(today, 5) });
  }

  it('is stored with it after any sequence of changes', async () => {
    const sequence = fc.array(step, { minLength: 5, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(sequence, async (steps) => {
        await desk.setTime(`${TODAY}T05:00:00Z`);
        const { _id } = await desk.created({ minQuantity: 5, leadTimeDays: 9, quantity: 12, expiryDate: '2026-12-01' });
        let today = TODAY;
        for (const one of steps) {
          if (one.kind === 'days') {
            today = addDays(today, one.days);
            await desk.setTime(`${today}T05:00:00Z`);
            await desk.app.services.get(ExpiryRollover).run();
          } else await take(_id, one, today);
          await desk.assertDerived();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('follows the day also where one of the items cannot be written', async () => {
    await desk.setTime(`${TODAY}T05:00:00Z`);
    for (const name of ['First', 'Second']) await desk.created({ name, quantity: 3, expiryDate: TODAY });
    await desk.setTime(`${addDays(TODAY, 1)}T05:00:00Z`);
    const items = desk.app.services.get<Connection>(getConnectionToken()).collection<ItemRow>(ITEM_COLLECTION);
    const due = () => items.countDocuments({ changesAt: { $lte: desk.app.services.get(Clock).now() } });
    const before = await due();
    const repository = desk.app.services.get(ItemRepository);
    const spy = jest.spyOn(repository, 'refreshStock').mockRejectedValueOnce(new Error('Broken'));
    await desk.app.services.get(ExpiryRollover).run();
    spy.mockRestore();
    expect([before, await due()]).toEqual([2, 1]);
    await desk.app.services.get(ExpiryRollover).run();
    expect(await due()).toBe(0);
  });

  it('is added to items of earlier versions', async () => {
    const { _id } = await desk.created({ quantity: 3, expiryDate: '2099-12-31', minQuantity: 10 });
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const items = connection.collection<ItemRow>(ITEM_COLLECTION);
    await items.updateMany({}, { $unset: { batchKeys: 1, isShort: 1 } });
    await expect(desk.assertDerived()).rejects.toThrow();
    for (let run = 0; run < 2; run += 1) await storeBatchKeys.up(connection, new AbortController().signal);
    await desk.assertDerived();
    const low = await desk.read<InventoryItem[]>('/low-stock?limit=100');
    expect(low.map((one) => one._id)).toContain(_id);
  });
});

function stockBody(
  { type, quantity: amount, expiresIn, batch }: Extract<Step, { kind: 'stock' }>,
  { batches }: InventoryItem,
  today: string,
): StockChangeInput {
  const received = type === 'in' && { batchNumber: `LOT-${batch}`, expiryDate: addDays(today, expiresIn) };
  const of = batches[batch % batches.length];
  const reason = type === 'waste' || type === 'adjustment' || type === 'return' ? { reason: 'Broken in transit' } : {};
  return { type, quantity: amount, ...received, ...reason, ...(type !== 'in' && of && { batchId: of._id }) };
}
