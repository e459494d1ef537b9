import { getConnectionToken } from '@nestjs/mongoose';
import type { InventoryItem, PurchaseOrder } from '@shifa/contract';
import type { Connection } from 'mongoose';
import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import { Caches } from '../../../platform/cache/caches';
import { objectId } from '../../../platform/domain/object-id';
import { LaboratoryFacts } from '../../laboratories/laboratories.port';
import { SupplierRepository } from '../suppliers/supplier.repository';
import { PurchaseOrderRepository } from './purchase-order.repository';
import { dayAhead } from '../../../../test/today';

jest.setTimeout(180_000);

describe('purchase orders are refused', () => {
  let desk: OrderDesk;
  let connection: Connection;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    connection = desk.stock.app.services.get<Connection>(getConnectionToken());
  });
  afterAll(() => desk.close());

  const codeOf = (answer: { status: number; body: unknown }) => failureOf(answer).code;
  const set = async (collection: string, id: string, fields: object) => {
    await connection.collection(collection).updateOne({ _id: objectId(id) }, { $set: fields });
    desk.stock.app.services.get(Caches).clear();
  };
  const discontinued = ({ name }: InventoryItem, otherwise: string, line = 0) => {
    const message = `${name} is discontinued. Reactivate it, or ${otherwise}.`;
    return { code: 'ITEM_DISCONTINUED', message, errors: [{ field: `lines.${line}.itemId`, message }] };
  };
  const editOf = ({ _id }: PurchaseOrder, body: object) => desk.edit(_id, body);

  it('with an item that is unknown or discontinued', async () => {
    const item = await desk.item();
    const order = await desk.drafted(item);
    const unknown = desk.body({ ...item, _id: '0'.repeat(24) }, 1);
    expect(codeOf(await desk.post('', unknown))).toBe('INVENTORY_ITEM_NOT_FOUND');
    expect(codeOf(await editOf(order, unknown))).toBe('INVENTORY_ITEM_NOT_FOUND');
    const other = await desk.item();
    const { app, admin } = desk.stock;
    await app.as(admin).delete(`/api/inventory/${other._id}`).expect(200);
    for (const answer of [await desk.post('', desk.body(other, 1)), await editOf(order, desk.body(other, 1))]) {
      expect(failureOf(answer)).toMatchObject(discontinued(other, 'remove it from the order'));
    }
  });

  it('with an item that was discontinued since, when they are edited, submitted or sent', async () => {
    const [item, gone] = [await desk.item(), await desk.item()];
    const { app, admin } = desk.stock;
    const both = { lines: [...desk.body(item, 1).lines, ...desk.body(gone, 10).lines] };
    const enter = async () => orderOf(await desk.post('', desk.body(item, 1, both)).expect(201));
    const [draft, approved, sent] = [await enter(), await enter(), await enter()];
    for (const { _id } of [approved, sent]) {
      await desk.post(`/${_id}/submit`).expect(200);
      await desk.decide(_id).expect(200);
    }
    await desk.post(`/${sent._id}/send`, { way: 'told' }).expect(200);
    await app.as(admin).delete(`/api/inventory/${gone._id}`).expect(200);
    const refusals = [
      await editOf(draft, desk.body(item, 1, both)),
      await desk.post(`/${draft._id}/submit`),
      await desk.post(`/${approved._id}/send`, { way: 'told' }),
    ];
    for (const refusal of refusals) {
      expect(failureOf(refusal)).toMatchObject(discontinued(gone, 'remove it from the order', 1));
    }
    // Less than what was approved needs no other approval.
    expect(orderOf(await editOf(approved, desk.body(item, 1)).expect(200)).status).toBe('approved');
    await desk.post(`/${approved._id}/send`, { way: 'told' }).expect(200);
    const remind = () => desk.post(`/${sent._id}/send`, { way: 'told' });
    expect(failureOf(await remind().expect(409))).toMatchObject(discontinued(gone, 'enter it as short', 1));
    const short = { lineId: sent.lines[1]?._id ?? '', short: 10, reason: 'No longer in use' };
    await desk.receive(sent, { lines: [short] }).expect(200);
    await remind().expect(200);
  });

  it('in packs that the item does not have, unless they were ordered before', async () => {
    const box = { gtin: null, name: 'Box', factor: 5 };
    const item = await desk.item({ packages: [box] });
    const inBoxes = (factor: number) => {
      const body = desk.body(item, 2 * factor);
      const entered = { name: 'box', factor, quantity: 2 };
      return { ...body, lines: body.lines.map((line) => ({ ...line, entered })) };
    };
    const order = orderOf(await desk.post('', inBoxes(5)).expect(201));
    expect(order.lines).toMatchObject([{ packs: [box], entered: { factor: 5 } }]);
    const message = "The item's packs were changed. Choose the pack again.";
    const refused = failureOf(await desk.post('', inBoxes(10)).expect(400));
    expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ field: 'lines.0.quantity', message }] });
    await set('inventory_items', item._id, { packages: [{ ...box, factor: 10 }] });
    expect(orderOf(await editOf(order, inBoxes(5)).expect(200)).lines).toMatchObject([{ packs: [{ factor: 10 }] }]);
    expect(failureOf(await desk.post('', inBoxes(5)).expect(400)).errors).toMatchObject([{ message }]);
  });

  it('of a supplier that is on hold, blocked or no longer used, when they are edited, submitted or sent', async () => {
    const item = await desk.item();
    const order = await desk.drafted(item);
    const approved = await desk.approved(await desk.item());
    const later = await OrderDesk.addSupplier(desk.stock, 'Transasia Bio-Medicals');
    for (const [status, code] of [
      ['on_hold', 'SUPPLIER_ON_HOLD'],
      ['blocked', 'SUPPLIER_BLOCKED'],
    ] as const) {
      for (const { _id } of [desk.supplier, later]) await set('suppliers', _id, { status, statusReason: 'Wrong' });
      expect(codeOf(await editOf(order, desk.body(item, 5, { supplierId: later._id })))).toBe(code);
      expect(codeOf(await desk.post(`/${order._id}/submit`))).toBe(code);
    }
    const uses = [{ laboratoryId: objectId('1'.repeat(24)), leadTimeDays: null }];
    const stored = await connection.collection('suppliers').findOne({ _id: objectId(desk.supplier._id) });
    await set('suppliers', desk.supplier._id, { uses, laboratoryIds: [objectId('1'.repeat(24))], status: 'approved' });
    expect(codeOf(await desk.post(`/${order._id}/submit`))).toBe('SUPPLIER_NOT_FOUND');
    expect(codeOf(await desk.post(`/${approved._id}/send`, { way: 'told' }))).toBe('SUPPLIER_NOT_FOUND');
    await connection.collection('suppliers').replaceOne({ _id: objectId(desk.supplier._id) }, { ...stored });
    await set('suppliers', desk.supplier._id, { status: 'approved' });
  });

  it('in every step while the laboratory is suspended or archived', async () => {
    const item = await desk.item();
    const [draft, pending] = [await desk.drafted(item), await desk.submitted(await desk.item())];
    const [approved, sent] = [await desk.approved(await desk.item()), await desk.sent(await desk.item())];
    const received = await desk.received(await desk.item());
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      await set('laboratories', desk.stock.laboratory.id, { status });
      const { head } = desk.stock;
      const answers = [
        await desk.edit(draft._id, desk.body(item, 2), head),
        await desk.post(`/${draft._id}/submit`, {}, head),
        await desk.decide(pending._id, { approved: true }, head),
        await desk.post(`/${approved._id}/send`, { way: 'told' }, head),
        await desk.receive(sent, desk.arrival(sent, 1), head),
        await desk.returnGoods(received, desk.departure(received, 1), head),
      ];
      expect(answers.map(codeOf)).toEqual(Array(6).fill(code));
    }
    await set('laboratories', desk.stock.laboratory.id, { status: 'active' });
  });

  it('when their receipt is of a closed day', async () => {
    const sent = await desk.sent(await desk.item());
    const facts = desk.stock.app.services.get(LaboratoryFacts);
    jest.spyOn(facts, 'closedThrough').mockResolvedValue(dayAhead(-1));
    await connection
      .collection('purchase_orders')
      .updateOne({ _id: objectId(sent._id) }, { $set: { createdAt: new Date(Date.now() - 5 * 86_400_000) } });
    const body = { ...desk.arrival(sent, 1), day: dayAhead(-1) };
    expect(codeOf(await desk.receive(sent, body))).toBe('PERIOD_LOCKED');
    const received = await desk.receive(sent, { ...desk.arrival(sent, 1), day: dayAhead(0) }).expect(200);
    expect(orderOf(received).status).toBe('partly_received');
  });

  it('by somebody whose session needs a confirmation, above the limit', async () => {
    const order = await desk.submitted(await desk.item(), 1_000);
    const { app, admin } = desk.stock;
    await app.outlastConfirmation(admin);
    expect(codeOf(await desk.decide(order._id))).toBe('CONFIRMATION_REQUIRED');
    await app.confirm(admin);
    expect(orderOf(await desk.decide(order._id).expect(200)).approvalsGiven).toBe(1);
  });

  it('and suppliers too, when more are exported than a file can have', async () => {
    const { app, head } = desk.stock;
    jest.spyOn(app.services.get(PurchaseOrderRepository), 'count').mockResolvedValue(1_000_000);
    jest.spyOn(app.services.get(SupplierRepository), 'countOfList').mockResolvedValue(1_000_000);
    for (const what of ['purchase-orders', 'suppliers']) {
      expect(codeOf(await app.as(head).get(`/api/${what}/export`).expect(400))).toBe('EXPORT_TOO_LARGE');
    }
  });
});
