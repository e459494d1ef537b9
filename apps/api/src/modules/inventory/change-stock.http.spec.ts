import type { InventoryItem, Movement, StockChangeInput } from '@shifa/contract';
import { failureOf, faultsOf, InventoryDesk, itemOf, stockChangeOf } from '../../../test/inventory/inventory-desk';

const reason = 'Counted on the shelf';

describe('a stock change', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());
  afterEach(() => desk.resetTime());

  it('uses the batch that expires first, and shows the split', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 5, { batchNumber: 'LATE', expiryDate: '2099-12-31' });
    await desk.receive(_id, 3, { batchNumber: 'SOON', expiryDate: '2098-01-31' });
    const used = await desk.moved(_id, { type: 'out', quantity: 4 });
    expect(used.movements).toMatchObject([
      { type: 'out', quantity: -3, batch: { batchNumber: 'SOON' }, balanceAfter: 5, usableAfter: 5, seq: 3 },
      { type: 'out', quantity: -1, batch: { batchNumber: 'LATE' }, balanceAfter: 4, usableAfter: 4, seq: 4 },
    ]);
    expect(used).toMatchObject({ quantity: 4, usableQuantity: 4, stockStatus: 'low', nearestExpiry: '2099-12-31' });
  });

  it('writes nothing in a dry run, and returns the same result', async () => {
    const { _id } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    const preview = await desk.moved(_id, { type: 'out', quantity: 6, dryRun: true });
    expect(preview).toMatchObject({ usableQuantity: 4, movements: [{ quantity: -6, balanceAfter: 4 }] });
    expect(await desk.get(_id)).toMatchObject({ quantity: 10, movementSeq: 1 });
  });

  it('takes another batch with a reason only', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 5, { batchNumber: 'SOON', expiryDate: '2098-01-31' });
    const { batches } = await desk.receive(_id, 5, { batchNumber: 'LATE' });
    const batchId = batches.find(({ batchNumber }) => batchNumber === 'LATE')?._id ?? '';
    const refused = await desk.move(_id, { type: 'out', quantity: 1, batchId }).expect(400);
    expect(faultsOf(refused)).toEqual({ reason: 'Reason is required' });
    const used = await desk.moved(_id, { type: 'out', quantity: 1, batchId, reason: 'Validated lot of the analyser' });
    expect(used.movements).toMatchObject([{ batch: { batchNumber: 'LATE' }, reason: 'Validated lot of the analyser' }]);
  });

  it('never goes below zero, and says how much is usable', async () => {
    const { _id } = await desk.created({ quantity: 7, expiryDate: '2099-12-31' });
    const refused = await desk.move(_id, { type: 'out', quantity: 8 }).expect(409);
    expect(failureOf(refused)).toMatchObject({
      code: 'STOCK_INSUFFICIENT',
      errors: [{ field: 'quantity', message: 'Only 7 bottles are usable' }],
      conflict: { current: { usableQuantity: 7 } },
    });
  });

  it('gives the last ten units to exactly ten of 64 people', async () => {
    const { _id } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    const answers = await Promise.all(Array.from({ length: 64 }, () => desk.move(_id, { type: 'out', quantity: 1 })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(54);
    for (const answer of refused) {
      const { code, conflict } = failureOf(answer);
      expect(code).toBe('STOCK_INSUFFICIENT');
      expect(conflict?.current).toMatchObject({ usableQuantity: 0 });
    }
    expect(await desk.get(_id)).toMatchObject({ quantity: 0, usableQuantity: 0, movementSeq: 11 });
  });

  it('happens once for an Idempotency-Key', async () => {
    const { _id } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    const send = () => desk.move(_id, { type: 'out', quantity: 2 }).set('Idempotency-Key', 'use-two-bottles');
    const [first, second] = [await send().expect(200), await send().expect(200)];
    expect(second.body).toEqual(first.body);
    expect(await desk.get(_id)).toMatchObject({ quantity: 8 });
  });

  it.each<[string, StockChangeInput, string, string]>([
    ['without an expiry date', { type: 'in', quantity: 1 }, 'expiryDate', 'tracks it'],
    ['of nothing', { type: 'out', quantity: 0 }, 'quantity', 'Must be at least 1'],
    ['with a fraction', { type: 'out', quantity: 0.5 }, 'quantity', 'Enter a whole number'],
    ['wasted without a reason', { type: 'waste', quantity: 1 }, 'reason', 'Reason is required'],
    ['returned without a reason', { type: 'return', quantity: 1 }, 'reason', 'Reason is required'],
    ['counted without a reason', { type: 'adjustment', quantity: 1 }, 'reason', 'Reason is required'],
    ['of an impossible day', { type: 'in', quantity: 1, expiryDate: '2026-02-30' }, 'expiryDate', 'Enter a date'],
  ])('is refused %s', async (_, body, field, message) => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31' });
    const refused = await desk.move(_id, body).expect(400);
    expect(faultsOf(refused)[field]).toContain(message);
    expect(await desk.get(_id)).toMatchObject({ quantity: 5 });
  });

  it('takes the notes as the reason where none is given', async () => {
    const { _id } = await desk.created({ quantity: 5, expiryDate: '2099-12-31' });
    const wasted = await desk.moved(_id, { type: 'waste', quantity: 1, notes: 'The bottle broke' });
    expect(wasted.movements).toMatchObject([{ reason: 'The bottle broke', notes: 'The bottle broke' }]);
  });

  it('adds to the batch of the same number, date and cost, and refuses another expiry date for it', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 5, { batchNumber: 'Lot 7' });
    expect((await desk.receive(_id, 5, { batchNumber: 'LOT7' })).batches).toMatchObject([{ quantity: 10 }]);
    const refused = await desk.move(_id, { type: 'in', quantity: 1, batchNumber: 'LOT 7', expiryDate: '2098-01-01' });
    expect(failureOf(refused)).toMatchObject({
      code: 'BATCH_MISMATCH',
      errors: [{ field: 'expiryDate', message: 'Batch LOT 7 expires on Dec 31, 2099' }],
    });
  });

  it('leaves the unit cost of the item as it is where a delivery is free', async () => {
    const { _id } = await desk.created({ unitCostPaise: 500 });
    const free = await desk.receive(_id, 2, { batchNumber: 'SAMPLE', unitCostPaise: 0 });
    expect(free).toMatchObject({ unitCostPaise: 500, valuePaise: 0 });
    expect(await desk.receive(_id, 2, { unitCostPaise: 900 })).toMatchObject({ unitCostPaise: 900, valuePaise: 1_800 });
  });

  it('numbers batches without a number by the day', async () => {
    const { _id } = await desk.created();
    await desk.setTime('2026-11-22T05:00:00Z');
    await desk.receive(_id, 1);
    const { batches } = await desk.receive(_id, 1, { expiryDate: '2098-01-01' });
    expect(batches.map(({ batchNumber }) => batchNumber)).toEqual(['20261122-2', '20261122']);
  });

  describe('of a batch that must not be used', () => {
    const states: [string, (item: InventoryItem) => Promise<unknown>, StockChangeInput][] = [
      ['expired', () => Promise.resolve(), { type: 'in', quantity: 5, batchNumber: 'X', expiryDate: '2020-01-31' }],
      [
        'quarantined',
        ({ _id, batches }) =>
          desk.batch(_id, batches[0]?._id ?? '', { action: 'quarantine', reason: 'Broken seal' }).expect(200),
        { type: 'in', quantity: 5, batchNumber: 'X', expiryDate: '2099-12-31' },
      ],
    ];
    it.each(states)('can be wasted or returned while it is %s, but not used', async (state, block, receipt) => {
      const { _id } = await desk.created();
      const received = await desk.moved(_id, receipt);
      await block(received);
      const batchId = received.batches[0]?._id ?? '';
      await desk.move(_id, { type: 'out', quantity: 1 }).expect(409);
      const named = await desk.move(_id, { type: 'out', quantity: 1, batchId, reason });
      expect(failureOf(named).code).toBe('BATCH_NOT_USABLE');
      expect(await desk.get(_id)).toMatchObject({ quantity: 5, usableQuantity: 0, stockStatus: 'out' });
      await desk.move(_id, { type: 'waste', quantity: 2, reason }).expect(200);
      await desk.move(_id, { type: 'return', quantity: 3, batchId, reason }).expect(200);
      // A block outlives the stock.
      const status = state === 'quarantined' ? 'quarantined' : 'disposed';
      expect(await desk.get(_id)).toMatchObject({ quantity: 0, batches: [{ status }] });
    });

    it('becomes usable again when it is released', async () => {
      const { _id, batches } = await desk.created({ quantity: 5, expiryDate: '2099-12-31' });
      const batchId = batches[0]?._id ?? '';
      await desk.batch(_id, batchId, { action: 'quarantine' }).expect(400);
      const held = stockChangeOf(await desk.batch(_id, batchId, { action: 'quarantine', reason: 'Broken seal' }));
      expect(held).toMatchObject({
        blockedQuantity: 5,
        movements: [{ type: 'quarantine', quantity: 0, usableAfter: 0 }],
      });
      expect(held.batches[0]?.unusableReason).toBe('It is quarantined: Broken seal');
      await desk.batch(_id, batchId, { action: 'quarantine', reason: 'Broken seal' }).expect(409);
      await desk.batch(_id, batchId, { action: 'release' }).expect(200);
      expect(await desk.get(_id)).toMatchObject({ usableQuantity: 5, blockedQuantity: 0 });
    });

    it('stays blocked when more of it arrives', async () => {
      const { _id, batches } = await desk.created({ quantity: 5, batchNumber: 'X1', expiryDate: '2099-12-31' });
      await desk.batch(_id, batches[0]?._id ?? '', { action: 'quarantine', reason: 'Broken seal' }).expect(200);
      const received = await desk.receive(_id, 3, { batchNumber: 'x1', unitCostPaise: 900 });
      expect(received).toMatchObject({ quantity: 8, usableQuantity: 0 });
    });
  });

  it('ends the use of an opened batch when its stability ends, or when it expires if that is earlier', async () => {
    const { _id } = await desk.created({ stabilityDays: 7 });
    await desk.setTime('2026-11-22T05:00:00Z');
    const { batches } = await desk.receive(_id, 5, { expiryDate: '2026-12-31' });
    const batchId = batches[0]?._id ?? '';
    const opened = stockChangeOf(await desk.batch(_id, batchId, { action: 'open' }).expect(200));
    expect(opened.batches).toMatchObject([{ openedOn: '2026-11-22', lastUsableDay: '2026-11-28' }]);
    await desk.setTime('2026-11-29T05:00:00Z');
    expect(await desk.get(_id)).toMatchObject({ usableQuantity: 0, expiredQuantity: 5, stockStatus: 'out' });
    const after = await desk.receive(_id, 5, { batchNumber: 'L2', expiryDate: '2026-12-02' });
    const second = after.batches.find(({ batchNumber }) => batchNumber === 'L2')?._id ?? '';
    const late = stockChangeOf(await desk.batch(_id, second, { action: 'open' }).expect(200));
    expect(late.batches.find(({ _id: id }) => id === second)).toMatchObject({ lastUsableDay: '2026-12-02' });
  });

  it('lets a batch be used until midnight of its last day in the laboratory, wherever the server is', async () => {
    const { _id } = await desk.created();
    const lastMinute = '2026-11-30T18:29:00Z';
    await desk.setTime('2026-11-30T05:00:00Z');
    await desk.receive(_id, 5, { expiryDate: '2026-11-30' });
    await desk.setTime(lastMinute);
    await desk.move(_id, { type: 'out', quantity: 1 }).expect(200);
    expect(
      await desk.read<InventoryItem[]>(`?search=${encodeURIComponent((await desk.get(_id)).itemCode)}`),
    ).toMatchObject([{ usableQuantity: 4, stockStatus: 'low' }]);
    await desk.setTime('2026-11-30T18:31:00Z');
    await desk.move(_id, { type: 'out', quantity: 1 }).expect(409);
    const { itemCode } = await desk.get(_id);
    expect(await desk.read<InventoryItem[]>(`?search=${itemCode}`)).toMatchObject([
      { usableQuantity: 0, expiredQuantity: 4, stockStatus: 'out' },
    ]);
    expect(await desk.read(`?stockStatus=out&search=${itemCode}`)).toHaveLength(1);
  });
});

describe('the ledger', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  it('lists the movements of an item with the running balance, newest first', async () => {
    const { _id } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    await desk.moved(_id, { type: 'out', quantity: 4 });
    const rows = await desk.read<Movement[]>(`/movements?itemId=${_id}`);
    expect(rows.map(({ seq, type, quantity, balanceAfter }) => [seq, type, quantity, balanceAfter])).toEqual([
      [2, 'out', -4, 6],
      [1, 'in', 10, 10],
    ]);
    expect(rows[0]?.by).toEqual({ _id: desk.manager.id, name: desk.manager.user.name });
    expect(await desk.read<Movement[]>(`/movements?itemId=${_id}&type=in`)).toHaveLength(1);
    expect(await desk.read<Movement[]>(`/movements?itemId=${_id}&by=${desk.admin.id}`)).toHaveLength(1);
    expect(await desk.read<Movement[]>('/movements?batchNumber=unknown')).toEqual([]);
  });

  it('is closed while the laboratory is suspended', async () => {
    const other = await desk.app.laboratory({ status: 'suspended' });
    const refused = await desk.create({ laboratoryId: other.id }, desk.head).expect(409);
    expect(failureOf(refused).code).toBe('LABORATORY_SUSPENDED');
  });

  it('does not show items of another laboratory', async () => {
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: other._id });
    const { _id } = await desk.created({ quantity: 10, expiryDate: '2099-12-31' });
    await desk.app.as(stranger).get(`/api/inventory/movements?itemId=${_id}`).expect(404);
    await desk.move(_id, { type: 'out', quantity: 1 }, stranger).expect(404);
    expect(itemOf(await desk.app.as(desk.admin).get(`/api/inventory/${_id}`))).toMatchObject({ quantity: 10 });
  });
});
