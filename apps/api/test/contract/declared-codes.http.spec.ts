import { randomBytes } from 'node:crypto';
import type { Role, StaffStatus, StockAlert, StockAlertAction, Transaction, WriteOff } from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Caches } from '../../src/platform/cache/caches';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { unknownId } from '../access/access-world';
import { AttendanceDesk, DAY_SHIFT, instant, recordOf } from '../attendance/attendance-desk';
import { InventoryDesk, itemOf } from '../inventory/inventory-desk';
import { waitingWriteOff } from '../inventory/waiting-write-off';
import { type Person, TestApp } from '../test-app';
import { dayAhead } from '../today';

// The codes that routes declare and that the tests of features do not meet.

type Answer = { body: unknown };

const codeOf = ({ body }: Answer) => (body as { code?: string }).code;
const connectionOf = ({ services }: TestApp) => services.get<Connection>(getConnectionToken());

describe('stock', () => {
  let desk: InventoryDesk;

  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const as = (person: Person) => desk.app.as(person);

  it('has each item code once', async () => {
    const { itemCode } = await desk.created();
    const { _id, version } = await desk.created();
    const answer = await as(desk.admin).put(`/api/inventory/${_id}`).send({ version, itemCode }).expect(409);
    expect(codeOf(answer)).toBe('ITEM_CODE_TAKEN');
  });

  it('of a discontinued item can no longer be changed', async () => {
    const { _id, version, movementSeq } = await desk.created();
    await as(desk.admin).delete(`/api/inventory/${_id}`).expect(200);
    const other = await desk.app.laboratory();
    const counted = { countedAtSeq: movementSeq, countedAt: new Date().toISOString(), reason: 'Shelf count' };
    const answers = await Promise.all([
      as(desk.admin)
        .put(`/api/inventory/${_id}`)
        .send({ version: version + 1, name: 'Another name' }),
      as(desk.manager)
        .put(`/api/inventory/${_id}/count`)
        .send({ ...counted, lines: [{ quantity: 1 }] }),
      as(desk.admin)
        .post('/api/inventory/transfers')
        .send({ toLaboratoryId: other.id, lines: [{ itemId: _id, quantity: 1 }] }),
      as(desk.manager).put(`/api/inventory/${_id}/order`).send({ quantity: 0 }),
      as(desk.admin).delete(`/api/inventory/${_id}`),
      desk.batch(_id, unknownId(), { action: 'open' }),
    ]);
    expect(answers.map(codeOf)).toEqual(Array(6).fill('ITEM_DISCONTINUED'));
  });

  it('of an unknown batch cannot be used, and cannot be sent to an unknown laboratory', async () => {
    const { _id } = await desk.created();
    await desk.receive(_id, 3);
    const waste = { type: 'waste', quantity: 1, batchId: unknownId(), reason: 'Broken or spilled' } as const;
    expect(codeOf(await desk.move(_id, waste))).toBe('BATCH_NOT_FOUND');
    const opened = await desk.batch(_id, unknownId(), { action: 'open' });
    expect(codeOf(opened)).toBe('BATCH_NOT_FOUND');
    const other = await desk.app.laboratory();
    const ofBatch = { toLaboratoryId: other.id, lines: [{ itemId: _id, quantity: 1, batchId: unknownId() }] };
    expect(codeOf(await as(desk.admin).post('/api/inventory/transfers').send(ofBatch))).toBe('BATCH_NOT_FOUND');
    const lines = [{ itemId: _id, quantity: 1 }];
    const sent = await as(desk.admin).post('/api/inventory/transfers').send({ toLaboratoryId: unknownId(), lines });
    expect(codeOf(sent)).toBe('LABORATORY_NOT_FOUND');
  });

  it('is watched by alerts that two people cannot change at once', async () => {
    const { _id } = await desk.created({ quantity: 20, expiryDate: '2099-12-31', minQuantity: 10 });
    await desk.moved(_id, { type: 'out', quantity: 15 });
    const [alert] = await desk.read<StockAlert[]>(`/alerts?itemId=${_id}`);
    const act = (action: StockAlertAction) =>
      as(desk.manager)
        .put(`/api/inventory/alerts/${alert?._id ?? ''}`)
        .send({ action, version: alert?.version });
    await act('acknowledge').expect(200);
    expect(codeOf(await act('reopen'))).toBe('VERSION_CONFLICT');
  });

  it('is not written off with the approval of an account that the requester controls', async () => {
    const { user, id } = desk.manager;
    const by = { _id: user._id, name: user.name };
    const puppet = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      influences: [{ by, kind: 'reset', permissions: [], through: null, at: new Date() }],
    });
    const people = { laboratoryId: desk.laboratory.id, admin: desk.admin, requester: desk.manager };
    const writeOff = await waitingWriteOff(desk.app, people);
    expect(id).not.toBe(puppet.id);
    const answer = await as(puppet).put(`/api/inventory/write-offs/${writeOff}/approve`).send({ approved: true });
    expect(codeOf(answer)).toBe('APPROVER_DEPENDENT');
  });

  it('that waits to be written off is withdrawn only as it was read', async () => {
    const people = { laboratoryId: desk.laboratory.id, admin: desk.admin, requester: desk.manager };
    const id = await waitingWriteOff(desk.app, people);
    const withdrawn = await as(desk.manager).post(`/api/inventory/write-offs/${id}/withdraw`).send({ version: 99 });
    expect(codeOf(withdrawn)).toBe('VERSION_CONFLICT');
  });

  it('that waits to be written off can be looked up', async () => {
    const people = { laboratoryId: desk.laboratory.id, admin: desk.admin, requester: desk.manager };
    const id = await waitingWriteOff(desk.app, people);
    const answer: Answer = await as(desk.admin).get(`/api/inventory/write-offs/${id}`).expect(200);
    expect((answer.body as { data: WriteOff }).data).toMatchObject({ _id: id, status: 'pending' });
  });

  it.each([
    ['suspended', 'LABORATORY_SUSPENDED'],
    ['archived', 'LABORATORY_ARCHIVED'],
  ] as const)('and attendance of a laboratory that is %s accept no records', async (status, code) => {
    const laboratory = await desk.app.laboratory();
    const admin = await desk.app.person('lab_admin', { laboratoryId: laboratory._id });
    const staff = await desk.app.person('staff', { laboratoryId: laboratory._id, shift: DAY_SHIFT });
    const item = itemOf(await desk.create({ laboratoryId: laboratory.id }, admin).expect(201));
    const pairing = await as(admin).post('/api/attendance/displays').send({ name: 'Entrance' }).expect(201);
    const display = { token: randomBytes(32).toString('base64url') };
    const typed = (pairing.body as { data: { code: string } }).data.code;
    await desk.app.http
      .post('/api/attendance/displays/pair')
      .send({ code: typed, ...display })
      .expect(200);
    const writeOff = await waitingWriteOff(desk.app, { laboratoryId: laboratory.id, admin, requester: admin });
    const segments = [{ in: `${dayAhead(-2)}T09:00`, out: `${dayAhead(-2)}T17:00` }];
    const day = { userId: staff.id, workDate: dayAhead(-2), segments, reason: 'Forgot to clock in' };
    const worked = recordOf(await as(admin).post('/api/attendance').send(day).expect(201));
    const entry = createTransactionBody({ laboratoryId: laboratory.id });
    const made = await as(admin).post('/api/transactions').send(entry).expect(201);
    const { _id: rejected } = (made.body as { data: Transaction }).data;
    const rejection = { approved: false, reason: 'The receipt is missing' };
    await as(desk.head).put(`/api/transactions/${rejected}/approve`).send(rejection).expect(200);
    await connectionOf(desk.app).collection('laboratories').updateOne({ _id: laboratory._id }, { $set: { status } });
    desk.app.services.get(Caches).clear();

    const counted = { countedAtSeq: item.movementSeq, countedAt: new Date().toISOString(), reason: 'Shelf count' };
    const { version } = worked;
    const tappedAt = new Date().toISOString();
    const tap = { action: 'clock_in', punchId: 'tap-number-1', tappedAt, sentAt: tappedAt };
    const leave = { type: 'casual', from: dayAhead(7), to: dayAhead(9), reason: 'A wedding' };
    const requests = {
      'clock in': as(staff).post('/api/attendance/clock-in').send({}),
      codes: desk.app.as(display).get('/api/attendance/displays/codes'),
      count: as(admin)
        .put(`/api/inventory/${item._id}/count`)
        .send({ ...counted, lines: [{ quantity: 4 }] }),
      'count sheet': as(admin).get('/api/inventory/count-sheet'),
      correction: as(staff)
        .post('/api/attendance/corrections')
        .send({
          workDate: dayAhead(-3),
          segments: [{ in: `${dayAhead(-3)}T09:00`, out: `${dayAhead(-3)}T17:00` }],
          reason: 'I was here',
        }),
      day: as(admin)
        .post('/api/attendance')
        .send({ ...day, workDate: dayAhead(-3) }),
      'day again': as(admin).put(`/api/attendance/${worked._id}`).send({ version, segments, reason: 'A typing error' }),
      display: as(admin).post('/api/attendance/displays').send({ name: 'Back door' }),
      item: desk.create({ laboratoryId: laboratory.id }, admin),
      decision: as(desk.head).put(`/api/inventory/write-offs/${writeOff}/approve`).send({ approved: true }),
      entry: as(admin).post('/api/transactions').send(entry),
      'entry again': as(admin).post(`/api/transactions/${rejected}/resubmit`).send({ version: 2 }),
      leave: as(staff).post('/api/attendance/leaves').send(leave),
      'leave preview': as(staff).get('/api/attendance/leaves/preview').query(leave),
      'offline punch': as(staff).post('/api/attendance/offline-punches').send(tap),
      order: as(admin)
        .put(`/api/inventory/${item._id}/order`)
        .send({ version: item.version, quantity: 3, expectedOn: dayAhead(5) }),
      'QR code': as(admin).get('/api/attendance/qr-code'),
      stock: as(admin)
        .put(`/api/inventory/${item._id}/stock`)
        .send({ type: 'in', quantity: 1, expiryDate: '2099-12-31' }),
    };
    const answers: Record<string, string | undefined> = {};
    for (const [name, request] of Object.entries(requests)) answers[name] = codeOf(await request);
    expect(answers).toEqual(Object.fromEntries(Object.keys(requests).map((name) => [name, code])));
  });
});

describe('attendance', () => {
  let desk: AttendanceDesk;

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-20 07:00');
  });
  afterAll(() => desk.close());

  it('is edited by somebody else, and decided on by somebody with a higher role', async () => {
    const own = await desk.worked(desk.manager, '2026-11-20 09:00', '2026-11-20 22:00');
    const change = { version: own.version, segments: [{ in: '2026-11-20T09:00', out: '2026-11-20T21:00' }] };
    const edited = await desk.app
      .as(desk.manager)
      .put(`/api/attendance/${own._id}`)
      .send({ ...change, reason: 'Left earlier' });
    expect(codeOf(edited)).toBe('OWN_ATTENDANCE');
    const colleague = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
    expect(codeOf(await desk.decide(colleague, own))).toBe('APPROVER_TOO_LOW');
    expect(recordOf(await desk.decide(desk.admin, own).expect(200)).approvalStatus).toBe('approved');
  });

  it('has its requested correction withdrawn only as it was read', async () => {
    const person = await desk.staff();
    const record = await desk.worked(person, '2026-11-19 09:00', '2026-11-19 17:00');
    const segments = [{ in: '2026-11-19T08:00', out: '2026-11-19T17:00' }];
    await desk.correct(person, { workDate: '2026-11-19', segments, reason: 'I came at eight' }).expect(200);
    const path = `/api/attendance/${record._id}/withdraw-correction`;
    expect(codeOf(await desk.app.as(person).post(path).send({ version: 99 }))).toBe('VERSION_CONFLICT');
  });

  it('that was tapped without a network does not begin twice', async () => {
    const person = await desk.staff();
    desk.at('2026-11-21 09:00');
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-21 11:00');
    const [tappedAt, sentAt] = [instant('2026-11-21 10:00'), instant('2026-11-21 11:00')].map((at) => at.toISOString());
    const tap = { action: 'clock_in', punchId: 'tap-number-9', tappedAt, sentAt };
    expect(codeOf(await desk.app.as(person).post('/api/attendance/offline-punches').send(tap))).toBe(
      'ALREADY_CLOCKED_IN',
    );
  });
});

describe('the network', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  it('protects people of the same role, and those who have left, at every address', async () => {
    const laboratoryId = (await app.laboratory())._id;
    const admin = await app.person('lab_admin', { laboratoryId });
    const idOf = async (role: Role, status: StaffStatus = 'active') =>
      (await app.user(role, { laboratoryId, status }))._id.toHexString();
    const [colleague, staff, exited] = [await idOf('lab_admin'), await idOf('staff'), await idOf('staff', 'exited')];
    const as = app.as(admin);
    const set = async (id: string, permission: string) =>
      codeOf(await as.put(`/api/staff/${id}/permissions`).send({ permissions: { [permission]: true } }));
    expect(await set(admin.id, 'inventory.view')).toBe('OWN_ACCOUNT');
    expect(await set(colleague, 'inventory.view')).toBe('STAFF_BEYOND_REACH');
    expect(await set(staff, 'laboratories.create')).toBe('PERMISSION_NOT_HELD');
    expect(await set(exited, 'inventory.view')).toBe('STAFF_EXITED');
    expect(codeOf(await as.delete(`/api/staff/${colleague}`).send({ reason: 'Resigned' }))).toBe('STAFF_BEYOND_REACH');
    expect(codeOf(await as.delete(`/api/staff/${colleague}/sessions/${unknownId()}`))).toBe('STAFF_BEYOND_REACH');
    expect(codeOf(await as.post(`/api/staff/${colleague}/temporary-password`).send({}))).toBe('STAFF_BEYOND_REACH');
    expect(codeOf(await as.post(`/api/staff/${exited}/temporary-password`).send({}))).toBe('STAFF_EXITED');
    expect(codeOf(await as.post(`/api/permissions/users/${exited}/reset`).send({}))).toBe('STAFF_EXITED');
  });

  it('keeps a super admin when two remove each other', async () => {
    const [one, two] = [await app.person('super_admin'), await app.person('super_admin')];
    const remove = (by: Person, whom: Person) => app.as(by).delete(`/api/staff/${whom.id}`);
    const answers = await Promise.all([remove(one, two), remove(two, one)]);
    expect(answers.map(codeOf).toSorted()).toEqual(['LAST_SUPER_ADMIN', undefined]);
  });

  it.each([
    ['inventory_items', '/api/inventory/export', 20_001],
    ['audit', '/api/audit/export', 10_001],
  ])('exports no file that would lack rows (%s)', async (collection, path, count) => {
    const head = await app.person('super_admin');
    const rows = Array.from({ length: count }, (_, index) => ({
      at: new Date(),
      status: 'active',
      itemCode: `X-${index}`,
    }));
    const stored = await connectionOf(app).collection(collection).insertMany(rows);
    expect(codeOf(await app.as(head).get(`${path}?format=csv`))).toBe('EXPORT_TOO_LARGE');
    await connectionOf(app)
      .collection(collection)
      .deleteMany({ _id: { $in: Object.values(stored.insertedIds) } });
  });

  it('answers only so many requests of a person', async () => {
    const person = await app.person('staff');
    const limits = app.services.get(RequestLimits);
    const count = () =>
      limits.countPerson(person.id).then(
        () => true,
        () => false,
      );
    while (await count());
    const answer = await app.as(person).get('/api/auth/me').expect(429);
    expect(codeOf(answer)).toBe('TOO_MANY_REQUESTS');
  });
});
