import { BillDesk, billOf, billsOf } from '../../../test/finance/bill-desk';
import { codeOf, entryOf } from '../../../test/finance/finance-desk';
import { chainOf } from '../../../test/ledger';
import { failureOf } from '../../../test/purchasing/order-desk';
import { objectId } from '../../platform/domain/object-id';
import { dayAhead } from '../../../test/today';

jest.setTimeout(180_000);

describe('bills of suppliers', () => {
  let desk: BillDesk;
  beforeAll(async () => {
    desk = await BillDesk.open();
  });
  afterAll(() => desk.close());

  it('become pending expenses that are approved by somebody else, with tax and freight as cost', async () => {
    const order = await desk.delivered(10);
    const body = { ...desk.billBody(order, 10), freightPaise: 50_000, category: 'equipment' };
    const bill = billOf(await desk.enterBill(order, body).expect(201));
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
    const entry = await desk.entries(desk.clerk).get(bill._id);
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
    expect(codeOf(await desk.entries(desk.clerk).decide(bill._id))).toBe('OWN_TRANSACTION');
    expect(entryOf(await desk.approver().decide(bill._id).expect(200)).status).toBe('approved');
    const list = billsOf(await desk.ofOrder(order).expect(200));
    expect(list).toMatchObject({
      bills: [{ _id: bill._id, entry: { status: 'approved' }, readyToPay: true }],
      lines: [{ ordered: 10, received: 10, billed: 10 }],
      tolerance: { percent: 1, paise: 10_000 },
      actions: { enterBill: { allowed: true } },
    });
    expect(await chainOf(desk.stock.app, 'money', desk.stock.laboratory._id).verified()).toBeNull();
    const audited = await desk.connection.collection('audit').find({ entity: 'bill' }).toArray();
    expect(audited.map(({ action }) => String(action))).toContain('bill.created');
  });

  it('divide the tax by the states of both', async () => {
    const order = await desk.delivered(10);
    const { supplier, stock } = desk;
    await desk.set('laboratories', stock.laboratory.id, { 'location.state': ' west bengal' });
    await desk.set('suppliers', supplier._id, { gstin: '19AAACM1234A1Z5' });
    expect((await desk.enteredBill(order, 1)).gstKind).toBe('cgst_sgst');
    await desk.set('suppliers', supplier._id, { gstin: '27AAACM1234A1Z5' });
    expect(billsOf(await desk.ofOrder(order)).gstKind).toBe('igst');
    await desk.set('suppliers', supplier._id, { gstin: null });
    expect((await desk.enteredBill(order, 1)).gstKind).toBe('gst');
  });

  it('are entered once, whatever the case and spaces of the number, within a financial year', async () => {
    const order = await desk.delivered(10);
    const number = 'Ab 7/26';
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        desk.enterBill(order, { ...desk.billBody(order, 1), number: index % 2 === 0 ? number : ' aB7 / 26' }),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    expect(new Set(others.map(codeOf))).toEqual(new Set(['BILL_NUMBER_TAKEN']));
    const bill = created[0] && billOf(created[0]);
    const refused = failureOf(
      await desk.enterBill(order, { ...desk.billBody(order, 1), number: 'AB7/26' }).expect(409),
    );
    expect(refused.message).toContain(bill?.entry.transactionNo);
    expect(refused.errors[0]?.field).toBe('number');
    const lastYear = `${String(new Date().getUTCFullYear() - 2)}-05-01`;
    await desk.enterBill(order, { ...desk.billBody(order, 1), number, date: lastYear }).expect(201);
    expect(billsOf(await desk.ofOrder(order)).bills).toHaveLength(2);
    expect(
      await desk.connection.collection('transactions').countDocuments({ 'bill.order._id': objectId(order._id) }),
    ).toBe(2);
  });

  it('are entered once also when laboratories that share the supplier race', async () => {
    const order = await desk.delivered(10);
    const { app } = desk.stock;
    const elsewhere = await app.laboratory();
    const stranger = await app.person('lab_admin', { laboratoryId: elsewhere._id });
    const orders = desk.connection.collection('purchase_orders');
    const copy = { _id: objectId('e'.repeat(24)), laboratoryId: elsewhere._id, number: 'PO-ELSEWHERE' };
    await orders.insertOne({ ...(await orders.findOne({ _id: objectId(order._id) })), ...copy });
    for (let round = 0; round < 4; round += 1) {
      const body = desk.billBody(order, 1);
      const answers = await Promise.all([
        desk.enterBill(order, body),
        desk.enterBill({ ...order, _id: copy._id.toHexString() }, body, stranger),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    }
  });

  it('are not entered where their paper is an ordinary entry already', async () => {
    const order = await desk.delivered(10);
    const body = desk.billBody(order, 1);
    const typed = {
      type: 'expense',
      category: 'reagents_consumables',
      amountPaise: 14_160,
      paymentMethod: 'cash',
      description: 'Reagents',
      party: `${desk.supplier.name} `,
    };
    const answer = await desk
      .entries(desk.clerk)
      .enter({ ...typed, reference: body.number.toLowerCase() })
      .expect(201);
    const { _id, transactionNo } = entryOf(answer);
    const { code, errors } = failureOf(await desk.enterBill(order, body).expect(409));
    expect([code, errors[0]?.field]).toEqual(['BILL_NUMBER_TAKEN', 'number']);
    expect(errors[0]?.message).toContain(
      `${body.number} of ${desk.supplier.name} is already entered as ${transactionNo}.`,
    );
    await desk.entries(desk.clerk).cancel(_id).expect(200);
    await desk.enterBill(order, body).expect(201);
  });

  it('free their number once cancelled, and keep it once rejected', async () => {
    const order = await desk.delivered(10);
    const body = desk.billBody(order, 10);
    const first = billOf(await desk.enterBill(order, body).expect(201));
    await desk.approver().decide(first._id, { approved: false, reason: 'Wrong laboratory' }).expect(200);
    expect(billsOf(await desk.ofOrder(order))).toMatchObject({
      bills: [{ readyToPay: false, entry: { status: 'rejected' } }],
      lines: [{ billed: 0 }],
    });
    expect(codeOf(await desk.enterBill(order, body))).toBe('BILL_NUMBER_TAKEN');
    await desk.entries(desk.clerk).cancel(first._id).expect(200);
    const second = billOf(await desk.enterBill(order, body).expect(201));
    expect(second.readyToPay).toBe(true);
    expect(billsOf(await desk.ofOrder(order)).lines[0]?.billed).toBe(10);
    await desk.approver().decide(second._id).expect(200);
    const reversal = { reversalOf: second._id, description: 'Billed twice' };
    const contra = entryOf(await desk.stock.app.as(desk.clerk).post('/api/transactions').send(reversal).expect(201));
    expect(contra.bill).toBeNull();
    await desk.approver().decide(contra._id).expect(200);
    expect(billsOf(await desk.ofOrder(order)).lines[0]?.billed).toBe(0);
    await desk.enterBill(order, body).expect(201);
  });

  it('keep what they say when their entry is edited', async () => {
    const order = await desk.delivered(10);
    const { _id } = await desk.enteredBill(order, 10);
    for (const change of [{ amountPaise: 1 }, { party: 'Someone else' }, { type: 'income', category: 'test_fees' }]) {
      const refused = failureOf(
        await desk
          .entries(desk.clerk)
          .edit(_id, { ...change, version: 1 })
          .expect(400),
      );
      expect(refused.errors[0]?.message).toContain('Cancel the entry and enter the bill again');
    }
    const paid = { paymentMethod: 'bank_transfer', reference: 'UTR123', version: 1 };
    expect(entryOf(await desk.entries(desk.clerk).edit(_id, paid).expect(200)).bill?.readyToPay).toBe(true);
  });

  it('are refused with the field that is wrong', async () => {
    const order = await desk.delivered(10);
    const fieldOf = async (body: object) => failureOf(await desk.enterBill(order, body).expect(400)).errors[0]?.field;
    expect(await fieldOf({ ...desk.billBody(order, 1), date: dayAhead(2) })).toBe('date');
    expect(await fieldOf({ ...desk.billBody(order, 1), number: ' ' })).toBe('number');
    expect(await fieldOf(desk.billBody(order, 1, { gstRate: 17 }))).toBe('lines.0.gstRate');
    expect(await fieldOf(desk.billBody(order, 1, { lineId: '1'.repeat(24) }))).toBe('lines.0.lineId');
    expect(await fieldOf({ ...desk.billBody(order, 1), freightPaise: -1 })).toBe('freightPaise');
  });

  it('are entered once when the request is repeated', async () => {
    const order = await desk.delivered(10);
    const body = desk.billBody(order, 10);
    const key = 'b1110000-0000-4000-8000-000000000001';
    const repeat = () => desk.enterBill(order, body).set('Idempotency-Key', key).expect(201);
    expect(billOf(await repeat())._id).toBe(billOf(await repeat())._id);
    expect(billsOf(await desk.ofOrder(order)).bills).toHaveLength(1);
  });

  it('are entered of orders that were sent, up to 50', async () => {
    const draft = await desk.drafted(await desk.item());
    expect(codeOf(await desk.enterBill(draft, desk.billBody(draft, 1)))).toBe('PURCHASE_ORDER_STATE');
    expect(billsOf(await desk.ofOrder(draft)).actions).toEqual({});
    const order = await desk.delivered(10);
    const { _id } = await desk.enteredBill(order, 1);
    const stored = await desk.connection.collection('bills').findOne({ _id: objectId(_id) });
    const copies = Array.from({ length: 49 }, (__, index) => ({
      ...stored,
      _id: objectId(String(index).padStart(24, '0')),
      numberKey: `copy ${String(index)}`,
    }));
    await desk.connection.collection('bills').insertMany(copies);
    expect(codeOf(await desk.enterBill(order, desk.billBody(order, 1)))).toBe('PURCHASE_ORDER_STATE');
    expect(billsOf(await desk.ofOrder(order)).bills).toHaveLength(50);
  });

  it('are refused in a closed laboratory, and in one whose books are closed through today', async () => {
    const order = await desk.delivered(10);
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      await desk.set('laboratories', desk.stock.laboratory.id, { status });
      expect(codeOf(await desk.enterBill(order, desk.billBody(order, 1), desk.stock.head))).toBe(code);
    }
    await desk.set('laboratories', desk.stock.laboratory.id, { status: 'active' });
    const { app, head, laboratory } = desk.stock;
    const today = billsOf(await desk.ofOrder(order)).today;
    const close = (lockedThrough: string | null, version: number) =>
      app.as(head).put('/api/transactions/period-lock').send({ lockedThrough, laboratoryId: laboratory.id, version });
    await close(today, 1).expect(200);
    expect(codeOf(await desk.enterBill(order, desk.billBody(order, 1)))).toBe('PERIOD_LOCKED');
    await close(null, 2).expect(200);
    await desk.enterBill(order, desk.billBody(order, 1)).expect(201);
  });

  it('are out of reach of another laboratory, which does not learn who entered a number', async () => {
    const order = await desk.delivered(10);
    const { app, head } = desk.stock;
    const elsewhere = await app.laboratory();
    const stranger = await app.person('lab_admin', { laboratoryId: elsewhere._id });
    expect(codeOf(await desk.enterBill(order, desk.billBody(order, 1), stranger).expect(404))).toBe(
      'PURCHASE_ORDER_NOT_FOUND',
    );
    expect(codeOf(await desk.ofOrder(order, stranger).expect(404))).toBe('PURCHASE_ORDER_NOT_FOUND');
    const body = desk.billBody(order, 1);
    const bill = billOf(await desk.enterBill(order, body).expect(201));
    await desk.connection
      .collection('bills')
      .updateOne({ _id: objectId(bill._id) }, { $set: { laboratoryId: elsewhere._id } });
    const refused = failureOf(await desk.enterBill(order, body).expect(409));
    expect(refused.message).toMatch(/^Someone else already entered bill/);
    expect(refused.message).not.toContain(bill.entry.transactionNo);
    expect(failureOf(await desk.enterBill(order, body, head).expect(409)).message).toContain(bill.entry.transactionNo);
  });
});
