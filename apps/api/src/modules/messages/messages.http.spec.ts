import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { MessageChannels, MessagePreferences, TestResult } from '@shifa/contract';
import { defaultMessagePreferences } from '@shifa/contract';
import { MailServer } from '../../../test/mail-server';
import { type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { messageAttempts } from '../../platform/observability/observed';
import { Clock } from '../../platform/time/clock';
import { Notices } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import { DeliveryRepository } from './delivery.repository';
import { DeliveryWorker, RETRY_MINUTES } from './delivery-worker';

type Envelope<Data> = { body: { data: Data; code?: string } };
const MINUTE = 60_000;

describe('messages by email', () => {
  let mailHost: MailServer;
  let app: TestApp;
  let now: Date;

  beforeAll(async () => {
    mailHost = await MailServer.start();
    const mail = { url: mailHost.url, from: 'Shifa MS <no-reply@lab.example>' };
    app = await TestApp.start({ mail, publicUrl: 'https://lab.example/' });
  });
  afterAll(async () => {
    await app.close();
    await mailHost.stop();
  });
  beforeEach(() => {
    // 14:30 in India, outside everybody's quiet hours.
    now = new Date('2026-11-20T09:00:00.000Z');
    jest.spyOn(app.services.get(Clock), 'now').mockImplementation(() => now);
    mailHost.received.length = 0;
    mailHost.refusal = undefined;
  });
  afterEach(() => jest.restoreAllMocks());

  const work = () => app.services.get(DeliveryWorker).run();
  const pass = async (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTE);
    await work();
  };
  const last = () => {
    const received = mailHost.received.at(-1);
    if (!received) throw new Error('No email was received');
    return received;
  };
  const tokenIn = (path: string) =>
    new RegExp(`https://lab\\.example${path}#([\\w-]{43})`).exec(last().mail.text ?? '')?.[1];
  const channels = async (person: Person) => {
    const { body } = (await app.as(person).get('/api/messages/channels').expect(200)) as Envelope<MessageChannels>;
    return body.data;
  };
  const choose = (person: Person, preferences: Partial<MessagePreferences>) =>
    app
      .as(person)
      .put('/api/messages/preferences')
      .send({ ...defaultMessagePreferences, ...preferences })
      .expect(200);

  /** A person whose address is confirmed, as people confirm it. */
  async function reachable(
    preferences: Partial<MessagePreferences> = { email: { system: 'at_once' } },
  ): Promise<Person> {
    const person = await app.person('lab_admin', { laboratoryId: (await app.laboratory())._id });
    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await work();
    await app.http
      .post('/api/messages/email/confirm')
      .send({ token: tokenIn('/confirm-email') })
      .expect(200);
    await choose(person, preferences);
    mailHost.received.length = 0;
    return person;
  }

  async function notify(person: Person, notice: Partial<Parameters<Notices['send']>[0]> = {}): Promise<void> {
    const [account] = await app.services.get(StaffPort).findPeople(LabScope.everywhere(), [person.id]);
    if (!account) throw new Error('There is no such person');
    const sent = {
      actor: null,
      to: [account],
      laboratoryId: account.laboratoryId,
      type: 'system',
      priority: 'medium',
      title: 'फ्रीज़र 1 बहुत गर्म है',
      message: 'Freezer 1 is above −15 °C & <rising>.',
      action: { label: 'Open freezer', path: '/inventory?search=freezer' },
      ...notice,
    } as const;
    await app.services.get(UnitOfWork).run(() => app.services.get(Notices).send(sent));
  }

  it('sends nothing to an address until its link was opened, and then what the person chose', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    expect((await channels(person)).email).toEqual({ address: person.user.email, state: null });
    await choose(person, { email: { system: 'at_once' } });
    await notify(person);
    await work();
    expect(mailHost.received).toHaveLength(0);

    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await work();
    expect(last().to).toEqual([person.user.email]);
    expect((await channels(person)).email?.state).toMatchObject({ confirmedAt: null });
    const token = tokenIn('/confirm-email');
    await app.http.post('/api/messages/email/confirm').send({ token }).expect(200);
    expect((await channels(person)).email?.state).toMatchObject({ confirmedAt: now.toISOString() });
    // Mail programs open links before people do.
    await app.http.post('/api/messages/email/confirm').send({ token }).expect(200);

    await notify(person);
    await work();
    const { mail, raw } = last();
    expect(mail.subject).toBe('फ्रीज़र 1 बहुत गर्म है');
    expect(mail.text).toContain('Freezer 1 is above −15 °C & <rising>.');
    expect(mail.text).toContain('Open freezer: https://lab.example/inventory?search=freezer');
    expect(mail.html).toContain('Freezer 1 is above −15 °C &amp; &lt;rising&gt;.');
    expect(mail.html).not.toContain('<img');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(raw).not.toContain('List-Unsubscribe');
  });

  it('sends at most five links an hour', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const ask = () => app.as(person).post('/api/messages/email/confirmation').send({});
    for (let count = 0; count < 5; count += 1) await ask().expect(200);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_MESSAGES' } });
    await work();
  });

  it('refuses a link that is forged, has expired, or was for an earlier address', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const forged = await app.http.post('/api/messages/email/confirm').send({ token: 'a'.repeat(43) });
    expect(forged).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await work();
    const token = tokenIn('/confirm-email');
    now = new Date(now.getTime() + 24 * 60 * MINUTE + 1);
    await app.http.post('/api/messages/email/confirm').send({ token }).expect(400);
  });

  it('sends no message whose notification was read before, and one message for a group', async () => {
    const person = await reachable();
    await notify(person);
    await app.as(person).patch('/api/notifications/read-all').send({}).expect(200);
    await work();
    expect(mailHost.received).toHaveLength(0);

    const path = '/settings/backups';
    const group = { key: 'backup-failed', count: 1, message: 'Backups keep failing.', path };
    for (const title of ['First', 'Second', 'Third']) await notify(person, { title, group });
    await pass(1);
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Third']);
    expect(last().mail.text).toContain('Backups keep failing.');
    await notify(person, { title: 'Fourth', group });
    await pass(1);
    expect(mailHost.received).toHaveLength(1);
  });

  it('waits for the end of quiet hours, except with what is urgent', async () => {
    const person = await reachable();
    const quietHours = { from: '14:00', to: '16:00' };
    await app.as(person).put('/api/notifications/preferences').send({ muted: [], quietHours }).expect(200);
    await notify(person, { title: 'Later' });
    await notify(person, { title: 'Urgent', priority: 'urgent' });
    await work();
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Urgent']);
    await pass(89);
    expect(mailHost.received).toHaveLength(1);
    await pass(1);
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Urgent', 'Later']);
  });

  it('collects a digest until the chosen time, and turns it off with one click', async () => {
    const person = await reachable({ email: { system: 'digest' }, digestTime: '18:00' });
    for (const title of ['One', 'Two', 'Three']) await notify(person, { title });
    await work();
    const [read] = (
      (await app.as(person).get('/api/notifications').expect(200)) as Envelope<{ _id: string; title: string }[]>
    ).body.data.filter(({ title }) => title === 'Two');
    await app
      .as(person)
      .patch(`/api/notifications/${read?._id ?? ''}/read`)
      .send({})
      .expect(200);
    await pass(209);
    expect(mailHost.received).toHaveLength(0);
    await pass(1);
    expect(mailHost.received.map(({ mail }) => mail.subject)).toEqual(['2 unread notifications']);
    expect(last().mail.text).toMatch(/One\n.*\n\nThree/s);

    const { raw } = last();
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, path = ''] =
      /List-Unsubscribe:\s+<https:\/\/lab\.example(\/api\/messages\/unsubscribe\/[\w-]+)>/.exec(raw) ?? [];
    await app.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect((await channels(person)).preferences.email).toEqual({});
    const forged = path.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')).replace(/.{3}$/, 'AAA');
    await app.http.post(forged).expect(400);
    await notify(person, { title: 'Four' });
    await pass(24 * 60);
    expect(mailHost.received).toHaveLength(1);
  });

  it('survives a mail host that is away for an hour', async () => {
    const person = await reachable();
    await mailHost.stop();
    await notify(person);
    await work();
    for (const minutes of RETRY_MINUTES.slice(0, 3)) await pass(minutes);
    expect((await channels(person)).email?.state?.broken).toMatch(/ECONNREFUSED/);
    await mailHost.listen();
    await pass(120);
    expect(mailHost.received).toHaveLength(1);
    expect((await channels(person)).email?.state).toMatchObject({ broken: null, lastSentAt: now.toISOString() });
  });

  it('gives up after six attempts and shows administrators why, who can start again', async () => {
    const person = await reachable();
    const admin = await app.person('super_admin');
    mailHost.refusal = '451 Try again later';
    const attempts: unknown[] = [];
    const count = (attempt: unknown) => attempts.push(attempt);
    subscribe(messageAttempts.name, count);
    await notify(person);
    await work();
    for (const minutes of RETRY_MINUTES) await pass(minutes);
    unsubscribe(messageAttempts.name, count);
    const outcomes = [...Array<string>(5).fill('postponed'), 'failed'];
    expect(attempts).toEqual(outcomes.map((outcome) => ({ channel: 'email', outcome })));
    await pass(24 * 60);
    const list = async () =>
      (
        (await app.as(admin).get('/api/messages/failed').expect(200)) as Envelope<
          { _id: string; recipient: unknown; attempts: number; error: string }[]
        >
      ).body.data;
    const [failed] = await list();
    expect(failed).toMatchObject({
      recipient: { _id: person.id, name: person.user.name },
      attempts: 6,
      error: expect.stringContaining('451') as string,
    });
    mailHost.refusal = undefined;
    const retry = `/api/messages/failed/${failed?._id ?? ''}/retry`;
    await app.as(admin).post(retry).send({}).expect(200);
    await app.as(admin).post(retry).send({}).expect(404);
    await work();
    expect(mailHost.received).toHaveLength(1);
    expect(await list()).toEqual([]);
    await app
      .as(admin)
      .post(`/api/messages/failed/${'a'.repeat(24)}/retry`)
      .send({})
      .expect(404);
  });

  it('does not try again after a refusal for good', async () => {
    const person = await reachable();
    mailHost.refusal = '550 No such user';
    await notify(person);
    await work();
    mailHost.refusal = undefined;
    await pass(24 * 60);
    expect(mailHost.received).toHaveLength(0);
  });

  it('keeps texts of people out of the headers', async () => {
    const person = await reachable();
    await notify(person, { title: 'Hello\r\nBcc: other@lab.example' });
    await work();
    expect(last().to).toEqual([person.user.email]);
    expect(last().mail.subject).toBe('Hello Bcc: other@lab.example');
    expect(last().mail.bcc).toBeUndefined();
  });

  it('sends no message twice when four processes look for work at once', async () => {
    const person = await reachable();
    for (let number = 0; number < 20; number += 1) await notify(person, { title: `Number ${number}` });
    const worker = app.services.get(DeliveryWorker);
    await Promise.all([1, 2, 3, 4].map(() => worker.sendDue()));
    const subjects = mailHost.received.map(({ mail }) => mail.subject);
    expect(subjects).toHaveLength(20);
    expect(new Set(subjects).size).toBe(20);
  });

  it('sends again, with the same id, what a process had not marked when it ended', async () => {
    const person = await reachable();
    await notify(person);
    const deliveries = app.services.get(DeliveryRepository);
    jest.spyOn(deliveries, 'settle').mockRejectedValueOnce(new Error('The process ends here'));
    await work();
    await pass(4);
    expect(mailHost.received).toHaveLength(1);
    await pass(1);
    await pass(24 * 60);
    expect(mailHost.received).toHaveLength(2);
    const [first, second] = mailHost.received.map(({ mail }) => mail.messageId);
    expect(second).toBe(first);
  });

  it('tests the channel and returns the answer', async () => {
    const person = await reachable();
    const test = async () =>
      ((await app.as(person).post('/api/messages/test').send({ channel: 'email' }).expect(200)) as Envelope<TestResult>)
        .body.data;
    expect(await test()).toMatchObject({ accepted: true, answer: expect.stringContaining('250') as string });
    mailHost.refusal = '550 Mailbox full';
    expect(await test()).toMatchObject({ accepted: false, answer: expect.stringContaining('Mailbox full') as string });
    mailHost.refusal = undefined;
    for (let count = 0; count < 8; count += 1) await test();
    const refused = await app.as(person).post('/api/messages/test').send({ channel: 'email' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_MESSAGES' } });
    const stranger = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const unconfirmed = await app.as(stranger).post('/api/messages/test').send({ channel: 'email' });
    expect(unconfirmed.body).toMatchObject({ code: 'ADDRESS_NOT_CONFIRMED' });
  });
});
