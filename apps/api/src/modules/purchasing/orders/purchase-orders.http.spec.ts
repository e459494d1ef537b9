import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { DraftedOrders, PurchaseOrder, PurchaseOrderListItem } from '@shifa/contract';
import { notificationsOf } from '../../../../test/notifications';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { dayAhead } from '../../../../test/today';

jest.setTimeout(180_000);

describe('purchase orders', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  const list = async (query: string, person = desk.stock.manager) => {
    const answer = await desk.stock.app.as(person).get(`/api/purchase-orders?${query}`).expect(200);
    return (answer.body as { data: PurchaseOrderListItem[] }).data;
  };

  it('are numbered without gaps, also when a request is repeated or refused', async () => {
    const item = await desk.item();
    const first = await desk.drafted(item);
    const key = 'a0000000-0000-4000-8000-000000000001';
    const repeat = () => desk.post('', desk.body(item, 3)).set('Idempotency-Key', key).expect(201);
    const [one, two] = [orderOf(await repeat()), orderOf(await repeat())];
    expect(two._id).toBe(one._id);
    await desk.post('', desk.body(item, 3, { supplierId: '0'.repeat(24) })).expect(404);
    const next = await desk.drafted(item);
    const numberOf = ({ number }: PurchaseOrder) => Number(number.slice(-6));
    expect(first.number).toMatch(/^PO-[A-Z0-9-]+-\d{4}-\d{2}-\d{6}$/);
    expect([numberOf(one), numberOf(next)]).toEqual([numberOf(first) + 1, numberOf(first) + 2]);
    const many = await Promise.all(Array.from({ length: 8 }, () => desk.drafted(item)));
    expect(new Set(many.map(({ number }) => number)).size).toBe(8);
  });

  it('are approved by someone else, sent, and count as ordered until then', async () => {
    const item = await desk.item();
    const order = await desk.submitted(item, 10);
    expect(order).toMatchObject({ status: 'pending_approval', totalPaise: 120_000, approvalsNeeded: 1 });
    expect((await desk.stock.get(item._id)).onOrder).toEqual({
      quantity: 10,
      expectedOn: dayAhead(7),
      purchased: 10,
      purchasedOn: dayAhead(7),
    });
    expect(await notificationsOf(desk.stock.app, desk.stock.admin)).toContainEqual(
      expect.objectContaining({ title: 'Order pending approval', actionUrl: `/purchase-orders/${order._id}` }),
    );
    expect((await list('waitingForMe=true', desk.stock.admin)).map(({ _id }) => _id)).toContain(order._id);
    await desk.decide(order._id, { approved: true }, desk.stock.manager).expect(403);
    const approved = orderOf(await desk.decide(order._id).expect(200));
    expect(approved).toMatchObject({ status: 'approved', approvalsGiven: 1 });
    expect((await notificationsOf(desk.stock.app, desk.stock.manager)).map(({ title }) => title)).toContain(
      'Order approved',
    );
    expect(failureOf(await desk.decide(order._id).expect(409)).code).toBe('PURCHASE_ORDER_STATE');
    const sent = orderOf(await desk.post(`/${order._id}/send`, { way: 'printed' }).expect(200));
    expect(sent).toMatchObject({ status: 'sent', sent: [{ way: 'printed' }], nextExpected: dayAhead(7) });
    const ofItem = async (overdue: boolean) => (await list(`itemId=${item._id}&overdue=${String(overdue)}`)).length;
    expect([await ofItem(false), await ofItem(true)]).toEqual([1, 0]);
    await desk.stock.app.services
      .get<Connection>(getConnectionToken())
      .collection('purchase_orders')
      .updateOne({ number: order.number }, { $set: { nextExpected: dayAhead(-1) } });
    expect([await ofItem(false), await ofItem(true)]).toEqual([0, 1]);
    const cancelled = orderOf(await desk.post(`/${order._id}/cancel`, { reason: 'Ordered twice' }).expect(200));
    expect(cancelled).toMatchObject({ status: 'cancelled', ended: { reason: 'Ordered twice' } });
    expect([await ofItem(false), await ofItem(true)]).toEqual([1, 0]);
    expect((await desk.stock.get(item._id)).onOrder).toBeNull();
    expect(await list(`search=${order.number.slice(-6)}`)).toHaveLength(1);
    const history = await desk.stock.app.as(desk.stock.manager).get(`/api/purchase-orders/${order._id}/history`);
    expect((history.body as { data: unknown[] }).data).toHaveLength(5);
  });

  it('are never approved by their author or last editor', async () => {
    const item = await desk.item();
    const { admin, head } = desk.stock;
    const own = await desk.submitted(item, 10, admin);
    expect(failureOf(await desk.decide(own._id).expect(403)).code).toBe('OWN_PURCHASE_ORDER');
    const other = await desk.submitted(item, 10);
    await desk.edit(other._id, desk.body(item, 11), admin).expect(200);
    expect(failureOf(await desk.decide(other._id).expect(403)).code).toBe('OWN_PURCHASE_ORDER');
    expect(orderOf(await desk.decide(other._id, undefined, head).expect(200)).status).toBe('approved');
  });

  it('above the limit need two approvals, one of them by a super admin', async () => {
    const item = await desk.item();
    const order = await desk.submitted(item, 1000);
    expect(order.approvalsNeeded).toBe(2);
    expect(orderOf(await desk.decide(order._id).expect(200)).status).toBe('pending_approval');
    expect(failureOf(await desk.decide(order._id).expect(403)).code).toBe('APPROVED_BY_SAME_PERSON');
    const second = await desk.stock.app.person('lab_admin', { laboratoryId: desk.stock.laboratory._id });
    expect(failureOf(await desk.decide(order._id, undefined, second).expect(403)).code).toBe('SUPER_ADMIN_NEEDED');
    expect(orderOf(await desk.decide(order._id, undefined, desk.stock.head).expect(200)).status).toBe('approved');
  });

  it('keep their approval for less, and need another for more', async () => {
    const [item, other] = [await desk.item(), await desk.item()];
    const order = await desk.approved(item, 10);
    const less = orderOf(await desk.edit(order._id, desk.body(item, 8)).expect(200));
    expect(less).toMatchObject({ status: 'approved', approvalsGiven: 1, totalPaise: 96_000 });
    // What was approved before still covers this.
    expect(orderOf(await desk.edit(order._id, desk.body(item, 10)).expect(200)).status).toBe('approved');
    const line = { itemId: item._id, quantity: 10, pricePaise: 12_000, expectedOn: dayAhead(9) };
    const changes = [
      [{ ...line, quantity: 11 }],
      [{ ...line, pricePaise: 12_001 }],
      [line, { ...line, itemId: other._id, quantity: 1 }],
    ];
    for (const lines of changes) {
      const { _id } = await desk.approved(item, 10);
      const after = orderOf(await desk.edit(_id, desk.body(item, 10, { lines })).expect(200));
      expect(after).toMatchObject({ status: 'pending_approval', approvalsGiven: 0 });
      expect((await desk.post(`/${_id}/send`, { way: 'told' })).status).toBe(409);
    }
    const supplier = await OrderDesk.addSupplier(desk.stock, 'Transasia Bio-Medicals');
    const { _id } = await desk.approved(item, 10);
    const moved = orderOf(await desk.edit(_id, desk.body(item, 10, { supplierId: supplier._id })).expect(200));
    expect(moved.status).toBe('pending_approval');
  });

  it('are not approved in a state that the approver has not seen', async () => {
    const item = await desk.item();
    const order = await desk.submitted(item, 10);
    await desk.edit(order._id, desk.body(item, 20)).expect(200);
    const stale = await desk.decide(order._id, { approved: true, version: order.version }).expect(409);
    expect(failureOf(stale).code).toBe('VERSION_CONFLICT');
    const racing = await desk.submitted(item, 10);
    const version = racing.version;
    const answers = await Promise.all([
      desk.decide(racing._id, { approved: true, version }),
      desk.edit(racing._id, { ...desk.body(item, 900), version }),
      desk.decide(racing._id, { approved: false, reason: 'Too early', version }, desk.stock.head),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const after = await desk.get(racing._id);
    expect(after.status === 'approved' ? after.lines[0]?.quantity : 10).toBe(10);
  });

  it('are rejected into a draft, with the reason to the author', async () => {
    const item = await desk.item();
    const order = await desk.submitted(item, 10);
    const rejected = orderOf(await desk.decide(order._id, { approved: false, reason: 'Too expensive' }).expect(200));
    expect(rejected).toMatchObject({ status: 'draft', rejection: { reason: 'Too expensive' } });
    expect((await desk.stock.get(item._id)).onOrder).toBeNull();
    const again = orderOf(await desk.post(`/${order._id}/submit`).expect(200));
    expect(again).toMatchObject({ status: 'pending_approval', rejection: null });
  });

  it('are refused of a supplier that is on hold or blocked, new ones and sending', async () => {
    const item = await desk.item();
    const order = await desk.approved(item, 10);
    const { app, head } = desk.stock;
    const change = async (status: string, reason: string | null) => {
      const read = await app.as(head).get(`/api/suppliers/${desk.supplier._id}`).expect(200);
      const { version } = (read.body as { data: { version: number } }).data;
      await app
        .as(head)
        .put(`/api/suppliers/${desk.supplier._id}/status`)
        .send({ status, reason, version })
        .expect(200);
    };
    for (const [status, code] of [
      ['on_hold', 'SUPPLIER_ON_HOLD'],
      ['blocked', 'SUPPLIER_BLOCKED'],
    ] as const) {
      await change(status, 'Invoices are wrong');
      expect(failureOf(await desk.post('', desk.body(item, 1)).expect(409)).code).toBe(code);
      expect(failureOf(await desk.post(`/${order._id}/send`, { way: 'told' }).expect(409)).code).toBe(code);
      expect((await desk.get(order._id)).supplierNote).toContain('Invoices are wrong');
    }
    await change('approved', null);
    await desk.post(`/${order._id}/send`, { way: 'told' }).expect(200);
  });

  it('are drafted from suggestions, one per supplier, and what cannot be ordered is named', async () => {
    const { app, admin, laboratory } = desk.stock;
    const other = await OrderDesk.addSupplier(desk.stock, 'Agappe Diagnostics');
    const [one, two, three] = [await desk.item(), await desk.item(), await desk.item()];
    for (const [item, supplierId] of [
      [one, desk.supplier._id],
      [two, other._id],
    ] as const) {
      await app.as(admin).put(`/api/inventory/${item._id}`).send({ supplierId, version: item.version }).expect(200);
    }
    const items = [one, two, three].map(({ _id }) => ({ itemId: _id, quantity: 5 }));
    const body = { laboratoryId: laboratory.id, items };
    const drafted = (await desk.post('/drafts', body).expect(200)).body as { data: DraftedOrders };
    expect(drafted.data.orders.map(({ supplier, status }) => [supplier.name, status])).toEqual([
      ['Meril Diagnostics', 'draft'],
      ['Agappe Diagnostics', 'draft'],
    ]);
    expect(drafted.data.skipped).toMatchObject([{ itemId: three._id, name: three.name }]);
    const again = (await desk.post('/drafts', body).expect(200)).body as { data: DraftedOrders };
    expect(again.data.orders).toEqual([]);
    expect(again.data.skipped).toHaveLength(3);
  });

  it('are not drafted above what an order can be worth', async () => {
    const [dear, usual] = [
      await desk.item({ unitCostPaise: 10_000_000_000, supplierId: desk.supplier._id }),
      await desk.item({ supplierId: desk.supplier._id }),
    ];
    const items = [
      { itemId: dear._id, quantity: 10_000_000 },
      { itemId: usual._id, quantity: 1 },
    ];
    const body = { laboratoryId: desk.stock.laboratory.id, items };
    const { data } = (await desk.post('/drafts', body).expect(200)).body as { data: DraftedOrders };
    expect(data.skipped).toMatchObject([
      { itemId: dear._id, reason: expect.stringContaining('₹10,000,000,000.00') as string },
    ]);
    expect(data.orders).toMatchObject([{ totalPaise: 10_000 }]);
    await list('');
  });

  it('contain nothing of other laboratories', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const elsewhere = await desk.stock.app.laboratory();
    const stranger = await desk.stock.app.person('lab_admin', { laboratoryId: elsewhere._id });
    const others = await desk.stock.app.as(stranger).get(`/api/purchase-orders/${order._id}`).expect(404);
    expect(failureOf(others).code).toBe('PURCHASE_ORDER_NOT_FOUND');
    await desk.receive(order, desk.arrival(order, 1), stranger).expect(404);
    await desk.decide(order._id, undefined, stranger).expect(404);
    const own = { laboratoryId: elsewhere._id.toHexString() };
    await desk.post('', { ...desk.body(item, 1), ...own }, stranger).expect(404);
    await desk.post('', { ...desk.body(item, 1), ...own }).expect(404);
    expect(await list(`laboratoryId=${desk.stock.laboratory.id}`, stranger)).toEqual([]);
  });
});
