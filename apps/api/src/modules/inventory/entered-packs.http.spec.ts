import type { InventoryItem, Movement, WriteOff } from '@shifa/contract';
import { faultsOf, type InventoryDesk } from '../../../test/inventory/inventory-desk';
import { TransferDesk } from '../../../test/inventory/transfer-desk';

const expiryDate = '2099-12-31';
const reason = 'Broken or spilled';
const changed = "The item's packs were changed. Choose the pack again.";
const boxes = (quantity: number, factor = 50) => ({ name: 'Box', factor, quantity });

/** Wherever else than in a change of stock a quantity is typed by hand. */
describe('a quantity in packs', () => {
  let transfers: TransferDesk;
  let desk: InventoryDesk;
  beforeAll(async () => {
    transfers = await TransferDesk.open();
    desk = transfers.desk;
  });
  afterAll(() => desk.close());

  const stocked = (body: Parameters<InventoryDesk['created']>[0] = {}) =>
    desk.created({
      unit: 'test',
      packages: [{ name: 'Box', factor: 50 }],
      quantity: 500,
      batchNumber: 'LOT-7',
      expiryDate,
      unitCostPaise: 100,
      ...body,
    });
  const movementsOf = async ({ _id }: InventoryItem, type: Movement['type']) =>
    (await desk.read<Movement[]>(`/movements?itemId=${_id}&type=${type}&sort=at`)).map(({ quantity, entered }) => [
      quantity,
      entered,
    ]);
  const setFactor = async ({ _id }: InventoryItem, factor: number) => {
    const { version } = await desk.get(_id);
    const body = { packages: [{ name: 'Box', factor }], version };
    await desk.app.as(desk.admin).put(`/api/inventory/${_id}`).send(body).expect(200);
  };

  it('is counted on the shelf, kept with the correction, and refused once the factor has changed', async () => {
    const item = await stocked();
    const batchId = item.batches[0]?._id;
    const count = async (line: object) => {
      const { movementSeq: countedAtSeq } = await desk.get(item._id);
      const body = { lines: [{ batchId, ...line }], countedAtSeq, countedAt: new Date().toISOString() };
      return desk.app
        .as(desk.manager)
        .put(`/api/inventory/${item._id}/count`)
        .send({ reason: 'Stock count', ...body });
    };
    expect((await count({ quantity: 450, entered: boxes(9) })).status).toBe(200);
    const disagreeing = await count({ quantity: 449, entered: boxes(9) });
    expect(faultsOf(disagreeing)).toEqual({ 'lines.0.quantity': 'Must be the number of units in the packs' });
    await setFactor(item, 100);
    const stale = await count({ quantity: 400, entered: boxes(8) });
    expect([stale.status, faultsOf(stale)]).toEqual([400, { 'lines.0.quantity': changed }]);
    expect((await count({ quantity: 400, entered: boxes(4, 100) })).status).toBe(200);
    expect((await count({ quantity: 0, entered: boxes(0, 100) })).status).toBe(200);
    expect(await movementsOf(item, 'adjustment')).toEqual([
      [-50, boxes(9)],
      [-50, boxes(4, 100)],
      [-400, boxes(0, 100)],
    ]);
  });

  it('is kept with waste that needs an approval, whatever the pack is when it is approved', async () => {
    const item = await stocked({ unitCostPaise: 10_000 });
    const waste = { type: 'waste', quantity: 100, entered: boxes(2), reason } as const;
    await desk.move(item._id, waste).expect(200);
    const [writeOff] = await desk.read<WriteOff[]>(`/write-offs?status=pending&itemId=${item._id}`, desk.admin);
    expect(writeOff).toMatchObject({ quantity: 100, entered: boxes(2) });
    await setFactor(item, 20);
    const path = `/api/inventory/write-offs/${writeOff?._id ?? ''}/approve`;
    await desk.app.as(desk.admin).put(path).send({ approved: true }).expect(200);
    expect(await desk.get(item._id)).toMatchObject({ quantity: 400 });
    expect(await movementsOf(item, 'waste')).toEqual([[-100, boxes(2)]]);
    const stale = await desk.move(item._id, waste).expect(400);
    expect(faultsOf(stale)).toEqual({ quantity: changed });
  });

  it('is sent to another laboratory, from one batch or several', async () => {
    const item = await stocked({ quantity: 60 });
    await desk.receive(item._id, 200, { batchNumber: 'LOT-8', unitCostPaise: 100 });
    await transfers.sent([{ itemId: item._id, quantity: 100, entered: boxes(2) }]);
    const { batches } = await desk.get(item._id);
    const batchId = batches.find(({ quantity }) => quantity > 0)?._id;
    await transfers.sent([{ itemId: item._id, batchId, quantity: 50, entered: boxes(1) }]);
    await transfers.sent([
      { itemId: item._id, batchId, quantity: 50, entered: boxes(1) },
      { itemId: item._id, batchId, quantity: 3 },
    ]);
    const sent = await movementsOf(item, 'transfer_out');
    // Both batches of the first were entered once; the last was entered twice, and no number of packs says so.
    expect(sent.map(([, entered]) => entered)).toEqual([boxes(2), boxes(2), boxes(1), null]);
    expect(sent.map(([quantity]) => quantity).slice(2)).toEqual([-50, -53]);
    expect(sent.reduce((sum, [quantity]) => sum + Number(quantity), 0)).toBe(-203);
  });

  it('is sent in packs that the item has now', async () => {
    const item = await stocked();
    const other = await stocked();
    await setFactor(item, 20);
    const lines = [
      { itemId: other._id, quantity: 1 },
      { itemId: item._id, quantity: 50, entered: boxes(1) },
    ];
    expect(faultsOf(await transfers.send(lines).expect(400))).toEqual({ 'lines.1.quantity': changed });
    const disagreeing = [{ itemId: item._id, quantity: 21, entered: boxes(1, 20) }];
    expect(Object.keys(faultsOf(await transfers.send(disagreeing).expect(400)))).toEqual(['lines.0.quantity']);
    expect(await desk.get(item._id)).toMatchObject({ quantity: 500 });
  });
});
