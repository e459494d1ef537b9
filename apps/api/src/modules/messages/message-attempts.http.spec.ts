import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { MailDesk } from '../../../test/messages/mail-desk';
import type { Envelope } from '../../../test/messages/message-desk';
import { messageAttempts } from '../../platform/observability/observed';
import { DeliveryRepository } from './delivery.repository';
import { DeliveryWorker, RETRY_MINUTES } from './delivery-worker';

describe('messages by email', () => {
  let desk: MailDesk;
  beforeAll(async () => {
    desk = await MailDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.reset());
  afterEach(() => jest.restoreAllMocks());

  it('survives a mail host that is away for an hour', async () => {
    const person = await desk.reachable();
    await desk.mailHost.stop();
    await desk.notify(person);
    await desk.work();
    for (const minutes of RETRY_MINUTES.slice(0, 3)) await desk.pass(minutes);
    expect((await desk.channels(person)).email?.state?.broken).toMatch(/ECONNREFUSED/);
    await desk.mailHost.listen();
    await desk.pass(120);
    expect(desk.mailHost.received).toHaveLength(1);
    expect((await desk.channels(person)).email?.state).toMatchObject({
      broken: null,
      lastSentAt: desk.now.toISOString(),
    });
  });

  it('gives up after six attempts and shows administrators why, who can start again', async () => {
    const person = await desk.reachable();
    const admin = await desk.app.person('super_admin');
    desk.mailHost.refusal = '451 Try again later';
    const attempts: unknown[] = [];
    const count = (attempt: unknown) => attempts.push(attempt);
    subscribe(messageAttempts.name, count);
    await desk.notify(person);
    await desk.work();
    for (const minutes of RETRY_MINUTES) await desk.pass(minutes);
    unsubscribe(messageAttempts.name, count);
    const outcomes = [...Array<string>(5).fill('postponed'), 'failed'];
    expect(attempts).toEqual(outcomes.map((outcome) => ({ channel: 'email', outcome })));
    await desk.pass(24 * 60);
    const list = async () =>
      (
        (await desk.app.as(admin).get('/api/messages/failed').expect(200)) as Envelope<
          { _id: string; recipient: unknown; attempts: number; error: string }[]
        >
      ).body.data;
    const [failed] = await list();
    expect(failed).toMatchObject({
      recipient: { _id: person.id, name: person.user.name },
      attempts: 6,
      error: expect.stringContaining('451') as string,
    });
    desk.mailHost.refusal = undefined;
    const retry = `/api/messages/failed/${failed?._id ?? ''}/retry`;
    await desk.app.as(admin).post(retry).send({}).expect(200);
    await desk.app.as(admin).post(retry).send({}).expect(404);
    await desk.work();
    expect(desk.mailHost.received).toHaveLength(1);
    expect(await list()).toEqual([]);
    await desk.app
      .as(admin)
      .post(`/api/messages/failed/${'a'.repeat(24)}/retry`)
      .send({})
      .expect(404);
  });

  it('does not try again after a refusal for good', async () => {
    const person = await desk.reachable();
    desk.mailHost.refusal = '550 No such user';
    await desk.notify(person);
    await desk.work();
    desk.mailHost.refusal = undefined;
    await desk.pass(24 * 60);
    expect(desk.mailHost.received).toHaveLength(0);
  });

  it('waits for no mail host for ever', async () => {
    const person = await desk.reachable();
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(Math.min(milliseconds, 300)));
    desk.mailHost.isSilent = true;
    await desk.notify(person);
    await desk.work();
    const test = await desk.app.as(person).post('/api/messages/test').send({ channel: 'email' }).expect(200);
    expect(test.body).toMatchObject({ data: { accepted: false, answer: expect.stringMatching(/abort/i) as string } });
    desk.mailHost.isSilent = false;
    await desk.pass(1);
    expect(desk.mailHost.received).toHaveLength(1);
  });

  it('gives up a message that ends each process that sends it', async () => {
    const person = await desk.reachable();
    await desk.notify(person);
    const deliveries = desk.app.services.get(DeliveryRepository);
    const settle = jest.spyOn(deliveries, 'settle').mockRejectedValue(new Error('The process ends here'));
    await desk.work();
    for (let attempt = 1; attempt <= RETRY_MINUTES.length; attempt += 1) await desk.pass(5);
    settle.mockRestore();
    const sent = desk.mailHost.received.length;
    await desk.pass(5);
    await desk.pass(24 * 60);
    expect(desk.mailHost.received).toHaveLength(sent);
    const admin = await desk.app.person('super_admin');
    const failed = await desk.app.as(admin).get('/api/messages/failed').expect(200);
    expect((failed.body as { data: { error: string }[] }).data).toContainEqual(
      expect.objectContaining({ error: 'Each attempt to send it was interrupted' }),
    );
  });

  it('sends no message twice when four processes look for work at once', async () => {
    const person = await desk.reachable();
    for (let number = 0; number < 20; number += 1) await desk.notify(person, { title: `Number ${number}` });
    const worker = desk.app.services.get(DeliveryWorker);
    await Promise.all([1, 2, 3, 4].map(() => worker.sendDue()));
    const subjects = desk.mailHost.received.map(({ mail }) => mail.subject);
    expect(subjects).toHaveLength(20);
    expect(new Set(subjects).size).toBe(20);
  });

  it('sends again, with the same id, what a process had not marked when it ended', async () => {
    const person = await desk.reachable();
    await desk.notify(person);
    const deliveries = desk.app.services.get(DeliveryRepository);
    jest.spyOn(deliveries, 'settle').mockRejectedValueOnce(new Error('The process ends here'));
    await desk.work();
    await desk.pass(4);
    expect(desk.mailHost.received).toHaveLength(1);
    await desk.pass(1);
    await desk.pass(24 * 60);
    expect(desk.mailHost.received).toHaveLength(2);
    const [first, second] = desk.mailHost.received.map(({ mail }) => mail.messageId);
    expect(second).toBe(first);
  });
});
