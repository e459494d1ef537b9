import dns from 'node:dns';
import { defaultMessagePreferences, type Failure, type MessageChannels, type TestResult } from '@shifa/contract';
import { GatewayServer } from '../../../test/gateway-server';
import { MailServer } from '../../../test/mail-server';
import { type Person, TestApp } from '../../../test/test-app';
import { AddressRepository } from './address.repository';
import { DeliveryWorker } from './delivery-worker';
import type { GatewaySettings } from './gateway';

type Envelope<Data> = { body: { data: Data } };
const NUMBER = '+919830012345';
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

async function personWithPhone(app: TestApp): Promise<Person> {
  const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id, phone: NUMBER });
  const confirmedAt = new Date();
  await app.services
    .get(AddressRepository)
    .save(person.id, { channel: 'gateway', address: NUMBER, confirmedAt }, confirmedAt);
  return person;
}

async function test(app: TestApp, person: Person): Promise<TestResult> {
  const sent = app.as(person).post('/api/messages/test').send({ channel: 'gateway' });
  return ((await sent.expect(200)) as Envelope<TestResult>).body.data;
}

/** What an app with the settings answers to a test message. */
async function testWith(gateway: GatewaySettings): Promise<TestResult> {
  const app = await TestApp.start({ publicUrl: 'https://lab.example', gateway });
  try {
    return await test(app, await personWithPhone(app));
  } finally {
    await app.close();
  }
}

describe('the gateway', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is offered nowhere unless it is set up', async () => {
    const app = await TestApp.start({ publicUrl: 'https://lab.example' });
    const person = await personWithPhone(app);
    const { body } = (await app.as(person).get('/api/messages/channels').expect(200)) as Envelope<MessageChannels>;
    expect(body.data.gateway).toBeNull();
    const sent = [
      app.as(person).post('/api/messages/gateway/confirmation').send({}),
      app.as(person).post('/api/messages/gateway/confirm').send({ code: '123456' }),
      app.as(person).post('/api/messages/test').send({ channel: 'gateway' }),
    ];
    for (const request of sent) expect(codeOf(await request.expect(409))).toBe('CHANNEL_NOT_OFFERED');
    await app.close();
  });

  it('is not reached at a private address that the operator has not named', async () => {
    const inside = await GatewayServer.start();
    const refused = { accepted: false, answer: "The gateway isn't on the public internet" };
    expect(await testWith({ ...inside.settings, allowedHosts: [] })).toEqual(refused);
    const { port } = new URL(inside.url);
    const [byName, mapped] = [`http://localhost:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`];
    for (const url of [byName, mapped]) {
      expect(await testWith({ ...inside.settings, url, allowedHosts: ['127.0.0.1'] })).toEqual(refused);
    }
    // A public name that means an address of the network.
    const answer = (_host: string, _options: object, done: (error: null, addresses: object[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    const app = await TestApp.start({
      publicUrl: 'https://lab.example',
      gateway: { ...inside.settings, url: `http://gateway.example:${port}/` },
    });
    const person = await personWithPhone(app);
    jest.spyOn(dns, 'lookup').mockImplementation(answer as never);
    expect(await test(app, person)).toEqual(refused);
    jest.restoreAllMocks();
    await app.close();
    expect(inside.requests).toBe(0);
    await inside.stop();
  });

  it('refuses what another secret has signed', async () => {
    const gateway = await GatewayServer.start();
    const result = await testWith({ ...gateway.settings, secret: 'another secret than that of the gateway' });
    expect(result).toEqual({ accepted: false, answer: '401 wrong signature' });
    expect(gateway.received).toEqual([]);
    await gateway.stop();
  });

  it('that is slow is given up in time, and holds up no emails', async () => {
    const [gateway, mailHost] = [await GatewayServer.start(), await MailServer.start()];
    const app = await TestApp.start({
      publicUrl: 'https://lab.example',
      gateway: gateway.settings,
      mail: { url: mailHost.url, from: 'Shifa MS <no-reply@lab.example>' },
    });
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(500));
    const person = await personWithPhone(app);
    const late = { accepted: false, answer: "The gateway didn't answer in time" };
    // Silent, and one that begins an answer and never ends it.
    gateway.answer = () => undefined;
    expect(await test(app, person)).toEqual(late);
    gateway.answer = (response) => void response.writeHead(200).write('begun');
    expect(await test(app, person)).toEqual(late);

    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(20_000));
    const release: (() => void)[] = [];
    gateway.answer = (response) => void release.push(() => response.writeHead(202).end());
    await app
      .as(person)
      .put('/api/messages/preferences')
      .send({ ...defaultMessagePreferences, gateway: ['system'] })
      .expect(200);
    for (let count = 0; count < 5; count += 1) {
      await app.as(person).post('/api/messages/gateway/confirmation').send({}).expect(200);
    }
    const worker = app.services.get(DeliveryWorker);
    const first = worker.run();
    while (release.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    await app.as(person).post('/api/messages/email/confirmation').send({}).expect(200);
    const second = worker.run();
    while (mailHost.received.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(release).toHaveLength(4);
    const answerAll = setInterval(() => release.splice(0).forEach((answer) => answer()), 20);
    await Promise.all([first, second]);
    clearInterval(answerAll);
    await app.close();
    await Promise.all([gateway.stop(), mailHost.stop()]);
  }, 30_000);
});
