import { billOf } from '../../../test/finance/bill-desk';
import { BILLED, CreditDesk, refusalOf } from '../../../test/finance/credit-desk';
import { orderOf } from '../../../test/purchasing/order-desk';
import { objectId } from '../../platform/domain/object-id';
import { LabScope } from '../../platform/domain/lab-scope';
import type { BillRow } from './bills/bill.document';
import { BillRepository } from './bills/bill.repository';
import { dayAhead } from '../../../test/today';

jest.setTimeout(180_000);

describe('credit notes of suppliers', () => {
  let desk: CreditDesk;
  beforeAll(async () => {
    desk = await CreditDesk.open();
  });
  afterAll(() => desk.close());

  it('are for what was billed, and not for what went back before', async () => {
    let order = await desk.received(await desk.item(), 10);
    order = orderOf(await desk.returnGoods(order, desk.departure(order, 2)).expect(200));
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 8, pricePaise: 12_000, gstRate: 18 };
    const body = { number: desk.nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, desk.clerk).expect(201));
    await desk.approver().decide(bill._id).expect(200);
    expect((await desk.billsOf(order)).creditable).toEqual([]);
    const refused = await desk.enterCredit({ order, bill }, desk.creditBody({ order, bill }, 1));
    expect(refusalOf(refused)).toEqual(['CREDIT_TOO_HIGH', 'amountPaise', 'Nothing can be credited on this bill']);
    order = orderOf(await desk.returnGoods(order, desk.departure(order, 3)).expect(200));
    const [creditable, ...others] = (await desk.billsOf(order)).creditable;
    expect(others).toEqual([]);
    expect(creditable).toMatchObject({
      return: { _id: order.returns.at(-1)?._id },
      mostPaise: (BILLED / 10) * 3,
    });
  });

  it('count negative in the totals once they are approved', async () => {
    const expense = async () => {
      const day = dayAhead(0);
      const query = `from=${day}&to=${day}&laboratoryId=${desk.stock.laboratory.id}`;
      const answer = await desk.as(desk.clerk).get(`/api/transactions/stats?${query}`).expect(200);
      return Number((answer.body as { data: { expensePaise: number | string } }).data.expensePaise);
    };
    const setting = await desk.credited(3);
    const before = await expense();
    const credit = await desk.enteredCredit(setting, 40_000);
    expect(await expense()).toBe(before);
    await desk.approver().decide(credit._id).expect(200);
    expect(await expense()).toBe(before - 40_000);
    const scope = LabScope.ofLaboratory(desk.stock.laboratory.id);
    const listed = await desk.stock.app.services.get(BillRepository).creditEntries(scope);
    expect(listed.map((id) => id.toHexString())).toContain(credit.entry._id);
  });

  it('are at most what the returned units cost on the bill, and what other credits leave of it', async () => {
    const setting = await desk.credited(6, 4);
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, 84_961)).expect(409))).toEqual([
      'CREDIT_TOO_HIGH',
      'amountPaise',
      'At most ₹849.60 can be credited',
    ]);
    const first = await desk.enteredCredit(setting, 84_960);
    await desk.connection
      .collection<BillRow>('bills')
      .updateOne({ _id: objectId(setting.bill._id) }, { $set: { totalPaise: BILLED - 20_000 } });
    const most = BILLED - 20_000 - 84_960;
    expect((await desk.billsOf(setting.order)).creditable).toMatchObject([{ mostPaise: most }]);
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, most + 1, 1)))[0]).toBe(
      'CREDIT_TOO_HIGH',
    );
    await desk.approver().decide(first._id).expect(200);
    expect(refusalOf(await desk.enterCredit(setting, desk.creditBody(setting, most + 1, 1)))[0]).toBe(
      'CREDIT_TOO_HIGH',
    );
    await desk.enteredCredit(setting, most, 1);
  });

  it('do not come back after a rejection if others used up the bill', async () => {
    const setting = await desk.credited(6, 4);
    const first = await desk.enteredCredit(setting, 80_000);
    await desk.approver().decide(first._id, { approved: false, reason: 'Wrong amount' }).expect(200);
    await desk.enteredCredit(setting, 50_000, 1);
    await desk.connection
      .collection<BillRow>('bills')
      .updateOne({ _id: objectId(setting.bill._id) }, { $set: { totalPaise: 100_000 } });
    const { version } = await desk.entry(first._id);
    const answers = [
      await desk.as(desk.clerk).post(`/api/transactions/${first._id}/resubmit`).send({ version }),
      await desk.as(desk.clerk).put(`/api/transactions/${first._id}`).send({ version, description: 'Broken bottles' }),
    ];
    const expected = ['CREDIT_TOO_HIGH', undefined, 'At most ₹500.00 can be credited'];
    expect(answers.map(refusalOf)).toEqual([expected, expected]);
  });

  it('are compared with what was not returned: a bill of it all differs then', async () => {
    const order = await desk.received(await desk.item(), 10);
    await desk.returnGoods(order, desk.departure(order, 2)).expect(200);
    const line = { lineId: order.lines[0]?._id ?? '', quantity: 10, pricePaise: 12_000, gstRate: 18 };
    const body = { number: desk.nextNumber('INV'), date: dayAhead(-1), lines: [line] };
    const bill = billOf(await desk.post(`/${order._id}/bills`, body, desk.clerk).expect(201));
    expect(bill.differences.map(({ message }) => message)).toEqual([
      expect.stringContaining('10 bottles billed, 8 bottles received') as string,
    ]);
    expect(await desk.billsOf(order)).toMatchObject({ lines: [{ received: 8 }] });
  });
});
