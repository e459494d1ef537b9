import type { AuditEntry, ItemPackage, Scan } from '@shifa/contract';
import { failureOf, faultsOf, InventoryDesk, itemOf, stockChangeOf } from '../../../test/inventory/inventory-desk';
import type { Person } from '../../../test/test-app';

const GTIN = '09501101020917';
const OTHER_GTIN = '00036000291452';
const box: ItemPackage = { gtin: GTIN, name: 'Box', factor: 50 };

describe('packs of an item', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const update = (id: string, body: object, person: Person = desk.admin) =>
    desk.app.as(person).put(`/api/inventory/${id}`).send(body);

  async function withBox(gtin: string | null = null) {
    return desk.created({ unit: 'test', packages: [{ ...box, gtin }] });
  }

  it('are kept with 14 digits, and their changes in the history', async () => {
    const item = await desk.created({ unit: 'test', packages: [{ name: 'Strip', factor: 10, gtin: '96385074' }] });
    expect(item.packages).toEqual([{ gtin: '00000096385074', name: 'Strip', factor: 10 }]);
    const { packages } = itemOf(await update(item._id, { packages: [], version: item.version }).expect(200));
    expect(packages).toEqual([]);
    const history = await desk.app.as(desk.admin).get(`/api/inventory/${item._id}/history`).expect(200);
    const [latest] = (history.body as { data: AuditEntry[] }).data;
    expect(latest?.changes.map(({ field }) => field)).toEqual(['packages']);
  });

  it('keep how a quantity was entered, also after the pack has changed', async () => {
    const item = await withBox();
    const entered = { name: 'Box', factor: 50, quantity: 3 };
    const received = await desk.moved(item._id, { type: 'in', quantity: 150, expiryDate: '2099-12-31', entered });
    expect(received).toMatchObject({ quantity: 150, movements: [{ quantity: 150, entered }] });
    await update(item._id, { packages: [{ ...box, gtin: null, factor: 100 }], version: received.version }).expect(200);
    const refused = await desk
      .move(item._id, { type: 'out', quantity: 50, entered: { ...entered, quantity: 1 } })
      .expect(400);
    expect(faultsOf(refused)).toEqual({ quantity: "The item's packs were changed. Choose the pack again." });
    const used = await desk.moved(item._id, {
      type: 'out',
      quantity: 100,
      entered: { name: 'box', factor: 100, quantity: 1 },
    });
    expect(used.movements).toMatchObject([{ quantity: -100, entered: { factor: 100, quantity: 1 } }]);
    const list = await desk.app.as(desk.manager).get(`/api/inventory/movements?itemId=${item._id}&sort=at`).expect(200);
    expect((list.body as { data: unknown[] }).data).toMatchObject([{ entered }, { entered: { factor: 100 } }]);
  });

  it('must agree with the quantity in units', async () => {
    const { _id } = await withBox();
    const entered = { name: 'Box', factor: 50, quantity: 3 };
    const refused = await desk.move(_id, { type: 'in', quantity: 149, expiryDate: '2099-12-31', entered }).expect(400);
    expect(faultsOf(refused)).toEqual({ quantity: 'Must be the number of units in the packs' });
  });

  it('have a GTIN that no other item of the laboratory has', async () => {
    const owner = await withBox(OTHER_GTIN);
    const refused = await desk
      .create({
        packages: [
          { ...box, gtin: null },
          { ...box, gtin: OTHER_GTIN },
        ],
      })
      .expect(409);
    expect(failureOf(refused)).toMatchObject({
      code: 'GTIN_TAKEN',
      errors: [{ field: 'packages.1.gtin', message: `${OTHER_GTIN} belongs to ${owner.name} (${owner.itemCode})` }],
    });
    const other = await desk.created();
    await update(other._id, { packages: [{ ...box, gtin: '036000291452' }], version: 1 }).expect(409);
    const own = await update(owner._id, { packages: [{ ...box, gtin: OTHER_GTIN, name: 'Case' }], version: 1 }).expect(
      200,
    );
    expect(itemOf(own).packages).toMatchObject([{ name: 'Case' }]);
    const elsewhere = await desk.app.laboratory();
    const foreign = { laboratoryId: elsewhere._id.toHexString(), packages: [{ ...box, gtin: OTHER_GTIN }] };
    await desk.create(foreign, desk.head).expect(201);
  });

  it('are given to exactly one of 64 items at once', async () => {
    const items = await Promise.all(Array.from({ length: 64 }, () => desk.created()));
    const answers = await Promise.all(
      items.map(({ _id }) => update(_id, { packages: [{ ...box, gtin: '05901234123457' }], version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((answer) => failureOf(answer).code))).toEqual(new Set(['GTIN_TAKEN']));
  });

  it('are at most 20, with a check digit, a factor and one GTIN each', async () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `Pack ${index}`, factor: 1 }));
    const refused = await desk.app
      .as(desk.admin)
      .post('/api/inventory')
      .send({ name: 'Strips', category: 'kit', unit: 'test', packages: many });
    expect([refused.status, faultsOf(refused)]).toEqual([400, { packages: 'An item can have at most 20 packs' }]);
    const wrong = [{ name: '', factor: 0, gtin: '9501101020918' }, box, box];
    const faulty = await desk.app
      .as(desk.admin)
      .post('/api/inventory')
      .send({ name: 'Strips', category: 'kit', unit: 'test', packages: wrong });
    expect(Object.keys(faultsOf(faulty)).sort()).toEqual(['packages.0.factor', 'packages.0.gtin', 'packages.0.name']);
    const twice = await desk.app
      .as(desk.admin)
      .post('/api/inventory')
      .send({ name: 'Strips', category: 'kit', unit: 'test', packages: [box, box] });
    expect(faultsOf(twice)).toEqual({ 'packages.1.gtin': 'Another pack of this item has this GTIN' });
  });
});

describe('a scan', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const scan = (query: object, person: Person = desk.manager) =>
    desk.app.as(person).get('/api/inventory/scan').query(query);
  const scanOf = ({ body }: { body: unknown }) => (body as { data: Scan }).data;
  const found = async (code: string | string[], more: object = {}) => scanOf(await scan({ code, ...more }).expect(200));
  let last = 1_000_000;
  /** A new GTIN, so that tests do not share one. */
  function newGtin(): string {
    const body = String((last += 1)).padStart(13, '0');
    const sum = Array.from(body)
      .reverse()
      .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
    return body + String((10 - (sum % 10)) % 10);
  }

  it('finds item, pack and batch, or says that the batch is new', async () => {
    const gtin = newGtin();
    const item = await desk.created({ unit: 'test', packages: [{ ...box, gtin }] });
    await desk.receive(item._id, 50, { batchNumber: 'AB-1', expiryDate: '2028-06-30' });
    const known = await found(`]d201${gtin}1728060010AB-1`);
    expect(known).toMatchObject({
      code: { gtin, batchNumber: 'AB-1', expiryDate: '2028-06-30' },
      item: { _id: item._id, actions: { move: { allowed: true } } },
      package: { name: 'Box', factor: 50 },
      batch: { batchNumber: 'AB-1', quantity: 50 },
      otherExpiry: null,
      next: { batchNumber: 'AB-1' },
      choices: [],
    });
    expect(await found(`]d201${gtin}1728060010AB-2`)).toMatchObject({ item: { _id: item._id }, batch: null });
  });

  it('reads two codes of one box as one', async () => {
    const gtin = newGtin();
    const item = await desk.created({ packages: [{ ...box, gtin }] });
    const both = await found([gtin, ']C11728063010AB-1', gtin]);
    expect(both).toMatchObject({ item: { _id: item._id }, code: { gtin, batchNumber: 'AB-1' } });
    const refused = await scan({ code: [gtin, newGtin()] }).expect(400);
    expect(faultsOf(refused)).toEqual({ code: "These codes aren't from the same box. Scan one of them." });
  });

  it('finds item codes, batch numbers and labels of this product', async () => {
    const item = await desk.created({ itemCode: 'GLU-77' });
    const { batches } = await desk.receive(item._id, 5, { batchNumber: 'LOT 9X7', expiryDate: '2028-06-30' });
    expect(await found('glu-77')).toMatchObject({ item: { _id: item._id }, batch: null });
    expect(await found('lot 9x7')).toMatchObject({ item: { _id: item._id }, batch: { batchNumber: 'LOT 9X7' } });
    const label = await found(`https://shifa.example/inventory/batches/${batches[0]?._id}`);
    expect(label).toMatchObject({ code: null, item: { _id: item._id }, batch: { _id: batches[0]?._id } });
    const gone = await scan({ code: `https://shifa.example/inventory/batches/${'0'.repeat(24)}` }).expect(404);
    expect(failureOf(gone).code).toBe('BATCH_NOT_FOUND');
  });

  it('takes a code without a GTIN for the item that it is scanned for', async () => {
    const item = await desk.created({ packages: [] });
    const other = await desk.created({ packages: [{ ...box, gtin: newGtin() }] });
    const code = '1728063010AB-1';
    expect(await found(code)).toMatchObject({ item: null, choices: [] });
    expect(await found(code, { itemId: item._id })).toMatchObject({ item: { _id: item._id } });
    const named = await found(other.packages[0]?.gtin ?? '', { itemId: item._id });
    expect(named.item?._id).toBe(other._id);
    expect(await found('REF-0815', { itemId: item._id })).toMatchObject({ item: null, code: { kind: 'text' } });
    const missing = await scan({ code, itemId: '0'.repeat(24) }).expect(404);
    expect(failureOf(missing).code).toBe('INVENTORY_ITEM_NOT_FOUND');
  });

  it('knows no item of an unknown GTIN, nor that of another laboratory', async () => {
    const gtin = newGtin();
    const elsewhere = await desk.app.laboratory();
    const laboratoryId = elsewhere._id.toHexString();
    const foreign = itemOf(await desk.create({ laboratoryId, packages: [{ ...box, gtin }] }, desk.head).expect(201));
    expect(await found(gtin)).toMatchObject({ code: { gtin }, item: null, choices: [] });
    await scan({ code: '1728063010AB-1', itemId: foreign._id }).expect(404);
    expect(await found(gtin, { laboratoryId })).toMatchObject({ item: null, choices: [] });
    const own = await desk.created({ packages: [{ ...box, gtin }] });
    const both = scanOf(await scan({ code: gtin }, desk.head).expect(200));
    expect([both.item, both.choices.map(({ _id }) => _id).sort()]).toEqual([null, [own._id, foreign._id].sort()]);
    expect(scanOf(await scan({ code: gtin, laboratoryId }, desk.head).expect(200)).item?._id).toBe(foreign._id);
  });

  it('says why an expired, held or recalled batch must not be used, and which one is next', async () => {
    const gtin = newGtin();
    const { _id } = await desk.created({ packages: [{ ...box, gtin }] });
    await desk.receive(_id, 5, { batchNumber: 'OLD', expiryDate: '2020-01-31' });
    await desk.receive(_id, 5, { batchNumber: 'NEXT', expiryDate: '2098-01-31' });
    const { batches } = await desk.receive(_id, 5, { batchNumber: 'HELD', expiryDate: '2097-01-31' });
    const held = batches.find(({ batchNumber }) => batchNumber === 'HELD');
    await desk.app
      .as(desk.manager)
      .put(`/api/inventory/${_id}/batches/${held?._id}`)
      .send({ action: 'quarantine', reason: 'Cold chain interrupted' })
      .expect(200);
    expect(await found(`]d201${gtin}10OLD`)).toMatchObject({
      batch: { batchNumber: 'OLD', unusableReason: 'It expired on Jan 31, 2020' },
      next: { batchNumber: 'NEXT' },
    });
    expect(await found(`]d201${gtin}10HELD`)).toMatchObject({
      batch: { unusableReason: 'It is quarantined: Cold chain interrupted' },
      next: { batchNumber: 'NEXT' },
    });
  });

  it('shows both dates of a known batch, which is received with a reason only and never overwritten', async () => {
    const gtin = newGtin();
    const { _id } = await desk.created({ packages: [{ ...box, gtin }] });
    await desk.receive(_id, 5, { batchNumber: 'AB-1', expiryDate: '2028-06-30' });
    const scanned = await found(`]d201${gtin}1728073110AB-1`);
    expect(scanned).toMatchObject({
      batch: { expiryDate: '2028-06-30' },
      otherExpiry: { stored: '2028-06-30', scanned: '2028-07-31' },
    });
    const body = { type: 'in', quantity: 5, batchNumber: 'AB-1', expiryDate: '2028-07-31' } as const;
    expect(failureOf(await desk.move(_id, body).expect(409)).code).toBe('BATCH_MISMATCH');
    const unexplained = await desk.move(_id, { ...body, otherExpiry: true }).expect(400);
    expect(faultsOf(unexplained)).toEqual({ reason: 'Reason is required' });
    const reason = 'The maker confirmed the date of this box';
    const { batches, movements } = stockChangeOf(
      await desk.move(_id, { ...body, otherExpiry: true, reason }).expect(200),
    );
    expect(batches.map(({ expiryDate, quantity }) => [expiryDate, quantity])).toEqual([
      ['2028-06-30', 5],
      ['2028-07-31', 5],
    ]);
    expect(movements).toMatchObject([{ reason, batch: { expiryDate: '2028-07-31' } }]);
    const history = await desk.app.as(desk.admin).get(`/api/inventory/${_id}/history`).expect(200);
    expect((history.body as { data: AuditEntry[] }).data[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'batchNumber', after: 'AB-1' },
        { field: 'expiryDate', after: '2028-07-31' },
        { field: 'reason', after: reason },
      ]),
    );
    // Each further box agrees with one of the two.
    expect(await found(`]d201${gtin}1728073110AB-1`)).toMatchObject({
      otherExpiry: null,
      batch: { expiryDate: '2028-07-31' },
    });
    await desk.move(_id, body).expect(200);
    const misplaced = await desk.move(_id, { type: 'out', quantity: 1, otherExpiry: true }).expect(400);
    expect(faultsOf(misplaced)).toMatchObject({ otherExpiry: 'Only for a receipt' });
  });

  it.each([
    [']d20109501101020918', /check digit/],
    [']d2010950110', /incomplete/],
    ['A\u202eB', /characters that can't be on a label/],
    ['A'.repeat(513), /too long/],
    ['', /required/],
  ])('refuses %j with a reason', async (code, reason) => {
    expect(Object.values(faultsOf(await scan({ code }).expect(400))).join(' ')).toMatch(reason);
  });

  it('answers 64 scans at once alike', async () => {
    const gtin = newGtin();
    const item = await desk.created({ packages: [{ ...box, gtin }] });
    const answers = await Promise.all(Array.from({ length: 64 }, () => found(gtin)));
    expect(new Set(answers.map((answer) => answer.item?._id))).toEqual(new Set([item._id]));
  });
});
