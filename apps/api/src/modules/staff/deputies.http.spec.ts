import { once } from 'node:events';
import type {
  Approvers,
  AttendanceRecord,
  AuditEntry,
  BulkAnswer,
  ClientToServerEvents,
  ExplainedPermission,
  Failure,
  Leave,
  ServerToClientEvents,
  SessionUser,
  StaffMember,
  Transaction,
} from '@shifa/contract';
import { createTransactionBody } from '@shifa/contract/testing';
import { io, type Socket } from 'socket.io-client';
import { RequestLimits } from '../../platform/http/request-limits';
import { Clock } from '../../platform/time/clock';
import { PASSWORD, type Person, TestApp } from '../../../test/test-app';
import { AccessListener } from '../access/access.listener';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { StaffPort } from './staff.port';
import type { UserRow } from './user.document';

type Kind = 'transactions' | 'attendance' | 'leave';
type Envelope<Data> = { data: Data };
type Client = Socket<ServerToClientEvents, ClientToServerEvents>;

const dataOf = <Data>({ body }: { body: unknown }): Envelope<Data>['data'] => (body as Envelope<Data>).data;
const failureOf = ({ body }: { body: unknown }) => body as Failure;
const kinds: Kind[] = ['transactions', 'attendance', 'leave'];
const paths = { transactions: '/api/transactions', attendance: '/api/attendance', leave: '/api/attendance/leaves' };
const TODAY = '2026-11-18';

/** Wednesday the 18th of November 2026 at noon, in a laboratory in Kolkata. */
describe('the deputy of an approver', () => {
  let app: TestApp;
  let laboratory: LaboratoryRow & { id: string };
  let there: Partial<UserRow>;
  let head: Person;
  /** A lab admin who enters what others decide. */
  let clerk: Person;
  let worker: Person;
  /** Without any permission to approve. */
  let deputy: Person;
  let nextDay = 1;

  const at = (time: string) => jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date(`${time}+05:30`));

  beforeAll(async () => {
    app = await TestApp.start();
    app.services.get(RequestLimits).lift();
    at(`${TODAY}T12:00:00`);
    laboratory = await app.laboratory({ timezone: 'Asia/Kolkata', weeklyOff: [] });
    there = { laboratoryId: laboratory._id, joiningDate: '2024-01-01' };
    head = await app.person('super_admin');
    clerk = await app.person('lab_admin', there);
    worker = await app.person('staff', there);
  });
  beforeEach(async () => {
    at(`${TODAY}T12:00:00`);
    deputy = await app.person('staff', { ...there, name: 'Nikhil Sen' });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const naming = ({ user: { _id, name } }: Pick<Person, 'user'>): Pick<UserRow, 'deputy'> => ({
    deputy: { _id, name, influences: [] },
  });
  /** A lab admin with the deputy. */
  const approver = (overrides: Partial<UserRow> = {}) =>
    app.person('lab_admin', { ...there, name: 'Asha Rao', ...naming(deputy), ...overrides });
  /** Suspended by someone who let the deputy act. */
  const suspendedApprover = (overrides: Partial<UserRow> = {}) => {
    const fields = { ...there, name: 'Asha Rao', ...naming(deputy), status: 'suspended' as const, ...overrides };
    const confirmed = { by: { _id: head.user._id, name: head.user.name }, at: new Date() };
    return app.user('lab_admin', { ...fields, deputy: fields.deputy && { ...fields.deputy, confirmed } });
  };
  const read = async (id: string) => dataOf<StaffMember>(await app.as(head).get(`/api/staff/${id}`).expect(200));
  const update = async (id: string, changes: object, by = head) => {
    const { version } = await read(id);
    return app
      .as(by)
      .put(`/api/staff/${id}`)
      .send({ version, ...changes });
  };
  const setStatus = async ({ id }: Pick<Person, 'id'>, status: 'active' | 'suspended') => {
    expect((await update(id, { status, ...(status === 'suspended' && { deputyActs: true }) })).status).toBe(200);
  };
  const me = async (person: Person) =>
    dataOf<{ user: SessionUser }>(await app.as(person).get('/api/auth/me').expect(200)).user;

  async function enter(
    kind: Kind,
    by: Person = kind === 'transactions' ? clerk : worker,
    laboratoryId = laboratory.id,
  ) {
    if (kind === 'transactions') {
      const body = createTransactionBody({ laboratoryId, date: TODAY });
      return dataOf<Transaction>(await app.as(by).post(paths.transactions).send(body).expect(201))._id;
    }
    const day = String(nextDay++).padStart(2, '0');
    if (kind === 'leave') {
      const body = { type: 'unpaid', from: `2027-01-${day}`, to: `2027-01-${day}`, reason: 'A wedding' };
      return dataOf<Leave>(await app.as(by).post(paths.leave).send(body).expect(201))._id;
    }
    const workDate = `2026-10-${day}`;
    const segments = [{ in: `${workDate}T09:00`, out: `${workDate}T18:00` }];
    const body = { workDate, segments, reason: 'The phone was broken' };
    return dataOf<AttendanceRecord>(await app.as(by).post('/api/attendance/corrections').send(body))._id;
  }
  const decide = (kind: Kind, id: string, by: Person = deputy) =>
    app.as(by).put(`${paths[kind]}/${id}/approve`).send({ approved: true });
  async function onLeave(person: Person, fields: object = {}): Promise<string> {
    const body = { type: 'unpaid', from: TODAY, to: '2026-11-26', reason: 'Travel', ...fields };
    const { _id } = dataOf<Leave>(await app.as(person).post(paths.leave).send(body).expect(201));
    await decide('leave', _id, head).expect(200);
    return _id;
  }

  describe.each(kinds)('decides on %s', (kind) => {
    it('while the approver is suspended, and neither before nor after', async () => {
      const asha = await approver();
      const [first, second] = [await enter(kind), await enter(kind)];
      await decide(kind, first).expect(403);
      await setStatus(asha, 'suspended');
      await decide(kind, first).expect(200);
      await setStatus(asha, 'active');
      await decide(kind, second).expect(403);
    });

    it('and the decision and its history say for whom', async () => {
      await suspendedApprover();
      const id = await enter(kind);
      const decided = dataOf<Transaction | AttendanceRecord | Leave>(await decide(kind, id).expect(200));
      const by = 'approvals' in decided ? decided.approvals[0]?.by.name : decided.decidedBy;
      expect(by).toBe('Nikhil Sen (as deputy of Asha Rao)');
      const history = dataOf<AuditEntry[]>(await app.as(head).get(`${paths[kind]}/${id}/history`).expect(200));
      expect(history[0]?.by).toEqual({ _id: deputy.id, name: 'Nikhil Sen (as deputy of Asha Rao)' });
    });

    it('but not of other laboratories', async () => {
      await suspendedApprover();
      const other = await app.laboratory({ timezone: 'Asia/Kolkata', weeklyOff: [] });
      const stranger = await app.person('staff', { ...there, laboratoryId: other._id });
      const id = await enter(kind, kind === 'transactions' ? head : stranger, other.id);
      await decide(kind, id).expect(404);
    });

    it('but not on their own, nor on those of the approver', async () => {
      const asha = await approver();
      await app
        .as(head)
        .put(`/api/permissions/users/${deputy.id}`)
        .send({ permissions: { 'transactions.create': true } })
        .expect(200);
      const [own, theirs] = [await enter(kind, deputy), await enter(kind, asha)];
      await setStatus(asha, 'suspended');
      for (const id of [own, theirs]) {
        expect(failureOf(await decide(kind, id).expect(403)).code).toMatch(/^OWN_/);
      }
    });

    it('but not as the deputy of a deputy', async () => {
      const between = await app.user('manager', { ...there, ...naming(deputy), status: 'suspended' });
      const { _id, name } = between;
      await suspendedApprover({ deputy: { _id, name, influences: [] } });
      const id = await enter(kind, kind === 'transactions' ? clerk : await app.person('manager', there));
      expect(failureOf(await decide(kind, id).expect(403)).code).toMatch(/^(FORBIDDEN|APPROVER_TOO_LOW)$/);
    });
  });

  describe('acts during leave', () => {
    it('that is approved, from its first day to its last, and until it is cancelled', async () => {
      const asha = await approver();
      const [first, second] = [await enter('leave'), await enter('leave')];
      const leave = await onLeave(asha, { from: '2026-11-19' });
      await decide('leave', first).expect(403);
      at('2026-11-19T00:30:00');
      expect((await me(deputy)).deputyOf).toEqual([{ _id: asha.id, name: 'Asha Rao', until: '2026-11-26' }]);
      await decide('leave', first).expect(200);
      await app.as(head).delete(`${paths.leave}/${leave}?reason=Needed`).expect(200);
      await decide('leave', second).expect(403);
      at('2026-11-20T12:00:00');
      await onLeave(asha, { from: '2026-11-20', to: '2026-11-20' });
      expect((await me(deputy)).deputyOf).toHaveLength(1);
      at('2026-11-21T00:00:00');
      await decide('leave', second).expect(403);
    });

    it('of whole days, not of half a day, and not that is only requested', async () => {
      const asha = await approver();
      const half = { from: TODAY, to: TODAY, part: 'first_half' };
      await onLeave(asha, half);
      const id = await enter('attendance');
      await decide('attendance', id).expect(403);
      const rest = { type: 'unpaid', from: TODAY, to: TODAY, part: 'second_half', reason: 'Travel' };
      await app.as(asha).post(paths.leave).send(rest).expect(201);
      await decide('attendance', id).expect(403);
    });
  });

  it('is shown with the source of the permissions and asked to decide', async () => {
    const asha = await approver();
    await onLeave(asha);
    const query = { resource: 'transactions', action: 'approve' };
    const checked = await app.as(head).get(`/api/permissions/users/${deputy.id}/check`).query(query).expect(200);
    expect(dataOf<ExplainedPermission>(checked)).toMatchObject({
      allowed: true,
      scope: 'laboratory',
      source: 'deputy',
      reason: 'As deputy of Asha Rao until Nov 26.',
    });
    const id = await enter('transactions');
    const answer = await app.as(head).get(`/api/transactions/${id}/approvers`).expect(200);
    const { people } = dataOf<Approvers>(answer);
    expect(people.find(({ person }) => person?._id === deputy.id)).toMatchObject({
      person: { name: 'Nikhil Sen (as deputy of Asha Rao)' },
      approval: 'final',
    });
    const waiting = await app.as(deputy).get('/api/transactions').query({ waitingForMe: 'true' }).expect(200);
    expect(dataOf<Transaction[]>(waiting).map(({ _id }) => _id)).toContain(id);
    const { ofLaboratory } = await app.services.get(StaffPort).holdersIn('leave.approve', laboratory._id);
    expect(ofLaboratory.map(({ name }) => name)).toContain('Nikhil Sen');
  });

  it('gives an approval that is not independent of whoever named them', async () => {
    const asha = await app.person('lab_admin', { ...there, name: 'Asha Rao' });
    expect((await update(asha.id, { deputyId: deputy.id })).status).toBe(200);
    await setStatus(asha, 'suspended');
    const id = await enter('transactions', head);
    const { status, approvals } = dataOf<Transaction>(await decide('transactions', id).expect(200));
    expect(status).toBe('partially_approved');
    expect(approvals[0]?.note).toMatch(/gave this account the permission to approve/);
  });

  it('passes nothing on', async () => {
    const permissionOverrides = { 'permissions.edit': true, 'permissions.view': true };
    const manager = await app.person('manager', { ...there, permissionOverrides });
    await suspendedApprover(naming(manager));
    expect((await me(manager)).permissions['transactions.approve'].allowed).toBe(true);
    const target = `/api/permissions/users/${worker.id}`;
    const grant = { permissions: { 'transactions.approve': true } };
    expect(failureOf(await app.as(manager).put(target).send(grant).expect(403)).code).toBe('PERMISSION_NOT_HELD');
  });

  it('gets no password from somebody who could not approve as they do', async () => {
    const lacking = await app.person('lab_admin', { ...there, permissionOverrides: { 'leave.approve': false } });
    await suspendedApprover();
    const alone = await app.as(lacking).post(`/api/staff/${deputy.id}/temporary-password`).expect(403);
    const message =
      "You don't have these permissions, which this deputy gets during an absence: Leave: Approve and reject";
    expect(failureOf(alone)).toMatchObject({ code: 'PERMISSION_NOT_HELD', message });
    const body = { ids: [deputy.id], dryRun: true };
    const together = await app.as(lacking).post('/api/staff/temporary-passwords').send(body).expect(200);
    expect(dataOf<BulkAnswer>(together).results[0]?.fault?.message).toBe(message);
    await app.as(clerk).post(`/api/staff/${deputy.id}/temporary-password`).expect(200);
  });

  it('is neither resumed, rehired nor moved into acting by somebody who could not approve as they would', async () => {
    const everywhere = { 'leave.approve': false };
    const lacking = await app.person('super_admin', { permissionOverrides: everywhere });
    const elsewhere = { ...there, laboratoryId: (await app.laboratory({ timezone: 'Asia/Kolkata' }))._id };
    const [suspended, exited, moved] = [
      await app.user('staff', { ...there, status: 'suspended' }),
      await app.user('staff', { ...there, status: 'exited', exitDate: TODAY }),
      await app.user('staff', elsewhere),
    ];
    for (const user of [suspended, exited, moved]) await suspendedApprover(naming({ user }));
    const message = "You don't have these permissions, which this deputy would get: Leave: Approve and reject";
    const change = async ({ _id }: UserRow, changes: object, by: Person) => {
      const answer = await update(_id.toHexString(), changes, by);
      return answer.status === 200 ? 'changed' : failureOf(answer).message;
    };
    expect(await change(suspended, { status: 'active' }, lacking)).toBe(message);
    expect(await change(exited, { status: 'active' }, lacking)).toBe(message);
    expect(await change(moved, { laboratoryId: laboratory.id }, lacking)).toBe(message);
    expect(await change(suspended, { department: 'Office' }, lacking)).toBe('changed');
    const bulk = async (user: UserRow, body: object) => {
      const ids = [user._id.toHexString()];
      const answer = await app
        .as(lacking)
        .post('/api/staff/bulk-update')
        .send({ ids, dryRun: true, ...body });
      return dataOf<BulkAnswer>(answer).results[0]?.fault?.message;
    };
    expect(await bulk(suspended, { action: 'resume' })).toBe(message);
    expect(await bulk(moved, { action: 'move', laboratoryId: laboratory.id })).toBe(message);
    expect(await change(suspended, { status: 'active' }, head)).toBe('changed');
    expect(await change(suspended, { department: 'Ward' }, lacking)).toBe('changed');
  });

  it('does not get back what was taken away from them', async () => {
    const permissions = { 'leave.approve': false };
    await app.as(head).put(`/api/permissions/users/${deputy.id}`).send({ permissions }).expect(200);
    await suspendedApprover();
    expect((await me(deputy)).permissions).toMatchObject({
      'leave.approve': { allowed: false, source: 'override' },
      'attendance.approve': { allowed: true, source: 'deputy' },
    });
  });

  describe('is named', () => {
    it('by whoever edits the approver, and shown with why they cannot act', async () => {
      const asha = await app.user('lab_admin', there);
      const id = asha._id.toHexString();
      expect(dataOf<StaffMember>(await update(id, { deputyId: deputy.id })).deputyId).toEqual({
        _id: deputy.id,
        name: 'Nikhil Sen',
        obstacle: null,
        confirmed: null,
      });
      const history = dataOf<AuditEntry[]>(await app.as(head).get(`/api/staff/${id}/history`).expect(200));
      expect(history[0]?.changes).toEqual([{ field: 'deputyId', before: null, after: 'Nikhil Sen' }]);
      await setStatus(deputy, 'suspended');
      expect((await read(id)).deputyId?.obstacle).toBe('Nikhil Sen is suspended. Choose an active person.');
      expect(dataOf<StaffMember>(await update(id, { deputyId: null })).deputyId).toBeNull();
    });

    it.each<[why: string, deputyOf: () => Promise<string>, by: () => Person | Promise<Person>, message: RegExp]>([
      ['nobody names themselves', async () => (await approver()).id, () => clerk, /^You can't name yourself/],
      ['unknown people', () => Promise.resolve('0'.repeat(24)), () => head, /^Choose an active person/],
      [
        'suspended people',
        async () => idOf(await app.user('staff', { ...there, status: 'suspended' })),
        () => head,
        /is suspended/,
      ],
      ['people of other laboratories', async () => idOf(await stranger()), () => head, /same laboratory/],
      ['super admins', () => Promise.resolve(head.id), () => app.person('super_admin'), /same laboratory/],
      [
        'what the viewer lacks',
        () => Promise.resolve(deputy.id),
        () => lackingAdmin(),
        /You don't have these permissions/,
      ],
    ])('but refuses %s', async (why, deputyOf, by, message) => {
      const manager = await app.user('manager', there);
      const viewer = await by();
      const deputyId = why.startsWith('nobody') ? viewer.id : await deputyOf();
      const { errors } = failureOf(await update(idOf(manager), { deputyId }, viewer));
      expect(errors).toEqual([{ field: 'deputyId', message: expect.stringMatching(message) as string }]);
    });

    it('for as long as the approver has the role and the laboratory', async () => {
      const named = async () => idOf(await app.user('manager', { ...there, ...naming(deputy) }));
      const other = await app.laboratory();
      const [moved, promoted, bulk, exited] = [await named(), await named(), await named(), await named()];
      await update(moved, { laboratoryId: other.id });
      await update(promoted, { role: 'lab_admin' });
      const body = { ids: [bulk], action: 'move', laboratoryId: other.id };
      await app.as(head).post('/api/staff/bulk-update').send(body).expect(200);
      await app.as(head).delete(`/api/staff/${exited}`).expect(200);
      for (const id of [moved, promoted, bulk, exited]) expect((await read(id)).deputyId).toBeNull();
    });

    const idOf = ({ _id }: UserRow) => _id.toHexString();
    const stranger = async () => app.user('staff', { laboratoryId: (await app.laboratory())._id });
    const lackingAdmin = () => app.person('lab_admin', { ...there, permissionOverrides: { 'leave.approve': false } });
  });

  it('has open screens that receive what they may decide on, for as long as they act', async () => {
    const asha = await approver();
    const client: Client = io(app.url, {
      auth: { token: deputy.token },
      reconnection: false,
      transports: ['websocket'],
    });
    await once(client as never, 'connect');
    const received: string[] = [];
    client.on('leave:updated', ({ _id }) => received.push(_id));
    const request = async () => {
      const id = await enter('leave');
      await client.emitWithAck('leave-laboratory', '0'.repeat(24));
      return id;
    };
    const listener = app.services.get(AccessListener);
    await request();
    await setStatus(asha, 'suspended');
    const whileSuspended = await request();
    await setStatus(asha, 'active');
    await request();
    const again = { ...asha, token: await app.login({ email: asha.user.email, password: PASSWORD }) };
    await onLeave(again, { from: '2026-11-19', to: '2026-11-19' });
    await request();
    at('2026-11-19T00:00:30');
    await listener.followAbsences();
    const duringLeave = await request();
    at('2026-11-20T00:00:30');
    await listener.followAbsences();
    await request();
    client.close();
    expect(received).toEqual([whileSuspended, duringLeave]);
  });
});
