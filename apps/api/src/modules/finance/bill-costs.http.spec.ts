import type { Bill, EnterBillInput, InventoryItem, Movement, PurchaseOrder, Transaction } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { chainOf } from '../../../test/ledger';
import { OrderDesk, orderOf } from '../../../test/purchasing/order-desk';
import type { Person } from '../../../test/test-app';
import type { ReceiptRow } from '../purchasing/orders/receipt.document';
import { dayAhead } from '../../../test/today';

jest.setTimeout(180_000);

type Answer = { body: unknown };
type Batch = { batchNumber: string; expiryDate: string; quantity: number };
const billOf = ({ body }: Answer) => (body as { data: Bill }).data;
const entryOf = ({ body }: Answer) => (body as { data: Transaction }).data;

let last = 0;

describe('the cost of stock', () => {
  let desk: OrderDesk;
  let clerk: Person;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    clerk = await desk.stock.app.person('lab_admin', { laboratoryId: desk.stock.laboratory._id });
  });
  afterAll(() => desk.close());

  const ordered = async (quantity: number) => {
    const item = await desk.item();
    return { item, order: await desk.sent(item, quantity) };
  };
  const receive = ({ _id, lines: [line] }: PurchaseOrder, batches: Batch[]) =>
    desk.post(`/${_id}/receive`, { lines: [{ lineId: line?._id, batches }] }).expect(200);
  const lot = (batchNumber: string, quantity: number): Batch => ({ batchNumber, expiryDate: '2099-12-31', quantity });
  const enter = async ({ _id, lines: [line] }: PurchaseOrder, quantity: number, body: Partial<EnterBillInput> = {}) => {
    last += 1;
    const lines = [{ lineId: line?._id ?? '', quantity, pricePaise: 12_000, gstRate: 0 as const }];
    const bill = { number: `C-${String(last)}`, date: dayAhead(-1), lines, ...body };
    return billOf(await desk.post(`/${_id}/bills`, bill, clerk).expect(201));
  };
  const approve = (id: string) =>
    desk.stock.app.as(desk.stock.admin).put(`/api/transactions/${id}/approve`).send({ approved: true }).expect(200);
  const reverse = async (id: string) => {
    const contra = await desk.stock.app.as(clerk).post('/api/transactions').send({ reversalOf: id }).expect(201);
    await approve(entryOf(contra)._id);
  };
  const read = async ({ _id }: InventoryItem) => {
    const { batches, valuePaise } = await desk.stock.get(_id);
    const movements = await desk.stock.read<Movement[]>(`/movements?itemId=${_id}&sort=at&limit=100`);
    const moved = movements.reduce((sum, movement) => sum + Number(movement.valuePaise), 0);
    expect(moved).toBe(valuePaise);
    const costs = batches.map((batch) => [batch.batchNumber, batch.quantity, batch.unitCostPaise]).sort();
    return { costs, corrections: movements.filter(({ type }) => type === 'cost'), value: moved };
  };
  const use = ({ _id }: InventoryItem, quantity: number) => desk.stock.moved(_id, { type: 'out', quantity });

  it('is that of the order until its bill is approved, then that of the bill, with tax and freight', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 10)]);
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 10, pricePaise: 12_100, gstRate: 18 as const };
    const bill = await enter(order, 10, { lines: [line], freightPaise: 5_000 });
    expect((await read(item)).costs).toEqual([['A', 10, 12_000]]);
    await approve(bill._id);
    const { costs, corrections } = await read(item);
    // 121.00 with 18% and a tenth of 50.00.
    expect(costs).toEqual([['A', 10, 14_778]]);
    expect(corrections).toMatchObject([
      {
        quantity: 0,
        balanceAfter: 10,
        valuePaise: 27_780,
        batch: { batchNumber: 'A' },
        by: { _id: desk.stock.admin.id },
      },
    ]);
    expect(corrections[0]?.notes).toContain(`per bottle. Bill ${bill.number} of`);
    expect(corrections[0]?.notes).toContain('₹120.00 → ₹147.78 per');
    expect(await chainOf(desk.stock.app, 'stock', desk.stock.laboratory._id).verified()).toBeNull();
  });

  it('changes for the units that a bill is for, in the order in which they were received', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 4)]);
    await receive(order, [lot('B', 6)]);
    await approve((await enter(order, 6, { freightPaise: 6_000 }))._id);
    // Two of the six units of B cost 10.00 more.
    expect((await read(item)).costs).toEqual([
      ['A', 4, 13_000],
      ['B', 6, 12_333],
    ]);
    await approve((await enter(order, 4, { freightPaise: 8_000 }))._id);
    expect((await read(item)).costs).toEqual([
      ['A', 4, 13_000],
      ['B', 6, 13_666],
    ]);
  });

  it('does not change for what has left the stock', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 4), lot('B', 6)]);
    await use(item, 7);
    const before = await read(item);
    await approve((await enter(order, 10, { freightPaise: 10_000 }))._id);
    const after = await read(item);
    expect(after.costs.filter(([, quantity]) => quantity !== 0)).toEqual([['B', 3, 13_000]]);
    expect(after.value).toBe(before.value + 3_000);
    const { item: used, order: ofUsed } = await ordered(2);
    await receive(ofUsed, [lot('A', 2)]);
    await use(used, 2);
    await approve((await enter(ofUsed, 2, { freightPaise: 10_000 }))._id);
    expect((await read(used)).corrections).toEqual([]);
  });

  it('is what it was before once the bill is reversed', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 10)]);
    const bill = await enter(order, 10, { freightPaise: 9_000 });
    await approve(bill._id);
    await use(item, 4);
    expect((await read(item)).costs).toEqual([['A', 6, 12_900]]);
    await reverse(bill._id);
    const { costs, corrections } = await read(item);
    expect(costs).toEqual([['A', 6, 12_000]]);
    expect(corrections.map(({ valuePaise }) => valuePaise)).toEqual([9_000, -5_400]);
    const again = await enter(order, 10, { freightPaise: 1_000 });
    await approve(again._id);
    expect((await read(item)).costs).toEqual([['A', 6, 12_100]]);
  });

  it('changes for the units that were kept, where some went back before the bill', async () => {
    const line = ({ lines: [first] }: PurchaseOrder, quantity: number) => [
      { lineId: first?._id ?? '', quantity, pricePaise: 12_000, gstRate: 18 as const },
    ];
    const { item, order } = await ordered(10);
    let received = orderOf(await receive(order, [lot('A', 10)]));
    // The number as someone else would type it.
    await desk.returnGoods(received, desk.departure(received, 3, { batchNumber: 'a' })).expect(200);
    await approve((await enter(order, 7, { lines: line(order, 7) }))._id);
    expect((await read(item)).costs).toEqual([['A', 7, 14_160]]);

    const other = await ordered(10);
    received = orderOf(await receive(other.order, [lot('A', 4)]));
    await desk.returnGoods(received, desk.departure(received, 4, { batchNumber: 'A' })).expect(200);
    await receive(other.order, [lot('B', 6)]);
    await approve((await enter(other.order, 6, { lines: line(other.order, 6) }))._id);
    const { costs } = await read(other.item);
    expect(costs.filter(([, quantity]) => quantity !== 0)).toEqual([['B', 6, 14_160]]);
  });

  it('changes for the same units when a bill is reversed and entered again', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 5)]);
    await receive(order, [lot('B', 5)]);
    const first = await enter(order, 5, { freightPaise: 5_000 });
    await approve(first._id);
    await approve((await enter(order, 5, { freightPaise: 5_000 }))._id);
    await reverse(first._id);
    expect((await read(item)).costs).toEqual([
      ['A', 5, 12_000],
      ['B', 5, 13_000],
    ]);
    await approve((await enter(order, 5, { freightPaise: 10_000 }))._id);
    expect((await read(item)).costs).toEqual([
      ['A', 5, 14_000],
      ['B', 5, 13_000],
    ]);
  });

  it('is found by number and expiry date for receipts of earlier versions, and is lower for a lower price', async () => {
    const { item, order } = await ordered(10);
    await receive(order, [lot('A', 10)]);
    const orders = desk.stock.app.services.get<Connection>(getConnectionToken()).collection('purchase_orders');
    const row = await orders.findOne<{ receipts: ReceiptRow[] }>({ number: order.number });
    const receipts = row?.receipts.map(({ lines: [received], ...receipt }) => {
      const batches = received?.batches.map(({ batchId: _id, ...batch }) => batch);
      return { ...receipt, lines: [{ ...received, batches }] };
    });
    await orders.updateOne({ number: order.number }, { $set: { receipts } });
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 10, pricePaise: 11_000, gstRate: 5 as const };
    await approve((await enter(order, 10, { lines: [line] }))._id);
    expect((await read(item)).costs).toEqual([['A', 10, 11_550]]);
  });

  it('is corrected once when stock moves and bills of the order are approved at the same time', async () => {
    const { item, order } = await ordered(40);
    await receive(order, [lot('A', 40)]);
    const bills = await Promise.all([1, 2, 3, 4].map(() => enter(order, 10, { freightPaise: 1_000 })));
    await Promise.all([
      ...bills.map(({ _id }) => approve(_id)),
      ...Array.from({ length: 8 }, async () => use(item, 1)),
    ]);
    const { costs, corrections } = await read(item);
    expect(corrections).toHaveLength(4);
    const [[, left, cost] = []] = costs;
    expect(left).toBe(32);
    expect(cost).toBe(12_100);
    expect(await chainOf(desk.stock.app, 'stock', desk.stock.laboratory._id).verified()).toBeNull();
  });
});
