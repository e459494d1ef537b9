import type { Bill, Credit, InventoryItem, OrderBills, PurchaseOrder, Transaction } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { chainOf } from '../../../test/ledger';
import { dayAhead, failureOf, OrderDesk, orderOf } from '../../../test/purchasing/order-desk';
import type { Person } from '../../../test/test-app';
import { Caches } from '../../platform/cache/caches';
import { objectId } from '../../platform/domain/object-id';
import type { BillRow } from './bills/bill.document';

jest.setTimeout(180_000);

type Answer = { status: number; body: unknown };
const creditOf = ({ body }: Answer) => (body as { data: Credit }).data;
const billOf = ({ body }: Answer) => (body as { data: Bill }).data;
const entryOf = ({ body }: Answer) => (body as { data: Transaction }).data;
const refusalOf = (answer: Answer) => {
  const { code, message, errors } = failureOf(answer);
  return [code, errors[0]?.field, errors[0]?.message ?? message];
};

let last = 0;
const nextNumber = (prefix: string) => `${prefix}/${String((last += 1))}`;

/** 10 units at ₹120.00 with 18 % of tax cost ₹1,416.00. */
const BILLED = 141_600;

describe('credit notes of suppliers', () => {
  let desk: OrderDesk;
  let connection: Connection;
  let clerk: Person;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    connection = desk.stock.app.services.get<Connection>(getConnectionToken());
    clerk = await desk.stock.app.person('lab_admin', { laboratoryId: desk.stock.laboratory._id });
  });
  afterAll(() => desk.close());

  const as = (person: Person) => desk.stock.app.as(person);
  const get = async (id: string) => entryOf(await as(clerk).get(`/api/transactions/${id}`).expect(200));
  const decide = (id: string, body: object = { approved: true }) =>
    as(desk.stock.admin).put(`/api/transactions/${id}/approve`).send(body);
  const billsOf = async (order: PurchaseOrder) =>
    ((await as(clerk).get(`/api/purchase-orders/${order._id}/bills`).expect(200)).body as { data: OrderBills }).data;
  const set = async (collection: string, id: string, fields: object) => {
    await connection.collection(collection).updateOne({ _id: objectId(id) }, { $set: fields });
    desk.stock.app.services.get(Caches).clear();
  };

  /** An order of which everything was received and billed, and some went back. */
  const credited = async (...returned: number[]) => {
    const item: InventoryItem = await desk.item();
    let order = await desk.received(item, 10);
    const { lines } = order;
    const line = { lineId: lines[0]?._id ?? '', quantity: 10, pricePaise: 12_000, gstRate: 18 };
    const body = { number: nextNumber('INV'), date: dayAhead(-1), category: 'equipment', lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, clerk).expect(201));
    await decide(bill._id).expect(200);
    for (const quantity of returned) {
      order = orderOf(await desk.returnGoods(order, desk.departure(order, quantity)).expect(200));
    }
    return { order, bill };
  };
  type Setting = { order: PurchaseOrder; bill: Bill };
  const bodyOf = ({ order, bill }: Setting, amountPaise: number, place = 0) => ({
    returnId: order.returns[place]?._id ?? '',
    billId: bill._id,
    number: nextNumber('CN'),
    date: dayAhead(-1),
    amountPaise,
  });
  const enter = ({ order }: Setting, body: object, person: Person = clerk) =>
    desk.post(`/${order._id}/credits`, body, person);
  const entered = async (setting: Setting, amountPaise: number, place = 0) =>
    creditOf(await enter(setting, bodyOf(setting, amountPaise, place)).expect(201));

  it('are for what was billed, and not for what went back before', async () => {
    let order = await desk.received(await desk.item(), 10);
    order = orderOf(await desk.returnGoods(order, desk.departure(order, 2)).expect(200));
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 8, pricePaise: 12_000, gstRate: 18 };
    const body = { number: nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, clerk).expect(201));
    await decide(bill._id).expect(200);
    expect((await billsOf(order)).creditable).toEqual([]);
    const refused = await enter({ order, bill }, bodyOf({ order, bill }, 1));
    expect(refusalOf(refused)).toEqual(['CREDIT_TOO_HIGH', 'amountPaise', 'Nothing can be credited on this bill']);
    order = orderOf(await desk.returnGoods(order, desk.departure(order, 3)).expect(200));
    const [creditable, ...others] = (await billsOf(order)).creditable;
    expect(others).toHaveLength(1);
    expect(creditable?.mostPaise).toBe((BILLED / 10) * 2);
  });

  it('become pending contra entries of a part of the bill, which stays as it is', async () => {
    const setting = await credited(2);
    const { order, bill } = setting;
    const [returned] = order.returns;
    expect((await billsOf(order)).creditable).toEqual([
      {
        return: { _id: returned?._id, number: returned?.number },
        bill: { _id: bill._id, number: bill.number },
        mostPaise: 28_320,
      },
    ]);
    const body = bodyOf(setting, 28_320);
    const answer = await enter(setting, body).expect(201);
    const credit = creditOf(answer);
    expect((answer.body as { message: string }).message).toBe(
      `Credit note ${body.number} was entered as ${credit.entry.transactionNo}`,
    );
    expect(credit).toMatchObject({
      number: body.number,
      date: body.date,
      amountPaise: 28_320,
      return: { number: returned?.number },
      entry: { _id: credit._id, status: 'pending' },
    });
    const original = await get(bill._id);
    expect(await get(credit._id)).toMatchObject({
      type: 'expense',
      status: 'pending',
      amountPaise: 28_320,
      category: 'equipment',
      paymentMethod: 'credit',
      party: original.party,
      reference: body.number,
      bill: null,
      reversalOf: { _id: bill._id, transactionNo: bill.entry.transactionNo },
      credit: {
        number: body.number,
        date: body.date,
        return: { number: returned?.number },
        bill: { _id: bill._id, number: bill.number },
        order: { _id: order._id, number: order.number },
      },
    });
    expect(original).toMatchObject({ status: 'approved', reversedBy: null });
    expect(original.credit).toBeUndefined();
    const own = await as(clerk).put(`/api/transactions/${credit._id}/approve`).send({ approved: true }).expect(403);
    expect(failureOf(own).code).toBe('OWN_TRANSACTION');
    await decide(credit._id).expect(200);
    expect(await get(bill._id)).toMatchObject({ status: 'approved', reversedBy: null, version: original.version });
    expect(await billsOf(order)).toMatchObject({
      bills: [{ credits: [{ _id: credit._id, entry: { status: 'approved' } }], entry: { status: 'approved' } }],
      creditable: [],
    });
    expect(await chainOf(desk.stock.app, 'money', desk.stock.laboratory._id).verified()).toBeNull();
  });

  it('count negative in the totals once they are approved', async () => {
    const expense = async () => {
      const day = dayAhead(0);
      const query = `from=${day}&to=${day}&laboratoryId=${desk.stock.laboratory.id}`;
      const answer = await as(clerk).get(`/api/transactions/stats?${query}`).expect(200);
      return Number((answer.body as { data: { expensePaise: number | string } }).data.expensePaise);
    };
    const setting = await credited(3);
    const before = await expense();
    const credit = await entered(setting, 40_000);
    expect(await expense()).toBe(before);
    await decide(credit._id).expect(200);
    expect(await expense()).toBe(before - 40_000);
  });

  it('are at most what the returned units cost on the bill, and what other credits leave of it', async () => {
    const setting = await credited(6, 4);
    expect(refusalOf(await enter(setting, bodyOf(setting, 84_961)).expect(409))).toEqual([
      'CREDIT_TOO_HIGH',
      'amountPaise',
      'At most ₹849.60 can be credited',
    ]);
    const first = await entered(setting, 84_960);
    await connection
      .collection<BillRow>('bills')
      .updateOne({ _id: objectId(setting.bill._id) }, { $set: { totalPaise: BILLED - 20_000 } });
    const most = BILLED - 20_000 - 84_960;
    expect((await billsOf(setting.order)).creditable).toMatchObject([{ mostPaise: most }]);
    expect(refusalOf(await enter(setting, bodyOf(setting, most + 1, 1)))[0]).toBe('CREDIT_TOO_HIGH');
    await decide(first._id).expect(200);
    expect(refusalOf(await enter(setting, bodyOf(setting, most + 1, 1)))[0]).toBe('CREDIT_TOO_HIGH');
    await entered(setting, most, 1);
  });

  it('are entered once for a return, also by many at once, and again after a rejection or cancellation', async () => {
    const setting = await credited(2);
    const answers = await Promise.all(Array.from({ length: 16 }, () => enter(setting, bodyOf(setting, 10_000))));
    const created = answers.filter(({ status }) => status === 201).map(creditOf);
    expect(created).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    const number = setting.order.returns[0]?.number;
    const message = `${created[0]?.entry.transactionNo} already credits ${number}`;
    expect(others.map(refusalOf)).toEqual(Array(15).fill(['TRANSACTION_HAS_REVERSAL', 'returnId', message]));
    await decide(created[0]?._id ?? '', { approved: false, reason: 'Wrong amount' }).expect(200);
    const second = await entered(setting, 20_000);
    expect((await billsOf(setting.order)).bills[0]?.credits.map(({ entry }) => entry.status)).toEqual([
      'rejected',
      'pending',
    ]);
    // The first one cannot come back while the second one stands.
    const rejected = await get(created[0]?._id ?? '');
    const resubmit = () =>
      as(clerk).post(`/api/transactions/${rejected._id}/resubmit`).send({ version: rejected.version });
    expect(failureOf(await resubmit().expect(409)).code).toBe('TRANSACTION_HAS_REVERSAL');
    await as(clerk).delete(`/api/transactions/${second._id}`).expect(200);
    expect(entryOf(await resubmit().expect(200)).status).toBe('pending');
    expect((await billsOf(setting.order)).bills[0]?.credits.map(({ entry }) => entry.status)).toEqual([
      'pending',
      'cancelled',
    ]);
    expect(await get(setting.bill._id)).toMatchObject({ status: 'approved', reversedBy: null });
  });

  it('do not come back after a rejection if others used up the bill', async () => {
    const setting = await credited(6, 4);
    const first = await entered(setting, 80_000);
    await decide(first._id, { approved: false, reason: 'Wrong amount' }).expect(200);
    await entered(setting, 50_000, 1);
    await connection
      .collection<BillRow>('bills')
      .updateOne({ _id: objectId(setting.bill._id) }, { $set: { totalPaise: 100_000 } });
    const { version } = await get(first._id);
    const answers = [
      await as(clerk).post(`/api/transactions/${first._id}/resubmit`).send({ version }),
      await as(clerk).put(`/api/transactions/${first._id}`).send({ version, description: 'Broken bottles' }),
    ];
    const expected = ['CREDIT_TOO_HIGH', undefined, 'At most ₹500.00 can be credited'];
    expect(answers.map(refusalOf)).toEqual([expected, expected]);
  });

  it('keep a bill from being reversed, and a reversed bill is not credited', async () => {
    const setting = await credited(2);
    const { bill, order } = setting;
    const reverse = () => as(clerk).post('/api/transactions').send({ reversalOf: bill._id });
    const credit = await entered(setting, 10_000);
    const refused = failureOf(await reverse().expect(409));
    expect(refused.code).toBe('TRANSACTION_HAS_REVERSAL');
    expect(refused.message).toContain(`${credit.entry.transactionNo} enters credit note ${credit.number}`);
    expect((await get(bill._id)).actions.reverse).toMatchObject({ allowed: false });
    const list = await as(clerk).get(`/api/transactions?search=${bill.entry.transactionNo}`).expect(200);
    const rows = (list.body as { data: Transaction[] }).data;
    expect(rows.find(({ _id }) => _id === bill._id)?.actions.reverse).toMatchObject({ allowed: false });
    await as(clerk).delete(`/api/transactions/${credit._id}`).expect(200);
    const contra = entryOf(await reverse().expect(201));
    expect(refusalOf(await enter(setting, bodyOf(setting, 10_000)).expect(409))).toEqual([
      'TRANSACTION_HAS_REVERSAL',
      'billId',
      `${contra.transactionNo} reverses bill ${bill.number}`,
    ]);
    await decide(contra._id).expect(200);
    expect(refusalOf(await enter(setting, bodyOf(setting, 10_000)))[0]).toBe('TRANSACTION_HAS_REVERSAL');
    expect((await billsOf(order)).creditable).toEqual([]);
  });

  it('are of an approved bill and a return of the order, and not of the future', async () => {
    const order = orderOf(
      await desk
        .received(await desk.item())
        .then((received) => desk.returnGoods(received, desk.departure(received, 1)).expect(200)),
    );
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 9, pricePaise: 12_000, gstRate: 18 };
    const body = { number: nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, clerk).expect(201));
    const setting = { order, bill };
    expect(refusalOf(await enter(setting, bodyOf(setting, 100)).expect(409))).toEqual([
      'TRANSACTION_NOT_REVERSIBLE',
      'billId',
      `Bill ${bill.number} is pending. Only an approved bill can be credited.`,
    ]);
    await decide(bill._id).expect(200);
    const unknown = '0'.repeat(24);
    const refusals = [
      await enter(setting, { ...bodyOf(setting, 100), billId: unknown }).expect(400),
      await enter(setting, { ...bodyOf(setting, 100), returnId: unknown }).expect(400),
      await enter(setting, { ...bodyOf(setting, 100), date: dayAhead(2) }).expect(400),
    ];
    expect(refusals.map((answer) => refusalOf(answer)[1])).toEqual(['billId', 'returnId', 'date']);
    const credits = Array.from({ length: 50 }, () => ({
      _id: objectId('1'.repeat(24)),
      number: 'CN',
      date: dayAhead(-1),
      amountPaise: 1,
      transactionNo: 'X',
      return: { _id: objectId('2'.repeat(24)), number: 'RTN' },
      status: 'rejected',
      createdBy: { _id: clerk.user._id, name: clerk.user.name },
      createdAt: new Date(),
    }));
    await set('bills', bill._id, { credits });
    expect(refusalOf(await enter(setting, bodyOf(setting, 100)).expect(409))[0]).toBe('PURCHASE_ORDER_STATE');
  });

  it('can be changed in their description only', async () => {
    const setting = await credited(1);
    const credit = await entered(setting, 100);
    const { version } = await get(credit._id);
    const edit = (changes: object) =>
      as(clerk)
        .put(`/api/transactions/${credit._id}`)
        .send({ version, ...changes });
    const refused = failureOf(await edit({ reference: 'CN/other' }).expect(400));
    expect(refused.errors).toEqual([
      {
        field: 'reference',
        message: `This is credit note ${credit.number}. Cancel the entry and enter the credit note again.`,
      },
    ]);
    expect(failureOf(await edit({ amountPaise: 99 }).expect(400)).errors[0]?.field).toBe('amountPaise');
    await edit({ description: 'Credit of Meril for broken bottles' }).expect(200);
  });

  it('are compared with what was not returned: a bill of it all differs then', async () => {
    const order = await desk.received(await desk.item(), 10);
    await desk.returnGoods(order, desk.departure(order, 2)).expect(200);
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 10, pricePaise: 12_000, gstRate: 18 };
    const body = { number: nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, clerk).expect(201));
    expect(bill.differences.map(({ message }) => message)).toEqual([
      expect.stringContaining('10 bottles billed, 8 bottles received') as string,
    ]);
    expect(await billsOf(order)).toMatchObject({ lines: [{ received: 8 }] });
  });

  it('are entered once when the request is repeated, by those who may enter bills in an open laboratory', async () => {
    const setting = await credited(1);
    const body = bodyOf(setting, 100);
    const { app, laboratory, head } = desk.stock;
    const viewer = await app.person('staff', {
      laboratoryId: laboratory._id,
      permissionOverrides: { 'purchaseOrders.view': true, 'transactions.view': true, 'transactions.create': false },
    });
    expect(failureOf(await enter(setting, body, viewer).expect(403)).code).toBe('FORBIDDEN');
    const elsewhere = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
    expect(failureOf(await enter(setting, body, elsewhere).expect(404)).code).toBe('PURCHASE_ORDER_NOT_FOUND');
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      await set('laboratories', laboratory.id, { status });
      expect(failureOf(await enter(setting, body, head).expect(409)).code).toBe(code);
    }
    await set('laboratories', laboratory.id, { status: 'active' });
    const draft = await desk.drafted(await desk.item());
    const ofDraft = await enter({ ...setting, order: draft }, body).expect(409);
    expect(failureOf(ofDraft).code).toBe('PURCHASE_ORDER_STATE');
    const key = 'd0000000-0000-4000-8000-000000000001';
    const repeat = () => enter(setting, body).set('Idempotency-Key', key).expect(201);
    expect(creditOf(await repeat())._id).toBe(creditOf(await repeat())._id);
  });

  it('need open books', async () => {
    const setting = await credited(1);
    const { today } = await billsOf(setting.order);
    const lock = { lockedThrough: today, laboratoryId: desk.stock.laboratory.id, version: 1 };
    await as(desk.stock.head).put('/api/transactions/period-lock').send(lock).expect(200);
    expect(failureOf(await enter(setting, bodyOf(setting, 100)).expect(409)).code).toBe('PERIOD_LOCKED');
  });
});
