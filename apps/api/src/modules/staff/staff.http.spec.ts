import type { AuditEntry, Failure, Pagination, StaffMember, StaffWithPassword } from '@shifa/contract';
import { passwordRules } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { connect } from '../../../test/test-database';
import { type Person, TestApp } from '../../../test/test-app';

type Answer<Data> = { success: true; data: Data; message?: string; pagination: Pagination };

const memberOf = ({ body }: { body: unknown }) => (body as Answer<StaffMember>).data;
const withPasswordOf = ({ body }: { body: unknown }) => (body as Answer<StaffWithPassword>).data;
const failureOf = ({ body }: { body: unknown }) => body as Failure;

describe('staff', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let labAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());

  const create = (body: object, person = admin) => app.as(person).post('/api/staff').send(body);
  const update = (id: string, body: object, person = admin) => app.as(person).put(`/api/staff/${id}`).send(body);
  const get = (id: string, person = admin) => app.as(person).get(`/api/staff/${id}`);
  const here = (overrides: Parameters<typeof createStaffBody>[0] = {}) =>
    createStaffBody({ laboratoryId: laboratory.id, ...overrides });
  const someone = (role: 'super_admin' | 'lab_admin' | 'manager' | 'staff' = 'staff', overrides = {}) =>
    app.user(role, { laboratoryId: role === 'super_admin' ? null : laboratory._id, ...overrides });

  describe('creating', () => {
    it('gives a code, today as the joining date, and a password that signs in and must be changed', async () => {
      const dubai = await app.laboratory({ timezone: 'Asia/Dubai' });
      const body = createStaffBody({ laboratoryId: dubai.id, name: 'Lata Bose' });
      const response = await create(body).expect(201);
      expect(response.body).toMatchObject({ success: true, message: 'Lata Bose was created' });
      const created = withPasswordOf(response);
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai', dateStyle: 'short' }).format();
      expect(created).toMatchObject({
        employeeCode: `${dubai.code}-0001`,
        email: body.email,
        status: 'active',
        joiningDate: today,
        laboratoryId: { _id: dubai.id, code: dubai.code, timezone: 'Asia/Dubai' },
        mustChangePassword: true,
        actions: { edit: { allowed: true } },
        updatedBy: admin.user.name,
        version: 1,
      });
      for (const { test } of passwordRules) expect(test(created.temporaryPassword)).toBe(true);
      expect(created.temporaryPassword).not.toMatch(/[0OoIl1]/);
      const token = await app.login({ email: body.email, password: created.temporaryPassword });
      const refused = await app.as({ token }).get('/api/staff').expect(403);
      expect(failureOf(refused).code).toBe('PASSWORD_CHANGE_REQUIRED');
    });

    it('tells the password once: it is in no other answer, no history and nowhere in the database', async () => {
      const key = 'told-once-and-sealed';
      const body = here();
      const first = withPasswordOf(await create(body).set('Idempotency-Key', key).expect(201));
      const again = withPasswordOf(await create(body).set('Idempotency-Key', key).expect(201));
      expect(again).toEqual(first);
      expect((await get(first._id)).text).not.toContain(first.temporaryPassword);
      const history = await app.as(admin).get(`/api/staff/${first._id}/history`).expect(200);
      expect((history.body as Answer<AuditEntry[]>).data.map(({ action }) => action)).toEqual(['user.created']);
      const connection = await connect(app.mongodbUri);
      const collections = await connection.listCollections();
      expect(collections.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'idempotent_answers']));
      for (const { name } of collections) {
        const rows = await connection.collection(name).find({}).toArray();
        expect(JSON.stringify(rows)).not.toContain(first.temporaryPassword);
      }
      await connection.close();
    });

    it('numbers twenty at once without a gap, and after those that are there', async () => {
      const place = await app.laboratory();
      await app.user('staff', { laboratoryId: place._id, employeeCode: `${place.code}-0007` });
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => create(createStaffBody({ laboratoryId: place.id })).expect(201)),
      );
      const codes = answers.map((answer) => memberOf(answer).employeeCode).toSorted();
      expect(codes).toEqual(
        Array.from({ length: 20 }, (_, index) => `${place.code}-${String(index + 8).padStart(4, '0')}`),
      );
    });

    it('lets a laboratory find out only so many addresses of others, by creating, changing or importing', async () => {
      const elsewhere = await app.laboratory();
      const { email } = await app.user('staff', { laboratoryId: elsewhere._id });
      const prober = await app.person('lab_admin', { laboratoryId: laboratory._id });
      const { _id, email: own } = await someone();
      const content = Buffer.from(`Name,Email,Role\nAsha Rao,${email},Staff\n`).toString('base64');
      const sheet = { fileName: 'people', content, dryRun: false };
      for (let found = 0; found < 18; found++) await create(here({ email }), prober).expect(409);
      await update(_id.toHexString(), { email, version: 1 }, prober).expect(409);
      const imported = await app.as(prober).post('/api/staff/import').send(sheet).expect(200);
      expect(imported.body).toMatchObject({ data: { applied: false, faults: [{ errors: [{ field: 'Email' }] }] } });

      const refused = await create(here({ email: 'free@shifa.example' }), prober).expect(429);
      expect(failureOf(refused).message).toMatch(/^You have entered many email addresses that are in use/);
      expect(Number(refused.get('Retry-After'))).toBeGreaterThan(80_000);
      expect(failureOf(await app.as(prober).post('/api/staff/import').send(sheet).expect(429)).code).toBe(
        'TOO_MANY_LOGINS',
      );
      const readdressed = { email: 'free@shifa.example', version: 1 };
      expect(failureOf(await update(_id.toHexString(), readdressed, prober).expect(429)).code).toBe('TOO_MANY_LOGINS');
      // What names no other address stays open, as someone may have to be suspended at once.
      await update(_id.toHexString(), { email: own, status: 'suspended', version: 1 }, prober).expect(200);
      await create(here({ email }), admin).expect(409);
    });

    it('lets one of two have an address, and says so on the field', async () => {
      const email = 'the.same@shifa.example';
      const answers = await Promise.all([create(here({ email })), create(here({ email: 'The.Same@shifa.example' }))]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const lost = answers.find(({ status }) => status === 409);
      expect(lost?.body).toMatchObject({ code: 'EMAIL_TAKEN', errors: [{ field: 'email' }] });
    });

    it('gives no number to who could not be created', async () => {
      const place = await app.laboratory();
      const { email } = await someone();
      await create(createStaffBody({ laboratoryId: place.id, email })).expect(409);
      const created = memberOf(await create(createStaffBody({ laboratoryId: place.id })).expect(201));
      expect(created.employeeCode).toBe(`${place.code}-0001`);
    });

    it('puts a super admin into the network', async () => {
      const created = memberOf(await create(here({ role: 'super_admin' })).expect(201));
      expect(created.laboratoryId).toBeNull();
      expect(created.employeeCode).toMatch(/^HQ-\d{4}$/);
    });

    it.each(['suspended', 'archived'] as const)('puts nobody into a laboratory that is %s', async (status) => {
      const closed = await app.laboratory({ status });
      const response = await create(createStaffBody({ laboratoryId: closed.id })).expect(400);
      expect(failureOf(response).errors).toEqual([
        { field: 'laboratoryId', message: expect.stringContaining(`is ${status}`) as string },
      ]);
    });

    it('is, for a lab admin, of managers and staff of the own laboratory', async () => {
      await create(here({ role: 'manager' }), labAdmin).expect(201);
      const raised = await create(here({ role: 'lab_admin' }), labAdmin).expect(403);
      expect(failureOf(raised)).toMatchObject({
        code: 'STAFF_BEYOND_REACH',
        errors: [{ field: 'role', message: 'Only super admins can manage lab admins' }],
      });
      const elsewhere = createStaffBody({ laboratoryId: (await app.laboratory()).id });
      expect(failureOf(await create(elsewhere, labAdmin).expect(404)).code).toBe('LABORATORY_NOT_FOUND');
      expect(failureOf(await create(here({ laboratoryId: '0'.repeat(24) })).expect(404)).code).toBe(
        'LABORATORY_NOT_FOUND',
      );
    });
  });

  describe('changing', () => {
    it('keeps what was not sent, and tells who changed it', async () => {
      const created = withPasswordOf(await create(here({ phone: '+91 98300 11272' })).expect(201));
      const { temporaryPassword: _, ...before } = created;
      const shift = { start: '22:00', end: '06:00', breakMinutes: 30, weekdays: [1, 2, 3] };
      const after = memberOf(await update(created._id, { shift, version: 1 }, labAdmin).expect(200));
      expect(after).toEqual({
        ...before,
        // Only the network has another laboratory to move someone to.
        actions: { ...before.actions, move: undefined },
        shift: { ...shift, graceLateMinutes: null, halfDayBelowMinutes: null, overtimeAfterMinutes: null },
        updatedBy: labAdmin.user.name,
        updatedAt: after.updatedAt,
        version: 2,
      });
    });

    it('tells the later of two who was faster, with what stands now', async () => {
      const { _id } = await someone();
      const id = _id.toHexString();
      await update(id, { name: 'By the one', version: 1 }).expect(200);
      const lost = await update(id, { name: 'By the other', version: 1 }, labAdmin).expect(409);
      expect(lost.body).toMatchObject({
        code: 'VERSION_CONFLICT',
        conflict: { changedBy: admin.user.name, current: { name: 'By the one', version: 2 } },
      });
    });

    it('drops overrides with the role that they were given to', async () => {
      const { _id } = await someone('manager', { permissionOverrides: { 'reports.view': true } });
      await update(_id.toHexString(), { role: 'staff', version: 1 }).expect(200);
      const history = await app.as(admin).get(`/api/staff/${_id.toHexString()}/history`).expect(200);
      const [entry] = (history.body as Answer<AuditEntry[]>).data;
      expect(entry?.changes).toContainEqual({ field: 'permissionOverrides.reports.view', before: true });
    });

    it('takes a super admin into a laboratory, and out of it, as the role asks', async () => {
      const id = (await someone('super_admin'))._id.toHexString();
      const lacking = await update(id, { role: 'manager', version: 1 }).expect(400);
      expect(failureOf(lacking).errors).toEqual([{ field: 'laboratoryId', message: 'Laboratory is required' }]);
      const demoted = await update(id, { role: 'manager', laboratoryId: laboratory.id, version: 1 }).expect(200);
      expect(memberOf(demoted).laboratoryId).toMatchObject({ _id: laboratory.id });
      const raised = await update(id, { role: 'super_admin', version: 2 }).expect(200);
      expect(memberOf(raised).laboratoryId).toBeNull();
    });

    it.each([{ role: 'manager' }, { status: 'suspended' }, { laboratoryId: null }])(
      'oneself to %j is nobody’s to do',
      async (change) => {
        const person = await app.person('lab_admin', { laboratoryId: laboratory._id });
        const response = await update(person.id, { ...change, version: 1 }, person).expect(403);
        expect(failureOf(response).code).toBe('OWN_ACCOUNT');
        await update(person.id, { phone: '+91 98300 11272', version: 1 }, person).expect(200);
        const exit = await app.as(person).delete(`/api/staff/${person.id}`).expect(403);
        expect(failureOf(exit).code).toBe('OWN_ACCOUNT');
        const password = await app.as(person).post(`/api/staff/${person.id}/temporary-password`).send({}).expect(403);
        expect(failureOf(password).code).toBe('OWN_ACCOUNT');
      },
    );

    it('is, for a lab admin, of the own laboratory’s managers and staff, who stay there and below', async () => {
      const elsewhere = await app.laboratory();
      const stranger = await app.user('staff', { laboratoryId: elsewhere._id });
      await get(stranger._id.toHexString(), labAdmin).expect(404);
      await update(stranger._id.toHexString(), { name: 'Taken over', version: 1 }, labAdmin).expect(404);
      const peer = await someone('lab_admin');
      const beyond = await update(peer._id.toHexString(), { name: 'Pushed aside', version: 1 }, labAdmin).expect(403);
      expect(failureOf(beyond).message).toBe('Only super admins can manage lab admins');
      expect(memberOf(await get(peer._id.toHexString(), labAdmin))).toMatchObject({
        actions: { edit: { allowed: false, reason: 'Only super admins can manage lab admins' } },
      });
      const id = (await someone())._id.toHexString();
      await update(id, { role: 'lab_admin', version: 1 }, labAdmin).expect(403);
      await update(id, { laboratoryId: elsewhere.id, version: 1 }, labAdmin).expect(404);
      await update(id, { role: 'manager', version: 1 }, labAdmin).expect(200);
    });

    it('asks for the right to suspend, over the right to edit', async () => {
      const editor = await app.person('lab_admin', {
        laboratoryId: laboratory._id,
        permissionOverrides: { 'staff.suspend': false },
      });
      const id = (await someone())._id.toHexString();
      await update(id, { status: 'suspended', version: 1 }, editor).expect(403);
      await update(id, { name: 'Renamed', version: 1 }, editor).expect(200);
    });
  });

  describe('leaving', () => {
    it('is recorded with a day and a reason, is final, and ends when they are taken on again', async () => {
      const id = (await someone('staff', { joiningDate: '2026-01-05' }))._id.toHexString();
      const exit = (query: object) => app.as(labAdmin).delete(`/api/staff/${id}`).query(query);
      const early = await exit({ exitDate: '2026-01-04' }).expect(400);
      expect(failureOf(early).errors).toEqual([{ field: 'exitDate', message: 'Must not be before the joining date' }]);
      await exit({ exitDate: '2999-01-01' }).expect(400);
      await exit({ version: 7 }).expect(409);
      const gone = memberOf(await exit({ exitDate: '2026-02-01', reason: 'Moved away', version: 1 }).expect(200));
      expect(gone).toMatchObject({ status: 'exited', exitDate: '2026-02-01', exitReason: 'Moved away' });
      expect(failureOf(await exit({}).expect(409)).code).toBe('STAFF_EXITED');
      expect(failureOf(await update(id, { name: 'Renamed', version: 2 }).expect(409)).code).toBe('STAFF_EXITED');
      const back = memberOf(await update(id, { status: 'active', version: 2 }, labAdmin).expect(200));
      expect(back).toMatchObject({ status: 'active', exitDate: null, exitReason: null });
    });

    it('keeps the address taken', async () => {
      const { email } = await someone('staff', { status: 'exited' });
      await create(here({ email })).expect(409);
    });
  });
});
