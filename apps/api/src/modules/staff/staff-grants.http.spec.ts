import type { AuditEntry, BulkAnswer, Failure, PermissionOverrides, StaffMember } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { Response } from 'supertest';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { UserRow } from './user.document';

const failureOf = ({ body }: { body: unknown }) => body as Failure;
const memberOf = ({ body }: { body: unknown }) => (body as { data: StaffMember }).data;
const bulkOf = ({ body }: { body: unknown }) => (body as { data: BulkAnswer }).data;
const historyOf = ({ body }: { body: unknown }) => (body as { data: AuditEntry[] }).data;

const NO_STOCK: PermissionOverrides = { 'inventory.stock': false };
const STOCK: PermissionOverrides = { 'inventory.stock': true };

describe('permissions that come with an account', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let other: LaboratoryRow & { id: string };
  /** A lab admin without `inventory.stock`, which managers have. */
  let lacking: Person;
  let complete: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    other = await app.laboratory();
    const there = { laboratoryId: laboratory._id };
    lacking = await app.person('lab_admin', { ...there, permissionOverrides: NO_STOCK });
    complete = await app.person('lab_admin', there);
  });
  afterAll(() => app.close());

  const idOf = ({ _id }: UserRow) => _id.toHexString();
  const update = (id: string, body: object, by: Person) => app.as(by).put(`/api/staff/${id}`).send(body);
  const read = async (id: string, by: Person) => memberOf(await app.as(by).get(`/api/staff/${id}`).expect(200));
  const someone = async (role: 'manager' | 'staff', overrides: Partial<UserRow> = {}) =>
    idOf(await app.user(role, { laboratoryId: laboratory._id, ...overrides }));

  const operations: [name: string, act: (by: Person) => Promise<Response>, field: string | null][] = [
    [
      'creating',
      async (by) => {
        const body = createStaffBody({ role: 'manager', laboratoryId: laboratory.id });
        return app.as(by).post('/api/staff').send(body);
      },
      'role',
    ],
    ['changing the role of', async (by) => update(await someone('staff'), { role: 'manager', version: 1 }, by), 'role'],
    [
      'issuing a password for',
      async (by) => app.as(by).post(`/api/staff/${await someone('manager')}/temporary-password`),
      null,
    ],
    [
      'issuing a password for, by override,',
      async (by) => {
        const id = await someone('staff', { permissionOverrides: STOCK });
        return app.as(by).post(`/api/staff/${id}/temporary-password`);
      },
      null,
    ],
    [
      'changing the email address of',
      async (by) => update(await someone('manager'), { email: `${String(Math.random())}@lab.example`, version: 1 }, by),
      'email',
    ],
    [
      'resuming',
      async (by) => update(await someone('manager', { status: 'suspended' }), { status: 'active', version: 1 }, by),
      null,
    ],
    [
      'rehiring',
      async (by) => update(await someone('manager', { status: 'exited' }), { status: 'active', version: 1 }, by),
      null,
    ],
    [
      'resetting the permissions of',
      async (by) => {
        const id = await someone('manager', { permissionOverrides: NO_STOCK });
        return app.as(by).post(`/api/permissions/users/${id}/reset`);
      },
      'permissions.inventory.stock',
    ],
  ];

  it.each(operations)('are needed for %s somebody', async (_, act, field) => {
    const refused = await act(lacking);
    expect(refused.status).toBe(403);
    const { code, message, errors } = failureOf(refused);
    expect(code).toBe('PERMISSION_NOT_HELD');
    expect(message).toContain('Inventory: Move stock');
    expect(errors.map((error) => error.field)).toEqual(field === null ? [] : [field]);
    const accepted = await act(complete);
    expect([200, 201]).toContain(accepted.status);
  });

  it('are needed for importing somebody', async () => {
    const content = Buffer.from('Name,Email,Role\nMeera,meera.import@lab.example,Manager').toString('base64');
    const preview = await app
      .as(lacking)
      .post('/api/staff/import')
      .send({ fileName: 'a.csv', content, dryRun: true })
      .expect(200);
    expect(preview.body).toMatchObject({
      data: {
        applied: false,
        faults: [
          {
            errors: [
              {
                field: 'Role',
                message: "You don't have these permissions, which a manager has: Inventory: Move stock",
              },
            ],
          },
        ],
      },
    });
  });

  it('are needed for resuming people together', async () => {
    const ids = [await someone('staff', { status: 'suspended' }), await someone('manager', { status: 'suspended' })];
    const bulk = (by: Person) => app.as(by).post('/api/staff/bulk-update').send({ ids, action: 'resume' }).expect(200);
    const refused = bulkOf(await bulk(lacking));
    expect(refused.applied).toBe(false);
    expect(refused.results.map(({ fault }) => fault?.code)).toEqual([undefined, 'PERMISSION_NOT_HELD']);
    expect(bulkOf(await bulk(complete)).applied).toBe(true);
  });

  it('of editing are needed for suspending or resuming people together, as one by one', async () => {
    const partial = await app.person('lab_admin', {
      laboratoryId: laboratory._id,
      permissionOverrides: { 'staff.edit': false },
    });
    const bulk = async (action: string, status: 'active' | 'suspended') => {
      const ids = [await someone('staff', { status })];
      return bulkOf(await app.as(partial).post('/api/staff/bulk-update').send({ ids, action }).expect(200));
    };
    for (const refused of [await bulk('suspend', 'active'), await bulk('resume', 'suspended')]) {
      expect(refused.applied).toBe(false);
      expect(refused.results.map(({ fault }) => fault?.code)).toEqual(['FORBIDDEN']);
    }
  });

  it('are the reason of the actions that the screen disables', async () => {
    const reason = "You don't have these permissions, which this person has: Inventory: Move stock";
    const { actions } = await read(await someone('manager', { status: 'suspended' }), lacking);
    expect(actions).toMatchObject({
      edit: { allowed: true },
      issuePassword: { allowed: false, reason },
      resume: { allowed: false, reason },
    });
    const list = await app.as(lacking).get('/api/staff').query({ role: 'manager', status: 'suspended' }).expect(200);
    expect((list.body as { data: StaffMember[] }).data[0]?.actions.resume).toEqual({ allowed: false, reason });
  });

  it('are needed in the other laboratory for moving somebody there, alone or together', async () => {
    const partial = await app.person('super_admin', { permissionOverrides: NO_STOCK });
    const id = await someone('manager', { permissionOverrides: NO_STOCK });
    const refused = await update(id, { laboratoryId: other.id, version: 1 }, partial).expect(403);
    expect(failureOf(refused)).toMatchObject({ code: 'PERMISSION_NOT_HELD', errors: [{ field: 'laboratoryId' }] });
    const move = { ids: [id], action: 'move', laboratoryId: other.id };
    const many = bulkOf(await app.as(partial).post('/api/staff/bulk-update').send(move).expect(200));
    expect(many.results).toMatchObject([{ fault: { code: 'PERMISSION_NOT_HELD' } }]);
  });

  describe('after a move', () => {
    const bulkMove = (id: string, dryRun = false) =>
      app
        .as(admin)
        .post('/api/staff/bulk-update')
        .send({ ids: [id], action: 'move', laboratoryId: other.id, dryRun });
    const moves: [string, (id: string) => Promise<Response>][] = [
      ['alone', async (id) => update(id, { laboratoryId: other.id, phone: '+91 90000 00000', version: 2 }, admin)],
      ['together', async (id) => bulkMove(id)],
    ];

    async function moved(move: (id: string) => Promise<Response>): Promise<string> {
      const id = await someone('manager', { permissionOverrides: { 'reports.view': true, 'leave.approve': false } });
      await update(id, { department: 'Old department', version: 1 }, complete).expect(200);
      expect((await move(id)).status).toBe(200);
      return id;
    }

    it.each(moves)('%s, are the defaults of the role', async (_, move) => {
      const id = await moved(move);
      const response = await app.as(admin).get(`/api/permissions/users/${id}`).expect(200);
      expect(response.body).toMatchObject({ data: { overrides: {} } });
      const [last] = historyOf(await app.as(admin).get(`/api/staff/${id}/history`).expect(200));
      expect(last?.changes).toEqual(
        expect.arrayContaining([
          { field: 'laboratoryId', before: laboratory.id, after: other.id },
          { field: 'permissionOverrides.reports.view', before: true },
          { field: 'permissionOverrides.leave.approve', before: false },
        ]),
      );
    });

    it('are announced before it', async () => {
      const id = await someone('manager', { permissionOverrides: { 'reports.view': true } });
      expect(bulkOf(await bulkMove(id, true).expect(200)).results[0]?.changes).toEqual([
        { field: 'laboratoryId', before: laboratory.name, after: other.name },
        { field: 'permissionOverrides.reports.view', before: true },
      ]);
    });

    it.each(moves)('%s, hide the time in the previous laboratory from the new one', async (_, move) => {
      const id = await moved(move);
      const there = await app.person('lab_admin', { laboratoryId: other._id });
      await update(id, { designation: 'Shift lead', version: 3 }, there).expect(200);
      const response = await app.as(there).get(`/api/staff/${id}/history`).expect(200);
      expect(response.body).toMatchObject({ pagination: { total: 2 } });
      const [later, arrival] = historyOf(response);
      expect(later?.changes).toEqual([{ field: 'designation', before: null, after: 'Shift lead' }]);
      expect(arrival?.changes).toContainEqual({ field: 'laboratoryId', after: other.id });
      expect(arrival?.changes.filter((change) => 'before' in change)).toEqual([]);
      expect(response.text).not.toContain('Old department');
      expect(response.text).not.toContain(laboratory.id);
      expect(historyOf(await app.as(admin).get(`/api/staff/${id}/history`).expect(200))).toHaveLength(3);
    });
  });
});
