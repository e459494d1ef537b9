import type { Transaction } from '@shifa/contract';
import { BillDesk } from '../../../test/finance/bill-desk';
import { codeOf } from '../../../test/finance/finance-desk';
import { failureOf } from '../../../test/purchasing/order-desk';

jest.setTimeout(180_000);

describe('bills of suppliers', () => {
  let desk: BillDesk;
  beforeAll(async () => {
    desk = await BillDesk.open();
  });
  afterAll(() => desk.close());

  it('with differences are not approved until the goods are received', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const bill = await desk.enteredBill(order, 10);
    const nothing = `${item.name}: 10 bottles billed, nothing received`;
    expect(bill).toMatchObject({ readyToPay: false, differences: [{ kind: 'quantity', message: nothing }] });
    const refused = failureOf(await desk.approver().decide(bill._id).expect(409));
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
      desk.approver().decide(bill._id),
      desk.receive(order, desk.arrival(order, 10)).expect(200),
    ]);
    if (decided.status !== 200) expect(codeOf(decided)).toBe('BILL_DIFFERS');
    if (decided.status !== 200) await desk.approver().decide(bill._id).expect(200);
    expect((await desk.entries(desk.clerk).get(bill._id)).status).toBe('approved');
  });

  it('count together, the earlier ones first, so that never more is approved than was received', async () => {
    const order = await desk.delivered(10);
    const [first, second] = [await desk.enteredBill(order, 6), await desk.enteredBill(order, 6)];
    expect([first.readyToPay, second.readyToPay]).toEqual([true, false]);
    expect(second.differences[0]?.message).toContain('12 bottles billed, 10 bottles received');
    expect(codeOf(await desk.approver().decide(second._id))).toBe('BILL_DIFFERS');
    await desk.approver().decide(first._id, { approved: false, reason: 'Not ours' }).expect(200);
    await desk.approver().decide(second._id).expect(200);
    const { version } = await desk.entries(desk.clerk).get(first._id);
    await desk.stock.app.as(desk.clerk).post(`/api/transactions/${first._id}/resubmit`).send({ version }).expect(200);
    expect(codeOf(await desk.approver().decide(first._id))).toBe('BILL_DIFFERS');
    const racing = await desk.delivered(10);
    const all = [];
    for (let index = 0; index < 4; index += 1) all.push(await desk.enteredBill(racing, 4));
    const answers = await Promise.all(all.map(({ _id }) => desk.approver().decide(_id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409, 409]);
  });

  it('differ where the price is above the order by more than the laboratory tolerates', async () => {
    const order = await desk.delivered(10);
    expect((await desk.enteredBill(order, 1, { pricePaise: 12_120 })).readyToPay).toBe(true);
    const dear = await desk.enteredBill(order, 1, { pricePaise: 12_121 });
    expect(dear.differences[0]?.message).toContain('₹121.21 billed per bottle, ₹120.00 ordered');
    const { app, head, laboratory } = desk.stock;
    const read = await app.as(head).get(`/api/laboratories/${laboratory.id}`).expect(200);
    const { version } = (read.body as { data: { version: number } }).data;
    const finance = { billTolerancePercent: 5, billTolerancePaise: 10_000 };
    const update = { policies: { finance }, version };
    expect((await app.as(desk.stock.admin).put(`/api/laboratories/${laboratory.id}`).send(update)).status).toBe(403);
    await app.as(head).put(`/api/laboratories/${laboratory.id}`).send(update).expect(200);
    expect((await desk.entries(desk.clerk).get(dear._id)).bill?.readyToPay).toBe(true);
    await desk.approver().decide(dear._id).expect(200);
  });
});
