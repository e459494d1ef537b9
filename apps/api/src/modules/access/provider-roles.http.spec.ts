import type { SessionUser } from '@shifa/contract';
import { io } from 'socket.io-client';
import { ProviderDesk } from '../../../test/provider-desk';
import type { Person, TestApp } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';
import type { MappedRole, RoleSettings } from './role-claim';

const byValue = new Map<string, MappedRole>([
  ['lab-staff', 'staff'],
  ['lab-managers', 'manager'],
  ['lab-admins', 'lab_admin'],
]);
const settings: RoleSettings = { claim: 'groups', byValue };
const admins = { groups: ['lab-staff', 'lab-admins'] };

describe.each([
  ['the ID token', true],
  ['the answer about the person', false],
])('roles of the provider, in %s', (_, claimsInToken) => {
  let desk: ProviderDesk;
  let app: TestApp;
  beforeAll(async () => {
    desk = await ProviderDesk.open(settings, claimsInToken);
    app = desk.app;
  });
  afterAll(() => desk.close());

  const newPerson = async (fields: Partial<UserRow> = {}) =>
    app.person(fields.role ?? 'staff', { laboratoryId: (await app.laboratory())._id, ...fields });
  const stored = async ({ user }: Person) =>
    (await desk.collection('users').findOne({ _id: user._id })) as unknown as UserRow;
  const roleNow = async (person: Person) => {
    const answer = await app.as(person).get('/api/auth/me').expect(200);
    return (answer.body as { data: { user: SessionUser } }).data.user.role;
  };

  it('apply at the sign-in, to every session at once, audited and told', async () => {
    const override = { 'staff.view': false };
    const person = await newPerson({ permissionOverrides: override });
    const socket = io(app.url, { auth: { token: person.token }, reconnection: false, transports: ['websocket'] });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const updated = new Promise<void>((resolve) => socket.once('user:updated', () => resolve()));
    expect(await roleNow(person)).toBe('staff');
    const subject = desk.known(person.user.email, admins);
    expect((await desk.session(subject)).user.role).toBe('lab_admin');
    expect(await roleNow(person)).toBe('lab_admin');
    await updated;
    socket.close();
    // The overrides were for the role before.
    const { permissionOverrides, version, roleSince } = await stored(person);
    expect({ permissionOverrides, version }).toEqual({ permissionOverrides: {}, version: 2 });
    expect(roleSince).toBeInstanceOf(Date);

    // The same again changes nothing.
    await desk.session(subject);
    const rows = await desk.collection('audit').find({ entityId: person.user._id, action: 'role.mapped' }).toArray();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ by: null });
    const notices = await desk.collection('notifications').find({ recipientId: person.user._id }).toArray();
    const messages = notices.map(({ message }) => message as string);
    expect(messages).toContain('Your organisation changed your role to Lab admin.');

    desk.says(subject, { groups: 'lab-managers' });
    expect((await desk.session(subject)).user.role).toBe('manager');
    expect(await roleNow(person)).toBe('manager');
  });

  it.each([
    ['says nothing', {}],
    ['says nothing that has a role', { groups: ['others'] }],
    ['names nothing', { groups: [] }],
    ['names a super admin', { groups: ['super_admin'] }],
    ['sends no texts', { groups: [{ name: 'lab-admins' }] }],
  ])('stay where the provider %s', async (__, says) => {
    const person = await newPerson({ role: 'manager' });
    expect((await desk.session(desk.known(person.user.email, says))).user.role).toBe('manager');
    expect((await stored(person)).version).toBe(1);
  });

  it('are never taken from a super admin', async () => {
    const person = await app.person('super_admin');
    expect((await desk.session(desk.known(person.user.email, admins))).user.role).toBe('super_admin');
    expect((await stored(person)).version).toBe(1);
  });

  it('create nobody, and change nobody who may not sign in or whose link has ended', async () => {
    const before = await desk.collection('users').countDocuments();
    expect((await desk.signIn(desk.known('nobody@shifa.example', admins))).status).toBe(403);
    expect(await desk.collection('users').countDocuments()).toBe(before);

    const suspended = await newPerson();
    const subject = desk.known(suspended.user.email);
    await desk.session(subject);
    desk.says(subject, admins);
    await desk.collection('users').updateOne({ _id: suspended.user._id }, { $set: { status: 'suspended' } });
    expect((await desk.signIn(subject)).status).toBe(403);
    expect((await stored(suspended)).role).toBe('staff');

    // A colleague who had the address before, and whose link is of that time.
    const colleague = await newPerson();
    const { email } = colleague.user;
    const old = desk.known(email);
    await desk.session(old);
    const head = await app.person('super_admin');
    const change = (person: Person, to: string) =>
      app.as(head).put(`/api/staff/${person.id}`).send({ email: to, version: 1 }).expect(200);
    await change(colleague, `moved.${email}`);
    const successor = await newPerson();
    await change(successor, email);
    desk.says(old, admins);
    await desk.session(old);
    expect([(await stored(colleague)).role, (await stored(successor)).role]).toEqual(['staff', 'lab_admin']);
  });

  it('count of 10,000 values, which do not make the session larger', async () => {
    const person = await newPerson();
    const groups = [...Array.from({ length: 10_000 }, (__, number) => `department-${number}`), 'lab-managers'];
    const session = await desk.session(desk.known(person.user.email, { groups }));
    expect(session.user.role).toBe('manager');
    const sessions = await desk.collection('sessions').find({ userId: person.user._id }).toArray();
    expect(JSON.stringify(sessions).length).toBeLessThan(20_000);
    const answer = await app.as(session).post('/api/auth/provider/logout').expect(200);
    const { url } = (answer.body as { data: { url: string | null } }).data;
    expect((url ?? '').length).toBeLessThan(8_000);
  });

  it('end the choice of a deputy, and what a deputy may do follows them', async () => {
    const laboratoryId = (await app.laboratory())._id;
    const deputy = await newPerson({ laboratoryId });
    const chosen = { _id: deputy.user._id, name: deputy.user.name, influences: [], confirmed: null };
    const person = await newPerson({ laboratoryId, role: 'lab_admin', deputy: chosen });
    await desk.session(desk.known(person.user.email, { groups: ['lab-staff'] }));
    expect(await stored(person)).toMatchObject({ role: 'staff', deputy: null });
    await app.as(person).get('/api/staff').expect(403);
  });

  it('apply before the second step, and to one of two changes at once', async () => {
    const person = await newPerson({ role: 'lab_admin' });
    await desk.addPasskey(person);
    const subject = desk.known(person.user.email, { groups: ['lab-staff'] });
    expect(await desk.ticket(subject)).not.toBe('');
    expect(await roleNow(person)).toBe('staff');

    const [other, head] = [await newPerson(), await app.person('super_admin')];
    const answer = await desk.returned(desk.known(other.user.email, admins));
    const results = await Promise.all([
      desk.complete(answer),
      app.as(head).put(`/api/staff/${other.id}`).send({ role: 'manager', version: 1 }),
    ]);
    expect(results[0].status).toBe(200);
    expect([200, 409]).toContain(results[1].status);
    const { role, version } = await stored(other);
    expect(role).toBe('lab_admin');
    expect(version).toBe(results[1].status === 200 ? 3 : 2);
  });

  it('end what a request could still do when they change', async () => {
    const person = await newPerson({ role: 'lab_admin' });
    const colleague = await app.person('staff', { laboratoryId: person.user.laboratoryId });
    await app.as(person).get('/api/staff').expect(200);
    const answer = await desk.returned(desk.known(person.user.email, { groups: ['lab-staff'] }));
    const reads = Array.from({ length: 20 }, () => app.as(person).get(`/api/staff/${colleague.id}`));
    const [completed, ...read] = await Promise.all([desk.complete(answer), ...reads]);
    expect(completed.status).toBe(200);
    expect(new Set(read.map(({ status }) => [200, 403, 404].includes(status)))).toEqual(new Set([true]));
    await app.as(person).put(`/api/staff/${colleague.id}`).send({ name: 'Changed', version: 1 }).expect(403);
  });
});
