import type { AuthenticatorSetup, Failure, RecoveryCodes, SecondFactor, SecondStep } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection } from 'mongoose';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD, type Person, TestApp } from '../../../../test/test-app';
import { Clock } from '../../../platform/time/clock';

type Response = { status: number; body: unknown };
type Envelope<Data> = { data: Data };

const dataOf = <Data>({ body }: Response): Envelope<Data>['data'] => (body as Envelope<Data>).data;

const failureOf = ({ body }: Response) => body as Failure;
const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

describe('a second factor', () => {
  let app: TestApp;
  let now: Date;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.close());
  beforeEach(() => {
    now = new Date();
    jest.spyOn(app.services.get(Clock), 'now').mockImplementation(() => new Date(now));
  });
  afterEach(() => jest.restoreAllMocks());

  const wait = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));
  const collection = (name: string) => app.services.get<Connection>(getConnectionToken()).collection(name);
  const factor = (person: { token: string }) => app.as(person).get('/api/auth/second-factor');

  /** Someone whose app has just been added; the code of the present 30 seconds is used up. */
  async function withApp(person?: Person) {
    const owner = person ?? (await app.person('staff', { laboratoryId: (await app.laboratory())._id }));
    const agent = app.as(owner);
    const { secret } = dataOf<AuthenticatorSetup>(
      await agent.post('/api/auth/second-factor/authenticator').expect(200),
    );
    const added = await agent
      .put('/api/auth/second-factor/authenticator')
      .send({ code: codeAt(secret, now) })
      .expect(200);
    wait(60);
    return { ...owner, secret, recoveryCodes: dataOf<RecoveryCodes>(added).recoveryCodes };
  }

  async function firstStep(email: string): Promise<SecondStep> {
    const answer = await app.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    expect(failureOf(answer).code).toBe('SECOND_FACTOR_REQUIRED');
    const { secondStep } = failureOf(answer);
    if (!secondStep) throw new Error('The answer has no ticket');
    return secondStep;
  }
  const secondStep = (ticket: string, code: string, address = '203.0.113.9') =>
    app.http.post('/api/auth/second-factor').set('X-Forwarded-For', address).send({ ticket, code });

  it('is asked for after the password, and its code starts a session', async () => {
    const { user, secret } = await withApp();
    const { ticket, methods, expiresAt } = await firstStep(user.email);
    expect(methods).toEqual(['authenticator', 'recovery']);
    expect(new Date(expiresAt).getTime() - now.getTime()).toBe(300_000);
    const code = codeAt(secret, now);
    const { token } = dataOf<{ token: string }>(
      await secondStep(ticket, `${code.slice(0, 3)} ${code.slice(3)}`).expect(200),
    );
    const own = dataOf<SecondFactor>(await factor({ token }).expect(200));
    expect(own).toMatchObject({ recoveryCodesLeft: 10, authenticator: { lastUsedAt: now.toISOString() } });
  });

  it('accepts codes of the 30 seconds before and after, and no others', async () => {
    const { user, secret } = await withApp();
    wait(600);
    for (const [seconds, status] of [
      [-60, 400],
      [60, 400],
      [-30, 200],
      [30, 200],
    ] as const) {
      const { ticket } = await firstStep(user.email);
      await secondStep(ticket, codeAt(secret, new Date(now.getTime() + seconds * 1_000))).expect(status);
    }
  });

  it('accepts each code once, also of two sign-ins at the same time', async () => {
    const { user, secret } = await withApp();
    const code = codeAt(secret, now);
    const tickets = [await firstStep(user.email), await firstStep(user.email)];
    const answers = await Promise.all(tickets.map(({ ticket }) => secondStep(ticket, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { ticket } = await firstStep(user.email);
    const replayed = await secondStep(ticket, code).expect(400);
    expect(failureOf(replayed)).toMatchObject({ code: 'SECOND_FACTOR_WRONG', errors: [{ field: 'code' }] });
  });

  it('accepts each ticket once, for five minutes, and only with the password that it was issued for', async () => {
    const { user, secret } = await withApp();
    const expired = failureOf({ status: 0, body: { code: 'SIGN_IN_EXPIRED' } });
    const used = await firstStep(user.email);
    await secondStep(used.ticket, codeAt(secret, now)).expect(200);
    wait(60);
    expect(failureOf(await secondStep(used.ticket, codeAt(secret, now)).expect(401)).code).toBe(expired.code);
    const late = await firstStep(user.email);
    wait(301);
    expect(failureOf(await secondStep(late.ticket, codeAt(secret, now)).expect(401)).code).toBe(expired.code);
    const before = await firstStep(user.email);
    await collection('users').updateOne({ _id: user._id }, { $set: { passwordHash: 'another' } });
    expect(failureOf(await secondStep(before.ticket, codeAt(secret, now)).expect(401)).code).toBe(expired.code);
    expect(failureOf(await secondStep('nonsense', '123456').expect(401)).code).toBe(expired.code);
  });

  it('cannot be skipped: a ticket opens no route', async () => {
    const { user } = await withApp();
    const { ticket } = await firstStep(user.email);
    for (const path of ['/api/auth/me', '/api/auth/sessions', '/api/auth/second-factor', '/api/staff']) {
      await app.as({ token: ticket }).get(path).expect(401);
    }
    await app.as({ token: ticket }).post('/api/auth/confirm').send({ password: PASSWORD }).expect(401);
  });

  it('of another person is not accepted', async () => {
    const [owner, other] = [await withApp(), await withApp()];
    const { ticket } = await firstStep(owner.user.email);
    await secondStep(ticket, codeAt(other.secret, now)).expect(400);
    await secondStep(ticket, other.recoveryCodes[0] ?? '').expect(400);
    // The same secret would not do either: it is encrypted for its person.
    const stored = await collection('second_factors').findOne({ _id: other.user._id });
    await collection('second_factors').updateOne(
      { _id: owner.user._id },
      { $set: { authenticator: stored?.authenticator as object } },
    );
    await secondStep(ticket, codeAt(other.secret, now)).expect(400);
  });

  it('does not show in what an unknown address or a wrong password is answered', async () => {
    const { user } = await withApp();
    const attempt = (email: string) => app.http.post('/api/auth/login').send({ email, password: 'Wrong-1234' });
    const answers = await Promise.all([attempt(user.email), attempt('nobody@shifa.example')]);
    const texts = answers.map(({ status, body }) => ({ status, ...(body as object), requestId: '' }));
    expect(texts[0]).toEqual(texts[1]);
    expect(texts[0]).toMatchObject({ status: 401, code: 'INVALID_CREDENTIALS' });
  });

  it('is replaced by a recovery code, each once', async () => {
    const { user, recoveryCodes } = await withApp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = ''] = recoveryCodes;
    const { token } = dataOf<{ token: string }>(
      await secondStep((await firstStep(user.email)).ticket, first.toLowerCase().replaceAll('-', ' ')).expect(200),
    );
    expect(dataOf<SecondFactor>(await factor({ token })).recoveryCodesLeft).toBe(9);
    await secondStep((await firstStep(user.email)).ticket, first).expect(400);
  });

  it('is not guessed: after 10 wrong codes, an address has to wait, and the owner elsewhere does not', async () => {
    const { user, secret, recoveryCodes } = await withApp();
    const { ticket } = await firstStep(user.email);
    const guesses = ['000000', 'AAAA-AAAA-AAAA-AAAA'];
    for (let count = 0; count < 10; count += 1) await secondStep(ticket, guesses[count % 2] ?? '').expect(400);
    const refused = await secondStep(ticket, recoveryCodes[0] ?? '').expect(429);
    expect(failureOf(refused).code).toBe('TOO_MANY_LOGINS');
    await secondStep(ticket, codeAt(secret, now), '198.51.100.7').expect(200);
  });

  it('is not guessed from many addresses either', async () => {
    const { user, secret } = await withApp();
    const { ticket } = await firstStep(user.email);
    for (let count = 0; count < 100; count += 1) await secondStep(ticket, '000000', `198.51.100.${count}`).expect(400);
    await secondStep(ticket, codeAt(secret, now), '203.0.113.200').expect(429);
  });

  it('stores neither the secret nor a recovery code as text', async () => {
    const { user, secret, recoveryCodes } = await withApp();
    const stored = JSON.stringify(await collection('second_factors').findOne({ _id: user._id }));
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(text);
    }
    const { ticket } = await firstStep(user.email);
    expect(JSON.stringify(await collection('one_time_values').find({ userId: user._id }).toArray())).not.toContain(
      ticket,
    );
  });

  it('is replaced, renewed and removed; each is audited and announced', async () => {
    const person = await withApp();
    const agent = app.as(person);
    const again = await withApp(person);
    expect(again.recoveryCodes).toEqual([]);
    expect((await secondStep((await firstStep(person.user.email)).ticket, codeAt(person.secret, now))).status).toBe(
      400,
    );
    const renewed = dataOf<RecoveryCodes>(await agent.post('/api/auth/second-factor/recovery-codes').expect(200));
    await secondStep((await firstStep(person.user.email)).ticket, person.recoveryCodes[0] ?? '').expect(400);
    await secondStep((await firstStep(person.user.email)).ticket, renewed.recoveryCodes[0] ?? '').expect(200);
    await agent.delete('/api/auth/second-factor/authenticator').expect(200);
    await app.login({ email: person.user.email, password: PASSWORD });
    const rows = await collection('audit').find({ entityId: person.user._id }).sort({ at: 1 }).toArray();
    const actions = rows.map(({ action }) => action as string).filter((action) => !action.startsWith('session.'));
    const expected = ['added', 'replaced', 'removed'].map((what) => `authenticator.${what}`);
    expect(actions).toEqual([...expected.slice(0, 2), 'recovery-codes.created', 'recovery-code.used', expected[2]]);
    const notices = await collection('notifications').find({ recipientId: person.user._id }).toArray();
    expect(notices.map(({ title }) => title as string).sort()).toEqual([
      'Authenticator app added',
      'Authenticator app removed',
      'Authenticator app replaced',
      'New recovery codes',
      'Recovery code used',
    ]);
    const missing = [
      await agent.delete('/api/auth/second-factor/authenticator').expect(404),
      await agent.post('/api/auth/second-factor/recovery-codes').expect(404),
    ];
    expect(missing.map((answer) => failureOf(answer).code)).toEqual(Array(2).fill('SECOND_FACTOR_NOT_FOUND'));
  });

  it('is added only with a code of the new app, within a quarter of an hour', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const agent = app.as(person);
    const add = (code: string) => agent.put('/api/auth/second-factor/authenticator').send({ code });
    expect(failureOf(await add('123456').expect(400)).code).toBe('AUTHENTICATOR_SETUP_EXPIRED');
    const setup = await agent.post('/api/auth/second-factor/authenticator').expect(200);
    const { secret, address } = dataOf<AuthenticatorSetup>(setup);
    expect(address).toContain(`secret=${secret}`);
    expect(failureOf(await add('000000').expect(400)).code).toBe('SECOND_FACTOR_WRONG');
    // Nothing has changed for the sign-in.
    await app.login({ email: person.user.email, password: PASSWORD });
    wait(901);
    await agent.post('/api/auth/confirm').send({ password: PASSWORD }).expect(200);
    expect(failureOf(await add(codeAt(secret, now)).expect(400)).code).toBe('AUTHENTICATOR_SETUP_EXPIRED');
  });

  it('is removed by those who manage the person, and by no one else; the person is told', async () => {
    const laboratory = await app.laboratory();
    const inLaboratory = { laboratoryId: laboratory._id };
    const person = await withApp(await app.person('lab_admin', inLaboratory));
    const path = `/api/staff/${person.id}/second-factor`;
    const [admin, colleague, elsewhere] = [
      await app.person('super_admin'),
      await app.person('lab_admin', inLaboratory),
      await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id }),
    ];
    const codes = [];
    for (const who of [person, colleague, elsewhere]) {
      codes.push(failureOf(await app.as(who).get(path)).code, failureOf(await app.as(who).delete(path)).code);
    }
    const expected = ['OWN_ACCOUNT', 'STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'];
    expect(codes).toEqual(expected.flatMap((code) => [code, code]));
    expect(dataOf(await app.as(admin).get(path).expect(200))).toEqual({ hasAuthenticator: true, passkeys: 0 });
    await app.as(admin).delete(path).expect(200);
    expect(failureOf(await app.as(admin).delete(path).expect(404)).code).toBe('SECOND_FACTOR_NOT_FOUND');
    await app.login({ email: person.user.email, password: PASSWORD });
    const notices = await collection('notifications').find({ recipientId: person.user._id }).toArray();
    expect(notices.map(({ title }) => title as string)).toContain('Second factor removed');
    const row = await collection('audit').findOne({ entityId: person.user._id, action: 'second-factor.reset' });
    expect(row?.by).toMatchObject({ _id: admin.user._id });
  });

  describe('and a confirmation', () => {
    it('are asked for 10 minutes after the sign-in, and what was asked for is then done', async () => {
      const person = await withApp();
      const agent = app.as(person);
      const renew = () => agent.post('/api/auth/second-factor/recovery-codes');
      wait(600);
      expect(failureOf(await renew().expect(403)).code).toBe('CONFIRMATION_REQUIRED');
      const confirm = (body: object) => agent.post('/api/auth/confirm').send(body);
      const wrong = await confirm({ password: 'Wrong-1234' }).expect(400);
      expect(failureOf(wrong)).toMatchObject({ code: 'CURRENT_PASSWORD_WRONG', errors: [{ field: 'password' }] });
      expect(failureOf(await confirm({ code: '000000' }).expect(400)).code).toBe('SECOND_FACTOR_WRONG');
      await renew().expect(403);
      await confirm({ code: codeAt(person.secret, now) }).expect(200);
      await renew().expect(200);
      wait(600);
      await renew().expect(403);
      await confirm({ password: PASSWORD }).expect(200);
      await renew().expect(200);
    });

    it('are not guessed: after 10 wrong passwords, an address has to wait', async () => {
      const agent = app.as(await app.person('staff'));
      const confirm = (password: string) => agent.post('/api/auth/confirm').send({ password });
      for (let count = 0; count < 10; count += 1) await confirm('Wrong-1234').expect(400);
      expect(failureOf(await confirm(PASSWORD).expect(429)).code).toBe('TOO_MANY_LOGINS');
    });

    it('count only in their own session', async () => {
      const person = await app.person('super_admin');
      const other = { token: await app.login({ email: person.user.email, password: PASSWORD }) };
      wait(700);
      await app.as(other).post('/api/auth/confirm').send({ password: PASSWORD }).expect(200);
      await app.as(person).get('/api/staff/export').expect(403);
      await app.as(other).get('/api/staff/export').expect(200);
    });
  });
});
