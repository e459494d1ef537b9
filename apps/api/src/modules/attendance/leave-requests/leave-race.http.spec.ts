import { once } from 'node:events';
import type { AttendanceRecord, LeaveEvent, ServerToClientEvents } from '@shifa/contract';
import { io, type Socket } from 'socket.io-client';
import { DomainEvents } from '../../../platform/events/domain-events';
import { interruptNextTransaction } from '../../../../test/interrupt';
import type { Person } from '../../../../test/test-app';
import { LeaveDesk, leaveOf } from '../../../../test/attendance/leave-desk';
import { leaveChanged, leaveDecided, leaveRequested } from '../leaves/leave';

type Client = Socket<ServerToClientEvents>;

describe('leave', () => {
  let desk: LeaveDesk;
  const clients: Client[] = [];
  beforeAll(async () => {
    desk = await LeaveDesk.open();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => desk.close());

  it('is requested once when the same request is sent ten times at once', async () => {
    const person = await desk.staff();
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.request(person, '2026-11-20')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(await desk.balance(person, 'casual')).toEqual([12, 0, 1, 11]);
  });

  it('does not exceed the balance when different days are requested at once', async () => {
    const person = await desk.staff();
    const weeks = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];
    const ends = ['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18'];
    const answers = await Promise.all(weeks.map((from, index) => desk.request(person, from, { to: ends[index] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(await desk.balance(person, 'casual')).toEqual([12, 0, 10, 2]);
  });

  it('is decided once when an approval, a rejection and a cancellation arrive at once', async () => {
    const person = await desk.staff();
    const leave = await desk.requested(person, '2026-11-20');
    const answers = await Promise.all([
      desk.decide(desk.admin, leave, { approved: true, version: 1 }),
      desk.decide(desk.manager, leave, { approved: false, reason: 'Not possible', version: 1 }),
      desk.cancel(person, leave, { version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('counts on the day on which the person clocks in at the moment of the approval', async () => {
    const person = await desk.staff();
    const leave = await desk.requested(person, '2026-11-18');
    interruptNextTransaction(desk.app, () => desk.app.as(person).post('/api/attendance/clock-in').send({}).expect(200));
    await desk.decide(desk.manager, leave).expect(200);
    const answer = await desk.app.as(person).get('/api/attendance/me').expect(200);
    const [record] = (answer.body as { data: AttendanceRecord[] }).data;
    expect(record).toMatchObject({ leave: 'full', segments: [{ clockOut: null }] });
  });

  it.each(['the approval', 'the cancellation', 'the clock-in'] as const)(
    'counts on the day of a clock-in at another laboratory at the same moment, where %s ends last',
    async (last) => {
      const elsewhere = await desk.app.laboratory();
      const person = await desk.app.person('super_admin', { laboratoryId: desk.laboratory._id });
      const leave = await desk.requested(person, '2026-11-18');
      const clockIn = () =>
        desk.app.as(person).post('/api/attendance/clock-in').send({ laboratoryId: elsewhere.id }).expect(200);
      const approve = () => desk.decide(desk.head, leave).expect(200);
      if (last === 'the cancellation') await approve();
      interruptNextTransaction(desk.app, last === 'the clock-in' ? approve : clockIn);
      if (last === 'the approval') await approve();
      else if (last === 'the cancellation')
        await desk.cancel(desk.head, leave, { reason: 'Nobody else can come' }).expect(200);
      else await clockIn();
      const answer = await desk.app.as(person).get('/api/attendance/me').expect(200);
      const [record] = (answer.body as { data: AttendanceRecord[] }).data;
      const isOnLeave = last !== 'the cancellation';
      expect(record).toMatchObject({ leave: isOnLeave ? 'full' : null, laboratoryId: { _id: elsewhere.id } });
    },
  );

  it('is requested once for an Idempotency-Key', async () => {
    const person = await desk.staff();
    const send = () => desk.request(person, '2026-11-20').set('Idempotency-Key', 'leave-for-a-wedding');
    const first = leaveOf(await send().expect(201));
    expect(leaveOf(await send().expect(201))).toEqual(first);
  });

  it('raises events within its transaction, which fails with them', async () => {
    const person = await desk.staff();
    const events = desk.app.services.get(DomainEvents);
    const raised: string[] = [];
    let fails = false;
    events.within(leaveChanged, ({ action, changes }) => {
      raised.push(`${action} ${changes.length}`);
      return Promise.resolve();
    });
    for (const kind of [leaveRequested, leaveDecided]) {
      events.within(kind, ({ actor, row }) => {
        raised.push(`${kind.name} ${actor.name} ${row.status}`);
        return fails ? Promise.reject(new Error('A listener fails')) : Promise.resolve();
      });
    }
    const leave = await desk.requested(person, '2026-11-20');
    await desk.decide(desk.manager, leave).expect(200);
    await desk.cancel(person, leave).expect(200);
    expect(raised).toEqual([
      'created 1',
      `leave.requested ${person.user.name} pending`,
      `leave.decided ${desk.manager.user.name} approved`,
      'approved 1',
      'cancelled 1',
    ]);
    fails = true;
    await desk.request(person, '2026-11-23').expect(500);
    fails = false;
    expect(await desk.read(person, '')).toHaveLength(1);
  });

  it('is announced to the person and to those who may see it, and to nobody else', async () => {
    const person = await desk.staff();
    const elsewhere = await desk.app.laboratory();
    const near = await Promise.all([person, desk.manager, desk.admin, desk.head].map(listening));
    const far = await Promise.all(
      [await desk.staff(), await desk.app.person('lab_admin', { laboratoryId: elsewhere._id })].map(listening),
    );
    const leave = await desk.requested(person, '2026-11-20', { to: '2026-11-21' });
    await desk.decide(desk.manager, leave).expect(200);
    for (const { heard, settled } of near) {
      await settled();
      expect(heard.map(([event, { status }]) => [event, status])).toEqual([
        ['leave:updated', 'pending'],
        ['leave:updated', 'approved'],
      ]);
      expect(heard[1]?.[1]).toEqual({
        _id: leave._id,
        userId: { _id: person.id, name: person.user.name },
        laboratoryId: desk.laboratory.id,
        from: '2026-11-20',
        to: '2026-11-21',
        status: 'approved',
        version: 2,
        by: { _id: desk.manager.id, name: desk.manager.user.name },
        at: expect.any(String) as unknown,
      });
    }
    for (const { heard, settled } of far) {
      await settled();
      expect(heard).toEqual([]);
    }
  });

  async function listening({ token }: Person) {
    const client: Client = io(desk.app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    const heard: [string, LeaveEvent][] = [];
    client.onAny((event: string, payload: LeaveEvent) => {
      if (event !== 'notification') heard.push([event, payload]);
    });
    // Earlier events arrive before the response.
    const settled = (): Promise<unknown> => (client as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
    return { heard, settled };
  }
});
