import { type BulkAnswer, type InventoryImport, type InventoryListItem, NO_OPENING_STOCK } from '@shifa/contract';
import { failureOf, faultsOf, InventoryDesk, itemOf } from '../../../test/inventory/inventory-desk';

const reason = 'Counted on the shelf';

describe('items', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  it('are created with a generated code and opening stock', async () => {
    const first = await desk.created({
      quantity: 12,
      batchNumber: 'A-1',
      expiryDate: '2099-12-31',
      unitCostPaise: 500,
    });
    expect(first).toMatchObject({
      itemCode: 'RGT-0001',
      quantity: 12,
      valuePaise: 6_000,
      unitFrozen: true,
      batches: [{ batchNumber: 'A-1', quantity: 12, expiryDate: '2099-12-31', status: 'active' }],
    });
    expect(await desk.created()).toMatchObject({ itemCode: 'RGT-0002', quantity: 0, stockStatus: 'out' });
  });

  it('skip codes that people have chosen', async () => {
    await desk.created({ itemCode: 'kit-0001', category: 'kit' });
    expect(await desk.created({ category: 'kit' })).toMatchObject({ itemCode: 'KIT-0002' });
    const refused = await desk.create({ itemCode: 'KIT-0001' }).expect(409);
    expect(failureOf(refused)).toMatchObject({ code: 'ITEM_CODE_TAKEN', errors: [{ field: 'itemCode' }] });
  });

  it('need an expiry date for opening stock where they track expiry', async () => {
    const answer = await desk.app
      .as(desk.admin)
      .post('/api/inventory')
      .send({ name: 'Urea', category: 'reagent', unit: 'bottle', quantity: 3 });
    expect(answer.status).toBe(400);
    expect(faultsOf(answer)).toEqual({
      expiryDate: 'Expiry date is required, because this item tracks expiry',
    });
  });

  it('keep their unit after the first movement', async () => {
    const item = await desk.created();
    const change = (unit: string, version: number) =>
      desk.app.as(desk.manager).put(`/api/inventory/${item._id}`).send({ unit, version });
    expect(itemOf(await change('vial', 1).expect(200)).unit).toBe('vial');
    const { version } = await desk.receive(item._id, 1);
    expect(failureOf(await change('box', version).expect(409)).code).toBe('ITEM_UNIT_FROZEN');
  });

  it('report a conflict with the current document', async () => {
    const item = await desk.created();
    const change = (body: object) => desk.app.as(desk.manager).put(`/api/inventory/${item._id}`).send(body);
    await change({ minQuantity: 7, version: 1 }).expect(200);
    const conflict = failureOf(await change({ minQuantity: 9, version: 1 }).expect(409));
    expect(conflict).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { minQuantity: 7, version: 2 } } });
  });

  it('become low when their minimum rises', async () => {
    const item = await desk.created({ quantity: 8, expiryDate: '2099-12-31', minQuantity: 5 });
    expect(item.stockStatus).toBe('ok');
    const changed = await desk.app
      .as(desk.admin)
      .put(`/api/inventory/${item._id}`)
      .send({ minQuantity: 8, version: 1 });
    expect(itemOf(changed).stockStatus).toBe('low');
  });

  it('are discontinued only without stock, and can be taken back into use', async () => {
    const item = await desk.created({ quantity: 2, expiryDate: '2099-12-31' });
    const discontinue = () => desk.app.as(desk.admin).delete(`/api/inventory/${item._id}`);
    expect(failureOf(await discontinue().expect(409))).toMatchObject({
      code: 'ITEM_HAS_STOCK',
      blockers: [{ name: 'bottles in stock', count: 2 }],
    });
    await desk.app.as(desk.manager).delete(`/api/inventory/${item._id}`).expect(403);
    await desk.moved(item._id, { type: 'waste', quantity: 2, reason });
    const gone = itemOf(await discontinue().expect(200));
    expect(gone).toMatchObject({ status: 'discontinued', actions: { reactivate: { allowed: true } } });
    expect(failureOf(await desk.move(item._id, { type: 'in', quantity: 1, expiryDate: '2099-01-01' })).code).toBe(
      'ITEM_DISCONTINUED',
    );
    const back = { status: 'active', version: gone.version };
    expect(itemOf(await desk.app.as(desk.admin).put(`/api/inventory/${item._id}`).send(back)).status).toBe('active');
  });

  it('are found by name, code and batch number, and by each filter', async () => {
    const item = await desk.created({
      name: 'Sodium electrode',
      category: 'spare_part',
      supplier: 'Medline',
      storageLocation: 'Shelf 9',
      quantity: 4,
      batchNumber: 'NA-77',
      expiryDate: '2099-12-31',
      minQuantity: 10,
    });
    for (const query of [
      'search=sodium',
      `search=${item.itemCode}`,
      'search=na-77',
      'category=spare_part&stockStatus=low&status=active',
      'supplier=medline',
      'storageLocation=shelf%209',
      'category=spare_part&expired=false',
    ]) {
      const found = await desk.read<InventoryListItem[]>(`?${query}`);
      expect([query, found.map(({ _id }) => _id)]).toEqual([query, [item._id]]);
    }
    expect(await desk.read('?search=sodium&expiringWithin=30')).toEqual([]);
    expect(await desk.read('?search=sodium&blocked=true')).toEqual([]);
    expect(await desk.read('/suggestions?field=supplier&search=med')).toEqual(['Medline']);
  });

  it('are opened by the code on a label of one of their batches', async () => {
    const { _id, batches } = await desk.created({ quantity: 4, expiryDate: '2099-12-31' });
    expect(await desk.read(`/batches/${batches[0]?._id ?? ''}`)).toMatchObject({ _id });
    await desk.app.as(desk.manager).get(`/api/inventory/batches/${_id}`).expect(404);
  });

  it('are changed in bulk, all or none, with a result for each', async () => {
    const [a, b] = [await desk.created({ minQuantity: 1 }), await desk.created({ minQuantity: 2 })];
    const bulk = async (updates: object[], dryRun = false) => {
      const answer = await desk.app.as(desk.manager).post('/api/inventory/bulk-update').send({ updates, dryRun });
      return (answer.body as { data: BulkAnswer }).data;
    };
    const updates = [
      { _id: a._id, minQuantity: 5, supplier: 'Apex' },
      { _id: b._id, minQuantity: 2 },
    ];
    const preview = await bulk(updates, true);
    expect(preview).toMatchObject({
      applied: false,
      results: [{ changes: [{ field: 'supplier' }, { field: 'minQuantity', before: 1, after: 5 }] }, { changes: [] }],
    });
    const stale = await bulk([
      { _id: a._id, minQuantity: 5 },
      { _id: b._id, minQuantity: 9, version: 7 },
    ]);
    expect(stale).toMatchObject({
      applied: false,
      results: [{ fault: null }, { fault: { code: 'VERSION_CONFLICT' } }],
    });
    expect(await desk.get(a._id)).toMatchObject({ minQuantity: 1 });
    expect((await bulk(updates)).applied).toBe(true);
    expect(await desk.get(a._id)).toMatchObject({ minQuantity: 5, supplier: 'Apex' });
    expect((await desk.get(b._id)).version).toBe(1);
  });

  it('are imported with their opening stock, all or none', async () => {
    const send = async (csv: string, options: object = {}) => {
      const content = Buffer.from(csv).toString('base64');
      const body = { fileName: 'items.csv', content, ...options };
      const answer = await desk.app.as(desk.admin).post('/api/inventory/import').send(body).expect(200);
      return (answer.body as { data: InventoryImport }).data;
    };
    const header = 'Code,Name,Category,Unit,Minimum,Unit cost,Tracks expiry,Quantity,Expiry date';
    const good = 'IMP-1,Imported tips,Consumable,Pack,3,12.50,No,20,';
    const bad = 'IMP-1,Imported kit,Kit,Crate,x,1,Yes,5,';
    const faulty = await send([header, good, bad].join('\n'));
    expect(faulty).toMatchObject({ applied: false, rows: 2, created: [] });
    expect(faulty.faults[0]?.errors.map(({ field }) => field)).toEqual(['Code', 'Unit', 'Minimum']);
    const mistyped = [
      'IMP-2,Tips a,Consumable,Pack,10000001,12.345,Yes,5,31/02/2027',
      'IMP-3,Tips b,Consumable,Pack,3,"200,000,000",No,5,2027-02-29',
      'IMP-4,Tips c,Consumable,Pack,3,0.00,No,5,soon',
    ];
    const reported = (await send([header, ...mistyped].join('\n'))).faults;
    expect(reported.map(({ errors }) => errors.map(({ field, message }) => `${field}: ${message}`))).toEqual([
      [
        'Minimum: Must be at most 10,000,000',
        'Unit cost: Enter an amount with at most two decimals, such as 1,250.50',
        'Expiry date: No such date. Enter DD/MM/YYYY or YYYY-MM-DD',
      ],
      ['Unit cost: Must be at most ₹100,000,000.00', 'Expiry date: No such date. Enter DD/MM/YYYY or YYYY-MM-DD'],
      ['Expiry date: Enter a date as YYYY-MM-DD or DD/MM/YYYY'],
    ]);
    const done = await send([header, good].join('\n'));
    expect(done).toMatchObject({ applied: true, created: [{ name: 'Imported tips' }] });
    expect(await desk.get(done.created[0]?._id ?? '')).toMatchObject({
      quantity: 20,
      valuePaise: 25_000,
      minQuantity: 3,
    });
    const { itemCode } = await desk.created({ category: 'kit' });
    const next = `KIT-${String(Number(itemCode.slice(4)) + 1).padStart(4, '0')}`;
    const codeless = await send([header, ',Codeless,Kit,Kit,3,1,No,0,', `${next},Coded,Kit,Kit,3,1,No,0,`].join('\n'));
    expect(codeless).toMatchObject({ applied: true, created: [{ name: 'Codeless' }, { name: 'Coded' }] });
    expect((await send([header, good].join('\n'))).faults).toMatchObject([
      { errors: [{ field: 'Code', message: 'Another item has this code' }] },
    ]);
  });

  it("start without stock for those who can't move stock", async () => {
    const clerk = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'inventory.stock': false },
    });
    const body = { name: 'Stockless tips', category: 'consumable', unit: 'pack', trackExpiry: false };
    const create = (quantity?: number) =>
      desk.app
        .as(clerk)
        .post('/api/inventory')
        .send({ ...body, quantity });
    const refused = await create(5).expect(403);
    expect(refused.body).toMatchObject({ code: 'FORBIDDEN', message: NO_OPENING_STOCK });
    expect(faultsOf(refused)).toEqual({ quantity: NO_OPENING_STOCK });
    const rows = ['Name,Category,Unit,Tracks expiry,Quantity', 'Imported a,Kit,Kit,No,4', 'Imported b,Kit,Kit,No,'];
    const content = Buffer.from(rows.join('\n')).toString('base64');
    const file = { fileName: 'items.csv', content, validRowsOnly: true };
    const { data } = (await desk.app.as(clerk).post('/api/inventory/import').send(file).expect(200)).body as {
      data: InventoryImport;
    };
    expect(data.faults).toMatchObject([{ row: 2, errors: [{ field: 'Quantity', message: NO_OPENING_STOCK }] }]);
    expect(data.created).toMatchObject([{ name: 'Imported b' }]);
    expect((await create().expect(201)).body).toMatchObject({ data: { quantity: 0, movementSeq: 0 } });
  });

  it('are not doubled by a file that is imported again', async () => {
    const header = 'Code,Name,Category,Manufacturer,Unit,Tracks expiry,Quantity,Laboratory code';
    const send = async (rows: readonly string[], options: object = {}) => {
      const content = Buffer.from([header, ...rows].join('\n')).toString('base64');
      const body = { fileName: 'items.csv', content, ...options };
      const answer = await desk.app.as(desk.head).post('/api/inventory/import').send(body).expect(200);
      return (answer.body as { data: InventoryImport }).data;
    };
    const errorsOf = ({ faults }: InventoryImport) =>
      faults.map(({ row, errors: [error] }) => [row, error?.field, error?.message]);
    const here = (code: string, name: string, maker = '', unit = 'Pack') =>
      `${code},${name},Consumable,${maker},${unit},No,20,${desk.laboratory.code}`;
    const file = [here('TWICE-1', 'Coded slides'), here('', 'Codeless slides'), here('', 'Urine  cups', 'Tarsons')];
    expect(await send(file)).toMatchObject({ applied: true, faults: [] });
    const count = async () => {
      const answer = await desk.app.as(desk.head).get(`/api/inventory?laboratoryId=${desk.laboratory.id}`).expect(200);
      return (answer.body as { pagination: { total: number } }).pagination.total;
    };
    const before = await count();
    const known = 'The laboratory already has an item with this name and unit. If this is another one, give it a code.';
    for (const options of [{ dryRun: true }, {}, { validRowsOnly: true }]) {
      const again = await send(file, options);
      expect(again).toMatchObject({ applied: false, created: [] });
      expect(errorsOf(again)).toEqual([
        [2, 'Code', 'Another item has this code'],
        [3, 'Name', known],
        [4, 'Name', known],
      ]);
    }
    expect(await count()).toBe(before);

    // As people type it, and with a manufacturer that was added since.
    const alike = await send([here('', 'CODELESS   slides', 'Tarsons'), here('', 'urine cups')]);
    expect(errorsOf(alike)).toEqual([
      [2, 'Name', known],
      [3, 'Name', known],
    ]);
    const twice = await send([here('', 'Droppers'), here('', 'droppers'), here('', 'Droppers', 'Tarsons')]);
    expect(errorsOf(twice)).toEqual([[3, 'Name', 'Row 2 has the same name, manufacturer and unit']]);

    const other = await desk.app.laboratory();
    const others = await send([
      here('TWICE-2', 'Codeless slides'),
      here('', 'Codeless slides', '', 'Box'),
      `,Codeless slides,Consumable,,Pack,No,20,${other.code}`,
    ]);
    expect(others).toMatchObject({ applied: true, faults: [] });
  });

  it('are exported as a file that an import can read', async () => {
    await desk.created({ name: '=SUM(A1)', quantity: 4, expiryDate: '2099-12-31' });
    const { text } = await desk.app.as(desk.manager).get('/api/inventory/export?format=csv&search=%3Dsum').expect(200);
    expect(text).toContain('Reagent');
    expect(text).toContain('2099-12-31');
  });
});
