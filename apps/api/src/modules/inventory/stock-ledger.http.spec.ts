import { chainOf } from '../../../test/ledger';
import { InventoryDesk } from '../../../test/inventory/inventory-desk';

describe('the ledger of stock movements', () => {
  let desk: InventoryDesk;
  let chain: ReturnType<typeof chainOf>;

  beforeAll(async () => {
    desk = await InventoryDesk.open();
    chain = chainOf(desk.app, 'stock', desk.laboratory._id);
  });
  afterAll(() => desk.close());

  it('has a link for every movement, of whatever kind', async () => {
    const item = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    await desk.receive(item._id, 5, { batchNumber: 'B-2' });
    // From two batches: two movements.
    const { movements } = await desk.moved(item._id, { type: 'out', quantity: 12 });
    await desk.moved(item._id, { type: 'waste', quantity: 1, reason: 'Broken' });
    expect(movements).toHaveLength(2);
    expect((await chain.links()).map(([, version]) => version)).toEqual([1, 1, 1, 1, 1]);
    expect(await chain.verified()).toBeNull();
  });

  it('has no link of a movement that was refused', async () => {
    const item = await desk.created({ quantity: 1, expiryDate: '2099-12-31' });
    const before = await chain.links();
    await desk.move(item._id, { type: 'out', quantity: 2 }).expect(({ status }) => expect(status).not.toBe(200));
    expect(await chain.links()).toEqual(before);
  });

  it('is unbroken after sixteen people took stock at once', async () => {
    const items = [
      await desk.created({ quantity: 50, expiryDate: '2099-12-31' }),
      await desk.created({ quantity: 50, expiryDate: '2099-12-31' }),
    ];
    const before = (await chain.links()).length;
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => desk.moved(items[index % 2]?._id ?? '', { type: 'out', quantity: 1 })),
    );
    expect(await chain.links()).toHaveLength(before + 16);
    expect(await chain.verified()).toBeNull();
  });
});
