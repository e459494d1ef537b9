import { once } from 'node:events';
import type { Failure, StaffMember, StaffWithPassword } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { io, type Socket } from 'socket.io-client';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import type { UserRow } from '../staff/user.document';
import { PasswordHasher } from './password-hasher';
import { MAX_SESSION_MS } from './session-actor-resolver';
import type { SessionRow } from './session.document';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Long enough to connect. */
const SOON_MS = 2_000;

const fromNow = (ms: number) => new Date(Date.now() + ms);

describe('a session', () => {
  let app: TestApp;
  const clients: Socket[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => app.close());

  const database = () => app.services.get<Connection>(getConnectionToken());
  const change = ({ user }: Person, fields: Partial<SessionRow>) =>
    database().collection<SessionRow>('sessions').updateMany({ userId: user._id }, { $set: fields });
  const leave = (client: Socket) => client.emitWithAck('leave-laboratory', '0'.repeat(24));

  async function connected({ token }: Person): Promise<Socket> {
    const client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    await leave(client);
    return client;
  }

  it.each([
    ['it expires', () => ({ expiresAt: fromNow(SOON_MS) })],
    ['it reaches its longest duration', () => ({ createdAt: fromNow(SOON_MS - MAX_SESSION_MS) })],
  ])('has its socket disconnected when %s', async (_, ending) => {
    const person = await app.person('super_admin');
    await change(person, ending());
    const client = await connected(person);
    const received: unknown[] = [];
    client.onAny((event) => received.push(event));
    expect((await once(client as never, 'disconnect'))[0]).toBe('io server disconnect');
    const others = await connected(await app.person('super_admin'));
    await others.emitWithAck('notification', { type: 'info', title: 'Water off', message: 'From 5 to 6' });
    expect(received).toEqual([]);
    await app.as(person).get('/api/auth/me').expect(401);
  });

  it.each([
    ['has another password', { passwordHash: 'another' }],
    ['is suspended', { status: 'suspended' as const }],
  ])('does not begin for an account that %s by the time its password is verified', async (_, fields) => {
    const { user } = await app.person('super_admin');
    const hasher = app.services.get(PasswordHasher);
    const verify = hasher.verify.bind(hasher);
    jest.spyOn(hasher, 'verify').mockImplementationOnce(async (...given) => {
      const matches = await verify(...given);
      await database().collection<UserRow>('users').updateOne({ _id: user._id }, { $set: fields });
      return matches;
    });
    const sessions = () => database().collection<SessionRow>('sessions').countDocuments({ userId: user._id });
    const before = await sessions();
    await app.http.post('/api/auth/login').send({ email: user.email, password: PASSWORD }).expect(401);
    expect(await sessions()).toBe(before);
  });

  it('keeps its socket when it was extended in the meantime', async () => {
    const [active, idle] = [await app.person('super_admin'), await app.person('super_admin')];
    await change(active, { expiresAt: fromNow(SOON_MS) });
    const client = await connected(active);
    await change(active, { expiresAt: fromNow(DAY_MS) });
    // Expires later than the other would have.
    await change(idle, { expiresAt: fromNow(SOON_MS + 500) });
    await once((await connected(idle)) as never, 'disconnect');
    expect(await leave(client)).toEqual({ ok: true });
  });

  it('ends after its longest duration, even when it is in use', async () => {
    const person = await app.person('staff');
    await change(person, { createdAt: fromNow(-MAX_SESSION_MS), expiresAt: fromNow(DAY_MS) });
    await app.as(person).get('/api/auth/me').expect(401);
    const next = await app.person('staff');
    const createdAt = fromNow(DAY_MS - MAX_SESSION_MS);
    await change(next, { createdAt, lastSeenAt: fromNow(-DAY_MS) });
    await app.as(next).get('/api/auth/me').expect(200);
    const end = new Date(createdAt.getTime() + MAX_SESSION_MS);
    // The write does not delay the request.
    const extended = () => database().collection<SessionRow>('sessions').findOne({ expiresAt: end });
    let session = await extended();
    while (!session) session = await extended();
    expect(session.userId).toEqual(next.user._id);
  });
});

describe('the last activity of a person', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const users = () => app.services.get<Connection>(getConnectionToken()).collection<UserRow>('users');
  const idleSince = (at: Date) =>
    app.services
      .get<Connection>(getConnectionToken())
      .collection('sessions')
      .updateMany({}, { $set: { lastSeenAt: at } });
  const activityOf = async ({ user }: Person) => (await users().findOne({ _id: user._id }))?.lastActivityAt ?? null;

  /** The write does not delay the request. */
  async function recorded(person: Person, after: Date): Promise<Date> {
    for (;;) {
      const at = await activityOf(person);
      if (at && at > after) return at;
    }
  }

  it('is the last request, to within five minutes and with one write for all sessions', async () => {
    const laboratory = await app.laboratory();
    const person = await app.person('lab_admin', { laboratoryId: laboratory._id });
    const [one, other] = [
      { token: await app.login({ email: person.user.email, password: PASSWORD }) },
      { token: await app.login({ email: person.user.email, password: PASSWORD }) },
    ];
    const earlier = fromNow(-10 * MINUTE_MS);
    await users().updateOne({ _id: person.user._id }, { $set: { lastActivityAt: earlier } });
    await idleSince(earlier);

    await app.as(one).get('/api/auth/me').expect(200);
    const first = await recorded(person, earlier);
    // Extends the other session, and so would record the activity again.
    await app.as(other).get('/api/auth/me').expect(200);
    await app.as(other).get('/api/auth/sessions').expect(200);
    expect(await activityOf(person)).toEqual(first);

    const seen = await app.as(person).get(`/api/staff/${person.id}`).expect(200);
    expect((seen.body as { data: StaffMember }).data.lastActivityAt).toBe(first.toISOString());
    const stats = await app.as(person).get(`/api/laboratories/${laboratory.id}/stats`).expect(200);
    expect((stats.body as { data: { lastActivityAt: string } }).data.lastActivityAt).toBe(first.toISOString());
  });

  it('of a laboratory includes what others did there', async () => {
    const admin = await app.person('super_admin');
    const laboratory = await app.laboratory({ updatedAt: fromNow(-DAY_MS) });
    const lastActivity = async () => {
      const response = await app.as(admin).get(`/api/laboratories/${laboratory.id}/stats`).expect(200);
      return new Date((response.body as { data: { lastActivityAt: string } }).data.lastActivityAt);
    };
    expect(await lastActivity()).toEqual(laboratory.updatedAt);
    const start = new Date();
    const body = { name: 'Asha Rao', email: 'asha.last@lab.example', role: 'staff', laboratoryId: laboratory.id };
    await app.as(admin).post('/api/staff').send(body).expect(201);
    expect((await lastActivity()).getTime()).toBeGreaterThanOrEqual(start.getTime());
  });
});

describe('a temporary password', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const issuedOf = ({ body }: { body: unknown }) => (body as { data: StaffWithPassword }).data;
  const signIn = (email: string, password: string) => app.http.post('/api/auth/login').send({ email, password });

  it('works for 72 hours, and then says so to whoever knows it', async () => {
    const admin = await app.person('super_admin');
    const laboratory = await app.laboratory();
    const body = { name: 'Asha Rao', email: 'asha.rao@lab.example', role: 'staff', laboratoryId: laboratory.id };
    const start = Date.now();
    const created = await app.as(admin).post('/api/staff').send(body).expect(201);
    const data = issuedOf(created);
    const expiry = Date.parse(data.temporaryPasswordExpiresAt ?? '');
    expect(expiry).toBeGreaterThanOrEqual(start + 72 * 60 * MINUTE_MS);
    expect(expiry).toBeLessThanOrEqual(Date.now() + 72 * 60 * MINUTE_MS);
    await signIn(body.email, data.temporaryPassword).expect(200);

    const users = app.services.get<Connection>(getConnectionToken()).collection<UserRow>('users');
    await users.updateOne({ email: body.email }, { $set: { temporaryPasswordExpiresAt: new Date() } });
    const refused = await signIn(body.email, data.temporaryPassword).expect(403);
    expect(refused.body as Failure).toMatchObject({
      code: 'TEMPORARY_PASSWORD_EXPIRED',
      message: 'This temporary password has expired. Ask your administrator for a new one.',
    });
    const wrong = await signIn(body.email, 'Wrong-1234').expect(401);
    expect((wrong.body as Failure).code).toBe('INVALID_CREDENTIALS');

    const issued = await app.as(admin).post(`/api/staff/${data._id}/temporary-password`).expect(200);
    const { temporaryPassword, temporaryPasswordExpiresAt } = issuedOf(issued);
    expect(Date.parse(temporaryPasswordExpiresAt ?? '')).toBeGreaterThan(Date.now());
    const session = await signIn(body.email, temporaryPassword).expect(200);
    const { token } = (session.body as { data: { token: string } }).data;
    const change = { currentPassword: temporaryPassword, newPassword: 'Another-horse-2' };
    await app.as({ token }).put('/api/auth/password').send(change).expect(200);
    const person = await app.as(admin).get(`/api/staff/${data._id}`).expect(200);
    expect((person.body as { data: StaffMember }).data.temporaryPasswordExpiresAt).toBeNull();
  });
});
