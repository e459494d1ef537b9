import type { BatchRecall, BatchTrace, InventoryItem } from '@shifa/contract';
import type { Person } from '../../../../test/test-app';
import { failureOf, itemOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk } from '../../../../test/inventory/transfer-desk';

const reason = 'Recalled by the manufacturer';

describe('a recall', () => {
  let desk: TransferDesk;
  let count = 0;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  async function trace(batchNumber: string, person: Person = desk.desk.head): Promise<BatchTrace> {
    const query = `batchNumber=${encodeURIComponent(batchNumber)}`;
    return desk.desk.read<BatchTrace>(`/recalls/trace?${query}`, person);
  }

  async function recall(batchNumber: string, person: Person = desk.desk.head) {
    const productKeys = (await trace(batchNumber, person)).products.slice(0, 1).map(({ productKey }) => productKey);
    return desk.app.as(person).post('/api/inventory/recalls').send({ batchNumber, productKeys, reason });
  }

  /** 12 of the batch here, of which 2 were used, 4 arrived in the other laboratory and 3 are in transit. */
  async function spread(): Promise<{
    here: InventoryItem;
    there: InventoryItem;
    batchNumber: string;
    transferId: string;
  }> {
    count += 1;
    const batchNumber = `RC ${count}`;
    const { _id, name } = await desk.desk.created({ name: `Recalled ${count}`, manufacturer: 'Agappe' });
    await desk.desk.receive(_id, 12, { batchNumber });
    await desk.desk.moved(_id, { type: 'out', quantity: 2 });
    const sent = await desk.sent([{ itemId: _id, quantity: 7 }]);
    const lines = [{ lineId: sent.lines[0]?._id ?? '', quantity: 4 }];
    await desk.receive(sent._id, { lines }).expect(200);
    const [there] = await desk.itemsThere(name);
    if (!there) throw new Error('Nothing was received');
    return { here: await desk.desk.get(_id), there, batchNumber, transferId: sent._id };
  }

  it('is preceded by who holds the batch, who used how much, and where it was sent', async () => {
    const { here, there, batchNumber } = await spread();
    const { products } = await trace(batchNumber.toLowerCase().replace(' ', ''));
    expect(products).toHaveLength(1);
    expect(products[0]?.recall).toBeNull();
    expect(products[0]?.laboratories).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          itemId: here._id,
          quantity: 3,
          usedQuantity: 2,
          sentQuantity: 7,
          receivedQuantity: 12,
        }),
        expect.objectContaining({ itemId: there._id, quantity: 4, usableQuantity: 4, receivedQuantity: 4 }),
      ]),
    );
    expect(products[0]?.transfers).toMatchObject([{ status: 'partly_received', quantity: 7, inTransitQuantity: 3 }]);
    const own = await trace(batchNumber, desk.receiver);
    expect(own.products[0]?.laboratories.map(({ itemId }) => itemId)).toEqual([there._id]);
  });

  it('blocks the batch in all laboratories and in transit, and whatever arrives later', async () => {
    const { here, there, batchNumber, transferId } = await spread();
    await recall(batchNumber).then(({ status }) => expect(status).toBe(201));
    expect(await desk.desk.get(here._id)).toMatchObject({ quantity: 3, usableQuantity: 0, blockedQuantity: 3 });
    expect(await desk.desk.get(there._id, desk.receiver)).toMatchObject({ usableQuantity: 0, blockedQuantity: 4 });
    expect((await desk.get(transferId)).lines[0]?.blockedReason).toBe(reason);
    await desk.receive(transferId).expect(200);
    expect(await desk.desk.get(there._id, desk.receiver)).toMatchObject({ quantity: 7, usableQuantity: 0 });
    const more = { batchNumber: batchNumber.replace(' ', ''), unitCostPaise: 900 };
    expect(await desk.desk.receive(here._id, 5, more)).toMatchObject({ quantity: 8, usableQuantity: 0 });
    const again = failureOf(await recall(batchNumber));
    expect(again.code).toBe('BATCH_RECALLED');
  });

  it('lets the batch be wasted or returned, but not used or sent', async () => {
    const { here, batchNumber } = await spread();
    await recall(batchNumber);
    const { batches } = await desk.desk.get(here._id);
    const batchId = batches[0]?._id ?? '';
    expect(failureOf(await desk.desk.move(here._id, { type: 'out', quantity: 1, batchId, reason })).code).toBe(
      'BATCH_NOT_USABLE',
    );
    expect(failureOf(await desk.send([{ itemId: here._id, batchId, quantity: 1 }])).code).toBe('BATCH_NOT_USABLE');
    await desk.desk.move(here._id, { type: 'waste', quantity: 1, reason }).expect(200);
    await desk.desk.move(here._id, { type: 'return', quantity: 2, batchId, reason }).expect(200);
  });

  it('covers a batch that comes back after everything of it was sent', async () => {
    const { _id } = await desk.desk.created();
    await desk.desk.receive(_id, 5, { batchNumber: 'GONE' });
    const sent = await desk.sent([{ itemId: _id, quantity: 5 }]);
    await recall('GONE');
    await desk.takeBack(sent._id).expect(200);
    expect(await desk.desk.get(_id)).toMatchObject({
      quantity: 5,
      usableQuantity: 0,
      batches: [{ status: 'recalled' }],
    });
  });

  it('is limited to the product, and to the laboratory of a lab admin', async () => {
    const { here, there, batchNumber } = await spread();
    const { _id: other } = await desk.desk.created({ name: `Other ${count}`, manufacturer: 'Tulip' });
    await desk.desk.receive(other, 5, { batchNumber });
    const { products } = await trace(batchNumber, desk.sender);
    const productKeys = products.flatMap(({ name, productKey }) => (name === here.name ? [productKey] : []));
    const body = { batchNumber, productKeys, reason };
    await desk.app.as(desk.desk.manager).post('/api/inventory/recalls').send(body).expect(403);
    await desk.app.as(desk.sender).post('/api/inventory/recalls').send(body).expect(201);
    expect(await desk.desk.get(here._id)).toMatchObject({ usableQuantity: 0 });
    expect(await desk.desk.get(other)).toMatchObject({ usableQuantity: 5 });
    expect(await desk.desk.get(there._id, desk.receiver)).toMatchObject({ usableQuantity: 4 });
    await desk.app.as(desk.desk.head).post('/api/inventory/recalls').send(body).expect(201);
    expect(await desk.desk.get(there._id, desk.receiver)).toMatchObject({ usableQuantity: 0 });
    expect(
      (await trace(batchNumber)).products.find((one) => productKeys.includes(one.productKey))?.recall,
    ).toMatchObject({
      laboratoryId: null,
    });
    const unknown = { ...body, batchNumber: 'NEVER-SEEN' };
    expect(
      failureOf(await desk.app.as(desk.sender).post('/api/inventory/recalls').send(unknown).expect(404)).code,
    ).toBe('BATCH_NOT_FOUND');
  });

  it('covers opening stock, and no longer once it has ended', async () => {
    const { batchNumber, here } = await spread();
    await recall(batchNumber);
    const { recall: inForce } = (await trace(batchNumber)).products[0] ?? {};
    const opening = { name: here.name, manufacturer: 'Agappe', quantity: 3, batchNumber, expiryDate: '2099-12-31' };
    expect(itemOf(await desk.desk.create(opening).expect(201))).toMatchObject({ quantity: 3, usableQuantity: 0 });
    const recalls = await desk.desk.read<BatchRecall[]>('/recalls?status=active', desk.receiver);
    const listed = recalls.find(({ _id }) => _id === inForce?._id);
    expect(listed).toMatchObject({ laboratoryId: null, actions: { end: { allowed: false } } });
    const path = `/api/inventory/recalls/${inForce?._id ?? ''}/end`;
    await desk.app.as(desk.receiver).post(path).send({}).expect(404);
    await desk.app.as(desk.desk.head).post(path).send({}).expect(200);
    expect(failureOf(await desk.app.as(desk.desk.head).post(path).send({}).expect(409)).code).toBe('RECALL_ENDED');
    const fresh = { ...opening, itemCode: 'AFTER-1' };
    expect(itemOf(await desk.desk.create(fresh).expect(201))).toMatchObject({ usableQuantity: 3 });
  });
});
