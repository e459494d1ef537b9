import { once } from 'node:events';
import type { ClientToServerEvents, ServerToClientEvents, UserEvent } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import { ActorResolver } from '../../platform/domain/actor';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { addDays, businessDay, startOfDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { AccessListener } from '../access/access.listener';
import type { UserRow } from '../staff/user.document';

type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

describe('a changed person on open screens', () => {
  let app: TestApp;
  let admin: Person;
  let there: { laboratoryId: UserRow['laboratoryId'] };
  let laboratoryId: string;
  let timezone: string;
  const clients: Client[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    const laboratory = await app.laboratory();
    laboratoryId = laboratory.id;
    timezone = laboratory.timezone;
    there = { laboratoryId: laboratory._id };
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => app.close());

  async function connected({ token }: Person): Promise<Client> {
    const client: Client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    return client;
  }
  /** Whatever was sent before is there once the server has answered this. */
  const heardAll = (client: Client) => client.emitWithAck('leave-laboratory', '0'.repeat(24));
  const set = (id: string, permissions: object) =>
    app.as(admin).put(`/api/permissions/users/${id}`).send({ permissions }).expect(200);
  const create = async () => {
    const body = createStaffBody({ laboratoryId, role: 'staff' });
    await app.as(admin).post('/api/staff').send(body).expect(201);
    return body.name;
  };

  it('reaches a socket that is about to connect', async () => {
    const manager = await app.person('manager', { ...there, permissionOverrides: { 'staff.view': true } });
    const actors = app.services.get(ActorResolver);
    const resolve = actors.resolve.bind(actors);
    let resolved = 0;
    const spy = jest.spyOn(actors, 'resolve').mockImplementation(async (id) => {
      const actor = await resolve(id);
      if (actor?.userId === manager.id) resolved += 1;
      // Between the token, which was valid, and the rooms.
      if (actor?.userId === manager.id && resolved === 2) await set(manager.id, { 'staff.view': false });
      return actor;
    });
    const client = await connected(manager);
    expect(resolved).toBeGreaterThan(2);
    const heard: string[] = [];
    client.on('user:created', ({ name }) => heard.push(name));
    await create();
    await heardAll(client);
    expect(heard).toEqual([]);
    spy.mockRestore();
  });

  it('lets them hear what they may see from then on, and nothing of it once it is taken away', async () => {
    const manager = await app.person('manager', there);
    const tabs = [await connected(manager), await connected(manager)];
    const heard: string[] = [];
    for (const tab of tabs) tab.on('user:created', ({ name }) => heard.push(name));

    await create();
    await set(manager.id, { 'staff.view': true });
    const seen = await create();
    await set(manager.id, { 'staff.view': null });
    await create();
    await Promise.all(tabs.map(heardAll));
    expect(heard).toEqual([seen, seen]);
  });

  it('tells the person, whose next look shows it already', async () => {
    const manager = await app.person('manager', there);
    const client = await connected(manager);
    const bystander = await connected(await app.person('staff', there));
    let told = 0;
    bystander.on('user:updated', () => (told += 1));
    const updated = new Promise<UserEvent>((resolve) => client.once('user:updated', resolve));
    // Sent as soon as someone waits for it.
    const change = Promise.resolve(set(manager.id, { 'inventory.stock': false }));
    expect(await updated).toMatchObject({ _id: manager.id, version: 2, by: { _id: admin.id } });
    const me = await app.as(manager).get('/api/auth/me').expect(200);
    expect(me.body).toHaveProperty(['data', 'user', 'permissions', 'inventory.stock', 'allowed'], false);
    await change;
    await heardAll(bystander);
    expect(told).toBe(0);
  });

  it('tells those who see the person of a new own password, whose version it changes', async () => {
    const newManager = await app.person('manager', { ...there, mustChangePassword: true });
    const watcher = await connected(await app.person('lab_admin', there));
    const updated = new Promise<UserEvent>((resolve) => watcher.once('user:updated', resolve));
    const passwords = { currentPassword: PASSWORD, newPassword: 'Mine-to-keep-1' };
    await app.as(newManager).put('/api/auth/password').send(passwords).expect(200);
    expect(await updated).toMatchObject({ _id: newManager.id, version: 2, by: { _id: newManager.id } });
    const seen = await app.as(admin).get(`/api/staff/${newManager.id}`).expect(200);
    expect(seen.body).toMatchObject({ data: { version: 2, mustChangePassword: false } });
  });

  it('ends with its last day on open screens as well, without any write', async () => {
    const manager = await app.person('manager', there);
    const client = await connected(manager);
    const heard: string[] = [];
    client.on('user:created', ({ name }) => heard.push(name));
    const until = businessDay(new Date(), timezone);
    await set(manager.id, { 'staff.view': { allowed: true, until } });
    const seen = await create();
    await heardAll(client);
    const updated = new Promise<UserEvent>((resolve) => client.once('user:updated', resolve));
    const clock = jest.spyOn(app.services.get(Clock), 'now');
    clock.mockReturnValue(startOfDay(addDays(until, 1), timezone));
    const listener = app.services.get(AccessListener);
    jest.spyOn(app.services.get(Realtime), 'syncRooms').mockRejectedValueOnce(new Error('The database is away'));
    await listener.followEnds();
    // The end itself is over then.
    await listener.followAbsences();
    expect(await updated).toMatchObject({ _id: manager.id });
    await app.confirm(admin);
    await create();
    await heardAll(client);
    clock.mockRestore();
    expect(heard).toEqual([seen]);
  });

  it('keeps a followed laboratory only while they may see it', async () => {
    const other = await app.laboratory();
    const wide = await app.person('super_admin');
    const client = await connected(wide);
    const heard: string[] = [];
    client.on('notification', ({ title, message }) => {
      if (message === title) heard.push(title);
    });
    expect(await client.emitWithAck('join-laboratory', other.id)).toEqual({ ok: true });
    const room = [roomOf.laboratory(other.id)];
    const say = (title: string) =>
      app.services.get(Realtime).send(room, 'notification', { type: 'info', title, message: title });
    say('first');
    await set(wide.id, { 'inventory.stock': false });
    say('second');
    await set(wide.id, { 'laboratories.view': false });
    say('third');
    await heardAll(client);
    expect(heard).toEqual(['first', 'second']);
  });

  it('counts for a socket that was opening while it came', async () => {
    const manager = await app.person('manager', { ...there, permissionOverrides: { 'staff.view': true } });
    const heard: string[] = [];
    const opening = connected(manager).then((client) => {
      client.on('user:created', ({ name }) => heard.push(name));
      return client;
    });
    await set(manager.id, { 'staff.view': null });
    const client = await opening;
    await create();
    await heardAll(client);
    expect(heard).toEqual([]);
  });
});
