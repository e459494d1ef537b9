import type { Failure, IssuedPasswords, StaffMember } from '@shifa/contract';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { TemporaryPasswords } from '../access/access.port';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

const answerOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;
const memberOf = (response: { body: unknown }) => answerOf(response) as StaffMember;
const issuedToMany = (response: { body: unknown }) => answerOf(response) as IssuedPasswords;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('temporary passwords of many', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let other: LaboratoryRow & { id: string };
  let labAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    other = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterAll(() => app.close());

  const someone = async (overrides = {}) => {
    const user = await app.user('staff', { laboratoryId: laboratory._id, ...overrides });
    return { ...user, id: user._id.toHexString() };
  };
  const issue = (body: object, person = labAdmin, key = `issue-${crypto.randomUUID()}`) =>
    app.as(person).post('/api/staff/temporary-passwords').set('Idempotency-Key', key).send(body);

  it('are previewed without a trace, then issued at once, to each their own', async () => {
    const person = await app.person('staff', { laboratoryId: laboratory._id });
    const people = [{ id: person.id, ...person.user }, await someone({ status: 'suspended' })];
    const ids = people.map(({ id }) => id);
    const dry = issuedToMany(await issue({ ids, dryRun: true }).expect(200));
    expect(dry).toEqual({
      applied: false,
      results: people.map(({ id, name }) => ({
        _id: id,
        name,
        changes: [{ field: 'temporaryPassword' }],
        fault: null,
      })),
      issued: [],
    });
    await app.as(person).get('/api/auth/me').expect(200);

    const made = issuedToMany(await issue({ ids: [...ids, person.id] }, labAdmin, 'many-once').expect(200));
    expect(made).toMatchObject({ applied: true, results: dry.results });
    expect(issuedToMany(await issue({ ids: [...ids, person.id] }, labAdmin, 'many-once').expect(200))).toEqual(made);
    expect(made.issued.map(({ _id, email }) => [_id, email])).toEqual(people.map(({ id, email }) => [id, email]));
    expect(new Set(made.issued.map(({ temporaryPassword }) => temporaryPassword)).size).toBe(2);
    await app.as(person).get('/api/auth/me').expect(401);
    await app.http.post('/api/auth/login').send({ email: person.user.email, password: PASSWORD }).expect(401);
    await app.login({ email: person.user.email, password: made.issued[0]?.temporaryPassword ?? '' });
    const member = memberOf(await app.as(admin).get(`/api/staff/${person.id}`).expect(200));
    expect(member).toMatchObject({
      mustChangePassword: true,
      temporaryPasswordExpiresAt: made.issued[0]?.temporaryPasswordExpiresAt,
    });
    const history = await app.as(admin).get(`/api/staff/${person.id}/history`).expect(200);
    expect(answerOf(history)).toContainEqual(
      expect.objectContaining({ action: 'password.issued', by: { _id: labAdmin.id, name: labAdmin.user.name } }),
    );
  });

  it('are issued, and hashed, for nobody when one of them has a fault', async () => {
    const makeMany = jest.spyOn(app.services.get(TemporaryPasswords), 'makeMany');
    const person = await app.person('staff', { laboratoryId: laboratory._id });
    const beyond = await someone({ permissionOverrides: { 'laboratories.create': true } });
    const peer = await app.user('lab_admin', { laboratoryId: laboratory._id });
    const ids = [person.id, (await someone({ status: 'exited' })).id, labAdmin.id, peer._id.toHexString(), beyond.id];
    const refused = issuedToMany(await issue({ ids }).expect(200));
    expect(refused).toMatchObject({ applied: false, issued: [] });
    expect(refused.results.map(({ fault }) => fault?.code)).toEqual([
      undefined,
      'STAFF_EXITED',
      'OWN_ACCOUNT',
      'STAFF_BEYOND_REACH',
      'PERMISSION_NOT_HELD',
    ]);
    expect(makeMany).not.toHaveBeenCalled();
    await app.as(person).get('/api/auth/me').expect(200);
  });

  it('need everyone within reach, the permission, and at most fifty people', async () => {
    const ids = [(await someone()).id, (await someone({ laboratoryId: other._id })).id];
    expect(codeOf(await issue({ ids }).expect(404))).toBe('STAFF_NOT_FOUND');
    const manager = await app.person('manager', { laboratoryId: laboratory._id });
    await issue({ ids: ids.slice(0, 1) }, manager).expect(403);
    const many = Array.from({ length: 51 }, (_, index) => index.toString(16).padStart(24, '0'));
    const tooMany = await issue({ ids: many }).expect(400);
    expect((tooMany.body as Failure).errors).toEqual([{ field: 'ids', message: 'At most 50 people at once' }]);
  });
});
