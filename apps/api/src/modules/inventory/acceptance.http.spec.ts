import type { InventoryItem, Movement, ReorderSuggestion, Scan, StockChangeInput } from '@shifa/contract';
import { failureOf, faultsOf, type InventoryDesk, itemOf, stockChangeOf } from '../../../test/inventory/inventory-desk';
import { TransferDesk } from '../../../test/inventory/transfer-desk';
import { OrderDesk, orderOf } from '../../../test/purchasing/order-desk';

const expiryDate = '2099-12-31';
const note = 'Certificate and comparison with lot 6 agree';
const accept = { action: 'accept', reason: note } as const;
const required = { requiresAcceptance: true } as const;

describe('an item that requires acceptance', () => {
  let transfers: TransferDesk;
  let orders: OrderDesk;
  let desk: InventoryDesk;
  let count = 0;
  beforeAll(async () => {
    orders = await OrderDesk.open();
    desk = orders.stock;
    transfers = await TransferDesk.open(desk);
  });
  afterAll(() => desk.close());

  const nextName = () => `Control ${(count += 1)}`;
  const created = (body: Parameters<InventoryDesk['created']>[0] = {}) =>
    desk.created({ name: nextName(), ...required, ...body });

  const pendingOf = ({ batches }: InventoryItem) => batches.find(({ acceptancePending }) => acceptancePending);
  const acceptAll = async (item: InventoryItem): Promise<InventoryItem> => {
    const batchId = pendingOf(item)?._id ?? '';
    await desk.batch(item._id, batchId, accept).expect(200);
    return desk.get(item._id);
  };

  /** 5 of it that were accepted, as an item of the desk. */
  const accepted = async (body: Parameters<InventoryDesk['created']>[0] = {}) =>
    acceptAll(await created({ quantity: 5, batchNumber: 'LOT 7', expiryDate, ...body }));

  async function imported(): Promise<InventoryItem> {
    const name = nextName();
    const heading = 'Name,Category,Unit,Requires acceptance,Quantity,Batch number,Expiry date';
    const rows = [heading, `${name},Control,Bottle,Yes,5,LOT 7,${expiryDate}`];
    const file = { fileName: 'items.csv', content: Buffer.from(rows.join('\n')).toString('base64') };
    await desk.app.as(desk.admin).post('/api/inventory/import').send(file).expect(200);
    const [found] = await desk.read<InventoryItem[]>(`?search=${encodeURIComponent(name)}`);
    return desk.get(found?._id ?? '');
  }

  async function transferred(there?: object): Promise<InventoryItem> {
    const name = nextName();
    if (there) await desk.create({ name, laboratoryId: transfers.other.id, ...there }, transfers.receiver).expect(201);
    const here = there ? { requiresAcceptance: false } : required;
    const item = await desk.created({ name, ...here, quantity: 5, batchNumber: 'LOT 7', expiryDate });
    if (!there) await acceptAll(item);
    const sent = await transfers.sent([{ itemId: item._id, quantity: 5 }]);
    await transfers.receive(sent._id).expect(200);
    const [arrived] = await transfers.itemsThere(name);
    if (!arrived) throw new Error('Nothing arrived');
    return arrived;
  }

  async function returned(): Promise<InventoryItem> {
    const { _id } = await accepted();
    const sent = await transfers.sent([{ itemId: _id, quantity: 5 }]);
    await transfers.takeBack(sent._id).expect(200);
    return desk.get(_id);
  }

  async function ordered(): Promise<InventoryItem> {
    const { _id } = await orders.item(required);
    const order = await orders.sent(await desk.get(_id), 5);
    const after = orderOf(await orders.receive(order, orders.arrival(order, 5)).expect(200));
    expect(after.receipts[0]?.lines[0]?.batches).toMatchObject([{ quantity: 5, needsAcceptance: true }]);
    return desk.get(_id);
  }

  const receivedInto = async (change: Partial<StockChangeInput>, body = {}) => {
    const { _id } = await created(body);
    return desk.receive(_id, 5, change);
  };

  const ways: Record<string, () => Promise<InventoryItem>> = {
    'opening stock': () => created({ quantity: 5, batchNumber: 'LOT 7', expiryDate }),
    'a receipt': () => receivedInto({ batchNumber: 'LOT 7' }),
    'a receipt without a batch number': () => receivedInto({}),
    'a receipt of a used-up batch': async () => {
      const { _id, batches } = await accepted();
      await desk.moved(_id, { type: 'out', quantity: 5 });
      return desk.receive(_id, 5, { batchId: batches[0]?._id });
    },
    'a count of what nobody received': async () => {
      const { _id } = await created({ trackExpiry: false });
      return desk.moved(_id, { type: 'adjustment', quantity: 5, reason: note });
    },
    'an import': imported,
    'goods of an order': ordered,
    'a transfer that another laboratory has accepted': () => transferred(),
    'a transfer to an item that requires it': () => transferred(required),
    'a transfer that comes back': returned,
  };

  it.each(Object.keys(ways))('is quarantined when it arrives as %s', async (way) => {
    const item = await ways[way]?.();
    const block = { status: 'quarantined', statusReason: 'Not accepted yet', acceptancePending: true, quantity: 5 };
    expect(item).toMatchObject({ requiresAcceptance: true, quantity: 5, usableQuantity: 0, blockedQuantity: 5 });
    expect(item && pendingOf(item)).toMatchObject(block);
  });

  it('is not quarantined at a laboratory whose item requires nothing', async () => {
    expect(await transferred({})).toMatchObject({ requiresAcceptance: false, usableQuantity: 5 });
  });

  it('cannot be used, sent, opened or released until somebody accepts it with a note', async () => {
    const item = await receivedInto({ batchNumber: 'LOT 7' });
    const batchId = pendingOf(item)?._id ?? '';
    expect(pendingOf(item)?.actions).toEqual({ accept: { allowed: true } });
    const used = { type: 'out', quantity: 1, reason: note } as const;
    expect(failureOf(await desk.move(item._id, used).expect(409)).code).toBe('STOCK_INSUFFICIENT');
    const refused = failureOf(await desk.move(item._id, { ...used, batchId }).expect(409));
    const why = "It must be accepted on the item's page first";
    expect(refused).toMatchObject({ code: 'BATCH_NOT_USABLE', errors: [{ message: why }] });
    await transfers.send([{ itemId: item._id, quantity: 1, batchId }]).expect(409);
    for (const action of ['open', 'release', 'quarantine'] as const) {
      const answer = await desk.batch(item._id, batchId, { action, reason: note }).expect(409);
      expect(failureOf(answer).code).toBe('BATCH_ACTION_IMPOSSIBLE');
    }
    const blank = await desk.batch(item._id, batchId, { action: 'accept' }).expect(400);
    expect(faultsOf(blank)).toEqual({ reason: 'Note is required' });
    const after = stockChangeOf(await desk.batch(item._id, batchId, { ...accept, version: item.version }).expect(200));
    expect(after).toMatchObject({
      usableQuantity: 5,
      batches: [{ status: 'active', statusReason: null, acceptancePending: false }],
      movements: [{ type: 'accept', quantity: 0, usableAfter: 5, reason: note }],
    });
    await desk.batch(item._id, batchId, { ...accept, version: item.version }).expect(409);
    await desk.move(item._id, { ...used, batchId }).expect(200);
    const ledger = await desk.read<Movement[]>(`/movements?itemId=${item._id}&type=accept`);
    expect(ledger).toMatchObject([{ reason: note, by: { _id: desk.manager.id } }]);
    const history = await desk.read<{ action: string }[]>(`/${item._id}/history`);
    expect(history.map(({ action }) => action)).toContain('inventory.accept');
  });

  it('is accepted by nobody without the right, nor in another laboratory', async () => {
    const item = await receivedInto({ batchNumber: 'LOT 7' });
    const batchId = pendingOf(item)?._id ?? '';
    const staff = await desk.app.person('staff', { laboratoryId: desk.laboratory._id });
    await desk.batch(item._id, batchId, accept, staff).expect(403);
    await desk.batch(item._id, batchId, accept, transfers.receiver).expect(404);
    expect(await desk.get(item._id)).toMatchObject({ usableQuantity: 0 });
  });

  it('is accepted once by two people at once, and once by a repeated request', async () => {
    const item = await receivedInto({ batchNumber: 'LOT 7' });
    const batchId = pendingOf(item)?._id ?? '';
    const both = await Promise.all([desk.manager, desk.admin].map((who) => desk.batch(item._id, batchId, accept, who)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const next = await desk.receive(item._id, 2, { batchNumber: 'LOT 8' });
    const send = () =>
      desk.batch(item._id, pendingOf(next)?._id ?? '', accept).set('Idempotency-Key', 'accept-lot-8-once');
    const [first, again] = [await send().expect(200), await send().expect(200)];
    expect(again.body).toEqual(first.body);
    expect(await desk.read(`/movements?itemId=${item._id}&type=accept`)).toHaveLength(2);
  });

  it('keeps what arrives apart from what was accepted of the batch', async () => {
    const { _id, batches } = await accepted();
    for (const change of [{ batchNumber: 'lot 7' }, { batchId: batches[0]?._id }, { batchNumber: 'LOT 7' }]) {
      await desk.receive(_id, 2, { ...change, unitCostPaise: batches[0]?.unitCostPaise ?? 0 });
    }
    const item = await desk.get(_id);
    expect(item).toMatchObject({ quantity: 11, usableQuantity: 5 });
    expect(item.batches).toHaveLength(2);
    expect(pendingOf(item)).toMatchObject({ batchNumber: 'LOT 7', quantity: 6 });
    expect(await acceptAll(item)).toMatchObject({ usableQuantity: 11 });
  });

  it('can be wasted or returned instead, and is not usable by counting it again', async () => {
    const item = await receivedInto({ batchNumber: 'LOT 7' });
    const batchId = pendingOf(item)?._id ?? '';
    await desk.moved(item._id, { type: 'return', quantity: 3, batchId, reason: note });
    const gone = await desk.moved(item._id, { type: 'waste', quantity: 2, batchId, reason: note });
    expect(gone.batches).toMatchObject([{ status: 'disposed', quantity: 0, acceptancePending: false }]);
    await desk.batch(item._id, batchId, accept).expect(409);
    const counted = await desk.moved(item._id, { type: 'adjustment', quantity: 2, batchId, reason: note });
    expect(counted).toMatchObject({ usableQuantity: 0, batches: [{ acceptancePending: true, quantity: 2 }] });
  });

  it('can be counted and taken back without a new acceptance of what was accepted', async () => {
    const { _id, batches } = await accepted();
    const batchId = batches[0]?._id;
    await desk.moved(_id, { type: 'out', quantity: 5 });
    const undone = await desk.moved(_id, { type: 'adjustment', quantity: 5, batchId, reason: 'Change undone' });
    expect(undone).toMatchObject({ usableQuantity: 5 });
    await desk.receive(_id, 4, { batchNumber: 'LOT 8' });
    const refused = await desk.move(_id, { type: 'adjustment', quantity: 3, reason: note }).expect(409);
    expect(failureOf(refused).errors[0]?.message).toContain('count those batches one by one');
    expect(await desk.moved(_id, { type: 'adjustment', quantity: 12, reason: note })).toMatchObject({
      usableQuantity: 8,
      blockedQuantity: 4,
    });
  });

  it('still has to be accepted after a recall of it has ended', async () => {
    const item = await receivedInto({ batchNumber: 'LOT 70' });
    const { products } = await desk.read<{ products: { productKey: string; laboratories: { itemId: string }[] }[] }>(
      '/recalls/trace?batchNumber=LOT 70',
      desk.head,
    );
    const productKeys = products.map(({ productKey }) => productKey);
    const recall = { batchNumber: 'LOT 70', productKeys, reason: 'Recalled by the manufacturer' };
    await desk.app.as(desk.admin).post('/api/inventory/recalls').send(recall).expect(201);
    const batchId = item.batches[0]?._id ?? '';
    expect(await desk.get(item._id)).toMatchObject({ batches: [{ status: 'recalled', acceptancePending: false }] });
    await desk.batch(item._id, batchId, accept).expect(409);
    await desk.batch(item._id, batchId, { action: 'release' }, desk.admin).expect(200);
    expect(await acceptAll(await desk.get(item._id))).toMatchObject({ usableQuantity: 5 });
  });

  it('joins a quarantined batch, and has to be accepted once that is released', async () => {
    const { _id, batches } = await accepted();
    const batchId = batches[0]?._id ?? '';
    await desk.batch(_id, batchId, { action: 'quarantine', reason: 'Broken seal' }).expect(200);
    await desk.receive(_id, 2, { batchId });
    expect(await desk.get(_id)).toMatchObject({ batches: [{ statusReason: 'Broken seal', acceptancePending: false }] });
    await desk.batch(_id, batchId, { action: 'release' }).expect(200);
    expect(await acceptAll(await desk.get(_id))).toMatchObject({ usableQuantity: 7 });
  });

  it('neither blocks nor accepts anything when the item is changed', async () => {
    const item = await desk.created({ name: nextName(), quantity: 5, batchNumber: 'LOT 7', expiryDate });
    const edit = async (requiresAcceptance: boolean) => {
      const { version } = await desk.get(item._id);
      const body = { requiresAcceptance, version };
      return itemOf(await desk.app.as(desk.admin).put(`/api/inventory/${item._id}`).send(body).expect(200));
    };
    expect(await edit(true)).toMatchObject({ requiresAcceptance: true, usableQuantity: 5 });
    await desk.receive(item._id, 2, { batchNumber: 'LOT 8' });
    expect(await edit(false)).toMatchObject({ quantity: 7, usableQuantity: 5 });
    expect(await desk.receive(item._id, 3, { batchNumber: 'LOT 9' })).toMatchObject({ usableQuantity: 8 });
    // More of what is pending is pending as well.
    expect(await desk.receive(item._id, 1, { batchNumber: 'LOT 8' })).toMatchObject({ usableQuantity: 8 });
    expect(await acceptAll(await desk.get(item._id))).toMatchObject({ usableQuantity: 11 });
  });

  it('is low and suggested for an order as long as what arrived is not accepted, as what is quarantined is', async () => {
    const body = { minQuantity: 10, reorderQuantity: 10 };
    const held = await desk.created({ name: nextName(), ...body, quantity: 20, expiryDate });
    await desk.batch(held._id, held.batches[0]?._id ?? '', { action: 'quarantine', reason: 'Broken seal' }).expect(200);
    const item = await created({ ...body, quantity: 20, expiryDate });
    const suggestionsFor = async (ids: string[]) =>
      (await desk.read<ReorderSuggestion[]>('/reorder?limit=100'))
        .filter(({ _id }) => ids.includes(_id))
        .map(({ suggestedQuantity }) => suggestedQuantity);
    const [one, other] = await suggestionsFor([held._id, item._id]);
    expect(one).toBeGreaterThan(0);
    expect(other).toBe(one);
    expect(await desk.get(item._id)).toMatchObject({ stockStatus: 'out' });
    await acceptAll(item);
    expect(await suggestionsFor([item._id])).toEqual([]);
  });

  it('is shown by a scan with why it cannot be used, and with the batch to use instead', async () => {
    const { _id } = await accepted();
    const item = await desk.receive(_id, 2, { batchNumber: 'LOT 80', expiryDate: '2098-12-31' });
    const scan = await desk.read<Scan>(`/scan?code=LOT 80&itemId=${_id}`);
    expect(scan.batch).toMatchObject({ _id: pendingOf(item)?._id, acceptancePending: true });
    expect(scan.batch?.unusableReason).toContain('must be accepted');
    expect(scan.next).toMatchObject({ batchNumber: 'LOT 7' });
  });

  it('says what a receipt of an order came to', async () => {
    const order = await orders.sent(await orders.item(required), 5);
    const answer = await orders.receive(order, orders.arrival(order, 5)).expect(200);
    const message = `${order.number} was received. 1 item must be accepted before use.`;
    expect(answer.body).toMatchObject({ message });
  });
});
