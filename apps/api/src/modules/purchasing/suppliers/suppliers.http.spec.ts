import type { AuditEntry, InventoryItem, Supplier } from '@shifa/contract';
import { notificationsOf } from '../../../../test/notifications';
import { dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { type Person, TestApp } from '../../../../test/test-app';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { Notices } from '../../notifications/notifications.port';
import { SupplierNotices } from './supplier-notices';
import { SupplierReader } from './supplier-reader';

jest.setTimeout(120_000);

const GSTIN = '27AAPFU0939F1ZV';

describe('suppliers', () => {
  let app: TestApp;
  let home: string;
  let other: string;
  let admin: Person;
  let stranger: Person;
  let superAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    const [one, two] = [await app.laboratory(), await app.laboratory()];
    [home, other] = [one.id, two.id];
    admin = await app.person('lab_admin', { laboratoryId: one._id });
    stranger = await app.person('lab_admin', { laboratoryId: two._id });
    superAdmin = await app.person('super_admin');
  });
  afterAll(() => app.close());

  let number = 0;
  const create = (body: object, person = admin) => app.as(person).post('/api/suppliers').send(body);
  const created = async (body: object = {}, person = admin) =>
    dataOf<Supplier>(await create({ name: `Kappa Traders ${(number += 1)}`, ...body }, person).expect(201));
  const get = (id: string, person = admin) => app.as(person).get(`/api/suppliers/${id}`);
  const update = (id: string, body: object, person = admin) => app.as(person).put(`/api/suppliers/${id}`).send(body);
  const hold = (id: string, body: object, person = admin) =>
    app
      .as(person)
      .put(`/api/suppliers/${id}/status`)
      .send({ status: 'on_hold', reason: 'Late deliveries', ...body });
  const shared = () =>
    created({ uses: [{ laboratoryId: home }, { laboratoryId: other, leadTimeDays: 3 }] }, superAdmin);

  it('are created for the own laboratory, with a code of their own and what follows from the GSTIN', async () => {
    const first = await created({ name: 'M/s Zenith Labware Pvt Ltd', gstin: '27 aapfu0939f1zv' });
    expect(first).toMatchObject({
      code: 'ZENITH',
      status: 'approved',
      gstin: GSTIN,
      pan: 'AAPFU0939F',
      stateCode: '27',
      usedByAll: false,
      usedByOthers: false,
      leadTimeDays: 7,
      paymentDays: 30,
      uses: [{ laboratory: { _id: home }, leadTimeDays: null }],
      actions: { edit: { allowed: true }, hold: { allowed: true }, block: { allowed: true } },
    });
    expect((await created({ name: 'Zenith Optics' })).code).toBe('ZENITH-2');
    const taken = await create({ name: 'Another', code: 'zenith' }).expect(409);
    expect(failureOf(taken)).toMatchObject({ code: 'SUPPLIER_CODE_TAKEN', errors: [{ field: 'code' }] });
    const double = await create({ name: 'Double', gstin: GSTIN }).expect(409);
    expect(failureOf(double)).toMatchObject({ code: 'SUPPLIER_GSTIN_TAKEN', errors: [{ field: 'gstin' }] });
    const { _id, version } = await created();
    expect(failureOf(await update(_id, { gstin: GSTIN, version }).expect(409)).code).toBe('SUPPLIER_GSTIN_TAKEN');
    // A laboratory learns nothing of another one's suppliers, not even that they exist.
    await create({ name: 'Elsewhere', gstin: GSTIN }, stranger).expect(201);
  });

  it('have names that differ by more than case and legal form, unless their GSTINs tell branches apart', async () => {
    const first = await created({ name: 'Omega Glass', gstin: '29AAGCB7383J1Z4' });
    const same = await create({ name: 'M/s OMEGA  GLASS Pvt. Ltd.' }).expect(409);
    expect(failureOf(same)).toMatchObject({ code: 'SUPPLIER_NAME_TAKEN', errors: [{ field: 'name' }] });
    expect(failureOf(same).message).toContain(`Omega Glass (${first.code})`);
    await created({ name: 'Omega Glass', gstin: '24AAACC1206D1ZM' });
    await created({ name: 'omega glass' }, stranger);
  });

  it('do not get the name of another one later, nor lose the GSTIN that tells them apart', async () => {
    const [first, branch] = [
      await created({ name: 'Zeta Plastics', gstin: '29AAACZ1234A1ZR' }),
      await created({ name: 'Zeta Plastics', gstin: '24AAACZ1234A1Z1' }),
    ];
    const other = await created({ name: 'Zetta Plastics' });
    const change = ({ _id, version }: Supplier, body: object) => update(_id, { ...body, version });
    for (const [supplier, body] of [
      [other, { name: 'ZETA Plastics Pvt. Ltd.' }],
      [branch, { gstin: null }],
    ] as const) {
      const refused = failureOf(await change(supplier, body).expect(409));
      expect(refused).toMatchObject({ code: 'SUPPLIER_NAME_TAKEN', errors: [{ field: 'name' }] });
    }
    await change(first, { name: 'ZETA PLASTICS' }).expect(200);
  });

  it('name the faulty field', async () => {
    const failed = async (body: object) => failureOf(await create({ name: 'Faulty', ...body }).expect(400)).errors;
    expect(await failed({ gstin: '27AAPFU0939F1ZW' })).toMatchObject([{ field: 'gstin' }]);
    expect(await failed({ gstin: GSTIN, stateCode: '19' })).toMatchObject([{ field: 'stateCode' }]);
    expect(await failed({ contacts: [{ name: '', role: null, phone: null, email: null }] })).toMatchObject([
      { field: 'contacts.0.name' },
    ]);
    expect(await failed({ leadTimeDays: 366 })).toMatchObject([{ field: 'leadTimeDays' }]);
    const nobody = await create({ name: 'No laboratory' }, superAdmin).expect(400);
    expect(failureOf(nobody).errors).toMatchObject([{ field: 'uses' }]);
  });

  it('of another laboratory do not exist', async () => {
    const { _id, version } = await created();
    for (const response of [
      await get(_id, stranger),
      await update(_id, { name: 'Mine', version }, stranger),
      await hold(_id, { version }, stranger),
      await app.as(stranger).get(`/api/suppliers/${_id}/history`),
      await app.as(stranger).get(`/api/suppliers/${_id}/links`),
      await get('f'.repeat(24), stranger),
    ]) {
      expect(response.status).toBe(404);
      expect(failureOf(response)).toMatchObject({ code: 'SUPPLIER_NOT_FOUND', message: "This supplier doesn't exist" });
    }
    const list = await app.as(stranger).get('/api/suppliers?limit=100').expect(200);
    expect(dataOf<Supplier[]>(list).map((one) => one._id)).not.toContain(_id);
    const foreign = await create({ name: 'Foreign', uses: [{ laboratoryId: home }] }, stranger).expect(404);
    expect(failureOf(foreign).code).toBe('LABORATORY_NOT_FOUND');
    await update(_id, { uses: [{ laboratoryId: home }, { laboratoryId: other }], version }).expect(404);
    await update(_id, { usedByAll: true, version }).expect(403);
  });

  it('that several laboratories use are the network’s to change', async () => {
    const { _id, version } = await shared();
    const seen = dataOf<Supplier>(await get(_id, stranger).expect(200));
    expect(seen).toMatchObject({ usedByOthers: true, actions: { edit: { allowed: false } } });
    expect(seen.uses.map(({ laboratory, leadTimeDays }) => [laboratory._id, leadTimeDays])).toEqual([[other, 3]]);
    await update(_id, { name: 'Taken over', version }, stranger).expect(403);
    await hold(_id, { version }, admin).expect(403);
    await hold(_id, { version }, superAdmin).expect(200);
    const everywhere = await created({ usedByAll: true }, superAdmin);
    await get(everywhere._id, stranger).expect(200);
    const { _id: laboratoryId } = await app.laboratory();
    const later = await app.person('staff', { laboratoryId });
    expect(dataOf<Supplier>(await get(everywhere._id, later).expect(200)).usedByOthers).toBe(true);
    const withdrawn = { usedByAll: false, uses: [{ laboratoryId: other }], version: everywhere.version };
    await update(everywhere._id, withdrawn, superAdmin).expect(200);
    await get(everywhere._id, later).expect(404);
  });

  it('change their status with a reason, at the version that was read, and keep their history', async () => {
    const { _id, version } = await created();
    expect(failureOf(await hold(_id, { version, reason: '' }).expect(400)).errors[0]?.field).toBe('reason');
    const held = await hold(_id, { version, nextReviewOn: '2099-01-31' }).expect(200);
    expect(dataOf<Supplier>(held)).toMatchObject({
      status: 'on_hold',
      statusReason: 'Late deliveries',
      nextReviewOn: '2099-01-31',
    });
    expect(failureOf(await hold(_id, { version, status: 'blocked' }).expect(409)).code).toBe('VERSION_CONFLICT');
    const history = await app.as(admin).get(`/api/suppliers/${_id}/history`).expect(200);
    expect(dataOf<AuditEntry[]>(history).map(({ action }) => action)).toEqual([
      'supplier.status-on-hold',
      'supplier.created',
    ]);
  });

  it('are read by other modules with the lead time of the laboratory, or with why nothing can be ordered', async () => {
    const reader = app.services.get(SupplierReader);
    const contacts = [{ name: 'Ravi', role: null, phone: null, email: 'ravi@kappa.example' }];
    const uses = [{ laboratoryId: home }, { laboratoryId: other, leadTimeDays: 3 }];
    const { _id, version, name } = await created({ contacts, uses }, superAdmin);
    const own = await reader.readUsable(other, _id);
    expect(own.supplier).toMatchObject({ id: _id, leadTimeDays: 3, email: 'ravi@kappa.example' });
    expect((await reader.readUsable(home, _id)).supplier?.leadTimeDays).toBe(7);
    expect((await reader.readUsable(home, 'f'.repeat(24))).refused?.code).toBe('SUPPLIER_NOT_FOUND');
    await hold(_id, { version }, superAdmin).expect(200);
    expect((await reader.readUsable(home, _id)).refused).toMatchObject({
      code: 'SUPPLIER_ON_HOLD',
      message: `${name} is on hold: Late deliveries. Choose another supplier, or have it approved.`,
    });
    expect((await reader.namesOf([_id])).get(_id)?.name).toBe(name);
  });

  it('are listed by search, status and due review, and exported without formulas', async () => {
    const name = `=HYPERLINK("http://evil.example") ${(number += 1)}`;
    const { _id, version } = await created({ name, nextReviewOn: '2020-01-01' });
    await hold(_id, { version }).expect(200);
    const ids = async (query: string) =>
      dataOf<Supplier[]>(await app.as(admin).get(`/api/suppliers?limit=100&${query}`).expect(200)).map(
        (one) => one._id,
      );
    expect(await ids('search=evil')).toEqual([_id]);
    expect(await ids('search=%3Dhyperlink')).toEqual([_id]);
    expect(await ids('status=on_hold&reviewDue=true')).toEqual([_id]);
    expect(await ids('reviewDue=false')).not.toContain(_id);
    expect(await ids(`laboratoryId=${home}`)).toContain(_id);
    for (const sort of ['-name', 'code', '-code', 'nextReviewOn', '-nextReviewOn']) {
      expect(await ids(`sort=${sort}`)).toContain(_id);
    }
    const csv = await app.as(admin).get('/api/suppliers/export?format=csv&search=%3Dhyperlink').expect(200);
    expect(csv.text).toMatch(/'=HYPERLINK/);
  });

  it('remind those who can review them 30 days ahead and when the review is due, once each', async () => {
    const laboratory = await app.laboratory();
    const reviewer = await app.person('lab_admin', { laboratoryId: laboratory._id });
    const today = businessDay(app.services.get(Clock).now(), NETWORK_TIMEZONE);
    const soon = addDays(today, 10);
    const { name } = await created({ nextReviewOn: soon }, reviewer);
    const due = await created({ nextReviewOn: today }, reviewer);
    const run = () => app.services.get(SupplierNotices).run();
    // One that cannot be sent holds up no other.
    const notices = app.services.get(Notices);
    const send = notices.sendToHolders.bind(notices);
    const spy = jest.spyOn(notices, 'sendToHolders').mockImplementation((permission, place, notice) => {
      return notice.title.startsWith(name) ? Promise.reject(new Error('Broken')) : send(permission, place, notice);
    });
    await run();
    spy.mockRestore();
    expect((await notificationsOf(app, reviewer)).map(({ title }) => title)).toEqual([`${due.name}: review is due`]);
    await run();
    await run();
    const titles = (await notificationsOf(app, reviewer)).map(({ title }) => title).sort();
    expect(titles).toEqual([`${name}: review in 10 days`, `${due.name}: review is due`].sort());
  });

  it('are chosen for items, unless they are blocked, on hold or of another laboratory', async () => {
    const usable = await created();
    const item = (supplierId: string) =>
      app
        .as(admin)
        .post('/api/inventory')
        .send({ name: `Item ${(number += 1)}`, category: 'reagent', unit: 'bottle', supplierId });
    const made = dataOf<InventoryItem>(await item(usable._id).expect(201));
    expect(made).toMatchObject({ supplierId: usable._id, supplier: usable.name });
    const foreign = await created({}, stranger);
    const edit = (supplierId: string | null) =>
      app.as(admin).put(`/api/inventory/${made._id}`).send({ supplierId, version: made.version });
    expect(failureOf(await item(foreign._id).expect(404))).toMatchObject({ code: 'SUPPLIER_NOT_FOUND' });
    expect(failureOf(await edit(foreign._id).expect(404)).errors).toMatchObject([{ field: 'supplierId' }]);
    for (const [status, code] of [
      ['on_hold', 'SUPPLIER_ON_HOLD'],
      ['blocked', 'SUPPLIER_BLOCKED'],
    ] as const) {
      const { _id, version } = await created();
      await hold(_id, { status, version }).expect(200);
      expect(failureOf(await item(_id).expect(409)).code).toBe(code);
      expect(failureOf(await edit(_id).expect(409)).code).toBe(code);
    }
    expect(dataOf<InventoryItem>(await edit(null).expect(200))).toMatchObject({ supplierId: null });
  });
});
