import dns from 'node:dns';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  defaultMessagePreferences,
  type MessageChannels,
  type MessagePreferences,
  type TestResult,
} from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { PushService } from '../../../test/push-service';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { Notices } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import { DeliveryWorker } from './delivery-worker';

type Envelope<Data> = { body: { data: Data; code?: string } };

describe('messages by push', () => {
  let service: PushService;
  let app: TestApp;

  beforeAll(async () => {
    service = await PushService.start();
    app = await TestApp.start({
      publicUrl: 'https://lab.example',
      pushAllowedHosts: ['localhost'],
      pushCertificates: service.certificate,
    });
  });
  afterAll(async () => {
    await app.close();
    await service.stop();
  });
  beforeEach(() => {
    service.received.length = 0;
    service.status = 201;
  });
  afterEach(() => jest.restoreAllMocks());

  const work = () => app.services.get(DeliveryWorker).run();
  const subscribe = (person: Person, path?: string) =>
    app
      .as(person)
      .post('/api/messages/push')
      .set('User-Agent', 'Mozilla/5.0 (Linux; Android 14) Chrome/131.0.0.0 Mobile Safari/537.36')
      .send(service.subscription(path));
  const renew = (person: Person, path: string) =>
    app
      .as(person)
      .post('/api/messages/push')
      .send({ ...service.subscription(path), onlyIfKnown: true });
  const channels = async (person: Person) =>
    ((await app.as(person).get('/api/messages/channels').expect(200)) as Envelope<MessageChannels>).body.data;

  async function subscriber(preferences: Partial<MessagePreferences> = {}, path = '/push/1'): Promise<Person> {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const chosen = { ...defaultMessagePreferences, push: ['system'], ...preferences };
    await app.as(person).put('/api/messages/preferences').send(chosen).expect(200);
    await subscribe(person, path).expect(200);
    return person;
  }

  async function notify(person: Person): Promise<void> {
    const [account] = await app.services.get(StaffPort).findPeople(LabScope.everywhere(), [person.id]);
    if (!account) throw new Error('There is no such person');
    const notice = {
      actor: null,
      to: [account],
      laboratoryId: account.laboratoryId,
      type: 'system',
      priority: 'medium',
      title: 'Entry of ₹12,000 by Asha',
      message: 'Asha Rao entered ₹12,000.00.',
      action: { label: 'View entry', path: '/finances/entries/1' },
    } as const;
    await app.services.get(UnitOfWork).run(() => app.services.get(Notices).send(notice));
  }

  it('are encrypted for the browser, signed by the installation, and name nobody unless the person wants it', async () => {
    const person = await subscriber();
    await notify(person);
    await work();
    const [push] = service.received;
    expect(push?.payload).toEqual({
      notificationId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      title: 'Shifa MS',
      body: 'You have a new notification',
      path: '/finances/entries/1',
    });
    expect(push?.headers).toMatchObject({ ttl: '86400', topic: push?.payload.notificationId });
    expect(push?.claims.aud).toBe(new URL(service.subscription().endpoint).origin);
    expect(push?.claims.sub).toBe('mailto:support@shifa.example');
    const { push: state } = await channels(person);
    expect(push?.senderKey).toBe(state?.publicKey);
    expect(state?.browsers).toMatchObject([{ name: 'Chrome on Android', broken: null }]);

    await app
      .as(person)
      .put('/api/messages/preferences')
      .send({ ...defaultMessagePreferences, push: ['system'], pushDetails: true })
      .expect(200);
    await notify(person);
    await work();
    expect(service.received[1]?.payload).toMatchObject({
      title: 'Entry of ₹12,000 by Asha',
      body: 'Asha Rao entered ₹12,000.00.',
    });
  });

  it('reach each browser once, and end where the browser has ended them', async () => {
    const person = await subscriber();
    await subscribe(person, '/push/2').expect(200);
    await subscribe(person, '/push/2').expect(200);
    await notify(person);
    await work();
    expect(service.received).toHaveLength(2);
    service.status = 410;
    await notify(person);
    await work();
    expect((await channels(person)).push?.browsers).toEqual([]);
  });

  it('end with the session in which push was switched on', async () => {
    const person = await subscriber({}, '/push/here');
    const there = { ...person, token: await app.login({ email: person.user.email, password: PASSWORD }) };
    await subscribe(there, '/push/there').expect(200);
    await app.as(there).post('/api/auth/logout').send({}).expect(200);
    await notify(person);
    await work();
    expect(service.received).toHaveLength(1);
    await subscribe(
      { ...person, token: await app.login({ email: person.user.email, password: PASSWORD }) },
      '/push/3',
    ).expect(200);
    await app.as(person).delete('/api/auth/sessions').expect(200);
    expect((await channels(person)).push?.browsers).toHaveLength(1);
  });

  it.each([
    ['expired', { expiresAt: new Date(0) }],
    ['reached its longest duration', { createdAt: new Date(0) }],
  ])('stop once the session has %s, until the same person signs in there again', async (_, ended) => {
    const person = await subscriber({}, '/push/idle');
    await notify(person);
    const sessions = app.services.get<Connection>(getConnectionToken()).collection('sessions');
    await sessions.updateMany({ userId: person.user._id }, { $set: ended });
    await work();
    await notify(person);
    await work();
    expect(service.received).toHaveLength(0);

    const again = { ...person, token: await app.login({ email: person.user.email, password: PASSWORD }) };
    expect((await channels(again)).push?.browsers).toMatchObject([{ confirmedAt: null }]);
    const refused = await app.as(again).post('/api/messages/test').send({ channel: 'push' });
    expect(refused.body).toMatchObject({ code: 'ADDRESS_NOT_CONFIRMED' });
    await renew(again, '/push/idle').expect(200);
    // What ends all other sessions leaves this browser alone.
    await app.as(again).delete('/api/auth/sessions').expect(200);
    await notify(again);
    await work();
    expect(service.received).toHaveLength(1);
  });

  it('are not switched on by a renewal where the person has not done so', async () => {
    const first = await subscriber({}, '/push/lent');
    const second = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    await renew(second, '/push/lent').expect(200);
    expect((await channels(second)).push?.browsers).toEqual([]);
    // Who signs in where someone else has left gets nothing of theirs either.
    expect((await channels(first)).push?.browsers).toEqual([]);
  });

  it('wait when the service asks for it', async () => {
    const person = await subscriber();
    service.status = 429;
    await notify(person);
    await work();
    service.status = 201;
    await work();
    expect(service.received).toHaveLength(0);
    jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 61_000));
    await work();
    expect(service.received).toHaveLength(1);
  });

  it('belong to the person who uses the browser now', async () => {
    const first = await subscriber({}, '/push/shared');
    const second = await subscriber({}, '/push/shared');
    expect((await channels(first)).push?.browsers).toEqual([]);
    const [browser] = (await channels(second)).push?.browsers ?? [];
    // Of no one else.
    await app
      .as(first)
      .delete(`/api/messages/push/${browser?._id ?? ''}`)
      .expect(404);
    expect((await channels(second)).push?.browsers).toHaveLength(1);
    await app
      .as(second)
      .delete(`/api/messages/push/${browser?._id ?? ''}`)
      .expect(200);
    expect((await channels(second)).push?.browsers).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/push',
    'https://10.0.0.5/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest/meta-data',
    'https://intranet/push',
    'https://push.example:8443/x',
    'https://user@push.example/x',
  ])('are not sent to %s', async (endpoint) => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const refused = await app
      .as(person)
      .post('/api/messages/push')
      .send({ ...service.subscription(), endpoint });
    expect(refused).toMatchObject({ status: 400, body: { code: 'PUSH_SERVICE_REFUSED' } });
  });

  it('are not sent to a public name that resolves to a private address', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const answer = (_host: string, _options: object, done: (error: null, addresses: object[]) => void) =>
      done(null, [{ address: '::ffff:10.0.0.5', family: 6 }]);
    jest.spyOn(dns, 'lookup').mockImplementation(answer as never);
    const endpoint = 'https://push.example/x';
    await app
      .as(person)
      .post('/api/messages/push')
      .send({ ...service.subscription(), endpoint })
      .expect(200);
    const { body } = (await app
      .as(person)
      .post('/api/messages/test')
      .send({ channel: 'push' })
      .expect(200)) as Envelope<TestResult>;
    expect(body.data).toEqual({ accepted: false, answer: "The push service isn't on the public internet" });
  });

  it.each([
    [
      'breaks off its answer',
      (response: ServerResponse) => {
        response.writeHead(201, { 'content-length': 10 }).write('x');
        setTimeout(() => response.destroy(), 20);
      },
      /aborted/,
    ],
    [
      'never ends its answer',
      (response: ServerResponse) => {
        response.writeHead(201).write('x');
        const drip = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(drip));
      },
      /didn't answer in time/,
    ],
    [
      'answers without end',
      (response: ServerResponse) => {
        const flood = Readable.from(
          (function* () {
            for (;;) yield Buffer.alloc(65_536, 'x');
          })(),
        );
        response.writeHead(500);
        flood.pipe(response);
        response.on('close', () => flood.destroy());
      },
      /^500 x{200}$/,
    ],
  ])('go on to others where a service %s', async (_, answer, error) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(Math.min(milliseconds, 500)));
    service.answers.set('/hostile', answer);
    const hostile = await subscriber({}, '/hostile');
    const other = await subscriber({}, '/push/3');
    await notify(hostile);
    await work();
    await notify(other);
    await work();
    expect(service.received).toHaveLength(1);
    const test = app.as(hostile).post('/api/messages/test').send({ channel: 'push' });
    const { body } = (await test.expect(200)) as Envelope<TestResult>;
    expect(body.data).toEqual({ accepted: false, answer: expect.stringMatching(error) as string });
  });

  it('refuse the twenty-first browser, and keys that are none', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    for (let number = 0; number < 20; number += 1) await subscribe(person, `/push/many-${number}`).expect(200);
    const refused = await subscribe(person, '/push/many-20');
    expect(refused).toMatchObject({ status: 409, body: { code: 'TOO_MANY_BROWSERS' } });
    const { endpoint } = service.subscription();
    await app
      .as(person)
      .post('/api/messages/push')
      .send({ endpoint, keys: { p256dh: 'x', auth: 'y' } })
      .expect(400);
  });
});
