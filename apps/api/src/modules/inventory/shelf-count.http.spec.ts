import type { AuditEntry, CountSheetItem, StockCount, StockCountInput } from '@shifa/contract';
import type { Person } from '../../../test/test-app';
import { failureOf, faultsOf, InventoryDesk } from '../../../test/inventory/inventory-desk';

const reason = 'Stock count';
const expiryDate = '2099-12-31';

describe('a count of the shelves', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const send = (id: string, body: object, person: Person = desk.manager) =>
    desk.app
      .as(person)
      .put(`/api/inventory/${id}/count`)
      .send({ reason, countedAt: now(), ...body });
  const counted = async (id: string, body: Omit<StockCountInput, 'reason' | 'countedAt'> & { countedAt?: string }) =>
    ((await send(id, body).expect(200)).body as { data: StockCount }).data;
  const now = () => new Date().toISOString();
  const history = async (id: string) => desk.read<AuditEntry[]>(`/${id}/history`);

  it('begins with the items of a place and their batches, by name', async () => {
    const place = { storageLocation: 'Freezer 1', quantity: 4, expiryDate };
    const second = await desk.created({ ...place, name: 'Troponin strips' });
    const first = await desk.created({ ...place, name: 'Albumin reagent', batchNumber: 'A-1' });
    await desk.created({ ...place, storageLocation: 'Cold room' });
    await desk.moved(second._id, { type: 'out', quantity: 4 });
    const sheet = await desk.read<CountSheetItem[]>('/count-sheet?storageLocation=freezer%201');
    expect(sheet.map(({ name, quantity, batches }) => [name, quantity, batches.length])).toEqual([
      ['Albumin reagent', 4, 1],
      ['Troponin strips', 0, 1],
    ]);
    expect(sheet[0]).toMatchObject({ movementSeq: 1, batches: [{ batchNumber: 'A-1', quantity: 4 }] });
    const pageTwo = await desk.read<CountSheetItem[]>('/count-sheet?storageLocation=freezer%201&limit=1&page=2');
    expect(pageTwo.map(({ name }) => name)).toEqual(['Troponin strips']);
    expect(sheet.map(({ _id }) => _id)).toContain(first._id);
  });

  it('records an item that agrees, without a movement, and once however often it is sent', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 12, expiryDate });
    expect(await desk.get(_id)).toMatchObject({ lastCount: null });
    const body = { lines: [{ quantity: 12 }], countedAtSeq: movementSeq, countedAt: now() };
    const { movements, lastCount } = await counted(_id, body);
    expect(movements).toEqual([]);
    expect(lastCount).toMatchObject({ at: body.countedAt, by: { _id: desk.manager.id, name: desk.manager.user.name } });
    const after = await desk.get(_id);
    expect(after).toMatchObject({ quantity: 12, movementSeq, lastCount });
    const [entry, ...earlier] = await history(_id);
    expect(entry).toMatchObject({
      action: 'inventory.counted',
      by: { _id: desk.manager.id },
      changes: [{ field: 'countedAt', after: body.countedAt }],
    });
    await counted(_id, body);
    expect(await desk.get(_id)).toMatchObject({ version: after.version });
    expect(await history(_id)).toHaveLength(1 + earlier.length);
  });

  it('answers a repeated request with the first response', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 12, expiryDate });
    const body = { lines: [{ quantity: 9 }], countedAtSeq: movementSeq, countedAt: now() };
    const repeat = () => send(_id, body).set('Idempotency-Key', `count-${_id}`).expect(200);
    const [one, two] = await Promise.all([repeat(), repeat()]);
    expect(two.body).toEqual(one.body);
    expect(await desk.get(_id)).toMatchObject({ quantity: 9, movementSeq: movementSeq + 1 });
    // After the day that responses are kept for, the count itself says that nothing differs any longer.
    await counted(_id, body);
    expect(await desk.get(_id)).toMatchObject({ quantity: 9, movementSeq: movementSeq + 1 });
  });

  it('corrects all batches of an item or none, and is complete only with all of them', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 10, { batchNumber: 'A', expiryDate: '2098-01-01' });
    const { batches, movementSeq: countedAtSeq } = await desk.receive(_id, 10, { batchNumber: 'B' });
    const [a = '', b = ''] = batches.map(({ _id: id }) => id);
    const partly = await counted(_id, { lines: [{ batchId: a, quantity: 9 }], countedAtSeq });
    expect(partly).toMatchObject({ quantity: 19, lastCount: null });
    await desk.moved(_id, { type: 'out', quantity: 8, batchId: b, reason: 'Open first' });
    const { movementSeq } = await desk.get(_id);
    const early = { countedAtSeq, countedAt: new Date(0).toISOString() };
    // Eight of the five that were counted of B have left since.
    const refused = await send(_id, {
      ...early,
      lines: [
        { batchId: a, quantity: 7 },
        { batchId: b, quantity: 5 },
      ],
    }).expect(409);
    expect(failureOf(refused)).toMatchObject({ code: 'STOCK_INSUFFICIENT', errors: [{ field: 'lines.1.quantity' }] });
    expect(await desk.get(_id)).toMatchObject({ quantity: 11, movementSeq });
    const whole = await counted(_id, {
      countedAtSeq,
      lines: [
        { batchId: a, quantity: 8 },
        { batchId: b, quantity: 2 },
      ],
    });
    expect(whole).toMatchObject({ quantity: 10, movements: [{ type: 'adjustment', quantity: -1, reason }] });
    expect(whole.lastCount).not.toBeNull();
  });

  it('takes what was used before the item was counted for gone, and keeps what was used afterwards', async () => {
    const { _id, movementSeq: countedAtSeq } = await desk.created({ quantity: 20, expiryDate });
    const at = (await desk.moved(_id, { type: 'out', quantity: 5 })).movements[0]?.at ?? '';
    // Fifteen stood on the shelf because five had been used.
    const after = { lines: [{ quantity: 15 }], countedAtSeq, countedAt: at };
    expect(await counted(_id, { ...after, dryRun: true })).toMatchObject({
      moved: { before: -5, after: 0 },
      movements: [],
      quantity: 15,
    });
    // Twenty stood there before the five were used.
    const before = { lines: [{ quantity: 20 }], countedAtSeq, countedAt: new Date(Date.parse(at) - 1).toISOString() };
    expect(await counted(_id, { ...before, dryRun: true })).toMatchObject({
      moved: { before: 0, after: -5 },
      movements: [],
      quantity: 15,
    });
    expect(await desk.get(_id)).toMatchObject({ quantity: 15, lastCount: null });
    const found = { ...before, lines: [{ quantity: 18 }] };
    expect(await counted(_id, found)).toMatchObject({ quantity: 13, movements: [{ quantity: -2 }] });
  });

  it('loses no use of stock that happens at the same time', async () => {
    const { _id, movementSeq: countedAtSeq } = await desk.created({ quantity: 50, expiryDate });
    const body = { lines: [{ quantity: 40 }], countedAtSeq, countedAt: now() };
    await new Promise((resolve) => setTimeout(resolve, 5));
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => desk.move(_id, { type: 'out', quantity: 1 })),
      send(_id, body),
      send(_id, body, desk.head),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await desk.get(_id)).toMatchObject({ quantity: 32, movementSeq: countedAtSeq + 9 });
  });

  it('made before a later one that is saved is refused where it would change something', async () => {
    const { _id, movementSeq: countedAtSeq } = await desk.created({ quantity: 20, expiryDate });
    await desk.moved(_id, { type: 'out', quantity: 1 });
    const later = await counted(_id, { lines: [{ quantity: 18 }], countedAtSeq: countedAtSeq + 1 });
    const early = { countedAtSeq, countedAt: new Date(0).toISOString() };
    const refused = await send(_id, { ...early, lines: [{ quantity: 25 }] }).expect(409);
    expect(failureOf(refused).code).toBe('COUNT_SUPERSEDED');
    await counted(_id, { ...early, lines: [{ quantity: 19 }] });
    expect(await desk.get(_id)).toMatchObject({ quantity: 18, lastCount: later.lastCount });
  });

  it('of the future is one of now', async () => {
    const { _id, movementSeq: countedAtSeq } = await desk.created({ quantity: 20, expiryDate });
    const start = now();
    const { lastCount } = await counted(_id, {
      lines: [{ quantity: 20 }],
      countedAtSeq,
      countedAt: '2999-01-01T00:00:00.000Z',
    });
    expect(lastCount?.at && start <= lastCount.at && lastCount.at <= now()).toBe(true);
  });

  it('names the field of bad input', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate });
    const id = 'a'.repeat(24);
    expect(faultsOf(await send(_id, { lines: [], countedAtSeq: 1 }).expect(400))).toEqual({
      lines: 'Count at least one batch',
    });
    const mixed = [{ quantity: 1 }, { batchId: id, quantity: 1 }];
    expect(faultsOf(await send(_id, { lines: mixed, countedAtSeq: 1 }).expect(400))).toEqual({
      lines: 'Count the item as a whole or its batches, not both',
    });
    const unknown = await send(_id, { lines: [{ batchId: id, quantity: 1 }], countedAtSeq: 1 }).expect(404);
    expect(failureOf(unknown)).toMatchObject({ code: 'BATCH_NOT_FOUND', errors: [{ field: 'lines.0.batchId' }] });
    const empty = await desk.created();
    const undated = await send(empty._id, { lines: [{ quantity: 1 }], countedAtSeq: 0 }).expect(400);
    expect(Object.keys(faultsOf(undated))).toEqual(['lines.0.expiryDate']);
  });

  it('tells what is set aside, and refuses another quantity of it at its line', async () => {
    const place = { storageLocation: 'Freezer 9', expiryDate };
    const { _id } = await desk.created({ ...place, quantity: 10, unitCostPaise: 100_000 });
    await desk.moved(_id, { type: 'waste', quantity: 6, reason: 'Broken seal' });
    const [sheet] = await desk.read<CountSheetItem[]>('/count-sheet?storageLocation=freezer%209');
    const statuses = sheet?.batches.map(({ quantity, status, statusReason }) => [quantity, status, statusReason]);
    expect(statuses).toHaveLength(2);
    expect(statuses).toContainEqual([4, 'active', null]);
    const pending = expect.stringMatching(/^Set aside for pending WOF-/) as string;
    expect(statuses).toContainEqual([6, 'quarantined', pending]);
    const idOf = (quantity: number) => sheet?.batches.find((batch) => batch.quantity === quantity)?._id;
    const [rest, aside] = [idOf(4), idOf(6)];
    const countedAtSeq = sheet?.movementSeq ?? 0;
    const linesWith = (quantity: number) => [
      { batchId: rest, quantity: 3 },
      { batchId: aside, quantity },
    ];
    const refused = failureOf(await send(_id, { lines: linesWith(5), countedAtSeq }).expect(409));
    expect(refused).toMatchObject({ code: 'STOCK_SET_ASIDE', errors: [{ field: 'lines.1.batchId' }] });
    expect(await desk.get(_id)).toMatchObject({ quantity: 10 });
    await send(_id, { lines: linesWith(6), countedAtSeq }).expect(200);
    expect(await desk.get(_id)).toMatchObject({ quantity: 9, blockedQuantity: 6 });
  });

  it('is for those who may move stock of the laboratory', async () => {
    const { _id, movementSeq } = await desk.created({ quantity: 20, expiryDate });
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('manager', { laboratoryId: other._id });
    const staff = await desk.app.person('staff', { laboratoryId: desk.laboratory._id });
    const body = { lines: [{ quantity: 20 }], countedAtSeq: movementSeq };
    await send(_id, body, staff).expect(403);
    await desk.app.as(staff).get('/api/inventory/count-sheet').expect(403);
    await send(_id, body, stranger).expect(404);
    const ofOthers = `/api/inventory/count-sheet?laboratoryId=${desk.laboratory.id}`;
    await desk.app.as(stranger).get(ofOthers).expect(404);
    expect((await desk.app.as(desk.head).get(ofOthers).expect(200)).body).toMatchObject({ success: true });
    const unspecified = await desk.app.as(desk.head).get('/api/inventory/count-sheet').expect(400);
    expect(Object.keys(faultsOf(unspecified))).toEqual(['laboratoryId']);
    expect(await desk.get(_id)).toMatchObject({ lastCount: null });
  });
});
