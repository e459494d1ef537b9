import type { MessageChannels, TestResult } from '@shifa/contract';
import { MailDesk } from '../../../test/messages/mail-desk';
import { type Envelope, MINUTE } from '../../../test/messages/message-desk';
import { DeliveryRepository } from './delivery.repository';
import { DeliveryWorker } from './delivery-worker';

describe('messages by email', () => {
  let desk: MailDesk;
  beforeAll(async () => {
    desk = await MailDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.reset());
  afterEach(() => jest.restoreAllMocks());

  it('sends nothing to an address until its link was opened, and then what the person chose', async () => {
    const person = await desk.app.person('staff', { laboratoryId: (await desk.app.laboratory())._id });
    expect((await desk.channels(person)).email).toEqual({ address: person.user.email, state: null });
    await desk.choose(person, { email: { system: 'at_once' } });
    await desk.notify(person);
    await desk.work();
    expect(desk.mailHost.received).toHaveLength(0);

    await desk.app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await desk.work();
    expect(desk.last().to).toEqual([person.user.email]);
    expect((await desk.channels(person)).email?.state).toMatchObject({ confirmedAt: null });
    const token = desk.tokenIn('/confirm-email');
    await desk.app.http.post('/api/messages/email/confirm').send({ token }).expect(200);
    expect((await desk.channels(person)).email?.state).toMatchObject({ confirmedAt: desk.now.toISOString() });
    // Mail programs open links before people do.
    await desk.app.http.post('/api/messages/email/confirm').send({ token }).expect(200);

    await desk.notify(person);
    await desk.work();
    const { mail, raw } = desk.last();
    expect(mail.subject).toBe('फ्रीज़र 1 बहुत गर्म है');
    expect(mail.text).toContain('Freezer 1 is above −15 °C & <rising>.');
    expect(mail.text).toContain('Open freezer: https://lab.example/inventory?search=freezer');
    expect(mail.html).toContain('Freezer 1 is above −15 °C &amp; &lt;rising&gt;.');
    expect(mail.html).not.toContain('<img');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(raw).not.toContain('List-Unsubscribe');
  });

  it('sends at most five links an hour', async () => {
    const person = await desk.app.person('staff', { laboratoryId: (await desk.app.laboratory())._id });
    const ask = () => desk.app.as(person).post('/api/messages/email/confirmation').send({});
    for (let count = 0; count < 5; count += 1) await ask().expect(200);
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_MESSAGES' } });
    await desk.work();
  });

  it('refuses a link that is forged, has expired, or was for an earlier address', async () => {
    const person = await desk.app.person('staff', { laboratoryId: (await desk.app.laboratory())._id });
    const forged = await desk.app.http.post('/api/messages/email/confirm').send({ token: 'a'.repeat(43) });
    expect(forged).toMatchObject({ status: 400, body: { code: 'LINK_INVALID' } });
    await desk.app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    await desk.work();
    const token = desk.tokenIn('/confirm-email');
    desk.now = new Date(desk.now.getTime() + 24 * 60 * MINUTE + 1);
    await desk.app.http.post('/api/messages/email/confirm').send({ token }).expect(400);
  });

  it('sends no message whose notification was read before, and one message for a group', async () => {
    const person = await desk.reachable();
    await desk.notify(person);
    await desk.app.as(person).patch('/api/notifications/read-all').send({}).expect(200);
    await desk.work();
    expect(desk.mailHost.received).toHaveLength(0);

    const path = '/settings/backups';
    const group = { key: 'backup-failed', count: 1, message: 'Backups keep failing.', path };
    for (const title of ['First', 'Second', 'Third']) await desk.notify(person, { title, group });
    await desk.pass(1);
    expect(desk.mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Third']);
    expect(desk.last().mail.text).toContain('Backups keep failing.');
    await desk.notify(person, { title: 'Fourth', group });
    await desk.pass(1);
    expect(desk.mailHost.received).toHaveLength(1);
  });

  it.each(['at_once', 'digest'] as const)(
    'sends nothing %s to people who can no longer see notifications',
    async (timing) => {
      const person = await desk.reachable({ email: { system: timing }, digestTime: '18:00' });
      await desk.notify(person);
      const { version } = person.user;
      const body = { version, permissions: { 'notifications.view': false } };
      const admin = await desk.app.person('super_admin');
      await desk.app.as(admin).put(`/api/permissions/users/${person.id}`).send(body).expect(200);
      await desk.notify(person);
      await desk.work();
      await desk.pass(210);
      expect(desk.mailHost.received).toHaveLength(0);
    },
  );

  it('sends what waits in a digest when its type is switched to be sent at once, and at a new time', async () => {
    const person = await desk.reachable({ email: { system: 'digest' }, digestTime: '18:00' });
    await desk.notify(person, { title: 'Waiting' });
    await desk.work();
    const change = (preferences: object) => desk.app.as(person).put('/api/messages/preferences').send(preferences);
    // What is left out stays.
    const { body } = (await change({ email: { system: 'at_once' } }).expect(200)) as Envelope<MessageChannels>;
    expect(body.data.preferences.digestTime).toBe('18:00');
    await change({ digestTime: '16:00' }).expect(200);
    await desk.pass(89);
    expect(desk.mailHost.received).toHaveLength(0);
    await desk.pass(1);
    expect(desk.mailHost.received.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Waiting')]);
  });

  it('leaves out of a digest what has been muted since', async () => {
    const person = await desk.reachable({ email: { warning: 'digest' }, digestTime: '18:00' });
    await desk.notify(person, { type: 'warning' });
    await desk.work();
    const muted = { muted: ['warning'], quietHours: null };
    await desk.app.as(person).put('/api/notifications/preferences').send(muted).expect(200);
    await desk.pass(210);
    expect(desk.mailHost.received).toHaveLength(0);
  });

  it('sends nothing of what needs a permission that its recipient has lost since', async () => {
    const person = await desk.reachable({ email: { system: 'digest' }, digestTime: '18:00' });
    await desk.notify(person, { title: 'To act on', permission: 'inventory.stock' });
    await desk.notify(person, { title: 'To know' });
    await desk.work();
    await desk.pass(210);
    expect(desk.last().mail.text).toMatch(/To act on.*To know/s);

    await desk.notify(person, { title: 'Later', permission: 'inventory.stock' });
    await desk.work();
    // Without it, nothing of stock can be opened.
    const body = { version: person.user.version, permissions: { 'inventory.view': false } };
    const admin = await desk.app.person('super_admin');
    await desk.app.as(admin).put(`/api/permissions/users/${person.id}`).send(body).expect(200);
    await desk.pass(24 * 60);
    expect(desk.mailHost.received.filter(({ mail }) => mail.text?.includes('Later'))).toEqual([]);
  });

  it('waits for the end of quiet hours, except with what is urgent', async () => {
    const person = await desk.reachable();
    const quietHours = { from: '14:00', to: '16:00' };
    await desk.app.as(person).put('/api/notifications/preferences').send({ muted: [], quietHours }).expect(200);
    await desk.notify(person, { title: 'Later' });
    await desk.notify(person, { title: 'Urgent', priority: 'urgent' });
    await desk.work();
    expect(desk.mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Urgent']);
    await desk.pass(89);
    expect(desk.mailHost.received).toHaveLength(1);
    await desk.pass(1);
    expect(desk.mailHost.received.map(({ mail }) => mail.subject)).toEqual(['Urgent', 'Later']);
  });

  it('loses nothing that joins a digest in the moment in which it would have been dropped', async () => {
    const person = await desk.reachable({ email: { system: 'digest' }, digestTime: '18:00' });
    await desk.notify(person, { title: 'One' });
    await desk.work();
    await desk.app.as(person).patch('/api/notifications/read-all').send({}).expect(200);
    const deliveries = desk.app.services.get(DeliveryRepository);
    const settle = deliveries.settle.bind(deliveries);
    jest.spyOn(deliveries, 'settle').mockImplementationOnce(async (...settled) => {
      await desk.notify(person, { title: 'Two' });
      await desk.app.services.get(DeliveryWorker).sendDue();
      return settle(...settled);
    });
    await desk.pass(210);
    await desk.pass(24 * 60);
    expect(desk.mailHost.received.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Two')]);
  });

  it('collects a digest until the chosen time, and turns it off with one click', async () => {
    const person = await desk.reachable({ email: { system: 'digest' }, digestTime: '18:00' });
    for (const title of ['One', 'Two', 'Three']) await desk.notify(person, { title });
    await desk.work();
    const [read] = (
      (await desk.app.as(person).get('/api/notifications').expect(200)) as Envelope<{ _id: string; title: string }[]>
    ).body.data.filter(({ title }) => title === 'Two');
    await desk.app
      .as(person)
      .patch(`/api/notifications/${read?._id ?? ''}/read`)
      .send({})
      .expect(200);
    await desk.pass(209);
    expect(desk.mailHost.received).toHaveLength(0);
    await desk.pass(1);
    expect(desk.mailHost.received.map(({ mail }) => mail.subject)).toEqual(['2 unread notifications']);
    expect(desk.last().mail.text).toMatch(/One\n.*\n\nThree/s);

    const { raw } = desk.last();
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, path = ''] =
      /List-Unsubscribe:\s+<https:\/\/lab\.example(\/api\/messages\/unsubscribe\/[\w-]+)>/.exec(raw) ?? [];
    await desk.app.http.post(path).type('form').send('List-Unsubscribe=One-Click').expect(200);
    expect((await desk.channels(person)).preferences.email).toEqual({});
    const forged = path.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')).replace(/.{3}$/, 'AAA');
    await desk.app.http.post(forged).expect(400);
    await desk.notify(person, { title: 'Four' });
    await desk.pass(24 * 60);
    expect(desk.mailHost.received).toHaveLength(1);
  });

  it('keeps texts of people out of the headers', async () => {
    const person = await desk.reachable();
    await desk.notify(person, { title: 'Hello\r\nBcc: other@lab.example' });
    await desk.work();
    expect(desk.last().to).toEqual([person.user.email]);
    expect(desk.last().mail.subject).toBe('Hello Bcc: other@lab.example');
    expect(desk.last().mail.bcc).toBeUndefined();
  });

  it('tests the channel and returns the answer', async () => {
    const person = await desk.reachable();
    const test = async () =>
      (
        (await desk.app
          .as(person)
          .post('/api/messages/test')
          .send({ channel: 'email' })
          .expect(200)) as Envelope<TestResult>
      ).body.data;
    expect(await test()).toMatchObject({ accepted: true, answer: expect.stringContaining('250') as string });
    desk.mailHost.refusal = '550 Mailbox full';
    expect(await test()).toMatchObject({ accepted: false, answer: expect.stringContaining('Mailbox full') as string });
    desk.mailHost.refusal = undefined;
    for (let count = 0; count < 8; count += 1) await test();
    const refused = await desk.app.as(person).post('/api/messages/test').send({ channel: 'email' });
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_MESSAGES' } });
    const stranger = await desk.app.person('staff', { laboratoryId: (await desk.app.laboratory())._id });
    const unconfirmed = await desk.app.as(stranger).post('/api/messages/test').send({ channel: 'email' });
    expect(unconfirmed.body).toMatchObject({ code: 'ADDRESS_NOT_CONFIRMED' });
  });
});
