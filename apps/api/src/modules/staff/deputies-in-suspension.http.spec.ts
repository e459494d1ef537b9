import type { AuditEntry, Failure, Leave, StaffMember, StaffWithPassword } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import { RequestLimits } from '../../platform/http/request-limits';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { UserRow } from './user.document';

type Envelope<Data> = { data: Data };
const dataOf = <Data>({ body }: { body: unknown }): Envelope<Data>['data'] => (body as Envelope<Data>).data;
const failureOf = ({ body }: { body: unknown }) => body as Failure;

describe('during the suspension of an approver', () => {
  let app: TestApp;
  let laboratory: LaboratoryRow & { id: string };
  let there: Partial<UserRow>;
  let head: Person;
  let worker: Person;
  beforeAll(async () => {
    app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    laboratory = await app.laboratory({ weeklyOff: [] });
    there = { laboratoryId: laboratory._id, joiningDate: '2024-01-01' };
    head = await app.person('super_admin');
    worker = await app.person('staff', there);
  });
  afterAll(() => app.close());

  const read = async (id: string) => dataOf<StaffMember>(await app.as(head).get(`/api/staff/${id}`).expect(200));
  const update = async (id: string, changes: object, by = head) =>
    app
      .as(by)
      .put(`/api/staff/${id}`)
      .send({ version: (await read(id)).version, ...changes });
  let nextDay = 1;
  async function decideBy(person: Person): Promise<number> {
    const day = `2027-02-${String(nextDay++).padStart(2, '0')}`;
    const body = { type: 'unpaid', from: day, to: day, reason: 'A wedding' };
    const { _id } = dataOf<Leave>(await app.as(worker).post('/api/attendance/leaves').send(body));
    return (await app.as(person).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true })).status;
  }

  it('a second account that they named does not approve, unless whoever suspends says so', async () => {
    const [asha, second] = [await app.person('lab_admin', there), await app.person('staff', there)];
    expect((await update(asha.id, { deputyId: second.id }, asha)).status).toBe(200);
    const suspended = dataOf<StaffMember>(await update(asha.id, { status: 'suspended' }));
    expect(suspended.deputyId).toMatchObject({ _id: second.id, confirmed: null });
    expect(suspended.actions.confirmDeputy).toEqual({ allowed: true });
    expect(suspended.actions.withdrawDeputy).toBeUndefined();
    expect(await decideBy(second)).toBe(403);
    // What stays as it is can be sent along.
    await update(asha.id, { deputyId: second.id });
    expect(await decideBy(second)).toBe(403);
    const later = dataOf<StaffMember>(await update(asha.id, { deputyActs: true }));
    expect(later.deputyId?.confirmed?.by).toBe(head.user.name);
    expect(later.actions.confirmDeputy).toBeUndefined();
    expect(later.actions.withdrawDeputy).toEqual({ allowed: true });
    expect(await decideBy(second)).toBe(200);
    await update(asha.id, { deputyActs: false });
    expect(await decideBy(second)).toBe(403);
    const history = await app.as(head).get(`/api/staff/${asha.id}/history`).expect(200);
    const acts = dataOf<AuditEntry[]>(history).flatMap(({ by, changes }) =>
      changes.filter(({ field }) => field === 'deputyActs').map(({ before, after }) => [by?.name, before, after]),
    );
    expect(acts).toEqual([
      [head.user.name, true, null],
      [head.user.name, null, true],
    ]);
    await update(asha.id, { deputyActs: true });
    await update(asha.id, { status: 'active' });
    await update(asha.id, { status: 'suspended' });
    expect(await decideBy(second)).toBe(403);
    const bulk = { ids: [asha.id], action: 'resume' };
    await app.as(head).post('/api/staff/bulk-update').send(bulk).expect(200);
    await app
      .as(head)
      .post('/api/staff/bulk-update')
      .send({ ...bulk, action: 'suspend' })
      .expect(200);
    expect(await decideBy(second)).toBe(403);
  });

  it('an account that they created cannot be let act, even by whoever suspends', async () => {
    const asha = await app.person('lab_admin', there);
    const body = createStaffBody({ role: 'staff', laboratoryId: laboratory.id });
    const made = dataOf<StaffWithPassword>(await app.as(asha).post('/api/staff').send(body).expect(201));
    expect((await update(asha.id, { deputyId: made._id }, asha)).status).toBe(200);
    const refused = failureOf(await update(asha.id, { status: 'suspended', deputyActs: true }));
    expect(refused.errors).toEqual([
      { field: 'deputyActs', message: expect.stringMatching(/created or reset the account of/) as string },
    ]);
    expect((await update(asha.id, { status: 'suspended' })).status).toBe(200);
  });

  it('a deputy who is named by somebody who could suspend them acts, and confirms nobody themselves', async () => {
    const manager = await app.person('manager', there);
    const [admin, chosen] = [await app.person('lab_admin', there), await app.person('staff', there)];
    expect((await update(manager.id, { status: 'suspended' }, admin)).status).toBe(200);
    expect((await update(manager.id, { deputyId: chosen.id }, admin)).status).toBe(200);
    expect((await read(manager.id)).deputyId?.confirmed?.by).toBe(admin.user.name);
    expect(await decideBy(chosen)).toBe(200);
    await update(manager.id, { status: 'active' });
    await update(manager.id, { deputyId: admin.id });
    const self = failureOf(await update(manager.id, { status: 'suspended', deputyActs: true }, admin));
    expect(self).toMatchObject({ code: 'OWN_ACCOUNT', errors: [{ field: 'deputyActs' }] });
  });

  it('what was taken away from a deputy is given back only by somebody who has it', async () => {
    const deputy = await app.person('staff', { ...there, permissionOverrides: { 'leave.approve': false } });
    const { _id, name } = deputy.user;
    await app.user('lab_admin', { ...there, deputy: { _id, name, influences: [] } });
    const lacking = await app.person('lab_admin', { ...there, permissionOverrides: { 'leave.approve': false } });
    const path = `/api/permissions/users/${deputy.id}`;
    const body = { permissions: { 'leave.approve': null } };
    expect(failureOf(await app.as(lacking).put(path).send(body).expect(403)).code).toBe('PERMISSION_NOT_HELD');
    expect((await update(deputy.id, { role: 'manager' }, lacking)).status).toBe(403);
    expect(failureOf(await app.as(lacking).post(`/api/staff/${deputy.id}/temporary-password`)).code).toBe(
      'PERMISSION_NOT_HELD',
    );
    await app.as(head).put(path).send(body).expect(200);
    const signIn = { email: deputy.user.email, password: PASSWORD };
    await app.http.post('/api/auth/login').send(signIn).expect(200);
  });
});
