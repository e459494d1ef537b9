import type { Bill, EnterBillInput, OrderBills, PurchaseOrder, Transaction } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { chainOf } from '../../../test/ledger';
import { dayAhead, failureOf, OrderDesk } from '../../../test/purchasing/order-desk';
import type { Person } from '../../../test/test-app';
import { Caches } from '../../platform/cache/caches';
import { objectId } from '../../platform/domain/object-id';

jest.setTimeout(180_000);

type Answer = { status: number; body: unknown };
const billOf = ({ body }: Answer) => (body as { data: Bill }).data;
const billsOf = ({ body }: Answer) => (body as { data: OrderBills }).data;
const entryOf = ({ body }: Answer) => (body as { data: Transaction }).data;
const codeOf = (answer: Answer) => failureOf(answer).code;

let last = 0;
const nextNumber = () => `INV/${String((last += 1))}`;

describe('bills of suppliers', () => {
  let desk: OrderDesk;
  let connection: Connection;
  let clerk: Person;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    connection = desk.stock.app.services.get<Connection>(getConnectionToken());
    clerk = await desk.stock.app.person('lab_admin', { laboratoryId: desk.stock.laboratory._id });
  });
  afterAll(() => desk.close());

  const set = async (collection: string, id: string, fields: object) => {
    await connection.collection(collection).updateOne({ _id: objectId(id) }, { $set: fields });
    desk.stock.app.services.get(Caches).clear();
  };
  const bodyOf = ({ lines }: PurchaseOrder, quantity: number, overrides: object = {}): EnterBillInput => ({
    number: nextNumber(),
    date: dayAhead(-1),
    lines: [{ lineId: lines[0]?._id ?? '', quantity, pricePaise: 12_000, gstRate: 18, ...overrides }],
  });
  const enter = (order: PurchaseOrder, body: object, person: Person = clerk) =>
    desk.post(`/${order._id}/bills`, body, person);
  const entered = async (order: PurchaseOrder, quantity: number, overrides: object = {}) =>
    billOf(await enter(order, bodyOf(order, quantity, overrides)).expect(201));
  const ofOrder = (order: PurchaseOrder, person: Person = clerk) =>
    desk.stock.app.as(person).get(`/api/purchase-orders/${order._id}/bills`);
  const entries = (person: Person) => ({
    get: async (id: string) => entryOf(await desk.stock.app.as(person).get(`/api/transactions/${id}`).expect(200)),
    decide: (id: string, body: object = { approved: true }) =>
      desk.stock.app.as(person).put(`/api/transactions/${id}/approve`).send(body),
    edit: (id: string, body: object) => desk.stock.app.as(person).put(`/api/transactions/${id}`).send(body),
    cancel: (id: string) => desk.stock.app.as(person).delete(`/api/transactions/${id}`),
  });
  const approver = () => entries(desk.stock.admin);
  const received = async (quantity: number, of = quantity) => {
    const order = await desk.sent(await desk.item(), of);
    await desk.receive(order, desk.arrival(order, quantity)).expect(200);
    return order;
  };

  it('become pending expenses that are approved by somebody else, with tax and freight as cost', async () => {
    const order = await received(10);
    const body = { ...bodyOf(order, 10), freightPaise: 50_000, category: 'equipment' };
    const bill = billOf(await enter(order, body).expect(201));
    expect(bill).toMatchObject({
      number: body.number,
      gstKind: 'gst',
      goodsPaise: 120_000,
      freightPaise: 50_000,
      totalPaise: 191_600,
      taxes: [{ gstRate: 18, taxablePaise: 120_000, taxPaise: 21_600 }],
      differences: [],
      readyToPay: true,
      order: { _id: order._id, number: order.number },
      entry: { _id: bill._id, status: 'pending' },
    });
    const entry = await entries(clerk).get(bill._id);
    expect(entry).toMatchObject({
      type: 'expense',
      status: 'pending',
      amountPaise: 191_600,
      category: 'equipment',
      paymentMethod: 'credit',
      party: desk.supplier.name,
      reference: body.number,
      transactionNo: bill.entry.transactionNo,
      bill: { number: body.number, order: { _id: order._id, number: order.number }, readyToPay: true },
    });
    expect(entry.description).toContain(order.number);
    expect(codeOf(await entries(clerk).decide(bill._id))).toBe('OWN_TRANSACTION');
    expect(entryOf(await approver().decide(bill._id).expect(200)).status).toBe('approved');
    const list = billsOf(await ofOrder(order).expect(200));
    expect(list).toMatchObject({
      bills: [{ _id: bill._id, entry: { status: 'approved' }, readyToPay: true }],
      lines: [{ ordered: 10, received: 10, billed: 10 }],
      tolerance: { percent: 1, paise: 10_000 },
      actions: { enterBill: { allowed: true } },
    });
    expect(await chainOf(desk.stock.app, 'money', desk.stock.laboratory._id).verified()).toBeNull();
    const audited = await connection.collection('audit').find({ entity: 'bill' }).toArray();
    expect(audited.map(({ action }) => String(action))).toContain('bill.created');
  });

  it('divide the tax by the states of both', async () => {
    const order = await received(10);
    const { supplier, stock } = desk;
    await set('laboratories', stock.laboratory.id, { 'location.state': ' west bengal' });
    await set('suppliers', supplier._id, { gstin: '19AAACM1234A1Z5' });
    expect((await entered(order, 1)).gstKind).toBe('cgst_sgst');
    await set('suppliers', supplier._id, { gstin: '27AAACM1234A1Z5' });
    expect(billsOf(await ofOrder(order)).gstKind).toBe('igst');
    await set('suppliers', supplier._id, { gstin: null });
    expect((await entered(order, 1)).gstKind).toBe('gst');
  });

  it('are entered once, whatever the case and spaces of the number, within a financial year', async () => {
    const order = await received(10);
    const number = 'Ab 7/26';
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        enter(order, { ...bodyOf(order, 1), number: index % 2 === 0 ? number : ' aB7 / 26' }),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(codeOf))).toEqual(new Set(['BILL_NUMBER_TAKEN']));
    const bill = created[0] && billOf(created[0]);
    const refused = failureOf(await enter(order, { ...bodyOf(order, 1), number: 'AB7/26' }).expect(409));
    expect(refused.message).toContain(bill?.entry.transactionNo);
    expect(refused.errors[0]?.field).toBe('number');
    const lastYear = `${String(new Date().getUTCFullYear() - 2)}-05-01`;
    await enter(order, { ...bodyOf(order, 1), number, date: lastYear }).expect(201);
    expect(billsOf(await ofOrder(order)).bills).toHaveLength(2);
    expect(await connection.collection('transactions').countDocuments({ 'bill.order._id': objectId(order._id) })).toBe(
      2,
    );
  });

  it('are entered once also when laboratories that share the supplier race', async () => {
    const order = await received(10);
    const { app } = desk.stock;
    const elsewhere = await app.laboratory();
    const stranger = await app.person('lab_admin', { laboratoryId: elsewhere._id });
    const orders = connection.collection('purchase_orders');
    const copy = { _id: objectId('e'.repeat(24)), laboratoryId: elsewhere._id, number: 'PO-ELSEWHERE' };
    await orders.insertOne({ ...(await orders.findOne({ _id: objectId(order._id) })), ...copy });
    for (let round = 0; round < 4; round += 1) {
      const body = bodyOf(order, 1);
      const answers = await Promise.all([
        enter(order, body),
        enter({ ...order, _id: copy._id.toHexString() }, body, stranger),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  it('free their number once cancelled, and keep it once rejected', async () => {
    const order = await received(10);
    const body = bodyOf(order, 10);
    const first = billOf(await enter(order, body).expect(201));
    await approver().decide(first._id, { approved: false, reason: 'Wrong laboratory' }).expect(200);
    expect(billsOf(await ofOrder(order))).toMatchObject({
      bills: [{ readyToPay: false, entry: { status: 'rejected' } }],
      lines: [{ billed: 0 }],
    });
    expect(codeOf(await enter(order, body))).toBe('BILL_NUMBER_TAKEN');
    await entries(clerk).cancel(first._id).expect(200);
    const second = billOf(await enter(order, body).expect(201));
    expect(second.readyToPay).toBe(true);
    expect(billsOf(await ofOrder(order)).lines[0]?.billed).toBe(10);
    await approver().decide(second._id).expect(200);
    const reversal = { reversalOf: second._id, description: 'Billed twice' };
    const contra = entryOf(await desk.stock.app.as(clerk).post('/api/transactions').send(reversal).expect(201));
    expect(contra.bill).toBeNull();
    await approver().decide(contra._id).expect(200);
    expect(billsOf(await ofOrder(order)).lines[0]?.billed).toBe(0);
    await enter(order, body).expect(201);
  });

  it('with differences are not approved until the goods are received', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const bill = await entered(order, 10);
    const nothing = `${item.name}: 10 bottles billed, nothing received`;
    expect(bill).toMatchObject({ readyToPay: false, differences: [{ kind: 'quantity', message: nothing }] });
    const refused = failureOf(await approver().decide(bill._id).expect(409));
    expect(refused).toMatchObject({ code: 'BILL_DIFFERS', message: expect.stringContaining(nothing) as string });
    const { app, admin } = desk.stock;
    const page = await app.as(admin).get(`/api/transactions?search=${encodeURIComponent(bill.entry.transactionNo)}`);
    const [listed] = (page.body as { data: Transaction[] }).data;
    expect(listed?.actions.approve).toMatchObject({
      allowed: false,
      reason: expect.stringContaining(nothing) as string,
    });
    const many = await app
      .as(admin)
      .post('/api/transactions/bulk-approve')
      .send({ entries: [{ _id: bill._id, version: 1 }], approved: true })
      .expect(200);
    expect(many.body).toMatchObject({ data: { decided: 0, results: [{ fault: { code: 'BILL_DIFFERS' } }] } });
    const [decided] = await Promise.all([
      approver().decide(bill._id),
      desk.receive(order, desk.arrival(order, 10)).expect(200),
    ]);
    if (decided.status !== 200) expect(codeOf(decided)).toBe('BILL_DIFFERS');
    if (decided.status !== 200) await approver().decide(bill._id).expect(200);
    expect((await entries(clerk).get(bill._id)).status).toBe('approved');
  });

  it('count together, the earlier ones first, so that never more is approved than was received', async () => {
    const order = await received(10);
    const [first, second] = [await entered(order, 6), await entered(order, 6)];
    expect([first.readyToPay, second.readyToPay]).toEqual([true, false]);
    expect(second.differences[0]?.message).toContain('12 bottles billed, 10 bottles received');
    expect(codeOf(await approver().decide(second._id))).toBe('BILL_DIFFERS');
    await approver().decide(first._id, { approved: false, reason: 'Not ours' }).expect(200);
    await approver().decide(second._id).expect(200);
    const { version } = await entries(clerk).get(first._id);
    await desk.stock.app.as(clerk).post(`/api/transactions/${first._id}/resubmit`).send({ version }).expect(200);
    expect(codeOf(await approver().decide(first._id))).toBe('BILL_DIFFERS');
    const racing = await received(10);
    const all = [];
    for (let index = 0; index < 4; index += 1) all.push(await entered(racing, 4));
    const answers = await Promise.all(all.map(({ _id }) => approver().decide(_id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409]);
  });

  it('differ where the price is above the order by more than the laboratory tolerates', async () => {
    const order = await received(10);
    expect((await entered(order, 1, { pricePaise: 12_120 })).readyToPay).toBe(true);
    const dear = await entered(order, 1, { pricePaise: 12_121 });
    expect(dear.differences[0]?.message).toContain('₹121.21 billed per bottle, ₹120.00 ordered');
    const { app, head, laboratory } = desk.stock;
    const read = await app.as(head).get(`/api/laboratories/${laboratory.id}`).expect(200);
    const { version } = (read.body as { data: { version: number } }).data;
    const finance = { billTolerancePercent: 5, billTolerancePaise: 10_000 };
    const update = { policies: { finance }, version };
    expect((await app.as(desk.stock.admin).put(`/api/laboratories/${laboratory.id}`).send(update)).status).toBe(403);
    await app.as(head).put(`/api/laboratories/${laboratory.id}`).send(update).expect(200);
    expect((await entries(clerk).get(dear._id)).bill?.readyToPay).toBe(true);
    await approver().decide(dear._id).expect(200);
  });

  it('keep what they say when their entry is edited', async () => {
    const order = await received(10);
    const { _id } = await entered(order, 10);
    for (const change of [{ amountPaise: 1 }, { party: 'Someone else' }, { type: 'income', category: 'test_fees' }]) {
      const refused = failureOf(
        await entries(clerk)
          .edit(_id, { ...change, version: 1 })
          .expect(400),
      );
      expect(refused.errors[0]?.message).toContain('Cancel the entry and enter the bill again');
    }
    const paid = { paymentMethod: 'bank_transfer', reference: 'UTR123', version: 1 };
    expect(entryOf(await entries(clerk).edit(_id, paid).expect(200)).bill?.readyToPay).toBe(true);
  });

  it('are refused with the field that is wrong', async () => {
    const order = await received(10);
    const fieldOf = async (body: object) => failureOf(await enter(order, body).expect(400)).errors[0]?.field;
    expect(await fieldOf({ ...bodyOf(order, 1), date: dayAhead(2) })).toBe('date');
    expect(await fieldOf({ ...bodyOf(order, 1), number: ' ' })).toBe('number');
    expect(await fieldOf(bodyOf(order, 1, { gstRate: 17 }))).toBe('lines.0.gstRate');
    expect(await fieldOf(bodyOf(order, 1, { lineId: '1'.repeat(24) }))).toBe('lines.0.lineId');
    expect(await fieldOf({ ...bodyOf(order, 1), freightPaise: -1 })).toBe('freightPaise');
  });

  it('are entered once when the request is repeated', async () => {
    const order = await received(10);
    const body = bodyOf(order, 10);
    const key = 'b1110000-0000-4000-8000-000000000001';
    const repeat = () => enter(order, body).set('Idempotency-Key', key).expect(201);
    expect(billOf(await repeat())._id).toBe(billOf(await repeat())._id);
    expect(billsOf(await ofOrder(order)).bills).toHaveLength(1);
  });

  it('are entered of orders that were sent, up to 50', async () => {
    const draft = await desk.drafted(await desk.item());
    expect(codeOf(await enter(draft, bodyOf(draft, 1)))).toBe('PURCHASE_ORDER_STATE');
    expect(billsOf(await ofOrder(draft)).actions).toEqual({});
    const order = await received(10);
    const { _id } = await entered(order, 1);
    const stored = await connection.collection('bills').findOne({ _id: objectId(_id) });
    const copies = Array.from({ length: 49 }, (__, index) => ({
      ...stored,
      _id: objectId(String(index).padStart(24, '0')),
      numberKey: `copy ${String(index)}`,
    }));
    await connection.collection('bills').insertMany(copies);
    expect(codeOf(await enter(order, bodyOf(order, 1)))).toBe('PURCHASE_ORDER_STATE');
    expect(billsOf(await ofOrder(order)).bills).toHaveLength(50);
  });

  it('are refused in a closed laboratory, and in one whose books are closed through today', async () => {
    const order = await received(10);
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      await set('laboratories', desk.stock.laboratory.id, { status });
      expect(codeOf(await enter(order, bodyOf(order, 1), desk.stock.head))).toBe(code);
    }
    await set('laboratories', desk.stock.laboratory.id, { status: 'active' });
    const { app, head, laboratory } = desk.stock;
    const today = billsOf(await ofOrder(order)).today;
    const close = (lockedThrough: string | null, version: number) =>
      app.as(head).put('/api/transactions/period-lock').send({ lockedThrough, laboratoryId: laboratory.id, version });
    await close(today, 1).expect(200);
    expect(codeOf(await enter(order, bodyOf(order, 1)))).toBe('PERIOD_LOCKED');
    await close(null, 2).expect(200);
    await enter(order, bodyOf(order, 1)).expect(201);
  });

  it('are out of reach of another laboratory, which does not learn who entered a number', async () => {
    const order = await received(10);
    const { app, head } = desk.stock;
    const elsewhere = await app.laboratory();
    const stranger = await app.person('lab_admin', { laboratoryId: elsewhere._id });
    expect(codeOf(await enter(order, bodyOf(order, 1), stranger).expect(404))).toBe('PURCHASE_ORDER_NOT_FOUND');
    expect(codeOf(await ofOrder(order, stranger).expect(404))).toBe('PURCHASE_ORDER_NOT_FOUND');
    const body = bodyOf(order, 1);
    const bill = billOf(await enter(order, body).expect(201));
    await connection
      .collection('bills')
      .updateOne({ _id: objectId(bill._id) }, { $set: { laboratoryId: elsewhere._id } });
    const refused = failureOf(await enter(order, body).expect(409));
    expect(refused.message).toMatch(/^Someone else already entered bill/);
    expect(refused.message).not.toContain(bill.entry.transactionNo);
    expect(failureOf(await enter(order, body, head).expect(409)).message).toContain(bill.entry.transactionNo);
  });
});
