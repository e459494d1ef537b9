import type { InventoryItem, Movement, StockTransfer, TransferLaboratory } from '@shifa/contract';
import { newId } from '../../../platform/domain/object-id';
import { failureOf, faultsOf, stockChangeOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk, transferOf } from '../../../../test/inventory/transfer-desk';

const batchNumbersOf = ({ lines }: StockTransfer) => lines.map(({ batchNumber, quantity }) => [batchNumber, quantity]);

describe('a transfer', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  it('takes the batch that expires first, which is then nobody’s usable stock', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }], { notes: 'By courier' });
    expect(sent).toMatchObject({ status: 'sent', notes: 'By courier', inTransitValuePaise: 5 * 500 + 3 * 700 });
    expect(sent.number).toMatch(/^TRF-\d{6}$/);
    expect(batchNumbersOf(sent)).toEqual([
      ['SOON', 5],
      ['LATE', 3],
    ]);
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 4, usableQuantity: 4 });
    expect(await desk.itemsThere(item.name)).toEqual([]);
    const ledger = await desk.desk.read<Movement[]>(`/movements?itemId=${item._id}&type=transfer_out`);
    expect(ledger).toMatchObject([{ quantity: -3 }, { quantity: -5, notes: `${sent.number} to ${desk.other.name}` }]);
  });

  it('takes chosen batches of several items, each batch once', async () => {
    const [first, second] = [await desk.stocked(), await desk.stocked()];
    const batchId = first.batches.find(({ batchNumber }) => batchNumber === 'LATE')?._id;
    const sent = await desk.sent([
      { itemId: first._id, batchId, quantity: 2 },
      { itemId: first._id, quantity: 6 },
      { itemId: second._id, quantity: 1 },
    ]);
    expect(batchNumbersOf(sent).toSorted()).toEqual([
      ['LATE', 3],
      ['SOON', 1],
      ['SOON', 5],
    ]);
    expect(await desk.desk.get(first._id)).toMatchObject({ quantity: 4 });
  });

  it('arrives in a copy of the item, with number, dates and cost of each batch', async () => {
    const item = await desk.stocked({ manufacturer: 'Agappe', stabilityDays: 3650, minQuantity: 5 });
    const soon = item.batches.find(({ batchNumber }) => batchNumber === 'SOON');
    await desk.desk.batch(item._id, soon?._id ?? '', { action: 'open', openedOn: '2026-01-01' }).expect(200);
    const sent = await desk.sent([{ itemId: item._id, quantity: 7 }]);
    const received = transferOf(await desk.receive(sent._id).expect(200));
    expect(received).toMatchObject({ status: 'received', inTransitValuePaise: 0 });
    const [copy] = await desk.itemsThere(item.name);
    expect(copy).toMatchObject({ manufacturer: 'Agappe', unit: item.unit, quantity: 7, minQuantity: 0 });
    expect(received.lines[0]?.itemId).toBe(copy?._id);
    expect(copy?.batches).toMatchObject([
      { batchNumber: 'SOON', expiryDate: '2098-01-31', openedOn: '2026-01-01', unitCostPaise: 500, quantity: 5 },
      { batchNumber: 'LATE', expiryDate: '2099-12-31', openedOn: null, unitCostPaise: 700, quantity: 2 },
    ]);
  });

  it('arrives in the item of the same product, whatever its code', async () => {
    const item = await desk.stocked({ name: 'Anti-A serum', manufacturer: 'Tulip', itemCode: 'SER-1' });
    const there = { laboratoryId: desk.other.id, name: 'anti-a  Serum', manufacturer: 'TULIP', itemCode: 'X-9' };
    await desk.desk.create(there, desk.receiver).expect(201);
    await desk.desk.create({ ...there, name: 'Cholesterol', itemCode: 'SER-1' }, desk.receiver).expect(201);
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 6 }]);
    await desk.receive(_id).expect(200);
    expect(await desk.itemsThere('Anti-A')).toMatchObject([{ itemCode: 'X-9', quantity: 6 }]);
    expect(await desk.itemsThere('Cholesterol')).toMatchObject([{ quantity: 0 }]);
  });

  it('gives a generated code to a product whose code is taken, and not the code of another one in the parcel', async () => {
    const there = { laboratoryId: desk.other.id, name: 'There before', category: 'kit' as const };
    const before = await desk.desk.create(there, desk.receiver).expect(201);
    const { itemCode } = (before.body as { data: InventoryItem }).data;
    const [prefix = '', number = ''] = itemCode.split('-');
    const nextCode = `${prefix}-${String(Number(number) + 1).padStart(number.length, '0')}`;
    const [taken, free] = [
      await desk.stocked({ name: 'Taken code', category: 'kit', itemCode }),
      await desk.stocked({ name: 'Free code', category: 'kit', itemCode: nextCode }),
    ];
    const { _id } = await desk.sent([taken, free].map((item) => ({ itemId: item._id, quantity: 1 })));
    await desk.receive(_id).expect(200);
    const codes = [...(await desk.itemsThere('Taken code')), ...(await desk.itemsThere('Free code'))];
    expect(new Set([itemCode, ...codes.map((item) => item.itemCode)]).size).toBe(3);
  });

  it('stays in transit in part until the rest is received', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const [soon, late] = sent.lines.map(({ _id }) => _id);
    const some = [{ lineId: soon ?? '', quantity: 2 }];
    const partly = transferOf(await desk.receive(sent._id, { lines: some }).expect(200));
    expect(partly).toMatchObject({ status: 'partly_received', inTransitValuePaise: 3 * 500 + 3 * 700 });
    const tooMuch = await desk.receive(sent._id, { lines: [{ lineId: late ?? '', quantity: 4 }] }).expect(409);
    expect(failureOf(tooMuch)).toMatchObject({
      code: 'STOCK_INSUFFICIENT',
      errors: [{ field: 'lines.0.quantity', message: 'Only 3 bottles of batch LATE are in transit' }],
      conflict: { current: { status: 'partly_received' } },
    });
    await desk.receive(sent._id).expect(200);
    const again = failureOf(await desk.receive(sent._id).expect(409));
    expect(again).toMatchObject({ code: 'TRANSFER_CLOSED', conflict: { current: { status: 'received' } } });
    expect(await desk.itemsThere(item.name)).toMatchObject([{ quantity: 8 }]);
    const { steps } = await desk.get(sent._id);
    expect(steps.map(({ kind, by }) => [kind, by])).toEqual([
      ['sent', desk.sender.user.name],
      ['received', desk.receiver.user.name],
      ['received', desk.receiver.user.name],
    ]);
  });

  it('is taken back into the batches that it came from, even of an item that was discontinued', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 12 }]);
    await desk.app.as(desk.sender).delete(`/api/inventory/${item._id}`).expect(200);
    const returned = transferOf(await desk.takeBack(_id).expect(200));
    expect(returned.status).toBe('returned');
    const { batches, ...after } = await desk.desk.get(item._id);
    expect(after).toMatchObject({ quantity: 12, status: 'active' });
    expect(batches.map(({ _id: id, quantity }) => [id, quantity])).toEqual(
      item.batches.map(({ _id: id, quantity }) => [id, quantity]),
    );
  });

  it('ends in a state of its own when it was received in part and the rest was taken back', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const lineId = sent.lines[0]?._id ?? '';
    await desk.receive(sent._id, { lines: [{ lineId, quantity: 2 }] }).expect(200);
    const after = transferOf(await desk.takeBack(sent._id).expect(200));
    expect(after.status).toBe('partly_returned');
    expect(after.actions).toEqual({});
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 10 });
    await desk.receive(sent._id).expect(409);
    await desk.takeBack(sent._id).expect(409);
  });

  it('is not taken back while the sender is suspended', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 1 }]);
    await desk.desk.setStatus('suspended');
    expect(failureOf(await desk.takeBack(_id).expect(409)).code).toBe('LABORATORY_SUSPENDED');
    await desk.desk.setStatus('active');
    await desk.takeBack(_id).expect(200);
  });

  it('does not make a batch usable that is quarantined where it arrives', async () => {
    const item = await desk.stocked();
    const first = await desk.sent([{ itemId: item._id, quantity: 2 }]);
    await desk.receive(first._id).expect(200);
    const [there] = await desk.itemsThere(item.name);
    const hold = { action: 'quarantine', reason: 'Broken seal' };
    await desk.desk.batch(there?._id ?? '', there?.batches[0]?._id ?? '', hold, desk.receiver).expect(200);
    const second = await desk.sent([{ itemId: item._id, quantity: 3 }]);
    await desk.receive(second._id).expect(200);
    expect(await desk.itemsThere(item.name)).toMatchObject([{ quantity: 5, usableQuantity: 0, blockedQuantity: 5 }]);
  });

  it.each(['suspended', 'archived'] as const)('is not sent to a laboratory that is %s', async (status) => {
    const item = await desk.stocked();
    const { id } = await desk.app.laboratory({ status });
    const refused = await desk.send([{ itemId: item._id, quantity: 1 }], { toLaboratoryId: id }).expect(409);
    expect(failureOf(refused).code).toBe(`LABORATORY_${status.toUpperCase()}`);
    expect(Object.keys(faultsOf(refused))).toEqual(['toLaboratoryId']);
  });

  it('is refused with the field that is wrong', async () => {
    const item = await desk.stocked();
    const lines = [{ itemId: item._id, quantity: 1 }];
    const own = await desk.send(lines, { toLaboratoryId: desk.desk.laboratory.id }).expect(400);
    expect(faultsOf(own)).toEqual({ toLaboratoryId: 'Choose a laboratory other than the sender' });
    const much = await desk.send([...lines, { itemId: item._id, quantity: 12 }]).expect(409);
    expect(faultsOf(much)).toEqual({ 'lines.1.quantity': 'Only 11 bottles are usable' });
    const elsewhere = await desk.sent(lines);
    await desk.receive(elsewhere._id).expect(200);
    const [there] = await desk.itemsThere(item.name);
    const mixed = [...lines, { itemId: there?._id ?? '', quantity: 1 }];
    expect(Object.keys(faultsOf(await desk.send(mixed, {}, desk.desk.head).expect(400)))).toHaveLength(1);
    await desk.send([{ itemId: there?._id ?? '', quantity: 1 }]).expect(404);
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 11 });
  });

  it('does not take a batch that must not be used', async () => {
    const item = await desk.stocked();
    const batchId = item.batches[0]?._id ?? '';
    const hold = { action: 'quarantine', reason: 'Broken seal' };
    stockChangeOf(await desk.desk.batch(item._id, batchId, hold).expect(200));
    const refused = await desk.send([{ itemId: item._id, batchId, quantity: 1 }]).expect(409);
    expect(failureOf(refused)).toMatchObject({ code: 'BATCH_NOT_USABLE', errors: [{ field: 'lines.0.batchId' }] });
  });

  it('names the line of a batch that is set aside for a write-off, or that the item does not have', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.desk.created({ quantity: 10, unitCostPaise: 100_000, expiryDate: '2099-12-31' });
    await desk.desk.moved(_id, { type: 'waste', quantity: 6, reason: 'Broken seal' });
    const { batches } = await desk.desk.get(_id);
    const aside = batches.find(({ quantity }) => quantity === 6)?._id ?? '';
    const sendBatch = (batchId: string) => {
      return desk.send([
        { itemId: item._id, quantity: 1 },
        { itemId: _id, batchId, quantity: 1 },
      ]);
    };
    const refused = failureOf(await sendBatch(aside).expect(409));
    expect(refused).toMatchObject({ code: 'STOCK_SET_ASIDE', errors: [{ field: 'lines.1.batchId' }] });
    const unknown = failureOf(await sendBatch('a'.repeat(24)).expect(404));
    expect(unknown).toMatchObject({ code: 'BATCH_NOT_FOUND', errors: [{ field: 'lines.1.batchId' }] });
  });

  it('is received by the other laboratory only, and taken back by the sender only', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await desk.receive(_id, {}, desk.sender).expect(403);
    await desk.takeBack(_id, undefined, desk.receiver).expect(403);
    await desk.receive(_id, {}, stranger).expect(404);
    await desk.app.as(stranger).get(`/api/inventory/transfers/${_id}`).expect(404);
    await desk.receive(_id, {}, desk.desk.manager).expect(403);
    expect((await desk.get(_id, desk.receiver)).actions).toEqual({ receive: { allowed: true } });
    expect((await desk.get(_id, desk.sender)).actions).toEqual({ return: { allowed: true } });
    expect(Object.keys((await desk.get(_id, desk.desk.head)).actions)).toEqual(['receive', 'return']);
    await desk.receive(_id, {}, desk.desk.head).expect(200);
  });

  it('shows each side only its own item', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 1 }]);
    expect((await desk.get(_id, desk.sender)).lines[0]?.itemId).toBe(item._id);
    expect((await desk.get(_id, desk.receiver)).lines[0]?.itemId).toBeNull();
    await desk.receive(_id).expect(200);
    expect((await desk.get(_id, desk.receiver)).lines[0]?.itemId).toBe((await desk.itemsThere(item.name))[0]?._id);
    expect(JSON.stringify(await desk.get(_id, desk.receiver))).not.toContain(item._id);
  });

  it('is listed for both laboratories, by direction, status and search', async () => {
    const item = await desk.stocked({ name: 'Haematoxylin stain' });
    const { _id, number } = await desk.sent([{ itemId: item._id, quantity: 1 }]);
    const listed = async (query: string, person = desk.receiver) => {
      const rows = await desk.desk.read<StockTransfer[]>(`/transfers?${query}`, person);
      return rows.map((one) => one._id);
    };
    expect(await listed('search=haematox')).toEqual([_id]);
    expect(await listed(`search=${number}`, desk.sender)).toEqual([_id]);
    expect(await listed(`status=sent&toLaboratoryId=${desk.other.id}`)).toContain(_id);
    expect(await listed(`fromLaboratoryId=${desk.other.id}`)).toEqual([]);
    const either = [desk.other.id, desk.desk.laboratory.id, String(newId())].map((id) => listed(`laboratoryId=${id}`));
    expect((await Promise.all(either)).map((ids) => ids.includes(_id))).toEqual([true, true, false]);
    expect(await listed('status=received&search=haematox')).toEqual([]);
  });

  it('offers the active laboratories as destinations, with name and code only', async () => {
    const closed = await desk.app.laboratory({ status: 'suspended' });
    const data = await desk.desk.read<TransferLaboratory[]>('/transfers/destinations', desk.sender);
    expect(data).toContainEqual({ _id: desk.other.id, name: desk.other.name, code: desk.other.code });
    expect(data.map(({ _id }) => _id)).not.toContain(closed.id);
  });
});
