import type {
  AcceptSupplierNamesBody,
  InventoryItem,
  Supplier,
  SupplierLink,
  SupplierProposals,
} from '@shifa/contract';
import { dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { type Person, TestApp } from '../../../../test/test-app';

jest.setTimeout(120_000);

describe('the supplier names on items', () => {
  let app: TestApp;
  let superAdmin: Person;
  beforeAll(async () => {
    app = await TestApp.start();
    superAdmin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  let number = 0;
  /** A laboratory of its own with items that name their suppliers. */
  async function stocked(...texts: (string | null)[]) {
    const laboratory = await app.laboratory();
    const admin = await app.person('lab_admin', { laboratoryId: laboratory._id });
    const items: InventoryItem[] = [];
    for (const supplier of texts) {
      const body = { name: `Item ${(number += 1)}`, category: 'reagent', unit: 'bottle', supplier };
      items.push(dataOf<InventoryItem>(await app.as(admin).post('/api/inventory').send(body).expect(201)));
    }
    return { laboratory, admin, items };
  }
  const proposals = async (person: Person, query = '') =>
    dataOf<SupplierProposals>(await app.as(person).get(`/api/suppliers/names${query}`).expect(200));
  const accept = (person: Person, body: Partial<AcceptSupplierNamesBody>) =>
    app.as(person).post('/api/suppliers/names/accept').send(body);
  const undo = (person: Person, id: string, body: object = {}) =>
    app.as(person).post(`/api/suppliers/links/${id}/undo`).send(body);
  const item = async (person: Person, id = '') =>
    dataOf<InventoryItem>(await app.as(person).get(`/api/inventory/${id}`).expect(200));
  const suppliers = async (person: Person) =>
    dataOf<Supplier[]>(await app.as(person).get('/api/suppliers?limit=100').expect(200));

  const names = ['Medline Traders', 'MEDLINE TRADERS', 'M/s Medline Traders Pvt. Ltd', 'Roche', null];

  it('are grouped by what they mean, and linked in one step that can be taken back exactly', async () => {
    const { admin, items } = await stocked(...names);
    const {
      proposals: [group, ...others],
      groups,
    } = await proposals(admin);
    expect(group).toMatchObject({ key: 'medline traders', items: 3, supplier: null });
    expect([others.length, groups]).toEqual([1, 2]);
    const texts = (group?.texts ?? []).map(({ text }) => text);
    const response = await accept(admin, { texts, items: 3, name: 'Medline Traders' }).expect(200);
    const link = dataOf<SupplierLink>(response);
    expect(link).toMatchObject({ items: 3, remaining: 0, createdSupplier: true, supplier: { code: 'MEDLINE' } });
    expect((response.body as { message: string }).message).toBe('3 items were linked to Medline Traders');
    const linked = await item(admin, items[1]?._id);
    expect(linked).toMatchObject({ supplier: 'MEDLINE TRADERS', supplierId: link.supplier._id });
    const ofSupplier = await app.as(admin).get(`/api/inventory?supplierId=${link.supplier._id}&limit=2`).expect(200);
    expect(ofSupplier.body).toMatchObject({ pagination: { total: 3 } });
    for (const one of dataOf<InventoryItem[]>(ofSupplier)) expect(one.supplierId).toBe(link.supplier._id);
    expect((await proposals(admin)).proposals.map(({ key }) => key)).toEqual(['roche']);

    await undo(admin, link._id, { version: link.version }).expect(200);
    for (const before of items) {
      const { supplier, supplierId } = await item(admin, before._id);
      expect({ supplier, supplierId }).toEqual({ supplier: before.supplier, supplierId: null });
    }
    expect((await proposals(admin)).proposals[0]?.supplier).toMatchObject({ code: 'MEDLINE' });
    expect(failureOf(await undo(admin, link._id).expect(409)).code).toBe('SUPPLIER_LINK_UNDONE');
    const stale = await accept(admin, { texts, items: 3, supplierId: link.supplier._id }).expect(200);
    const { _id, version } = dataOf<SupplierLink>(stale);
    expect(failureOf(await undo(admin, _id, { version: version + 1 }).expect(409)).code).toBe('VERSION_CONFLICT');
    const links = await app.as(admin).get(`/api/suppliers/${link.supplier._id}/links`).expect(200);
    expect(dataOf<SupplierLink[]>(links).map(({ status }) => status)).toEqual(['linked', 'undone']);
  });

  it('are linked once when two people accept at the same time, and once however often one repeats it', async () => {
    const { admin, laboratory } = await stocked('Roche', 'Roche');
    const colleague = await app.person('lab_admin', { laboratoryId: laboratory._id });
    const body = { texts: ['Roche'], items: 2, name: 'Roche' };
    const both = await Promise.all([accept(admin, body), accept(colleague, body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.map((one) => failureOf(one).code)).toContain('SUPPLIER_NAMES_CHANGED');
    expect(await suppliers(admin)).toHaveLength(1);

    const retried = await stocked('Agappe');
    const send = () =>
      accept(retried.admin, { texts: ['Agappe'], items: 1, name: 'Agappe' }).set('Idempotency-Key', 'accept-agappe');
    const [first, second] = await Promise.all([send(), send()]);
    expect(dataOf<SupplierLink>(first)._id).toBe(dataOf<SupplierLink>(second)._id);
    expect(await suppliers(retried.admin)).toHaveLength(1);
  });

  it('are left alone when an item has changed since, and an undo keeps what was chosen later', async () => {
    const { admin, items } = await stocked('Trivitron', 'Trivitron');
    const [first, second] = items;
    const edit = async (id = '', body: object = {}) => {
      const { version } = await item(admin, id);
      return app
        .as(admin)
        .put(`/api/inventory/${id}`)
        .send({ ...body, version })
        .expect(200);
    };
    await edit(first?._id, { supplier: 'Somebody else' });
    const changed = await accept(admin, { texts: ['Trivitron'], items: 2, name: 'Trivitron' }).expect(409);
    expect(failureOf(changed)).toMatchObject({
      code: 'SUPPLIER_NAMES_CHANGED',
      message: '1 item has one of these texts and no supplier now; you saw 2. Look at the list again.',
    });
    expect(await suppliers(admin)).toEqual([]);
    await edit(first?._id, { supplier: 'Trivitron' });
    const link = dataOf<SupplierLink>(
      await accept(admin, { texts: ['Trivitron'], items: 2, name: 'Trivitron' }).expect(200),
    );
    await edit(second?._id, { supplierId: null });
    expect(dataOf<SupplierLink>(await undo(admin, link._id).expect(200))).toMatchObject({ status: 'undone', kept: 1 });
    expect(await item(admin, first?._id)).toMatchObject({ supplierId: null });
  });

  it('are not linked to a supplier that is blocked or unknown, nor to a new one with the name of another', async () => {
    const { admin } = await stocked('Siemens');
    const made = await app.as(admin).post('/api/suppliers').send({ name: 'Siemens' }).expect(201);
    const { _id, version } = dataOf<Supplier>(made);
    const namesake = await accept(admin, { texts: ['Siemens'], items: 1, name: 'SIEMENS Ltd' }).expect(400);
    expect(failureOf(namesake).errors).toMatchObject([{ field: 'name' }]);
    const block = { status: 'blocked', reason: 'Bad papers', version };
    await app.as(admin).put(`/api/suppliers/${_id}/status`).send(block).expect(200);
    const blocked = await accept(admin, { texts: ['Siemens'], items: 1, supplierId: _id }).expect(409);
    expect(failureOf(blocked)).toMatchObject({ code: 'SUPPLIER_BLOCKED', errors: [{ field: 'supplierId' }] });
    const unknown = await accept(admin, { texts: ['Siemens'], items: 1, supplierId: 'f'.repeat(24) }).expect(404);
    expect(failureOf(unknown).code).toBe('SUPPLIER_NOT_FOUND');
  });

  it('of another laboratory are nobody else’s', async () => {
    const { admin, laboratory } = await stocked('Randox');
    const link = dataOf<SupplierLink>(await accept(admin, { texts: ['Randox'], items: 1, name: 'Randox' }).expect(200));
    const { admin: stranger } = await stocked();
    const foreign = await app.as(stranger).get(`/api/suppliers/names?laboratoryId=${laboratory.id}`).expect(404);
    expect(failureOf(foreign).code).toBe('LABORATORY_NOT_FOUND');
    await accept(stranger, { laboratoryId: laboratory.id, texts: ['Randox'], items: 1, name: 'Mine' }).expect(404);
    expect(failureOf(await undo(stranger, link._id).expect(404)).code).toBe('SUPPLIER_LINK_NOT_FOUND');
    expect((await proposals(superAdmin, `?laboratoryId=${laboratory.id}`)).groups).toBe(0);
  });

  it('of a suspended or archived laboratory stay as they are', async () => {
    for (const [status, code] of [
      ['suspended', 'LABORATORY_SUSPENDED'],
      ['archived', 'LABORATORY_ARCHIVED'],
    ] as const) {
      const { id } = await app.laboratory({ status });
      const refused = await accept(superAdmin, { laboratoryId: id, texts: ['A'], items: 1, name: 'Any' }).expect(409);
      expect(failureOf(refused).code).toBe(code);
    }
  });

  it('in an imported file become suppliers where they are the name or code of one', async () => {
    const { admin } = await stocked();
    const made = await app
      .as(admin)
      .post('/api/suppliers')
      .send({ name: 'Erba Mannheim', code: `ERBA${(number += 1)}` });
    const { _id, code } = dataOf<Supplier>(made);
    const rows = ['ERBA  Mannheim Pvt Ltd', code.toLowerCase(), 'Nobody known'];
    const sheet = ['Name,Category,Unit,Supplier', ...rows.map((text, index) => `Row ${index},Reagent,Bottle,${text}`)];
    const content = Buffer.from(sheet.join('\n')).toString('base64');
    await app.as(admin).post('/api/inventory/import').send({ fileName: 'items.csv', content }).expect(200);
    const list = dataOf<InventoryItem[]>(await app.as(admin).get('/api/inventory?sort=name').expect(200));
    expect(list.map(({ supplier, supplierId }) => [supplier, supplierId])).toEqual([
      [rows[0], _id],
      [rows[1], _id],
      [rows[2], null],
    ]);
  });
});
