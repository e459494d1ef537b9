import {
  type AuditEntry,
  type ExplainedPermission,
  type Failure,
  type Pagination,
  type PermissionOverrides,
  permissions,
  type PermissionStructure,
  resolvePermissions,
  type RolePermissions,
  roles,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { type Person, TestApp } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';

type Answer<Data> = { success: true; data: Data; message?: string; pagination: Pagination };
const personOf = ({ body }: { body: unknown }) => (body as Answer<UserPermissions>).data;
const rowsOf = ({ body }: { body: unknown }) => (body as Answer<UserPermissionsRow[]>).data;
const explainedOf = ({ body }: { body: unknown }) => (body as Answer<ExplainedPermission>).data;

describe('permissions', () => {
  let app: TestApp;
  let admin: Person;
  let labAdmin: Person;
  let there: { laboratoryId: UserRow['laboratoryId'] };
  let laboratoryId: string;

  beforeAll(async () => {
    app = await TestApp.start();
    const laboratory = await app.laboratory();
    there = { laboratoryId: laboratory._id };
    laboratoryId = laboratory.id;
    admin = await app.person('super_admin');
    labAdmin = await app.person('lab_admin', there);
  });
  afterAll(() => app.close());

  const idOf = ({ _id }: UserRow) => _id.toHexString();
  const get = (id: string, person = labAdmin) => app.as(person).get(`/api/permissions/users/${id}`);
  const set = (id: string, changes: object, person = labAdmin) =>
    app.as(person).put(`/api/permissions/users/${id}`).send({ permissions: changes });
  const reset = (id: string, person = labAdmin) => app.as(person).post(`/api/permissions/users/${id}/reset`).send({});

  const overriding = (role: UserRow['role'], permissionOverrides: PermissionOverrides) =>
    app.person(role, { ...there, permissionOverrides });

  describe('told', () => {
    it('as a structure that editors are drawn from', async () => {
      const response = await app.as(labAdmin).get('/api/permissions/structure').expect(200);
      const { data } = response.body as Answer<PermissionStructure>;
      expect(data.roles.map(({ role }) => role)).toEqual([...roles]);
      expect(data.scopes).toContainEqual({ scope: 'laboratory', label: 'Own laboratory' });
      expect(data.resources.flatMap(({ actions }) => actions.map(({ permission }) => permission))).toEqual(permissions);
      expect(data.resources.find(({ resource }) => resource === 'staff')?.actions).toContainEqual({
        action: 'import',
        permission: 'staff.import',
        label: 'Import',
      });
    });

    it('by role, before any override', async () => {
      const response = await app.as(labAdmin).get('/api/permissions/roles/manager').expect(200);
      const { data } = response.body as Answer<RolePermissions>;
      expect(data).toEqual({ role: 'manager', label: 'Manager', permissions: resolvePermissions('manager') });
      await app.as(labAdmin).get('/api/permissions/roles/owner').expect(400);
    });

    it('by person: resolved, with the reason, and what the viewer may give', async () => {
      const manager = await app.user('manager', { ...there, permissionOverrides: { 'inventory.stock': false } });
      const data = personOf(await get(idOf(manager)).expect(200));
      expect(data).toMatchObject({
        user: { name: manager.name, role: 'manager', laboratoryId: { _id: laboratoryId } },
        version: 1,
        overrides: { 'inventory.stock': false },
        actions: { edit: { allowed: true } },
      });
      expect(data.permissions['inventory.stock']).toEqual({
        allowed: false,
        scope: null,
        source: 'override',
        reason: 'Revoked for this person.',
      });
      expect(data.permissions['attendance.approve']).toEqual({
        allowed: true,
        scope: 'laboratory',
        source: 'role',
        reason: 'Managers can do this in their own laboratory.',
      });
      expect(data.grantable).toContain('staff.import');
      for (const lacked of ['transactions.lock', 'reports.view']) expect(data.grantable).not.toContain(lacked);
    });

    it.each([
      ['their own', () => labAdmin.id, "You can't change your own role, status or permissions"],
      ['another lab admin’s', async () => idOf(await app.user('lab_admin', there)), /^Only super admins can manage/],
      [
        'theirs who has exited',
        async () => idOf(await app.user('staff', { ...there, status: 'exited' })),
        /has exited/,
      ],
    ] as const)('locked, with the reason, where they are %s', async (_, id, reason) => {
      const data = personOf(await get(await id()).expect(200));
      expect(data).toMatchObject({ actions: { edit: { allowed: false } }, grantable: [] });
      expect(data.actions.edit?.reason).toMatch(reason);
    });

    it('locked to who may look and not change', async () => {
      const viewer = await overriding('manager', { 'permissions.view': true });
      const data = personOf(await get(idOf(await app.user('staff', there)), viewer).expect(200));
      const reason = "Managers can't do this. Super admins and lab admins can.";
      expect(data.actions).toEqual({ edit: { allowed: false, reason } });
    });
  });

  describe('of one person', () => {
    it('are given, taken and returned to the role, and what is not named stays', async () => {
      const { id } = await app.person('manager', there);
      await set(id, { 'staff.view': true, 'inventory.stock': false }).expect(200);
      const second = await set(id, { 'staff.view': null }).expect(200);
      const data = personOf(second);
      expect(data).toMatchObject({ overrides: { 'inventory.stock': false }, version: 3 });
      expect(data.permissions['staff.view']).toMatchObject({ allowed: false, source: 'role' });
      expect(personOf(await get(id).expect(200))).toEqual(data);
    });

    it('may be set at the address of staff as well', async () => {
      const { id } = await app.person('manager', there);
      const body = { permissions: { 'staff.view': true } };
      const response = await app.as(labAdmin).put(`/api/staff/${id}/permissions`).send(body).expect(200);
      expect(personOf(response).permissions['staff.view'].reason).toBe(
        'Granted to this person in their own laboratory.',
      );
    });

    it.each([
      ['no body', {}, undefined],
      ['an empty JSON body', { 'Content-Type': 'application/json' }, ''],
      ['an empty object', { 'Content-Type': 'application/json' }, '{}'],
    ])('are reset by a request with %s', async (_, headers, body) => {
      const { id } = await overriding('manager', { 'inventory.stock': false });
      const request = app.as(labAdmin).post(`/api/permissions/users/${id}/reset`).set(headers);
      expect(personOf(await request.send(body).expect(200)).overrides).toEqual({});
      const issue = app.as(labAdmin).post(`/api/staff/${id}/temporary-password`).set(headers);
      await issue.send(body).expect(200);
    });

    it('are reset as one', async () => {
      const { id } = await overriding('manager', { 'staff.view': true, 'inventory.stock': false });
      const data = personOf(await reset(id).expect(200));
      expect(data).toMatchObject({ overrides: {}, version: 2 });
    });

    it('count at the next request of who is signed in', async () => {
      const manager = await app.person('manager', there);
      const look = () => app.as(manager).get('/api/permissions/structure');
      await look().expect(403);
      await set(manager.id, { 'permissions.view': true }).expect(200);
      await look().expect(200);
      await reset(manager.id).expect(200);
      await look().expect(403);
    });

    it('tell their story: each by its name, before and after', async () => {
      const { id, user } = await app.person('manager', there);
      await set(id, { 'staff.view': true }).expect(200);
      const rows = await app.services
        .get<Connection>(getConnectionToken())
        .collection('audit')
        .find({ entity: 'user', entityId: user._id, action: 'permissions.changed' })
        .toArray();
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        by: { name: labAdmin.user.name },
        changes: expect.arrayContaining([
          { field: 'permissionOverrides.staff.view', after: true },
        ]) as AuditEntry['changes'],
      });
    });

    it('are not written where nothing changes', async () => {
      const { id, user } = await overriding('manager', { 'staff.view': true });
      const data = personOf(await set(id, { 'staff.view': true, 'staff.edit': null }).expect(200));
      expect(data.version).toBe(1);
      const audit = app.services.get<Connection>(getConnectionToken()).collection('audit');
      expect(await audit.countDocuments({ entityId: user._id, action: 'permissions.changed' })).toBe(0);
    });

    it('mind the version when one is named, and show what stands now', async () => {
      const { id } = await app.person('manager', there);
      await set(id, { 'staff.view': true }).expect(200);
      const late = await app
        .as(admin)
        .put(`/api/permissions/users/${id}`)
        .send({ permissions: { 'staff.view': false }, version: 1 })
        .expect(409);
      expect(late.body).toMatchObject({
        code: 'VERSION_CONFLICT',
        conflict: { changedBy: labAdmin.user.name, current: { version: 2, overrides: { 'staff.view': true } } },
      });
      await app.as(labAdmin).post(`/api/permissions/users/${id}/reset`).send({ version: 1 }).expect(409);
    });

    it('refuse what is no permission, and a change of nothing', async () => {
      const { id } = await app.person('manager', there);
      await set(id, { 'staff.fire': true }).expect(400);
      await set(id, {}).expect(400);
    });
  });

  describe('are kept from', () => {
    it('their owner, super admins included', async () => {
      for (const person of [labAdmin, admin]) {
        const response = await set(person.id, { 'staff.view': false }, person).expect(403);
        expect(response.body).toMatchObject({ code: 'OWN_ACCOUNT' });
        await reset(person.id, person).expect(403);
      }
    });

    it('who is not above the role', async () => {
      const peer = await overriding('lab_admin', { 'staff.view': false });
      for (const response of [await set(peer.id, { 'staff.view': true }), await reset(peer.id)]) {
        expect([response.status, (response.body as Failure).code]).toEqual([403, 'STAFF_BEYOND_REACH']);
      }
      await set(peer.id, { 'staff.view': true }, admin).expect(200);
    });

    it('another laboratory, for which nobody is there', async () => {
      const other = await app.laboratory();
      const id = idOf(await app.user('staff', { laboratoryId: other._id }));
      for (const response of [
        await get(id),
        await set(id, { 'staff.view': true }),
        await reset(id),
        await app
          .as(labAdmin)
          .put(`/api/staff/${id}/permissions`)
          .send({ permissions: { 'staff.view': true } }),
        await get(admin.id),
      ]) {
        expect([response.status, (response.body as Failure).code]).toEqual([404, 'STAFF_NOT_FOUND']);
      }
    });

    it('change once the person has exited', async () => {
      const id = idOf(await app.user('staff', { ...there, status: 'exited' }));
      const response = await set(id, { 'staff.view': true }).expect(409);
      expect(response.body).toMatchObject({ code: 'STAFF_EXITED' });
    });

    it('who lacks them, by name on their field', async () => {
      const { id } = await app.person('manager', there);
      const response = await set(id, { 'reports.view': true, 'staff.view': true, 'transactions.lock': true });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        code: 'PERMISSION_NOT_HELD',
        errors: [
          {
            field: 'permissions.transactions.lock',
            message: "You can't grant “Entries: Close a period”, because your own scope is narrower",
          },
          {
            field: 'permissions.reports.view',
            message: "You can't grant “Reports: View”, because your own scope is narrower",
          },
        ],
      });
      expect(personOf(await get(id)).overrides).toEqual({});
    });

    it('who lacks them when a taking is taken back, one at a time or all', async () => {
      const giver = await overriding('lab_admin', { 'inventory.stock': false });
      const { id } = await overriding('manager', { 'inventory.stock': false });
      for (const response of [await set(id, { 'inventory.stock': null }, giver), await reset(id, giver)]) {
        expect([response.status, (response.body as Failure).code]).toEqual([403, 'PERMISSION_NOT_HELD']);
      }
    });

    it('nobody who only takes', async () => {
      const taker = await overriding('lab_admin', { 'inventory.stock': false });
      const { id } = await app.person('manager', there);
      await set(id, { 'inventory.stock': false, 'reports.view': false }, taker).expect(200);
    });
  });

  describe('of a laboratory', () => {
    const table = (id: string, person = labAdmin, query = {}) =>
      app.as(person).get(`/api/permissions/laboratories/${id}/users`).query(query);

    it('are those of everyone there who has not exited, by name, in pages', async () => {
      const laboratory = await app.laboratory();
      const here = { laboratoryId: laboratory._id };
      await app.user('staff', { ...here, name: 'Zoya', sortName: 'zoya' });
      await app.user('staff', { ...here, name: 'asha', sortName: 'asha', permissionOverrides: { 'staff.view': true } });
      await app.user('staff', { ...here, name: 'Gone', sortName: 'gone', status: 'exited' });
      await app.user('manager', { ...here, name: 'Meera', sortName: 'meera', status: 'suspended' });
      const response = await table(laboratory.id, admin, { limit: 2 }).expect(200);
      const rows = rowsOf(response);
      expect(rows.map(({ user }) => user.name)).toEqual(['asha', 'Meera']);
      expect((response.body as Answer<unknown>).pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
      expect(rows[0]?.permissions['staff.view']).toEqual({ allowed: true, scope: 'laboratory', source: 'override' });
      expect(rows[0]?.user.laboratoryId).toEqual({
        _id: laboratory.id,
        name: laboratory.name,
        code: laboratory.code,
      });
    });

    it('are as if not there for who does not reach it', async () => {
      const other = await app.laboratory();
      await table(laboratoryId).expect(200);
      for (const id of [other.id, '0'.repeat(24)]) {
        const response = await table(id).expect(404);
        expect(response.body).toMatchObject({ code: 'LABORATORY_NOT_FOUND' });
      }
      await table('0'.repeat(24), admin).expect(404);
    });
  });

  describe('checked', () => {
    const check = (id: string, person: Person, query: object = { resource: 'inventory', action: 'stock' }) =>
      app.as(person).get(`/api/permissions/users/${id}/check`).query(query);

    it('by anyone about themself, with the reason', async () => {
      const staff = await app.person('staff', there);
      expect(explainedOf(await check(staff.id, staff).expect(200))).toEqual({
        allowed: false,
        scope: null,
        source: 'role',
        reason: "Staff can't do this. Super admins, lab admins and managers can.",
      });
    });

    it('about others only by who may look at them', async () => {
      const [staff, peer] = [await app.person('staff', there), await app.person('staff', there)];
      await check(peer.id, staff).expect(404);
      await check(peer.id, labAdmin).expect(200);
      const stranger = await app.user('staff', { laboratoryId: (await app.laboratory())._id });
      await check(idOf(stranger), labAdmin).expect(404);
      await check(idOf(stranger), admin).expect(200);
    });

    it('only where there is such a permission', async () => {
      await check(labAdmin.id, labAdmin, { resource: 'inventory', action: 'burn' }).expect(400);
      await check(labAdmin.id, labAdmin, { resource: 'kitchen', action: 'view' }).expect(400);
      for (const name of ['__proto__', 'constructor', 'toString']) {
        await check(labAdmin.id, labAdmin, { resource: 'inventory', action: name }).expect(400);
        await check(labAdmin.id, labAdmin, { resource: name, action: 'view' }).expect(400);
      }
    });
  });
});
