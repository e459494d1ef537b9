import { once } from 'node:events';
import type {
  BulkAnswer,
  Failure,
  IssuedPasswords,
  ServerToClientEvents,
  Session,
  StaffMember,
  StaffWithPassword,
  UserEvent,
} from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import { noticesOf } from '../../../test/notifications';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { TemporaryPasswords } from '../access/access.port';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

type Client = Socket<ServerToClientEvents>;

const answerOf = ({ body }: { body: unknown }) => (body as { data: unknown }).data;
const bulkOf = (response: { body: unknown }) => answerOf(response) as BulkAnswer;
const sessionsOf = (response: { body: unknown }) => answerOf(response) as Session[];
const memberOf = (response: { body: unknown }) => answerOf(response) as StaffMember;
const issuedOf = (response: { body: unknown }) => answerOf(response) as StaffWithPassword;
const issuedToMany = (response: { body: unknown }) => answerOf(response) as IssuedPasswords;
const codeOf = ({ body }: { body: unknown }) => (body as Failure).code;

describe('the life of people in the network', () => {
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

  const update = (id: string, body: object, person = admin) => app.as(person).put(`/api/staff/${id}`).send(body);
  const bulk = (body: object, person = admin) => app.as(person).post('/api/staff/bulk-update').send(body);
  const someone = async (overrides = {}) => {
    const user = await app.user('staff', { laboratoryId: laboratory._id, ...overrides });
    return { ...user, id: user._id.toHexString() };
  };
  const statusOf = async (id: string) => memberOf(await app.as(admin).get(`/api/staff/${id}`).expect(200)).status;

  async function connected({ token }: { token: string }): Promise<Client> {
    const client: Client = io(app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    clients.push(client);
    await once(client as never, 'connect');
    return client;
  }

  describe('three sign-ins end at once, and their sockets', () => {
    const threeTimes = async () => {
      const person = await app.person('staff', { laboratoryId: laboratory._id });
      const tokens = [person.token];
      while (tokens.length < 3) tokens.push(await app.login({ email: person.user.email, password: PASSWORD }));
      const sockets = await Promise.all(tokens.map((token) => connected({ token })));
      return { person, tokens, gone: sockets.map((socket) => once(socket as never, 'disconnect')) };
    };

    it.each([
      ['suspended', (id: string) => update(id, { status: 'suspended', version: 1 })],
      ['gone', (id: string) => app.as(admin).delete(`/api/staff/${id}`)],
      ['given another password', (id: string) => app.as(admin).post(`/api/staff/${id}/temporary-password`).send({})],
      ['suspended with others', (id: string) => bulk({ ids: [id], action: 'suspend' })],
      ['signed out', (id: string) => app.as(admin).delete(`/api/staff/${id}/sessions`)],
    ])('of who is %s', async (_, change) => {
      const { person, tokens, gone } = await threeTimes();
      // Known to the server's memory, which must forget them.
      for (const token of tokens) await app.as({ token }).get('/api/auth/me').expect(200);
      await change(person.id).expect(200);
      for (const token of tokens) await app.as({ token }).get('/api/auth/me').expect(401);
      expect((await Promise.all(gone)).map(([reason]) => reason as string)).toEqual(
        Array.from({ length: 3 }, () => 'io server disconnect'),
      );
    });
  });

  it('a new temporary password replaces the old one', async () => {
    const { id, email } = await someone();
    const issue = () =>
      app.as(labAdmin).post(`/api/staff/${id}/temporary-password`).set('Idempotency-Key', 'issued-once').send({});
    const issued = issuedOf(await issue().expect(200));
    expect(issued.mustChangePassword).toBe(true);
    expect(answerOf(await issue().expect(200))).toEqual(issued);
    await app.http.post('/api/auth/login').send({ email, password: PASSWORD }).expect(401);
    const token = await app.login({ email, password: issued.temporaryPassword });
    const body = { currentPassword: issued.temporaryPassword, newPassword: 'Another-horse-2' };
    await app.as({ token }).put('/api/auth/password').send(body).expect(200);
    await app.login({ email, password: 'Another-horse-2' });
  });

  it('sessions of a person are listed and ended one by one, by who manages them', async () => {
    const person = await app.person('staff', { laboratoryId: laboratory._id });
    const path = `/api/staff/${person.id}/sessions`;
    const [session] = sessionsOf(await app.as(labAdmin).get(path).expect(200));
    expect(session).toMatchObject({ current: false });
    const stranger = await app.person('staff', { laboratoryId: laboratory._id });
    const [strange] = sessionsOf(await app.as(admin).get(`/api/staff/${stranger.id}/sessions`).expect(200));
    await app.as(labAdmin).delete(`${path}/${strange?._id}`).expect(404);
    await app.as(labAdmin).delete(`${path}/${session?._id}`).expect(200);
    await app.as(person).get('/api/auth/me').expect(401);
    await app.as(stranger).get('/api/auth/me').expect(200);
    const peer = await app.person('lab_admin', { laboratoryId: laboratory._id });
    for (const method of ['get', 'delete'] as const) {
      expect(codeOf(await app.as(labAdmin)[method](`/api/staff/${peer.id}/sessions`).expect(403))).toBe(
        'STAFF_BEYOND_REACH',
      );
    }
  });

  describe('many at once', () => {
    it('are previewed without a trace, then changed as one', async () => {
      const people = [await someone(), await someone({ status: 'suspended' })];
      const body = { ids: people.map(({ id }) => id), action: 'suspend' };
      const dry = bulkOf(await bulk({ ...body, dryRun: true }, labAdmin).expect(200));
      expect(dry).toEqual({
        applied: false,
        results: [
          {
            _id: people[0]?.id,
            name: people[0]?.name,
            changes: [{ field: 'status', before: 'active', after: 'suspended' }],
            fault: null,
          },
          { _id: people[1]?.id, name: people[1]?.name, changes: [], fault: null },
        ],
        openWork: [],
      });
      expect(await statusOf(people[0]?.id ?? '')).toBe('active');
      expect(answerOf(await bulk(body, labAdmin).expect(200))).toEqual({ ...dry, applied: true });
      expect(await statusOf(people[0]?.id ?? '')).toBe('suspended');
      const history = await app.as(admin).get(`/api/staff/${people[1]?.id}/history`).expect(200);
      expect(answerOf(history)).toEqual([]);
    });

    it('stay as they are when one of them has a fault', async () => {
      const people = [await someone(), await someone({ status: 'exited' })];
      const ids = [...people.map(({ id }) => id), labAdmin.id];
      const answer = bulkOf(await bulk({ ids, action: 'suspend' }, labAdmin).expect(200));
      expect(answer.applied).toBe(false);
      expect(answer.results.map(({ fault }) => fault?.code)).toEqual([undefined, 'STAFF_EXITED', 'OWN_ACCOUNT']);
      expect(await statusOf(people[0]?.id ?? '')).toBe('active');
    });

    it('are not there when one of them is out of reach', async () => {
      const ids = [(await someone()).id, (await someone({ laboratoryId: other._id })).id];
      expect(codeOf(await bulk({ ids, action: 'suspend' }, labAdmin).expect(404))).toBe('STAFF_NOT_FOUND');
    });

    it('move to a laboratory within reach, super admins excepted', async () => {
      const people = [await someone(), await someone()];
      const ids = people.map(({ id }) => id);
      const move = { ids, action: 'move', laboratoryId: other.id };
      expect(codeOf(await bulk(move, labAdmin).expect(404))).toBe('LABORATORY_NOT_FOUND');
      const chief = await app.user('super_admin');
      const mixed = { ...move, ids: [...ids, chief._id.toHexString()] };
      const refused = bulkOf(await bulk(mixed).expect(200));
      expect(refused.results[2]?.fault?.message).toBe('A super admin belongs to the network, not to a laboratory');
      const moved = bulkOf(await bulk(move).expect(200));
      expect(moved.applied).toBe(true);
      expect(moved.results[0]?.changes).toEqual([
        { field: 'laboratoryId', before: laboratory.name, after: other.name },
      ]);
      await app.as(labAdmin).get(`/api/staff/${ids[0]}`).expect(404);
    });

    it('get the same shift, or that of the laboratory again', async () => {
      const night = {
        start: '22:00',
        end: '06:00',
        breakMinutes: 30,
        weekdays: [1, 2, 3],
        graceLateMinutes: null,
        halfDayBelowMinutes: null,
        overtimeAfterMinutes: null,
      };
      const people = [await someone(), await someone({ shift: night }), await someone({ status: 'exited' })];
      const body = { ids: people.map(({ id }) => id), action: 'shift', shift: night };
      const refused = bulkOf(await bulk(body, labAdmin).expect(200));
      expect(refused.applied).toBe(false);
      expect(refused.results.map(({ fault }) => fault?.code)).toEqual([undefined, undefined, 'STAFF_EXITED']);
      const both = { ...body, ids: body.ids.slice(0, 2) };
      const given = bulkOf(await bulk(both, labAdmin).expect(200));
      expect(given.results.map(({ changes }) => changes)).toEqual([
        [{ field: 'shift', before: null, after: night }],
        [],
      ]);
      const listed = await app.as(labAdmin).get(`/api/staff?search=${people[0]?.employeeCode}`).expect(200);
      expect(answerOf(listed)).toMatchObject([{ shift: night }]);
      const ended = bulkOf(await bulk({ ...both, shift: null }, labAdmin).expect(200));
      expect(ended.results.map(({ changes }) => changes.length)).toEqual([1, 1]);
      expect((await bulk({ ...both, shift: undefined }, labAdmin).expect(400)).body).toMatchObject({
        errors: [{ field: 'shift', message: 'Shift is required' }],
      });
    });
  });

  describe('temporary passwords of many', () => {
    const issue = (body: object, person = labAdmin, key = `issue-${crypto.randomUUID()}`) =>
      app.as(person).post('/api/staff/temporary-passwords').set('Idempotency-Key', key).send(body);

    it('are previewed without a trace, then issued at once, to each their own', async () => {
      const person = await app.person('staff', { laboratoryId: laboratory._id });
      const people = [{ id: person.id, ...person.user }, await someone({ status: 'suspended' })];
      const ids = people.map(({ id }) => id);
      const dry = issuedToMany(await issue({ ids, dryRun: true }).expect(200));
      expect(dry).toEqual({
        applied: false,
        results: people.map(({ id, name }) => ({
          _id: id,
          name,
          changes: [{ field: 'temporaryPassword' }],
          fault: null,
        })),
        issued: [],
      });
      await app.as(person).get('/api/auth/me').expect(200);

      const made = issuedToMany(await issue({ ids: [...ids, person.id] }, labAdmin, 'many-once').expect(200));
      expect(made).toMatchObject({ applied: true, results: dry.results });
      expect(issuedToMany(await issue({ ids: [...ids, person.id] }, labAdmin, 'many-once').expect(200))).toEqual(made);
      expect(made.issued.map(({ _id, email }) => [_id, email])).toEqual(people.map(({ id, email }) => [id, email]));
      expect(new Set(made.issued.map(({ temporaryPassword }) => temporaryPassword)).size).toBe(2);
      await app.as(person).get('/api/auth/me').expect(401);
      await app.http.post('/api/auth/login').send({ email: person.user.email, password: PASSWORD }).expect(401);
      await app.login({ email: person.user.email, password: made.issued[0]?.temporaryPassword ?? '' });
      const member = memberOf(await app.as(admin).get(`/api/staff/${person.id}`).expect(200));
      expect(member).toMatchObject({
        mustChangePassword: true,
        temporaryPasswordExpiresAt: made.issued[0]?.temporaryPasswordExpiresAt,
      });
      const history = await app.as(admin).get(`/api/staff/${person.id}/history`).expect(200);
      expect(answerOf(history)).toContainEqual(
        expect.objectContaining({ action: 'password.issued', by: { _id: labAdmin.id, name: labAdmin.user.name } }),
      );
    });

    it('are issued, and hashed, for nobody when one of them has a fault', async () => {
      const makeMany = jest.spyOn(app.services.get(TemporaryPasswords), 'makeMany');
      const person = await app.person('staff', { laboratoryId: laboratory._id });
      const beyond = await someone({ permissionOverrides: { 'laboratories.create': true } });
      const peer = await app.user('lab_admin', { laboratoryId: laboratory._id });
      const ids = [person.id, (await someone({ status: 'exited' })).id, labAdmin.id, peer._id.toHexString(), beyond.id];
      const refused = issuedToMany(await issue({ ids }).expect(200));
      expect(refused).toMatchObject({ applied: false, issued: [] });
      expect(refused.results.map(({ fault }) => fault?.code)).toEqual([
        undefined,
        'STAFF_EXITED',
        'OWN_ACCOUNT',
        'STAFF_BEYOND_REACH',
        'PERMISSION_NOT_HELD',
      ]);
      expect(makeMany).not.toHaveBeenCalled();
      await app.as(person).get('/api/auth/me').expect(200);
    });

    it('need everyone within reach, the permission, and at most fifty people', async () => {
      const ids = [(await someone()).id, (await someone({ laboratoryId: other._id })).id];
      expect(codeOf(await issue({ ids }).expect(404))).toBe('STAFF_NOT_FOUND');
      const manager = await app.person('manager', { laboratoryId: laboratory._id });
      await issue({ ids: ids.slice(0, 1) }, manager).expect(403);
      const many = Array.from({ length: 51 }, (_, index) => index.toString(16).padStart(24, '0'));
      const tooMany = await issue({ ids: many }).expect(400);
      expect((tooMany.body as Failure).errors).toEqual([{ field: 'ids', message: 'At most 50 people at once' }]);
    });
  });

  describe('open screens', () => {
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
});

describe('the last active super admin', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start();
  });
  afterEach(() => app.close());

  it('stays, alone, in a race, and in a crowd', async () => {
    const [one, two] = [await app.person('super_admin'), await app.person('super_admin')];
    const place = await app.laboratory();
    const demote = (by: Person, whom: Person) =>
      app.as(by).put(`/api/staff/${whom.id}`).send({ role: 'manager', laboratoryId: place.id, version: 1 });
    const answers = await Promise.all([demote(one, two), demote(two, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.map(codeOf)).toContain('LAST_SUPER_ADMIN');
    const left = answers[0].status === 200 ? one : two;
    const list = await app.as(left).get('/api/staff').query({ role: 'super_admin', status: 'active' }).expect(200);
    expect((answerOf(list) as StaffMember[]).map(({ _id }) => _id)).toEqual([left.id]);

    // Even by another whose rights were taken only a moment ago, as their request was under way.
    const third = await app.person('super_admin');
    const rivals = await Promise.all([
      app.as(left).delete(`/api/staff/${third.id}`),
      app.as(third).put(`/api/staff/${left.id}`).send({ status: 'suspended', version: 1 }),
    ]);
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('tells people that someone changed their email address, whatever else changed with it', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const labAdmin = await app.person('lab_admin', { laboratoryId });
    const person = await app.person('staff', { laboratoryId });
    const change = { email: 'readdressed@lab.example', role: 'manager', version: 1 };
    await app.as(labAdmin).put(`/api/staff/${person.id}`).send(change).expect(200);
    const told = `system: Email address changed: ${labAdmin.user.name} changed your email address to ${change.email}.`;
    expect(await noticesOf(app, person)).toContain(told);
  });

  it('tells people on their return what was changed during their suspension', async () => {
    const { _id: laboratoryId } = await app.laboratory();
    const labAdmin = await app.person('lab_admin', { laboratoryId });
    const person = await app.person('staff', { laboratoryId });
    const change = (body: object) => app.as(labAdmin).put(`/api/staff/${person.id}`).send(body).expect(200);
    await change({ status: 'suspended', version: 1 });
    await change({ role: 'manager', version: 2 });
    await change({ status: 'active', version: 3 });
    const token = await app.login({ email: person.user.email, password: PASSWORD });
    expect(await noticesOf(app, { ...person, token })).toContain(
      `system: Role changed: ${labAdmin.user.name} changed your role to Manager.`,
    );
  });
});
