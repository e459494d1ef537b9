import type { Transaction } from '@shifa/contract';
import { billOf } from '../../../test/finance/bill-desk';
import { CreditDesk, creditOf, refusalOf } from '../../../test/finance/credit-desk';
import { entryOf } from '../../../test/finance/finance-desk';
import { chainOf } from '../../../test/ledger';
import { failureOf, orderOf } from '../../../test/purchasing/order-desk';
import { objectId } from '../../platform/domain/object-id';
import { dayAhead } from '../../../test/today';

jest.setTimeout(180_000);

describe('credit notes of suppliers', () => {
  let desk: CreditDesk;
  beforeAll(async () => {
    desk = await CreditDesk.open();
  });
  afterAll(() => desk.close());

  it('become pending contra entries of a part of the bill, which stays as it is', async () => {
    const setting = await desk.credited(2);
    const { order, bill } = setting;
    const [returned] = order.returns;
    expect((await desk.billsOf(order)).creditable).toEqual([
      {
        return: { _id: returned?._id, number: returned?.number },
        bill: { _id: bill._id, number: bill.number },
        mostPaise: 28_320,
      },
    ]);
    const body = desk.creditBody(setting, 28_320);
    const answer = await desk.enterCredit(setting, body).expect(201);
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
    const original = await desk.entry(bill._id);
    expect(await desk.entry(credit._id)).toMatchObject({
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
    const own = await desk
      .as(desk.clerk)
      .put(`/api/transactions/${credit._id}/approve`)
      .send({ approved: true })
      .expect(403);
    expect(failureOf(own).code).toBe('OWN_TRANSACTION');
    await desk.approver().decide(credit._id).expect(200);
    expect(await desk.entry(bill._id)).toMatchObject({
      status: 'approved',
      reversedBy: null,
      version: original.version,
    });
    expect(await desk.billsOf(order)).toMatchObject({
      bills: [{ credits: [{ _id: credit._id, entry: { status: 'approved' } }], entry: { status: 'approved' } }],
      creditable: [],
    });
    expect(await chainOf(desk.stock.app, 'money', desk.stock.laboratory._id).verified()).toBeNull();
  });

  it('are entered once for a return, also by many at once, and again after a rejection or cancellation', async () => {
    const setting = await desk.credited(2);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => desk.enterCredit(setting, desk.creditBody(setting, 10_000))),
    );
    const created = answers.filter(({ status }) => status === 201).map(creditOf);
    expect(created).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 201);
    const number = setting.order.returns[0]?.number;
    const message = `${created[0]?.entry.transactionNo} already credits ${number}`;
    expect(others.map(refusalOf)).toEqual(Array(15).fill(['TRANSACTION_HAS_REVERSAL', 'returnId', message]));
    await desk
      .approver()
      .decide(created[0]?._id ?? '', { approved: false, reason: 'Wrong amount' })
      .expect(200);
    const second = await desk.enteredCredit(setting, 20_000);
    expect((await desk.billsOf(setting.order)).bills[0]?.credits.map(({ entry }) => entry.status)).toEqual([
      'rejected',
      'pending',
    ]);
    // The first one cannot come back while the second one stands.
    const rejected = await desk.entry(created[0]?._id ?? '');
    const resubmit = () =>
      desk.as(desk.clerk).post(`/api/transactions/${rejected._id}/resubmit`).send({ version: rejected.version });
    expect(failureOf(await resubmit().expect(409)).code).toBe('TRANSACTION_HAS_REVERSAL');
    await desk.as(desk.clerk).delete(`/api/transactions/${second._id}`).expect(200);
    expect(entryOf(await resubmit().expect(200)).status).toBe('pending');
    expect((await desk.billsOf(setting.order)).bills[0]?.credits.map(({ entry }) => entry.status)).toEqual([
      'pending',
      'cancelled',
    ]);
    expect(await desk.entry(setting.bill._id)).toMatchObject({ status: 'approved', reversedBy: null });
  });

  it('have a number of their own, also for another order and laboratory, until they are cancelled', async () => {
    const setting = await desk.credited(2, 1);
    const { stock } = desk;
    const first = { ...desk.creditBody(setting, 10_000), number: 'Cn 7/26' };
    const second = { ...desk.creditBody(setting, 5_000, 1), number: ' cN7 / 26' };
    const answers = await Promise.all([desk.enterCredit(setting, first), desk.enterCredit(setting, second)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const [created] = answers.filter(({ status }) => status === 201).map(creditOf);
    if (!created) throw new Error('None was entered');
    const supplier = setting.order.supplier.name;
    const taken = `Credit note ${created.number} of ${supplier} is already entered as ${created.entry.transactionNo} for ${setting.order.number}. Check the number. If that entry is wrong, cancel it first.`;
    const refused = answers.filter(({ status }) => status === 409).map(refusalOf);
    expect(refused).toEqual([['CREDIT_NUMBER_TAKEN', 'number', taken]]);
    const other = await desk.credited(2);
    const ofOther = { ...desk.creditBody(other, 10_000), number: 'CN7/26' };
    expect(refusalOf(await desk.enterCredit(other, ofOther).expect(409))[2]).toBe(taken);
    // Of a laboratory whose entries the clerk cannot view, the number is all that is said.
    const move = (laboratoryId: unknown) =>
      desk.connection.collection('bills').updateOne({ _id: objectId(setting.bill._id) }, { $set: { laboratoryId } });
    await move((await stock.app.laboratory())._id);
    expect(refusalOf(await desk.enterCredit(other, ofOther).expect(409))[2]).toBe(
      `Someone else already entered credit note ${created.number} of ${supplier}. Check the number, or ask a super admin.`,
    );
    await move(stock.laboratory._id);
    // A rejected one can be sent for approval again.
    await desk.approver().decide(created._id, { approved: false, reason: 'Wrong amount' }).expect(200);
    expect(refusalOf(await desk.enterCredit(other, ofOther).expect(409))[0]).toBe('CREDIT_NUMBER_TAKEN');
    const lastYear = `${String(new Date().getUTCFullYear() - 2)}-05-01`;
    await desk.enterCredit(other, { ...ofOther, date: lastYear }).expect(201);
    await desk.as(desk.clerk).delete(`/api/transactions/${created._id}`).expect(200);
    const third = await desk.credited(2);
    await desk.enterCredit(third, { ...desk.creditBody(third, 10_000), number: 'CN7/26' }).expect(201);
  });

  it('keep a bill from being reversed, and a reversed bill is not credited', async () => {
    const setting = await desk.credited(2);
    const { bill, order } = setting;
    const reverse = () => desk.as(desk.clerk).post('/api/transactions').send({ reversalOf: bill._id });
    const credit = await desk.enteredCredit(setting, 10_000);
    const refused = failureOf(await reverse().expect(409));
    expect(refused.code).toBe('TRANSACTION_HAS_REVERSAL');
    expect(refused.message).toContain(`${credit.entry.transactionNo} enters credit note ${credit.number}`);
    expect((await desk.entry(bill._id)).actions.reverse).toMatchObject({ allowed: false });
    const list = await desk.as(desk.clerk).get(`/api/transactions?search=${bill.entry.transactionNo}`).expect(200);
    const rows = (list.body as { data: Transaction[] }).data;
    expect(rows.find(({ _id }) => _id === bill._id)?.actions.reverse).toMatchObject({ allowed: false });
    await desk.as(desk.clerk).delete(`/api/transactions/${credit._id}`).expect(200);
    const first = entryOf(await reverse().expect(201));
    const { version } = entryOf(
      await desk.approver().decide(first._id, { approved: false, reason: 'Not yet' }).expect(200),
    );
    const other = await desk.enteredCredit(setting, 10_000);
    const again = (method: 'post' | 'put', path: string) =>
      desk.as(desk.clerk)[method](`/api/transactions/${first._id}${path}`).send({ version });
    for (const answer of [await again('post', '/resubmit'), await again('put', '')]) {
      expect(failureOf(answer)).toMatchObject({
        code: 'TRANSACTION_HAS_REVERSAL',
        message: expect.stringContaining(`${other.entry.transactionNo} enters credit note ${other.number}`) as string,
      });
    }
    await desk.as(desk.clerk).delete(`/api/transactions/${other._id}`).expect(200);
    const contra = entryOf(await reverse().expect(201));
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, 10_000)).expect(409))).toEqual([
      'TRANSACTION_HAS_REVERSAL',
      'billId',
      `${contra.transactionNo} reverses bill ${bill.number}`,
    ]);
    await desk.approver().decide(contra._id).expect(200);
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, 10_000)))[0]).toBe(
      'TRANSACTION_HAS_REVERSAL',
    );
    expect((await desk.billsOf(order)).creditable).toEqual([]);
  });

  it('are of an approved bill and a return of the order, and not of the future', async () => {
    const order = orderOf(
      await desk
        .received(await desk.item())
        .then((received) => desk.returnGoods(received, desk.departure(received, 1)).expect(200)),
    );
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 9, pricePaise: 12_000, gstRate: 18 };
    const body = { number: desk.nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, desk.clerk).expect(201));
    const setting = { order, bill };
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, 100)).expect(409))).toEqual([
      'TRANSACTION_NOT_REVERSIBLE',
      'billId',
      `Bill ${bill.number} is pending. Only an approved bill can be credited.`,
    ]);
    await desk.approver().decide(bill._id).expect(200);
    const unknown = '0'.repeat(24);
    const refusals = [
      await desk.enterCredit(setting, { ...desk.creditBody(setting, 100), billId: unknown }).expect(400),
      await desk.enterCredit(setting, { ...desk.creditBody(setting, 100), returnId: unknown }).expect(400),
      await desk.enterCredit(setting, { ...desk.creditBody(setting, 100), date: dayAhead(2) }).expect(400),
    ];
    expect(refusals.map((answer) => refusalOf(answer)[1])).toEqual(['billId', 'returnId', 'date']);
    const credits = Array.from({ length: 50 }, () => ({
      _id: objectId('1'.repeat(24)),
      number: 'CN',
      numberKey: 'cn',
      date: dayAhead(-1),
      amountPaise: 1,
      transactionNo: 'X',
      return: { _id: objectId('2'.repeat(24)), number: 'RTN' },
      status: 'rejected',
      createdBy: { _id: desk.clerk.user._id, name: desk.clerk.user.name },
      createdAt: new Date(),
    }));
    await desk.set('bills', bill._id, { credits });
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, 100)).expect(409))[0]).toBe(
      'PURCHASE_ORDER_STATE',
    );
  });

  it('can be changed in their description only', async () => {
    const setting = await desk.credited(1);
    const credit = await desk.enteredCredit(setting, 100);
    const { version } = await desk.entry(credit._id);
    const edit = (changes: object) =>
      desk
        .as(desk.clerk)
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

  it('are entered once when the request is repeated, by those who may enter bills in an open laboratory', async () => {
    const setting = await desk.credited(1);
    const body = desk.creditBody(setting, 100);
    const { app, laboratory, head } = desk.stock;
    const viewer = await app.person('staff', {
      laboratoryId: laboratory._id,
      permissionOverrides: { 'purchaseOrders.view': true, 'transactions.view': true, 'transactions.create': false },
    });
    expect(failureOf(await desk.enterCredit(setting, body, viewer).expect(403)).code).toBe('FORBIDDEN');
    const elsewhere = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
    expect(failureOf(await desk.enterCredit(setting, body, elsewhere).expect(404)).code).toBe(
      'PURCHASE_ORDER_NOT_FOUND',
    );
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      await desk.set('laboratories', laboratory.id, { status });
      expect(failureOf(await desk.enterCredit(setting, body, head).expect(409)).code).toBe(code);
    }
    await desk.set('laboratories', laboratory.id, { status: 'active' });
    const draft = await desk.drafted(await desk.item());
    const ofDraft = await desk.enterCredit({ ...setting, order: draft }, body).expect(409);
    expect(failureOf(ofDraft).code).toBe('PURCHASE_ORDER_STATE');
    const key = 'd0000000-0000-4000-8000-000000000001';
    const repeat = () => desk.enterCredit(setting, body).set('Idempotency-Key', key).expect(201);
    expect(creditOf(await repeat())._id).toBe(creditOf(await repeat())._id);
  });

  it('need open books', async () => {
    const setting = await desk.credited(1);
    const { today } = await desk.billsOf(setting.order);
    const lock = { lockedThrough: today, laboratoryId: desk.stock.laboratory.id, version: 1 };
    await desk.as(desk.stock.head).put('/api/transactions/period-lock').send(lock).expect(200);
    expect(failureOf(await desk.enterCredit(setting, desk.creditBody(setting, 100)).expect(409)).code).toBe(
      'PERIOD_LOCKED',
    );
  });
});
