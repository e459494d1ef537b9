import { once } from 'node:events';
import type { Failure, Session, StaffMember, StaffWithPassword } from '@shifa/contract';
import { io, type Socket } from 'socket.io-client';
import { noticesOf } from '../../../test/notifications';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

const answerOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;
const sessionsOf = (response: { body: unknown }) => answerOf(response) as Session[];
const issuedOf = (response: { body: unknown }) => answerOf(response) as StaffWithPassword;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('the life of people in the network', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let labAdmin: Person;
  const clients: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => app.close());

  const update = (id: string, body: object) => app.as(admin).put(`/api/staff/${id}`).send(body);
  const bulk = (body: object) => app.as(admin).post('/api/staff/bulk-update').send(body);
  const someone = async (overrides = {}) => {
    const user = await app.user('staff', { laboratoryId: laboratory._id, ...overrides });
    return { ...user, id: user._id.toHexString() };
  };

  async function connected({ token }: { token: string }): Promise<Socket> {
    const client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    return client;
  }

  describe('three sign-ins end at once, and their sockets', () => {
    const threeTimes = async () => {
      const person = await app.person('staff', { laboratoryId: laboratory._id });
      const tokens = [person.token];
      while (tokens.length < 3) tokens.push(await app.login({ email: person.user.email, password: PASSWORD }));
      const sockets = await Promise.all(tokens.map((token) => connected({ token })));
      return { person, tokens, gone: sockets.map((socket) => once(socket as never, 'disconnect')) };
    };

    it.each([
      ['suspended', (id: string) => update(id, { status: 'suspended', version: 1 })],
      ['gone', (id: string) => app.as(admin).delete(`/api/staff/${id}`)],
      ['given another password', (id: string) => app.as(admin).post(`/api/staff/${id}/temporary-password`).send({})],
      ['suspended with others', (id: string) => bulk({ ids: [id], action: 'suspend' })],
      ['signed out', (id: string) => app.as(admin).delete(`/api/staff/${id}/sessions`)],
    ])('of who is %s', async (_, change) => {
      const { person, tokens, gone } = await threeTimes();
      // Known to the server's memory, which must forget them.
      for (const token of tokens) await app.as({ token }).get('/api/auth/me').expect(200);
      await change(person.id).expect(200);
      for (const token of tokens) await app.as({ token }).get('/api/auth/me').expect(401);
      expect((await Promise.all(gone)).map(([reason]) => reason as string)).toEqual(
        Array.from({ length: 3 }, () => 'io server disconnect'),
      );
    });
  });

  it('a new temporary password replaces the old one', async () => {
    const { id, email } = await someone();
    const issue = () =>
      app.as(labAdmin).post(`/api/staff/${id}/temporary-password`).set('Idempotency-Key', 'issued-once').send({});
    const issued = issuedOf(await issue().expect(200));
    expect(issued.mustChangePassword).toBe(true);
    expect(answerOf(await issue().expect(200))).toEqual(issued);
    await app.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    const token = await app.login({ email, password: issued.temporaryPassword });
    const body = { currentPassword: issued.temporaryPassword, newPassword: 'Another-horse-2' };
    await app.as({ token }).put('/api/auth/password').send(body).expect(200);
    await app.login({ email, password: 'Another-horse-2' });
  });

  it('sessions of a person are listed and ended one by one, by who manages them', async () => {
    const person = await app.person('staff', { laboratoryId: laboratory._id });
    const path = `/api/staff/${person.id}/sessions`;
    const [session] = sessionsOf(await app.as(labAdmin).get(path).expect(200));
    expect(session).toMatchObject({ current: false });
    const stranger = await app.person('staff', { laboratoryId: laboratory._id });
    const [strange] = sessionsOf(await app.as(admin).get(`/api/staff/${stranger.id}/sessions`).expect(200));
    await app.as(labAdmin).delete(`${path}/${strange?._id}`).expect(404);
    await app.as(labAdmin).delete(`${path}/${session?._id}`).expect(200);
    await app.as(person).get('/api/auth/me').expect(401);
    await app.as(stranger).get('/api/auth/me').expect(200);
    const peer = await app.person('lab_admin', { laboratoryId: laboratory._id });
    for (const method of ['get', 'delete'] as const) {
      expect(codeOf(await app.as(labAdmin)[method](`/api/staff/${peer.id}/sessions`).expect(403))).toBe(
        'STAFF_BEYOND_REACH',
      );
    }
  });
});

describe('the last active super admin', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.close());

  it('stays, alone, in a race, and in a crowd', async () => {
    const [one, two] = [await app.person('super_admin'), await app.person('super_admin')];
    const place = await app.laboratory();
    const demote = (by: Person, whom: Person) =>
      app.as(by).put(`/api/staff/${whom.id}`).send({ role: 'manager', laboratoryId: place.id, version: 1 });
    const answers = await Promise.all([demote(one, two), demote(two, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.map(codeOf)).toContain('LAST_SUPER_ADMIN');
    const left = answers[0].status === 200 ? one : two;
    const list = await app.as(left).get('/api/staff').query({ role: 'super_admin', status: 'active' }).expect(200);
    expect((answerOf(list) as StaffMember[]).map(({ _id }) => _id)).toEqual([left.id]);

    // Even by another whose rights were taken only a moment ago, as their request was under way.
    const third = await app.person('super_admin');
    const rivals = await Promise.all([
      app.as(left).delete(`/api/staff/${third.id}`),
      app.as(third).put(`/api/staff/${left.id}`).send({ status: 'suspended', version: 1 }),
    ]);
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('tells people that someone changed their email address, whatever else changed with it', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const labAdmin = await app.person('lab_admin', { laboratoryId });
    const person = await app.person('staff', { laboratoryId });
    const change = { email: 'readdressed@lab.example', role: 'manager', version: 1 };
    await app.as(labAdmin).put(`/api/staff/${person.id}`).send(change).expect(200);
    const told = `system: Email address changed: ${labAdmin.user.name} changed your email address to ${change.email}.`;
    expect(await noticesOf(app, person)).toContain(told);
  });

  it('tells people on their return what was changed during their suspension', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const labAdmin = await app.person('lab_admin', { laboratoryId });
    const person = await app.person('staff', { laboratoryId });
    const change = (body: object) => app.as(labAdmin).put(`/api/staff/${person.id}`).send(body).expect(200);
    await change({ status: 'suspended', version: 1 });
    await change({ role: 'manager', version: 2 });
    await change({ status: 'active', version: 3 });
    const token = await app.login({ email: person.user.email, password: PASSWORD });
    expect(await noticesOf(app, { ...person, token })).toContain(
      `system: Role changed: ${labAdmin.user.name} changed your role to Manager.`,
    );
  });
});
