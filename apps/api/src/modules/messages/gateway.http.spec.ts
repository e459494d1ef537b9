import {
  defaultMessagePreferences,
  type Failure,
  type MessageChannels,
  type MessagePreferences,
  type TestResult,
} from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { GatewayServer } from '../../../test/gateway-server';
import { type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { Notices } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import { DeliveryWorker, RETRY_MINUTES } from './delivery-worker';

type Envelope<Data> = { body: { data: Data } };
const MINUTE = 60_000;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('messages through the gateway', () => {
  let gateway: GatewayServer;
  let app: TestApp;
  let now: Date;
  let phones = 0;

  beforeAll(async () => {
    gateway = await GatewayServer.start();
    app = await TestApp.start({ publicUrl: 'https://lab.example', gateway: gateway.settings });
  });
  afterAll(async () => {
    await app.close();
    await gateway.stop();
  });
  beforeEach(() => {
    // 14:30 in India, outside everybody's quiet hours.
    now = new Date('2026-11-20T09:00:00.000Z');
    jest.spyOn(app.services.get(Clock), 'now').mockImplementation(() => now);
    gateway.now = () => now.getTime();
    gateway.answer = undefined;
    gateway.received.length = 0;
    gateway.requests = 0;
  });
  afterEach(() => jest.restoreAllMocks());

  const collection = (name: string) => app.services.get<Connection>(getConnectionToken()).collection(name);
  const work = () => app.services.get(DeliveryWorker).run();
  const pass = async (minutes: number) => {
    now = new Date(now.getTime() + minutes * MINUTE);
    await work();
  };
  const channels = async (person: Person) =>
    ((await app.as(person).get('/api/messages/channels').expect(200)) as Envelope<MessageChannels>).body.data;
  const askForCode = (person: Person) => app.as(person).post('/api/messages/gateway/confirmation').send({});
  const enter = (person: Person, code: string) => app.as(person).post('/api/messages/gateway/confirm').send({ code });
  const choose = (person: Person, preferences: Partial<MessagePreferences>) =>
    app
      .as(person)
      .put('/api/messages/preferences')
      .send({ ...defaultMessagePreferences, ...preferences })
      .expect(200);
  const test = async (person: Person) =>
    ((await app.as(person).post('/api/messages/test').send({ channel: 'gateway' }).expect(200)) as Envelope<TestResult>)
      .body.data;

  async function withPhone(phone?: string | null): Promise<Person> {
    phones += 1;
    const own = phone === undefined ? `98300 ${String(phones).padStart(5, '0')}` : phone;
    return app.person('staff', { laboratoryId: (await app.laboratory())._id, phone: own });
  }

  async function codeFor(person: Person): Promise<string> {
    await askForCode(person).expect(200);
    await work();
    return gateway.received.at(-1)?.variables.code ?? '';
  }

  /** A person who has confirmed the number, as people confirm it. */
  async function reachable(preferences: Partial<MessagePreferences> = { gateway: ['system'] }): Promise<Person> {
    const person = await withPhone();
    await enter(person, await codeFor(person)).expect(200);
    await choose(person, preferences);
    gateway.received.length = 0;
    gateway.requests = 0;
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
      title: 'Entry of ₹12,000 by Asha',
      message: 'Asha Rao entered ₹12,000.00.',
      action: { label: 'View entry', path: '/finances/entries/1' },
      ...notice,
    } as const;
    await app.services.get(UnitOfWork).run(() => app.services.get(Notices).send(sent));
  }

  it('are signed, name a template for the type, and name nobody unless the person wants it', async () => {
    const person = await reachable();
    await notify(person);
    await work();
    const [message] = gateway.received;
    expect(message).toMatchObject({
      to: `+91${(person.user.phone ?? '').replace(' ', '')}`,
      template: 'notice_system',
      variables: { title: 'System', message: 'You have a new notification', link: 'https://lab.example/notifications' },
    });
    const [row] = await collection('deliveries').find({ recipientId: person.user._id, purpose: 'notice' }).toArray();
    expect(message?.id).toBe(row?._id.toHexString());
    expect(row?.status).toBe('sent');

    await choose(person, { gateway: ['system'], gatewayDetails: true });
    await notify(person);
    await work();
    expect(gateway.received[1]?.variables).toEqual({
      title: 'Entry of ₹12,000 by Asha',
      message: 'Asha Rao entered ₹12,000.00.',
      link: 'https://lab.example/finances/entries/1',
    });
  });

  it('are not sent to a number whose code nobody has entered', async () => {
    const person = await withPhone('+91 98311 00001');
    await choose(person, { gateway: ['system'] });
    await notify(person);
    await work();
    expect(gateway.requests).toBe(0);
    expect((await channels(person)).gateway).toEqual({
      label: 'WhatsApp',
      phone: '+91 98311 00001',
      number: '+919831100001',
      state: null,
      codeUntil: null,
    });
    expect(codeOf(await app.as(person).post('/api/messages/test').send({ channel: 'gateway' }).expect(409))).toBe(
      'ADDRESS_NOT_CONFIRMED',
    );

    const code = await codeFor(person);
    expect(gateway.received).toMatchObject([{ template: 'confirmation_code', variables: { code, minutes: '10' } }]);
    const until = new Date(now.getTime() + 10 * MINUTE).toISOString();
    expect((await channels(person)).gateway).toMatchObject({ state: { confirmedAt: null }, codeUntil: until });
    const stored = JSON.stringify(await collection('message_addresses').find().toArray());
    expect(stored).not.toContain(code);
    // Of nobody else, even with the same number.
    const other = await withPhone('98311 00001');
    expect(codeOf(await enter(other, code).expect(400))).toBe('CODE_WRONG');
    // Sent again by a client whose answer was lost.
    for (const _ of [1, 2]) await enter(person, code).expect(200);
    expect((await channels(person)).gateway).toMatchObject({
      state: { confirmedAt: now.toISOString() },
      codeUntil: null,
    });
    expect(await collection('audit').countDocuments({ entityId: person.user._id, action: 'phone.confirmed' })).toBe(1);
  });

  it('need a code that is not older than ten minutes, and the last one that was sent', async () => {
    const person = await withPhone();
    const [first, second] = [await codeFor(person), await codeFor(person)];
    if (first !== second) expect(codeOf(await enter(person, first).expect(400))).toBe('CODE_WRONG');
    now = new Date(now.getTime() + 10 * MINUTE);
    expect(codeOf(await enter(person, second).expect(400))).toBe('CODE_WRONG');
    await enter(person, await codeFor(person)).expect(200);
    await enter(person, 'abcdef').expect(400);
  });

  it('send five codes in an hour to a person and to a number, and let ten wrong ones be entered', async () => {
    const [person, colleague] = [await withPhone('98311 00002'), await withPhone('+919831100002')];
    for (let count = 0; count < 3; count += 1) await askForCode(person).expect(200);
    for (let count = 0; count < 2; count += 1) await askForCode(colleague).expect(200);
    for (const either of [person, colleague])
      expect(codeOf(await askForCode(either).expect(429))).toBe('TOO_MANY_MESSAGES');
    await work();
    const codes = gateway.received.map(({ variables }) => variables.code);
    expect(codes).toHaveLength(5);
    const wrong = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'))
      .filter((code) => !codes.includes(code))
      .slice(0, 10);
    // At the same time, so that none of them is faster than the count.
    const answers = await Promise.all(wrong.map((code) => enter(person, code)));
    expect(answers.map(codeOf)).toEqual(Array(10).fill('CODE_WRONG'));
    expect(codeOf(await enter(person, codes[2] ?? '').expect(429))).toBe('TOO_MANY_LOGINS');
  });

  it('end with the number that was confirmed', async () => {
    const person = await reachable();
    const code = await codeFor(person);
    const head = await app.person('super_admin');
    await app.as(head).put(`/api/staff/${person.id}`).send({ phone: '+91 98311 00003', version: 1 }).expect(200);
    gateway.received.length = 0;
    await notify(person);
    await work();
    expect(gateway.received).toEqual([]);
    expect((await channels(person)).gateway).toMatchObject({ number: '+919831100003', state: null });
    // Nor does the code of the earlier number confirm the new one.
    expect(codeOf(await enter(person, code).expect(400))).toBe('CODE_WRONG');
  });

  it.each([null, '033 2212 0000', '+919830012345\r\nX-Admin: 1', '98300 12345; 98300 12346'])(
    'are not sent to %j',
    async (phone) => {
      const person = await withPhone(phone);
      expect((await channels(person)).gateway).toMatchObject({ number: null, state: null });
      expect(codeOf(await askForCode(person).expect(409))).toBe('PHONE_UNUSABLE');
      expect(codeOf(await enter(person, '123456').expect(400))).toBe('CODE_WRONG');
    },
  );

  it('have one line in each variable, whatever people write', async () => {
    const person = await reachable({ gateway: ['system'], gatewayDetails: true });
    const title = 'A\r\nBcc: x\u0000\t\u2028"},"to":"+1\u202e';
    await notify(person, { title, message: `हिन्दी क्\u200dष ${'x'.repeat(2_000)}` });
    await work();
    const [message] = gateway.received;
    expect(message?.variables.title).toBe('A Bcc: x "},"to":"+1');
    expect(message?.variables.message).toMatch(/^हिन्दी क्\u200dष x+…$/);
    expect(Array.from(message?.variables.message ?? '')).toHaveLength(500);
    expect(message?.to).toMatch(/^\+91\d{10}$/);
  });

  it('wait for the end of quiet hours, except with what is urgent', async () => {
    const person = await reachable({ gateway: ['system'], gatewayDetails: true });
    const quietHours = { from: '14:00', to: '16:00' };
    await app.as(person).put('/api/notifications/preferences').send({ muted: [], quietHours }).expect(200);
    await notify(person, { title: 'Later' });
    await notify(person, { title: 'Urgent', priority: 'urgent' });
    await work();
    await pass(89);
    const titles = () => gateway.received.map(({ variables }) => variables.title);
    expect(titles()).toEqual(['Urgent']);
    await pass(1);
    expect(titles()).toEqual(['Urgent', 'Later']);
  });

  it('are sent by type, and not for what was read', async () => {
    const person = await reachable({ gateway: ['warning'] });
    await notify(person);
    await notify(person, { type: 'warning' });
    await app.as(person).patch('/api/notifications/read-all').send({}).expect(200);
    await notify(person, { type: 'warning' });
    await work();
    expect(gateway.received.map(({ template }) => template)).toEqual(['notice_warning']);
  });

  it.each([429, 500, 503, 401])('are sent again on schedule after %s, and are broken after three', async (status) => {
    const person = await reachable();
    gateway.refuseWith(status, 'not\nnow');
    await notify(person);
    await work();
    await pass(1);
    expect((await channels(person)).gateway?.state?.broken).toBeNull();
    await pass(5);
    expect(gateway.requests).toBe(3);
    expect((await channels(person)).gateway?.state?.broken).toBe(`${status} not now`);
    gateway.answer = undefined;
    await pass(29);
    expect(gateway.received).toHaveLength(0);
    await pass(1);
    expect(gateway.received).toHaveLength(1);
    expect((await channels(person)).gateway?.state).toMatchObject({ broken: null, lastSentAt: now.toISOString() });
  });

  it('are not sent again after a refusal for good, which marks the number as broken', async () => {
    const person = await reachable();
    gateway.refuseWith(422, 'unknown number');
    await notify(person);
    await work();
    await pass(24 * 60);
    expect(gateway.requests).toBe(1);
    expect((await channels(person)).gateway?.state?.broken).toBe('422 unknown number');
    const admin = await app.person('super_admin');
    const { body } = (await app.as(admin).get('/api/messages/failed').expect(200)) as Envelope<unknown[]>;
    expect(body.data[0]).toMatchObject({
      channel: 'gateway',
      recipient: { name: person.user.name },
      error: '422 unknown number',
    });
    expect(await test(person)).toEqual({ accepted: false, answer: '422 unknown number' });
    gateway.answer = undefined;
    expect(await test(person)).toEqual({ accepted: true, answer: '202 {"queued":true}' });
    expect(gateway.received.at(-1)).toMatchObject({ template: 'test' });
    expect((await channels(person)).gateway?.state?.broken).toBeNull();
  });

  it('do not bring a code that nobody waits for any longer', async () => {
    const person = await withPhone();
    gateway.refuseWith(503);
    await askForCode(person).expect(200);
    await work();
    for (const minutes of RETRY_MINUTES.slice(0, 2)) await pass(minutes);
    gateway.answer = undefined;
    await pass(30);
    expect(gateway.received).toEqual([]);
    expect(gateway.requests).toBe(3);
  });

  it('do not follow the gateway to another address', async () => {
    const person = await reachable();
    const inside = await GatewayServer.start();
    gateway.refuseWith(307, '', { location: inside.url });
    expect(await test(person)).toEqual({ accepted: false, answer: "307: the gateway redirects, which isn't followed" });
    expect(inside.requests).toBe(0);
    await inside.stop();
  });

  it('do not wait for the end of an endless answer', async () => {
    const person = await reachable();
    gateway.answer = (response) => {
      response.writeHead(200);
      const write = () => !response.destroyed && response.write('x'.repeat(10_000), () => setImmediate(write));
      write();
    };
    expect(await test(person)).toEqual({ accepted: true, answer: `200 ${'x'.repeat(200)}` });
  });

  it('keep what an earlier client knows nothing of', async () => {
    const person = await reachable({ gateway: ['system', 'system'], gatewayDetails: true });
    const { gateway: _, gatewayDetails: __, ...known } = defaultMessagePreferences;
    await app.as(person).put('/api/messages/preferences').send(known).expect(200);
    expect((await channels(person)).preferences).toMatchObject({ gateway: ['system'], gatewayDetails: true });
    // What was stored before there was a gateway.
    await collection('users').updateOne({ _id: person.user._id }, { $set: { 'preferences.messages': known } });
    expect((await channels(person)).preferences).toEqual(defaultMessagePreferences);
    await notify(person);
    await work();
    expect(gateway.received).toEqual([]);
  });
});
