import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { MailServer } from '../../../test/mail-server';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { noticesOf } from '../../../test/notifications';
import { Clock } from '../../platform/time/clock';
import { DeliveryWorker } from './delivery-worker';

const NEW_PASSWORD = 'Another-horse-2';

describe('a forgotten password', () => {
  let mailHost: MailServer;
  let app: TestApp;

  beforeAll(async () => {
    mailHost = await MailServer.start();
    const mail = { url: mailHost.url, from: 'no-reply@lab.example' };
    app = await TestApp.start({ mail, publicUrl: 'https://lab.example' });
  });
  afterAll(async () => {
    await app.close();
    await mailHost.stop();
  });
  beforeEach(() => {
    mailHost.received.length = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  const users = () => app.services.get<Connection>(getConnectionToken()).collection('users');
  const work = () => app.services.get(DeliveryWorker).run();
  const ask = (email: string) => app.http.post('/api/auth/password-reset').send({ email });
  const complete = (token: string, newPassword = NEW_PASSWORD) =>
    app.http.post('/api/auth/password-reset/complete').send({ token, newPassword });
  const tokenIn = (text = '') => /#([\w-]{43})/.exec(text)?.[1];
  // Several mails can be sent at once, such as the notice of a reset before.
  const token = () => mailHost.received.flatMap(({ mail }) => tokenIn(mail.text) ?? []).at(-1) ?? '';

  async function reachable(): Promise<Person> {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await work();
    await app.http.post('/api/messages/email/confirm').send({ token: token() }).expect(200);
    mailHost.received.length = 0;
    return person;
  }

  it('is replaced by a link that works once, ends all sessions, and is told to the person', async () => {
    const person = await reachable();
    await ask(person.user.email.toUpperCase()).expect(200);
    await work();
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Reset your password']);
    const link = token();
    const weak = await complete(link, 'short');
    expect(weak.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'newPassword' }, { field: 'newPassword' }],
    });
    await complete(link).expect(200);
    await app.as(person).get('/api/auth/me').expect(401);
    await app.http.post('/api/auth/login').send({ email: person.user.email, password: PASSWORD }).expect(401);
    const signedIn = { ...person, token: await app.login({ email: person.user.email, password: NEW_PASSWORD }) };
    expect(await noticesOf(app, signedIn)).toEqual([expect.stringMatching(/^system: Password reset by email/)]);
    expect((await complete(link)).body).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('gets one answer for addresses that are known, unknown, unconfirmed, or of closed accounts', async () => {
    const unconfirmed = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const closed = await reachable();
    await users().updateOne({ _id: closed.user._id }, { $set: { status: 'suspended' } });
    const known = await reachable();
    const answers = [];
    for (const email of [known.user.email, 'nobody@lab.example', unconfirmed.user.email, closed.user.email]) {
      const { status, body } = (await ask(email)) as { status: number; body: object };
      answers.push({ status, body });
    }
    await work();
    expect(mailHost.received.map(({ to }) => to)).toEqual([[known.user.email]]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('cannot be reset by a link that is old, was replaced, or was made for another password or address', async () => {
    const person = await reachable();
    const newLink = async () => {
      await ask(person.user.email).expect(200);
      await work();
      return token();
    };
    const replaced = await newLink();
    const current = await newLink();
    await complete(replaced).expect(400);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 30 * 60_000 + 1_000));
    await complete(current).expect(400);
    jest.restoreAllMocks();

    const beforeChange = await newLink();
    await users().updateOne({ _id: person.user._id }, { $set: { email: 'elsewhere@lab.example' } });
    await complete(beforeChange).expect(400);
    await complete('A'.repeat(43)).expect(400);
  });

  it('has one winner when its link is used 16 times at once', async () => {
    const person = await reachable();
    await ask(person.user.email).expect(200);
    await work();
    const link = token();
    const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await complete(link)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });

  it('cannot be used to flood an inbox', async () => {
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await ask('flooded@lab.example')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
