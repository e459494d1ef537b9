import { codeOf, GatewayDesk } from '../../../test/messages/gateway-desk';
import { MINUTE } from '../../../test/messages/message-desk';
import { RETRY_MINUTES } from './delivery-worker';

describe('messages through the gateway', () => {
  let desk: GatewayDesk;
  beforeAll(async () => {
    desk = await GatewayDesk.open();
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.reset());
  afterEach(() => jest.restoreAllMocks());

  it('are not sent to a number whose code nobody has entered', async () => {
    const person = await desk.withPhone('+91 98311 00001');
    await desk.choose(person, { gateway: ['system'] });
    await desk.notify(person);
    await desk.work();
    expect(desk.gateway.requests).toBe(0);
    expect((await desk.channels(person)).gateway).toEqual({
      label: 'WhatsApp',
      phone: '+91 98311 00001',
      number: '+919831100001',
      state: null,
      codeUntil: null,
    });
    expect(codeOf(await desk.app.as(person).post('/api/messages/test').send({ channel: 'gateway' }).expect(409))).toBe(
      'ADDRESS_NOT_CONFIRMED',
    );

    const code = await desk.codeFor(person);
    expect(desk.gateway.received).toMatchObject([
      { template: 'confirmation_code', variables: { code, minutes: '10' } },
    ]);
    const until = new Date(desk.now.getTime() + 10 * MINUTE).toISOString();
    expect((await desk.channels(person)).gateway).toMatchObject({ state: { confirmedAt: null }, codeUntil: until });
    const stored = JSON.stringify(await desk.collection('message_addresses').find().toArray());
    expect(stored).not.toContain(code);
    // Of no one else, even with the same number.
    const other = await desk.withPhone('98311 00001');
    expect(codeOf(await desk.enter(other, code).expect(400))).toBe('CODE_WRONG');
    // Sent again by a client whose answer was lost.
    for (const _ of [1, 2]) await desk.enter(person, code).expect(200);
    expect((await desk.channels(person)).gateway).toMatchObject({
      state: { confirmedAt: desk.now.toISOString() },
      codeUntil: null,
    });
    expect(
      await desk.collection('audit').countDocuments({ entityId: person.user._id, action: 'phone.confirmed' }),
    ).toBe(1);
  });

  it('need a code that is not older than ten minutes, and the last one that was sent', async () => {
    const person = await desk.withPhone();
    const [first, second] = [await desk.codeFor(person), await desk.codeFor(person)];
    if (first !== second) expect(codeOf(await desk.enter(person, first).expect(400))).toBe('CODE_WRONG');
    desk.now = new Date(desk.now.getTime() + 10 * MINUTE);
    expect(codeOf(await desk.enter(person, second).expect(400))).toBe('CODE_WRONG');
    await desk.enter(person, await desk.codeFor(person)).expect(200);
    await desk.enter(person, 'abcdef').expect(400);
  });

  it('send five codes in an hour to a person and to a number, and let ten wrong ones be entered', async () => {
    const [person, colleague] = [await desk.withPhone('98311 00002'), await desk.withPhone('+919831100002')];
    for (let count = 0; count < 3; count += 1) await desk.askForCode(person).expect(200);
    for (let count = 0; count < 2; count += 1) await desk.askForCode(colleague).expect(200);
    for (const either of [person, colleague])
      expect(codeOf(await desk.askForCode(either).expect(429))).toBe('TOO_MANY_MESSAGES');
    await desk.work();
    const codes = desk.gateway.received.map(({ variables }) => variables.code);
    expect(codes).toHaveLength(5);
    const wrong = Array.from({ length: 1_000_000 }, (_, number) => String(number).padStart(6, '0'))
      .filter((code) => !codes.includes(code))
      .slice(0, 10);
    // At the same time, so that none of them is faster than the count.
    const answers = await Promise.all(wrong.map((code) => desk.enter(person, code)));
    expect(answers.map(codeOf)).toEqual(Array(10).fill('CODE_WRONG'));
    expect(codeOf(await desk.enter(person, codes[2] ?? '').expect(429))).toBe('TOO_MANY_LOGINS');
  });

  it('end with the number that was confirmed', async () => {
    const person = await desk.reachable();
    const code = await desk.codeFor(person);
    const head = await desk.app.person('super_admin');
    await desk.app.as(head).put(`/api/staff/${person.id}`).send({ phone: '+91 98311 00003', version: 1 }).expect(200);
    desk.gateway.received.length = 0;
    await desk.notify(person);
    await desk.work();
    expect(desk.gateway.received).toEqual([]);
    expect((await desk.channels(person)).gateway).toMatchObject({ number: '+919831100003', state: null });
    // Nor does the code of the earlier number confirm the new one.
    expect(codeOf(await desk.enter(person, code).expect(400))).toBe('CODE_WRONG');
  });

  it.each([null, '033 2212 0000', '+919830012345\r\nX-Admin: 1', '98300 12345; 98300 12346'])(
    'are not sent to %j',
    async (phone) => {
      const person = await desk.withPhone(phone);
      expect((await desk.channels(person)).gateway).toMatchObject({ number: null, state: null });
      expect(codeOf(await desk.askForCode(person).expect(409))).toBe('PHONE_UNUSABLE');
      expect(codeOf(await desk.enter(person, '123456').expect(400))).toBe('CODE_WRONG');
    },
  );

  it('do not bring a code that nobody waits for any longer', async () => {
    const person = await desk.withPhone();
    desk.gateway.refuseWith(503);
    await desk.askForCode(person).expect(200);
    await desk.work();
    for (const minutes of RETRY_MINUTES.slice(0, 2)) await desk.pass(minutes);
    desk.gateway.answer = undefined;
    await desk.pass(30);
    expect(desk.gateway.received).toEqual([]);
    expect(desk.gateway.requests).toBe(3);
  });
});
