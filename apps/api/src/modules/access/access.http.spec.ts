import type { Failure, Session, SessionUser } from '@shifa/contract';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { PasswordHasher } from './password-hasher';

type Answer<Data> = { success: true; data: Data; message?: string };

describe('signing in and out', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const me = (person: { token: string }) => app.as(person).get('/api/auth/me');

  it('answers the token and the person, without the password', async () => {
    const laboratory = await app.laboratory();
    const user = await app.user('lab_admin', { laboratoryId: laboratory._id });
    const response = await app.http
      .post('/api/auth/login')
      .send({ email: user.email.toUpperCase(), password: PASSWORD })
      .expect(200);
    const { data } = response.body as Answer<{ token: string; user: SessionUser }>;
    expect(data.user).toMatchObject({
      _id: user._id.toHexString(),
      id: user._id.toHexString(),
      role: 'lab_admin',
      laboratoryId: { _id: laboratory.id, code: laboratory.code },
    });
    expect(data.user.lastLogin).not.toBeNull();
    expect(data.user.permissions['laboratories.edit']).toEqual({ allowed: true, scope: 'laboratory', source: 'role' });
    expect(JSON.stringify(response.body)).not.toContain('argon2');
    await me(data).expect(200);
  });

  it('says the same of an unknown address and of a wrong password', async () => {
    const user = await app.user('staff');
    const wrong = await app.http
      .post('/api/auth/login')
      .send({ email: user.email, password: 'Wrong-1234' })
      .expect(401);
    const unknown = await app.http
      .post('/api/auth/login')
      .send({ email: 'nobody@shifa.example', password: 'Wrong-1234' })
      .expect(401);
    const words = ({ body }: { body: unknown }) => ({ ...(body as Failure), requestId: '' });
    expect(words(unknown)).toEqual(words(wrong));
    expect(words(wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' });
  });

  it.each(['suspended', 'exited'] as const)('lets nobody in who is %s, and says so only to them', async (status) => {
    const user = await app.user('staff', { status });
    await app.http.post('/api/auth/login').send({ email: user.email, password: 'Wrong-1234' }).expect(401);
    const response = await app.http.post('/api/auth/login').send({ email: user.email, password: PASSWORD }).expect(403);
    expect(response.body).toMatchObject({ code: 'ACCOUNT_INACTIVE' });
  });

  it('says to people who were signed in that their account was suspended, and who can change that', async () => {
    const laboratory = await app.laboratory();
    const manager = await app.person('manager', { laboratoryId: laboratory._id });
    const session = { token: await app.login({ email: manager.user.email, password: PASSWORD }) };
    await app
      .as(await app.person('super_admin'))
      .put(`/api/staff/${manager.user._id.toHexString()}`)
      .send({ status: 'suspended', version: manager.user.version })
      .expect(200);
    const message = `Your account is suspended. Ask a lab admin of ${laboratory.name} or a super admin.`;
    const response = await app.as(session).get('/api/auth/me').expect(401);
    expect(response.body).toMatchObject({ code: 'ACCOUNT_CLOSED', message });
    const { email } = manager.user;
    const refused = await app.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(403);
    expect(refused.body).toMatchObject({ message });
  });

  it('names the field that is missing', async () => {
    const response = await app.http.post('/api/auth/login').send({ email: 'not an address' }).expect(400);
    expect((response.body as Failure).errors).toEqual(
      expect.arrayContaining([
        { field: 'email', message: 'Invalid email address' },
        { field: 'password', message: 'Password is required' },
      ]),
    );
  });

  it('slows guessing at one place without shutting the owner out at another', async () => {
    const user = await app.user('staff');
    const attempt = (address: string, password: string) =>
      app.http.post('/api/auth/login').set('X-Forwarded-For', address).send({ email: user.email, password });
    for (let count = 0; count < 10; count += 1) await attempt('203.0.113.5', 'Wrong-1234').expect(401);
    const refused = await attempt('203.0.113.5', PASSWORD).expect(429);
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_LOGINS' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await attempt('203.0.113.6', PASSWORD).expect(200);
  });

  it('does not let guesses at one place shut the owner out of a browser that they have signed in with', async () => {
    const user = await app.user('staff');
    const attempt = (password: string, browserId: string) =>
      app.http
        .post('/api/auth/login')
        .set({ 'X-Forwarded-For': '203.0.113.7', 'X-Browser-Id': browserId })
        .send({ email: user.email, password });
    await attempt(PASSWORD, 'the-browser-of-the-owner').expect(200);
    for (let count = 0; count < 10; count += 1) await attempt('Wrong-1234', `another-browser-${count}`).expect(401);
    await attempt(PASSWORD, 'another-browser-of-mine').expect(429);
    await attempt(PASSWORD, 'the-browser-of-the-owner').expect(200);
  });

  it('ends the session on logout, and logging out twice is no fault of the first', async () => {
    const person = await app.person('staff');
    await app.as(person).post('/api/auth/logout').expect(200);
    const response = await me(person).expect(401);
    expect(response.body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each(['', 'Bearer', 'Bearer x.y.z', 'Basic abc'])('takes %j for no session', async (authorization) => {
    await app.http.get('/api/auth/me').set('Authorization', authorization).expect(401);
  });
});

describe('sessions', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  async function twice(): Promise<[Person, Person]> {
    const first = await app.person('staff');
    const token = await app.login({ email: first.user.email, password: PASSWORD });
    return [first, { ...first, token }];
  }

  const list = async (person: Person) => {
    const response = await app.as(person).get('/api/auth/sessions').expect(200);
    return (response.body as Answer<Session[]>).data;
  };

  it('are listed with the present one marked, and one can be ended', async () => {
    const [first, second] = await twice();
    const sessions = await list(second);
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ current }) => !current);
    await app.as(second).delete(`/api/auth/sessions/${other?._id}`).expect(200);
    await app.as(first).get('/api/auth/me').expect(401);
    expect(await list(second)).toHaveLength(1);
    await app.as(second).delete(`/api/auth/sessions/${other?._id}`).expect(404);
  });

  it('of another person cannot be ended', async () => {
    const [mine] = await twice();
    const stranger = await app.person('super_admin');
    const [session] = await list(mine);
    await app.as(stranger).delete(`/api/auth/sessions/${session?._id}`).expect(404);
    await app.as(mine).get('/api/auth/me').expect(200);
  });

  it('can all be ended but this one', async () => {
    const [first, second] = await twice();
    await app.as(second).delete('/api/auth/sessions').expect(200);
    await app.as(first).get('/api/auth/me').expect(401);
    await app.as(second).get('/api/auth/me').expect(200);
  });
});

describe('changing the password', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());

  const change = (person: Person, currentPassword: string, newPassword: string) =>
    app.as(person).put('/api/auth/password').send({ currentPassword, newPassword });

  it('ends the other sessions and keeps this one', async () => {
    const here = await app.person('staff');
    const elsewhere = { ...here, token: await app.login({ email: here.user.email, password: PASSWORD }) };
    const response = await change(here, PASSWORD, 'Another-horse-2').expect(200);
    expect(response.body).toMatchObject({ success: true, message: 'Password updated successfully' });
    await app.as(elsewhere).get('/api/auth/me').expect(401);
    await app.as(here).get('/api/auth/me').expect(200);
    await app.login({ email: here.user.email, password: 'Another-horse-2' });
    await app.http.post('/api/auth/login').send({ email: here.user.email, password: PASSWORD }).expect(401);
  });

  it('keeps what someone else changes of the account at the same time, and refuses another password of then', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const admin = await app.person('super_admin');
    const hasher = app.services.get(PasswordHasher);
    const hash = hasher.hash.bind(hasher);
    const meanwhile = (write: () => Promise<unknown>) =>
      jest.spyOn(hasher, 'hash').mockImplementationOnce(async (...given) => {
        await write();
        return hash(...given);
      });
    meanwhile(() =>
      app.as(admin).put(`/api/staff/${person.id}`).send({ designation: 'Analyst', version: 1 }).expect(200),
    );
    await change(person, PASSWORD, 'Another-horse-2').expect(200);
    const read = await app.as(admin).get(`/api/staff/${person.id}`).expect(200);
    expect(read.body).toMatchObject({ data: { designation: 'Analyst' } });

    meanwhile(() => change(person, 'Another-horse-2', 'Another-horse-3').expect(200));
    const refused = await change(person, 'Another-horse-2', 'Another-horse-4').expect(400);
    expect(refused.body).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG', errors: [{ field: 'currentPassword' }] });
    await app.login({ email: person.user.email, password: 'Another-horse-3' });
  });

  it('answers a repeat, also of a request under way, as the first, and counts it for no guess', async () => {
    const person = await app.person('staff');
    const answers = await Promise.all([1, 2].map(() => change(person, PASSWORD, 'Another-horse-2')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (let repeat = 0; repeat < 12; repeat++) await change(person, PASSWORD, 'Another-horse-2').expect(200);
    await change(person, PASSWORD, 'Another-horse-3').expect(400);
    await app.login({ email: person.user.email, password: 'Another-horse-2' });

    const temporary = await app.person('staff', { mustChangePassword: true });
    await change(temporary, 'Wrong-1234', PASSWORD).expect(400);
  });

  it('takes a wrong current password for a fault of the field, not for a lost session', async () => {
    const person = await app.person('staff');
    const response = await change(person, 'Wrong-1234', 'Another-horse-2').expect(400);
    expect(response.body).toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
      errors: [{ field: 'currentPassword', message: 'Current password is incorrect' }],
    });
    await app.as(person).get('/api/auth/me').expect(200);
  });

  it.each([
    ['Short1', 'Password must be at least 8 characters'],
    ['lowercase1', 'Must contain uppercase, lowercase, and number'],
    [PASSWORD, 'The new password must differ from the current one'],
  ])('refuses %s', async (newPassword, message) => {
    const response = await change(await app.person('staff'), PASSWORD, newPassword).expect(400);
    expect((response.body as Failure).errors).toContainEqual({ field: 'newPassword', message });
  });

  it('slows guessing in a session, whatever is guessed at the sign-in from the same address', async () => {
    const person = await app.person('staff');
    for (let guess = 0; guess < 10; guess++) {
      await app.http.post('/api/auth/login').send({ email: person.user.email, password: 'Wrong-horse-1' }).expect(401);
    }
    for (let guess = 0; guess < 10; guess++) await change(person, 'Wrong-horse-1', 'Another-horse-2').expect(400);
    const refused = await change(person, PASSWORD, 'Another-horse-2').expect(429);
    expect(Number(refused.get('Retry-After'))).toBeGreaterThan(0);

    const other = await app.person('staff');
    for (let guess = 0; guess < 10; guess++) {
      await app.http.post('/api/auth/login').send({ email: other.user.email, password: 'Wrong-horse-1' }).expect(401);
    }
    await change(other, PASSWORD, 'Another-horse-2').expect(200);
  });

  it('must come first with a temporary password', async () => {
    const laboratory = await app.laboratory();
    const person = await app.person('lab_admin', { laboratoryId: laboratory._id, mustChangePassword: true });
    const response = await app.as(person).get('/api/laboratories').expect(403);
    expect(response.body).toMatchObject({ code: 'PASSWORD_CHANGE_REQUIRED' });
    await app.as(person).get('/api/auth/me').expect(200);
    await change(person, PASSWORD, 'Another-horse-2').expect(200);
    await app.as(person).get('/api/laboratories').expect(200);
  });
});
