import { once } from 'node:events';
import type { BulkAnswer, ServerToClientEvents, StaffMember, UserEvent } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

type Client = Socket<ServerToClientEvents>;

const answerOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;
const bulkOf = (response: { body: unknown }) => answerOf(response) as BulkAnswer;
const memberOf = (response: { body: unknown }) => answerOf(response) as StaffMember;

describe('open screens', () => {
  let app: TestApp;
  let admin: Person;
  let laboratory: LaboratoryRow & { id: string };
  let other: LaboratoryRow & { id: string };
  let labAdmin: Person;
  const clients: Client[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    laboratory = await app.laboratory();
    other = await app.laboratory();
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratory._id });
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  afterAll(() => app.close());

  const update = (id: string, body: object) => app.as(admin).put(`/api/staff/${id}`).send(body);
  const bulk = (body: object) => app.as(admin).post('/api/staff/bulk-update').send(body);
  const someone = async (overrides = {}) => {
    const user = await app.user('staff', { laboratoryId: laboratory._id, ...overrides });
    return { ...user, id: user._id.toHexString() };
  };

  async function connected({ token }: { token: string }): Promise<Client> {
    const client: Client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    return client;
  }

  it('hear of people they may see, with no more than the event has', async () => {
    const [here, there, staff] = await Promise.all([
      connected(labAdmin),
      connected(await app.person('lab_admin', { laboratoryId: other._id })),
      connected(await app.person('staff', { laboratoryId: laboratory._id })),
    ]);
    const heard: string[] = [];
    there.on('user:created', () => heard.push('there'));
    staff.on('user:created', () => heard.push('staff'));
    const created = once(here as never, 'user:created');
    const body = createStaffBody({ laboratoryId: laboratory.id });
    const { _id } = memberOf(await app.as(admin).post('/api/staff').send(body).expect(201));
    expect((await created)[0]).toEqual({
      _id,
      id: _id,
      name: body.name,
      role: 'staff',
      status: 'active',
      laboratoryId: laboratory.id,
      version: 1,
      by: { _id: admin.id, name: admin.user.name },
      at: expect.any(String) as string,
    });
    for (const client of [there, staff]) await (client as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
    expect(heard).toEqual([]);
  });

  it('of both laboratories hear of a move, each of its own side, and so does the person', async () => {
    const mover = await app.person('manager', {
      laboratoryId: laboratory._id,
      permissionOverrides: { 'staff.view': true },
    });
    const [from, to, own] = await Promise.all([
      connected(labAdmin),
      connected(await app.person('lab_admin', { laboratoryId: other._id })),
      connected(mover),
    ]);
    const events = [from, to, own].map((client) => once(client as never, 'user:updated') as Promise<[UserEvent]>);
    await update(mover.id, { laboratoryId: other.id, version: 1 }).expect(200);
    const [left, joined, theirs] = (await Promise.all(events)).map(([event]) => event);
    expect(left).toMatchObject({ _id: mover.id, laboratoryId: laboratory.id, version: 2 });
    expect(joined).toMatchObject({ _id: mover.id, laboratoryId: other.id, version: 2 });
    expect(theirs).toEqual(joined);

    const heard: string[] = [];
    own.on('user:created', ({ laboratoryId }) => heard.push(laboratoryId ?? ''));
    const createdInBoth = async () => {
      for (const { id } of [laboratory, other]) {
        await app
          .as(admin)
          .post('/api/staff')
          .send(createStaffBody({ laboratoryId: id }))
          .expect(201);
      }
      await (own as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
    };
    // The permission to see people ended with the laboratory in which it was given.
    await createdInBoth();
    expect(heard).toEqual([]);
    const grant = app.as(admin).put(`/api/permissions/users/${mover.id}`);
    await grant.send({ permissions: { 'staff.view': true } }).expect(200);
    await createdInBoth();
    expect(heard).toEqual([other.id]);
  });

  it('hear once of a mass move on each side, and every person hears of their own', async () => {
    const mover = await app.person('staff', { laboratoryId: laboratory._id });
    const others = await Promise.all(Array.from({ length: 20 }, () => someone()));
    const [from, to, own] = await Promise.all([
      connected(labAdmin),
      connected(await app.person('lab_admin', { laboratoryId: other._id })),
      connected(mover),
    ]);
    const heard: Record<string, UserEvent[]> = { from: [], to: [], own: [] };
    for (const [side, client] of Object.entries({ from, to, own })) {
      client.on('user:updated', (event) => heard[side]?.push(event));
    }
    const ids = [mover.id, ...others.map(({ id }) => id)];
    expect(bulkOf(await bulk({ ids, action: 'move', laboratoryId: other.id }).expect(200)).applied).toBe(true);
    for (const client of [from, to, own]) await (client as Socket).emitWithAck('leave-laboratory', '0'.repeat(24));
    expect(heard.from).toMatchObject([{ laboratoryId: laboratory.id, version: 2 }]);
    expect(heard.to).toMatchObject([{ laboratoryId: other.id, version: 2 }]);
    expect(heard.own).toMatchObject([{ _id: mover.id, laboratoryId: other.id, version: 2 }]);
  });
});
