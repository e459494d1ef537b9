import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Acknowledgement,
  type ClientToServerEvents,
  type ServerEvent,
  type ServerEventPayload,
  type ServerToClientEvents,
} from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import type { Server } from 'socket.io';
import { io, Manager, type Socket } from 'socket.io-client';
import { notificationsOf } from '../../../test/notifications';
import { type Person, TestApp } from '../../../test/test-app';
import { ActorResolver } from '../domain/actor';
import { Realtime } from './realtime';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

describe('the socket', () => {
  let app: TestApp;
  let admin: Person;
  const clients: Client[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => app.close());

  function open(token: string | undefined): Client {
    const client: Client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    return client;
  }

  async function connected({ token }: Person): Promise<Client> {
    const client = open(token);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', resolve);
      client.once('connect_error', reject);
    });
    return client;
  }

  const next = <Event extends ServerEvent>(client: Client, event: Event) =>
    new Promise<ServerEventPayload<Event>>((resolve) => client.once(event, resolve as never));

  it.each([undefined, '', 'not.a.token'])('rejects the token %j', async (token) => {
    const client = open(token);
    const error = await new Promise<Error>((resolve) => client.once('connect_error', resolve));
    expect(error.message).toBe('UNAUTHENTICATED');
  });

  it('misses no change from the moment at which it hears that it is connected, with 64 at once', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => app.person('super_admin')));
    const realtime = app.services.get(Realtime);
    // As where the database answers after the client has.
    const actors = app.services.get(ActorResolver);
    const resolve = actors.resolve.bind(actors);
    const slow = jest.spyOn(actors, 'resolve').mockImplementation((id) => wait(50).then(() => resolve(id)));
    const by = { _id: admin.id, name: admin.user.name };
    const change = {
      name: 'Changed',
      code: 'CHA',
      status: 'active',
      version: 2,
      by,
      at: '2026-11-25T06:00:00Z',
    } as const;
    const received = Array.from({ length: 64 }, async (_, index) => {
      const client = open(people[index % people.length]?.token);
      const heard: string[] = [];
      client.on('laboratory:updated', ({ _id }) => heard.push(_id));
      const _id = String(index).padStart(24, '0');
      await new Promise<void>((done, reject) => {
        client.once('connect', () => {
          realtime.toHolders('laboratories.view', null, 'laboratory:updated', { ...change, _id });
          done();
        });
        client.once('connect_error', reject);
      });
      // Whatever was sent before the reply has arrived with it.
      await client.emitWithAck('leave-laboratory', _id);
      return heard.includes(_id);
    });
    expect(await Promise.all(received)).toEqual(received.map(() => true));
    slow.mockRestore();
  });

  it('notifies a super admin when a laboratory is created, changed or archived, with only the declared fields', async () => {
    const client = await connected(admin);
    const created = next(client, 'laboratory:created');
    const body = createLaboratoryBody();
    await app.as(admin).post('/api/laboratories').send(body).expect(201);
    const event = await created;
    expect(event).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      name: body.name,
      code: body.code,
      status: 'active',
      version: 1,
      by: { _id: admin.id, name: admin.user.name },
      at: expect.any(String) as string,
    });
    const updated = next(client, 'laboratory:updated');
    await app.as(admin).put(`/api/laboratories/${event._id}`).send({ name: 'Renamed', version: 1 }).expect(200);
    expect(await updated).toMatchObject({ name: 'Renamed', version: 2 });
    const archived = next(client, 'laboratory:deleted');
    await app.as(admin).delete(`/api/laboratories/${event._id}`).expect(200);
    expect(await archived).toMatchObject({ status: 'archived' });
  });

  it('notifies a lab admin of changes to their own laboratory only, and staff of none', async () => {
    const [own, other] = [await app.laboratory(), await app.laboratory()];
    const labAdmin = await connected(await app.person('lab_admin', { laboratoryId: own._id }));
    const staff = await connected(await app.person('staff', { laboratoryId: own._id }));
    const received: string[] = [];
    labAdmin.on('laboratory:updated', ({ _id }) => received.push(_id));
    staff.on('laboratory:updated', ({ _id }) => received.push(`staff ${_id}`));
    for (const { id } of [other, own]) {
      await app.as(admin).put(`/api/laboratories/${id}`).send({ name: 'Renamed', version: 1 }).expect(200);
    }
    await labAdmin.emitWithAck('leave-laboratory', own.id);
    await staff.emitWithAck('leave-laboratory', own.id);
    expect(received).toEqual([own.id]);
  });

  it('announces closed books to people of any laboratory who may see entries, and to nobody else', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const labAdmin = await connected(await app.person('lab_admin', { laboratoryId }));
    const staff = await connected(await app.person('staff', { laboratoryId }));
    let receivedByStaff = 0;
    staff.on('period-lock:updated', () => (receivedByStaff += 1));
    const closed = new Promise<unknown>((resolve) => labAdmin.once('period-lock:updated', resolve));
    const body = { lockedThrough: '2020-01-31', version: 1 };
    await app.as(admin).put('/api/transactions/period-lock').send(body).expect(200);
    expect(await closed).toMatchObject({ by: { _id: admin.id } });
    await staff.emitWithAck('leave-laboratory', laboratoryId.toHexString());
    expect(receivedByStaff).toBe(0);
  });

  it('sends one event, with the number of people, when many are changed at once', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const people = await Promise.all(Array.from({ length: 25 }, () => app.user('staff', { laboratoryId })));
    const client = await connected(admin);
    const received: [string, number | undefined][] = [];
    client.on('user:updated', ({ _id, count }) => received.push([_id, count]));
    const ids = people.map(({ _id }) => _id.toHexString());
    await app.as(admin).post('/api/staff/bulk-update').send({ ids, action: 'suspend' }).expect(200);
    await client.emitWithAck('leave-laboratory', laboratoryId.toHexString());
    expect(received).toEqual([[expect.any(String), 25]]);
  });

  it('sends no event for a change that was rolled back', async () => {
    const { id } = await app.laboratory();
    const client = await connected(admin);
    const received: string[] = [];
    client.on('laboratory:updated', ({ name }) => received.push(name));
    await app.as(admin).put(`/api/laboratories/${id}`).send({ name: 'Too late', version: 9 }).expect(409);
    await app.as(admin).put(`/api/laboratories/${id}`).send({ name: 'In time', version: 1 }).expect(200);
    await client.emitWithAck('leave-laboratory', id);
    expect(received).toEqual(['In time']);
  });

  it('is disconnected as soon as the session ends', async () => {
    const person = await app.person('super_admin');
    const client = await connected(person);
    const disconnected = once(client as never, 'disconnect');
    await app.as(person).post('/api/auth/logout').expect(200);
    expect((await disconnected)[0]).toBe('io server disconnect');
  });

  it('lets a person join only rooms of laboratories that they may see', async () => {
    const [own, other] = [await app.laboratory(), await app.laboratory()];
    const client = await connected(await app.person('lab_admin', { laboratoryId: own._id }));
    const join = (id: string) => client.emitWithAck('join-laboratory', id) as Promise<Acknowledgement>;
    expect(await join(own.id)).toEqual({ ok: true });
    expect(await join(other.id)).toEqual({ ok: false, message: "This laboratory doesn't exist" });
    expect(await join('everything')).toEqual({ ok: false, message: 'Specify a laboratory by its id' });
    const everywhere = await connected(admin);
    expect(await everywhere.emitWithAck('join-laboratory', other.id)).toEqual({ ok: true });
  });

  it('stores, audits and signs a notification of a client, with only the declared fields', async () => {
    const laboratory = await app.laboratory();
    const [head, member] = [
      await app.person('lab_admin', { laboratoryId: laboratory._id }),
      await app.person('staff', { laboratoryId: laboratory._id }),
    ];
    const sender = await connected(head);
    const staff = await connected(await app.person('staff', { laboratoryId: (await app.laboratory())._id }));
    const message = { type: 'info', title: 'Water off', message: 'From 5 to 6', extra: 'x' } as const;
    expect(await staff.emitWithAck('notification', message)).toMatchObject({ ok: false });
    const receiver = await connected(member);
    const received = new Promise((resolve) => receiver.once('notification', resolve));
    const malicious = { ...message, action: { label: 'Go', path: '//evil.example' } };
    expect(await sender.emitWithAck('notification', malicious)).toMatchObject({ ok: false });
    expect(await sender.emitWithAck('notification', message)).toEqual({ ok: true });
    const shown = { title: 'Water off', message: 'From 5 to 6' };
    expect(await received).toEqual({
      _id: expect.any(String) as string,
      type: 'info',
      ...shown,
      sender: head.user.name,
    });
    const [stored] = await notificationsOf(app, member);
    expect(stored).toMatchObject({ ...shown, sender: { _id: head.id, name: head.user.name }, isRead: false });
    expect(await notificationsOf(app, admin)).not.toContainEqual(expect.objectContaining(shown));
    const audit = await app.as(admin).get('/api/audit?limit=50').expect(200);
    expect((audit.body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ action: 'notification.broadcast', by: { _id: head.id, name: head.user.name } }),
    );
    expect(await sender.emitWithAck('notification', { ...message, message: '  ' })).toMatchObject({ ok: false });
  });

  it('limits the rate of messages', async () => {
    const client = await connected(await app.person('staff', { laboratoryId: (await app.laboratory())._id }));
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => client.emitWithAck('leave-laboratory', '1'.repeat(24))),
    );
    expect(replies.filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(10);
    expect(replies.at(-1)).toEqual({ ok: false, message: 'Too many messages. Try again in a moment.' });
  });

  it('accepts 20 sockets per person', async () => {
    const person = await app.person('staff', { laboratoryId: (await app.laboratory())._id });
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => connected(person)));
    const open = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(open).toBeLessThanOrEqual(20);
    for (let missing = 20 - open; missing > 0; missing -= 1) await connected(person);
    await expect(connected(person)).rejects.toThrow('TOO_MANY_CONNECTIONS');
    clients.find((client) => client.connected)?.close();
  });

  it('accepts 500 sockets per address', async () => {
    const address = '203.0.113.77';
    const handshake = () => app.http.get('/socket.io/?EIO=4&transport=polling').set('X-Forwarded-For', address);
    const poll = async () => {
      const { text } = await handshake().expect(200);
      const { sid } = JSON.parse(text.slice(1)) as { sid: string };
      return app.http.post(`/socket.io/?EIO=4&transport=polling&sid=${sid}`).send('3');
    };
    expect((await poll()).status).toBe(200);
    for (let count = 1; count < 500; count += 1) await handshake().expect(200);
    expect((await poll()).status).toBe(400);
  });

  it('is closed if nobody signs in', async () => {
    const { server } = app.services.get<unknown>(Realtime) as { server: Server };
    expect(server.connectTimeout()).toBe(10_000);
    server.connectTimeout(100);
    const manager = new Manager(app.url, { transports: ['websocket'], reconnection: false, autoConnect: false });
    const closed = new Promise((resolve) => manager.once('close', resolve));
    manager.open();
    expect(await closed).toBe('transport close');
    server.connectTimeout(10_000);
  });

  it('does not serve its client library', async () => {
    await app.http.get('/socket.io/socket.io.js').expect(400);
  });
});
