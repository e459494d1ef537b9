import { type OwnPermissions, permissions } from '@shifa/contract';
import { type Person, TestApp } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';

describe('the permissions of the signed-in person', () => {
  let app: TestApp;
  let admin: Person;
  let labAdmin: Person;
  let there: { laboratoryId: UserRow['laboratoryId'] };

  beforeAll(async () => {
    app = await TestApp.start();
    there = { laboratoryId: (await app.laboratory())._id };
    admin = await app.person('super_admin');
    labAdmin = await app.person('lab_admin', there);
  });
  afterAll(() => app.close());

  const set = (id: string, changes: object, person = labAdmin) =>
    app.as(person).put(`/api/permissions/users/${id}`).send({ permissions: changes });
  const mine = async (person: Person) => {
    const answer = await app.as(person).get('/api/permissions/mine').expect(200);
    return (answer.body as { data: OwnPermissions }).data.permissions;
  };

  it('say who gave them or took them away, and when, without any permission', async () => {
    const staff = await app.person('staff', there);
    const { id } = staff;
    await set(id, { 'inventory.view': true, 'leave.create': false }).expect(200);
    await set(id, { 'inventory.view': null }, admin).expect(200);
    await set(id, { 'inventory.view': true }, admin).expect(200);
    const own = await mine(staff);
    const at = expect.any(String) as string;
    expect(own['inventory.view']).toEqual({
      allowed: true,
      scope: 'laboratory',
      source: 'override',
      reason: 'Granted to you.',
      given: { by: admin.user.name, at },
    });
    expect(own['leave.create']).toMatchObject({ allowed: false, given: { by: labAdmin.user.name, at } });
    expect(own['attendance.clock']).toMatchObject({ allowed: true, source: 'role', given: null });
    expect(Object.keys(own)).toEqual(permissions);
  });

  it('are where the notice of a change leads', async () => {
    const staff = await app.person('staff', there);
    await set(staff.id, { 'inventory.view': true }).expect(200);
    const answer = await app.as(staff).get('/api/notifications').expect(200);
    const message = `${labAdmin.user.name} changed your permissions.`;
    const link = { actionLabel: 'View profile', actionUrl: '/profile/permissions' };
    expect((answer.body as { data: unknown[] }).data).toContainEqual(expect.objectContaining({ message, ...link }));
  });

  it('do not need the audit log', async () => {
    const person = await app.person('staff', { ...there, permissionOverrides: { 'inventory.view': true } });
    expect((await mine(person))['inventory.view']).toMatchObject({ allowed: true, given: null });
  });

  it('are those of the viewer and of nobody else', async () => {
    const [one, other] = [await app.person('staff', there), await app.person('staff', there)];
    await set(one.id, { 'inventory.view': true }).expect(200);
    expect((await mine(other))['inventory.view']).toMatchObject({ allowed: false, given: null });
    await app.http.get('/api/permissions/mine').expect(401);
  });
});
