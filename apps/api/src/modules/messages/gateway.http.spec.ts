import { defaultMessagePreferences } from '@shifa/contract';
import { GatewayServer } from '../../../test/gateway-server';
import { GatewayDesk } from '../../../test/messages/gateway-desk';
import type { Envelope } from '../../../test/messages/message-desk';

describe('messages through the gateway', () => {
  let desk: GatewayDesk;
  beforeAll(async () => {
    desk = await GatewayDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.reset());
  afterEach(() => jest.restoreAllMocks());

  it('are signed, name a template for the type, and name nobody unless the person wants it', async () => {
    const person = await desk.reachable();
    await desk.notify(person);
    await desk.work();
    const [message] = desk.gateway.received;
    expect(message).toMatchObject({
      to: `+91${(person.user.phone ?? '').replace(' ', '')}`,
      template: 'notice_system',
      variables: { title: 'System', message: 'You have a new notification', link: 'https://lab.example/notifications' },
    });
    const [row] = await desk
      .collection('deliveries')
      .find({ recipientId: person.user._id, purpose: 'notice' })
      .toArray();
    expect(message?.id).toBe(row?._id.toHexString());
    expect(row?.status).toBe('sent');

    await desk.choose(person, { gateway: ['system'], gatewayDetails: true });
    await desk.notify(person);
    await desk.work();
    expect(desk.gateway.received[1]?.variables).toEqual({
      title: 'Entry of ₹12,000 by Asha',
      message: 'Asha Rao entered ₹12,000.00.',
      link: 'https://lab.example/finances/entries/1',
    });
  });

  it('have one line in each variable, whatever people write', async () => {
    const person = await desk.reachable({ gateway: ['system'], gatewayDetails: true });
    const title = 'A\r\nBcc: x\u0000\t\u2028"},"to":"+1\u202e';
    await desk.notify(person, { title, message: `हिन्दी क्\u200dष ${'x'.repeat(2_000)}` });
    await desk.work();
    const [message] = desk.gateway.received;
    expect(message?.variables.title).toBe('A Bcc: x "},"to":"+1');
    expect(message?.variables.message).toMatch(/^हिन्दी क्\u200dष x+…$/);
    expect(Array.from(message?.variables.message ?? '')).toHaveLength(500);
    expect(message?.to).toMatch(/^\+91\d{10}$/);
  });

  it('wait for the end of quiet hours, except with what is urgent', async () => {
    const person = await desk.reachable({ gateway: ['system'], gatewayDetails: true });
    const quietHours = { from: '14:00', to: '16:00' };
    await desk.app.as(person).put('/api/notifications/preferences').send({ muted: [], quietHours }).expect(200);
    await desk.notify(person, { title: 'Later' });
    await desk.notify(person, { title: 'Urgent', priority: 'urgent' });
    await desk.work();
    await desk.pass(89);
    const titles = () => desk.gateway.received.map(({ variables }) => variables.title);
    expect(titles()).toEqual(['Urgent']);
    await desk.pass(1);
    expect(titles()).toEqual(['Urgent', 'Later']);
  });

  it('are sent by type, and not for what was read', async () => {
    const person = await desk.reachable({ gateway: ['warning'] });
    await desk.notify(person);
    await desk.notify(person, { type: 'warning' });
    await desk.app.as(person).patch('/api/notifications/read-all').send({}).expect(200);
    await desk.notify(person, { type: 'warning' });
    await desk.work();
    expect(desk.gateway.received.map(({ template }) => template)).toEqual(['notice_warning']);
  });

  it.each([429, 500, 503, 401])('are sent again on schedule after %s, and are broken after three', async (status) => {
    const person = await desk.reachable();
    desk.gateway.refuseWith(status, 'not\nnow');
    await desk.notify(person);
    await desk.work();
    await desk.pass(1);
    expect((await desk.channels(person)).gateway?.state?.broken).toBeNull();
    await desk.pass(5);
    expect(desk.gateway.requests).toBe(3);
    expect((await desk.channels(person)).gateway?.state?.broken).toBe(`${status} not now`);
    desk.gateway.answer = undefined;
    await desk.pass(29);
    expect(desk.gateway.received).toHaveLength(0);
    await desk.pass(1);
    expect(desk.gateway.received).toHaveLength(1);
    expect((await desk.channels(person)).gateway?.state).toMatchObject({
      broken: null,
      lastSentAt: desk.now.toISOString(),
    });
  });

  it('are not sent again after a refusal for good, which marks the number as broken', async () => {
    const person = await desk.reachable();
    desk.gateway.refuseWith(422, 'unknown number');
    await desk.notify(person);
    await desk.work();
    await desk.pass(24 * 60);
    expect(desk.gateway.requests).toBe(1);
    expect((await desk.channels(person)).gateway?.state?.broken).toBe('422 unknown number');
    const admin = await desk.app.person('super_admin');
    const { body } = (await desk.app.as(admin).get('/api/messages/failed').expect(200)) as Envelope<unknown[]>;
    expect(body.data[0]).toMatchObject({
      channel: 'gateway',
      recipient: { name: person.user.name },
      error: '422 unknown number',
    });
    expect(await desk.test(person)).toEqual({ accepted: false, answer: '422 unknown number' });
    desk.gateway.answer = undefined;
    expect(await desk.test(person)).toEqual({ accepted: true, answer: '202 {"queued":true}' });
    expect(desk.gateway.received.at(-1)).toMatchObject({ template: 'test' });
    expect((await desk.channels(person)).gateway?.state?.broken).toBeNull();
  });

  it('do not follow the gateway to another address', async () => {
    const person = await desk.reachable();
    const inside = await GatewayServer.start();
    desk.gateway.refuseWith(307, '', { location: inside.url });
    expect(await desk.test(person)).toEqual({
      accepted: false,
      answer: "307: the gateway redirects, which isn't followed",
    });
    expect(inside.requests).toBe(0);
    await inside.stop();
  });

  it('do not wait for the end of an endless answer', async () => {
    const person = await desk.reachable();
    desk.gateway.answer = (response) => {
      response.writeHead(200);
      const write = () => !response.destroyed && response.write('x'.repeat(10_000), () => setImmediate(write));
      write();
    };
    expect(await desk.test(person)).toEqual({ accepted: true, answer: `200 ${'x'.repeat(200)}` });
  });

  it('keep what an earlier client knows nothing of', async () => {
    const person = await desk.reachable({ gateway: ['system', 'system'], gatewayDetails: true });
    const { gateway: _, gatewayDetails: __, ...known } = defaultMessagePreferences;
    await desk.app.as(person).put('/api/messages/preferences').send(known).expect(200);
    expect((await desk.channels(person)).preferences).toMatchObject({ gateway: ['system'], gatewayDetails: true });
    // What was stored before there was a gateway.
    await desk.collection('users').updateOne({ _id: person.user._id }, { $set: { 'preferences.messages': known } });
    expect((await desk.channels(person)).preferences).toEqual(defaultMessagePreferences);
    await desk.notify(person);
    await desk.work();
    expect(desk.gateway.received).toEqual([]);
  });
});
