import type { Failure, StaffMember } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import type { Response } from 'supertest';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;
const memberOf = ({ body }: { body: unknown }) => (body as { data: StaffMember }).data;

/** What someone could do with a computer at which a person who manages people is still signed in. */
describe('an open session without a confirmation', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };

  beforeAll(async () => {
    app = await TestApp.start();
    laboratory = await app.laboratory();
    admin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());
  beforeEach(() => app.outlastConfirmation(admin));

  const post = (path: string, body: object) => app.as(admin).post(path).send(body);
  const someone = async () => {
    const { _id } = await app.user('staff', { laboratoryId: laboratory._id });
    return _id.toHexString();
  };
  const change = (id: string, body: object) => app.as(admin).put(`/api/staff/${id}`).send(body);

  const openings: [name: string, act: () => Promise<() => Promise<Response>>][] = [
    [
      'creates nobody',
      () => {
        const body = createStaffBody({ role: 'staff', laboratoryId: laboratory.id });
        return Promise.resolve(async () => post('/api/staff', body));
      },
    ],
    [
      'issues no password',
      async () => {
        const id = await someone();
        return async () => post(`/api/staff/${id}/temporary-password`, {});
      },
    ],
    [
      'issues no passwords',
      async () => {
        const body = { ids: [await someone()], dryRun: false };
        return async () => post('/api/staff/temporary-passwords', body);
      },
    ],
    [
      'changes no email address',
      async () => {
        const id = await someone();
        return async () => change(id, { email: `${id}@lab.example`, version: 1 });
      },
    ],
    [
      'raises nobody',
      async () => {
        const id = await someone();
        return async () => change(id, { role: 'manager', version: 1 });
      },
    ],
    [
      'names no deputy',
      async () => {
        const { _id } = await app.user('manager', { laboratoryId: laboratory._id });
        const deputy = await app.user('manager', { laboratoryId: laboratory._id });
        const body = { deputyId: deputy._id.toHexString(), version: 1 };
        return async () => change(_id.toHexString(), body);
      },
    ],
  ];

  it.each(openings)('%s; with one it does', async (_name, prepare) => {
    const act = await prepare();
    const refused = await act();
    expect([refused.status, codeOf(refused)]).toEqual([403, 'CONFIRMATION_REQUIRED']);
    await app.confirm(admin);
    expect((await act()).status).toBeLessThan(300);
  });

  it('does not change its own email address either, by which it could set a password', async () => {
    const { version } = memberOf(await app.as(admin).get(`/api/staff/${admin.id}`).expect(200));
    const body = { email: `own-${admin.id}@lab.example`, version };
    expect(codeOf(await change(admin.id, body).expect(403))).toBe('CONFIRMATION_REQUIRED');
    await app.confirm(admin);
    await change(admin.id, body).expect(200);
  });

  it('changes what opens no account, also if the form sends the rest as it was', async () => {
    const id = await someone();
    const { email, role } = memberOf(await app.as(admin).get(`/api/staff/${id}`).expect(200));
    const body = { designation: 'Phlebotomist', email, role, deputyId: null, version: 1 };
    const changed = memberOf(await change(id, body).expect(200));
    expect(changed.designation).toBe('Phlebotomist');
  });
});
