import type { BatchTrace, InventoryItem, StockChangeInput, StockTransfer } from '@shifa/contract';
import type { Person } from '../../../../test/test-app';
import { failureOf, itemOf, stockChangeOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk, transferOf } from '../../../../test/inventory/transfer-desk';

const reason = 'Recalled by the manufacturer';
const batchNumber = 'LOT 7';

/** What someone without the right to lift a recall can do to make a recalled batch usable again. */
describe('a blocked batch stays blocked', () => {
  let desk: TransferDesk;
  let count = 0;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  const waste = (quantity: number) => ({ type: 'waste', quantity, reason }) as const;
  const again = { batchNumber: 'lot7', expiryDate: '2099-12-31' } as const;

  async function recall(item: InventoryItem, person: Person = desk.sender): Promise<void> {
    const trace = await desk.desk.read<BatchTrace>(`/recalls/trace?batchNumber=${batchNumber}`, person);
    const isOf = (itemId: string) =>
      trace.products.filter((one) => one.laboratories.some((held) => held.itemId === itemId));
    const productKeys = isOf(item._id).map(({ productKey }) => productKey);
    await desk.app.as(person).post('/api/inventory/recalls').send({ batchNumber, productKeys, reason }).expect(201);
  }

  async function recalled(person?: Person): Promise<InventoryItem> {
    const item = await held();
    await recall(item, person);
    return desk.desk.get(item._id);
  }

  async function held(): Promise<InventoryItem> {
    count += 1;
    const { _id } = await desk.desk.created({ name: `Attacked ${count}`, manufacturer: 'Agappe' });
    return desk.desk.receive(_id, 10, { batchNumber });
  }

  const edit = async ({ _id }: InventoryItem, changes: object) => {
    const { version } = await desk.desk.get(_id);
    return desk.app
      .as(desk.desk.manager)
      .put(`/api/inventory/${_id}`)
      .send({ ...changes, version });
  };

  const renamed = async (item: InventoryItem, changes: object = { name: `${item.name} renamed` }) =>
    itemOf(await edit(item, changes));

  async function receivedInto({ _id }: InventoryItem, change: Partial<StockChangeInput> = again) {
    const answer = await desk.desk.move(_id, { type: 'in', quantity: 5, expiryDate: '2099-12-31', ...change });
    expect(answer.status).toBe(200);
    return stockChangeOf(answer);
  }

  it.each(['waste', 'return'] as const)(
    'after all of it went (%s), the item was renamed and more arrived',
    async (type) => {
      const item = await recalled();
      await desk.desk.moved(item._id, { type, quantity: 10, reason });
      await renamed(item);
      expect(await receivedInto(item)).toMatchObject({ quantity: 5, usableQuantity: 0 });
      await renamed(item, { manufacturer: 'Tulip' });
      expect(await receivedInto(item, { batchId: item.batches[0]?._id })).toMatchObject({ usableQuantity: 0 });
      expect(await receivedInto(item, { ...again, unitCostPaise: 7 })).toMatchObject({
        quantity: 15,
        usableQuantity: 0,
      });
    },
  );

  it('when it is only quarantined, all of it went and many other batches were used up since', async () => {
    const item = await held();
    const batchId = item.batches[0]?._id ?? '';
    await desk.desk.batch(item._id, batchId, { action: 'quarantine', reason }).expect(200);
    await desk.desk.moved(item._id, waste(10));
    for (let other = 0; other < 22; other += 1) {
      await desk.desk.receive(item._id, 1, { batchNumber: `OTHER ${other}` });
      await desk.desk.moved(item._id, { type: 'out', quantity: 1 });
    }
    expect(await receivedInto(item, { ...again, unitCostPaise: 3 })).toMatchObject({ usableQuantity: 0 });
    await desk.desk.batch(item._id, batchId, { action: 'release' }).expect(200);
  });

  it('on another item that has the name of the recalled one, before or after it was renamed', async () => {
    const item = await recalled();
    const { name } = await renamed(item);
    for (const called of [item.name, name]) {
      const opening = { name: called, manufacturer: 'Agappe', quantity: 3, batchNumber, expiryDate: '2099-12-31' };
      const other = itemOf(await desk.desk.create(opening).expect(201));
      expect(other).toMatchObject({ quantity: 3, usableQuantity: 0 });
      // What has had the batch is covered from then on, and so is whatever is called like it later.
      const { name: next } = await renamed(other, { name: `${called} again` });
      const third = itemOf(await desk.desk.create({ ...opening, name: next }).expect(201));
      expect(third).toMatchObject({ usableQuantity: 0 });
    }
  });

  it('through an import, and a bulk update', async () => {
    const item = await recalled();
    await desk.desk.moved(item._id, waste(10));
    const updates = [{ _id: item._id, name: 'Bulk renamed', manufacturer: null }];
    await desk.app.as(desk.sender).post('/api/inventory/bulk-update').send({ updates, dryRun: false }).expect(200);
    expect(await receivedInto(item)).toMatchObject({ usableQuantity: 0 });
    const rows = [
      'Code,Name,Category,Unit,Quantity,Batch number,Expiry date',
      `ZZ-1,Bulk renamed,Reagent,Bottle,4,${batchNumber},2099-12-31`,
    ];
    const file = { fileName: 'items.csv', content: Buffer.from(rows.join('\n')).toString('base64') };
    const answer = await desk.app.as(desk.sender).post('/api/inventory/import').send(file).expect(200);
    expect(answer.body).toMatchObject({ data: { applied: true } });
    const [imported] = await desk.desk.read<InventoryItem[]>('?search=Bulk renamed&sort=-itemCode');
    expect(imported).toMatchObject({ quantity: 4, usableQuantity: 0 });
  });

  it('when counts move its quantity, of the batch or of the whole item', async () => {
    const item = await recalled();
    await desk.desk.receive(item._id, 10, { batchNumber: 'GOOD', expiryDate: '2100-01-31' });
    const count = { type: 'adjustment', reason } as const;
    const refused = failureOf(await desk.desk.move(item._id, { ...count, quantity: 5 }).expect(409));
    expect(refused.errors[0]?.message).toContain('count those batches one by one');
    await desk.desk.moved(item._id, { ...count, quantity: 10 });
    expect(await desk.desk.moved(item._id, { ...count, quantity: 20 })).toMatchObject({ usableQuantity: 10 });
    const batchId = item.batches[0]?._id;
    await desk.desk.moved(item._id, { ...count, quantity: 0, batchId });
    expect(await desk.desk.moved(item._id, { ...count, quantity: 10, batchId })).toMatchObject({ usableQuantity: 10 });
  });

  it('when the item was renamed before it was sent, received there, and taken back', async () => {
    const item = await held();
    await renamed(item);
    const sent = await desk.sent([{ itemId: item._id, quantity: 6 }]);
    const lines = [{ lineId: sent.lines[0]?._id ?? '', quantity: 2 }];
    await recall(item, desk.desk.head);
    expect((await desk.get(sent._id)).lines[0]?.blockedReason).toBe(reason);
    const itemId = transferOf(await desk.receive(sent._id, { lines }).expect(200)).lines[0]?.itemId ?? '';
    expect(await desk.desk.get(itemId, desk.receiver)).toMatchObject({ quantity: 2, usableQuantity: 0 });
    // The product there is also what it was called before.
    const body = { name: item.name, manufacturer: 'Agappe', laboratoryId: desk.other.id };
    const there = { ...body, quantity: 1, batchNumber, expiryDate: '2099-12-31' };
    expect(itemOf(await desk.desk.create(there, desk.receiver).expect(201))).toMatchObject({ usableQuantity: 0 });
    await desk.takeBack(sent._id).expect(200);
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 8, usableQuantity: 0 });
  });

  it('until somebody who may end the recall releases it', async () => {
    const item = await recalled(desk.desk.head);
    const path = [item._id, item.batches[0]?._id ?? '', { action: 'release' }] as const;
    expect((await desk.desk.batch(...path)).status).toBe(403);
    expect(failureOf(await desk.desk.batch(...path, desk.sender).expect(409)).code).toBe('BATCH_RECALLED');
    await desk.desk.batch(...path, desk.desk.head).expect(200);
    expect(await desk.desk.get(item._id)).toMatchObject({ usableQuantity: 10 });
    // What arrives while the recall is in force is kept apart from what was released.
    expect(await receivedInto(item)).toMatchObject({ quantity: 15, usableQuantity: 10 });
    expect(await receivedInto(item)).toMatchObject({ quantity: 20, usableQuantity: 10 });
    expect((await desk.desk.get(item._id)).batches).toHaveLength(2);
  });

  it('when it arrives at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const known = await held();
      const { _id } = await desk.desk.created({ name: `${known.name} too`, manufacturer: 'Agappe' });
      await renamed(known, { name: `${known.name} too` });
      await Promise.all([recall(known, desk.desk.head), receivedInto({ ...known, _id })]);
      expect(await desk.desk.get(_id)).toMatchObject({ quantity: 5, usableQuantity: 0 });
    }
  });

  it('and an item cannot be renamed without end', async () => {
    const item = await held();
    for (let name = 1; name < 20; name += 1) await renamed(item, { name: `Name ${name} of ${count}` });
    const refused = failureOf(await edit(item, { name: 'One too many' }));
    expect(refused.errors[0]).toMatchObject({
      field: 'name',
      message: expect.stringContaining('at most 20 times') as unknown,
    });
    expect((await edit(item, { name: item.name })).status).toBe(200);
    const updates = [{ _id: item._id, name: 'One too many' }];
    const bulk = await desk.app.as(desk.sender).post('/api/inventory/bulk-update').send({ updates, dryRun: true });
    expect(bulk.body).toMatchObject({ data: { applied: false, results: [{ fault: { code: 'VALIDATION_FAILED' } }] } });
  });

  it('but not the stock of the sender when the receiver recalled what comes back', async () => {
    const item = await held();
    const sent: StockTransfer = await desk.sent([{ itemId: item._id, quantity: 6 }]);
    await desk.receive(sent._id, { lines: [{ lineId: sent.lines[0]?._id ?? '', quantity: 1 }] }).expect(200);
    const [there] = await desk.itemsThere(item.name);
    if (!there) throw new Error('Nothing was received');
    await recall(there, desk.receiver);
    await desk.takeBack(sent._id).expect(200);
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 9, usableQuantity: 4, blockedQuantity: 5 });
    const notices = await desk.app.as(desk.desk.manager).get('/api/notifications').expect(200);
    expect(JSON.stringify(notices.body)).toContain(
      `5 bottles of batch ${batchNumber} of ${item.name} was returned from`,
    );
    // Of what is in transit, those learn who may send and take back.
    const ofTransfers = await desk.app.as(desk.sender).get('/api/notifications').expect(200);
    expect(JSON.stringify(ofTransfers.body)).toContain(`batch ${batchNumber} of ${item.name} is recalled`);
  });
});
