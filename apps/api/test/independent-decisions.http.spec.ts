import type { StaffWithPassword } from '@shifa/contract';
import { createStaffBody } from '@shifa/contract/testing';
import { AttendanceDesk, dataOf, failureOf, recordOf } from './attendance/attendance-desk';
import { RosterDesk } from './attendance/roster-desk';
import { waitingOrder } from './purchasing/waiting-order';
import { waitingWriteOff } from './inventory/waiting-write-off';
import { Decider } from '../src/platform/decisions/decider';
import { permittedRoutes } from './access/routes';
import { PASSWORD, type Person } from './test-app';

const DAY = '2026-11-23';
const NEW_PASSWORD = 'Another-horse-2';

describe('the independence of decisions', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 08:00');
    roster = new RosterDesk(desk);
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-23 08:00'));
  afterEach(() => jest.restoreAllMocks());

  /** Somebody whose account the other person has just created, and who has chosen their own password. */
  async function createdBy(creator: Person, role: 'lab_admin' | 'manager' | 'staff'): Promise<Person> {
    const body = createStaffBody({ role, laboratoryId: desk.laboratory.id, joiningDate: '2026-01-01' });
    const made = dataOf<StaffWithPassword>(await desk.app.as(creator).post('/api/staff').send(body).expect(201));
    return signedIn(made);
  }
  async function signedIn({ _id, email, temporaryPassword }: StaffWithPassword): Promise<Person> {
    const first = await desk.app.login({ email, password: temporaryPassword });
    const change = { currentPassword: temporaryPassword, newPassword: NEW_PASSWORD };
    await desk.app.as({ token: first }).put('/api/auth/password').send(change).expect(200);
    const token = await desk.app.login({ email, password: NEW_PASSWORD });
    return { ...desk.manager, id: _id, token };
  }
  const requestLeave = async (person: Person, from: string, to = from) => {
    const body = { type: 'casual', from, to, reason: 'A wedding in the family' };
    return dataOf<{ _id: string }>(await desk.app.as(person).post('/api/attendance/leaves').send(body).expect(201));
  };
  /** A shift of the person on the day, which a colleague has agreed to take. */
  async function acceptedSwap(person: Person, day: string): Promise<{ _id: string }> {
    const [{ _id }, colleague] = [await roster.shiftType(), await desk.staff()];
    await roster.published(person, { [day]: _id });
    await roster.published(colleague, { [day]: 'off' });
    const body = { day, userIds: [colleague.id] };
    const swap = dataOf<{ _id: string }>(await roster.post('roster/swaps', body, person).expect(201));
    await roster.post(`roster/swaps/${swap._id}/accept`, {}, colleague).expect(200);
    return swap;
  }
  const decideLeave = (person: Person, { _id }: { _id: string }) =>
    desk.app.as(person).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true });

  it('is judged by one function on every route whose permission is an approval', async () => {
    const judged = jest.spyOn(Decider, 'judged');
    const missing = '0'.repeat(24);
    const entry = {
      type: 'expense',
      date: DAY,
      amount: '1200',
      category: 'petty_cash',
      paymentMethod: 'cash',
      description: 'Tea for the camp',
      laboratoryId: desk.laboratory.id,
    };
    const waiting: Record<string, () => Promise<string>> = {
      'write-offs': () =>
        waitingWriteOff(desk.app, { laboratoryId: desk.laboratory.id, admin: desk.head, requester: desk.manager }),
      'purchase-orders': () =>
        waitingOrder(desk.app, { laboratoryId: desk.laboratory.id, admin: desk.head, requester: desk.manager }),
      attendance: async () => (await desk.worked(await desk.staff(), `${DAY} 09:00`, `${DAY} 20:00`))._id,
      leaves: async () => (await requestLeave(await desk.staff(), '2026-12-01'))._id,
      swaps: async () => (await acceptedSwap(await desk.staff(), '2026-12-01'))._id,
      transactions: async () =>
        dataOf<{ _id: string }>(await desk.app.as(desk.head).post('/api/transactions').send(entry).expect(201))._id,
    };
    const routes = permittedRoutes
      .filter(({ policy: { permission }, route }) => permission.endsWith('.approve') && route.method !== 'GET')
      .map(({ route }) => route);
    expect(routes).toHaveLength(12);
    for (const { path, method } of routes) {
      const kind = path.split('/').findLast((part) => part in waiting) ?? missing;
      desk.at('2026-11-23 08:00');
      const _id = (await waiting[kind]?.()) ?? missing;
      const items = { [kind === 'transactions' ? 'entries' : 'items']: [{ _id }] };
      judged.mockClear();
      const url = `/api${path.replace(/^\/api/, '').replace(':id', _id)}`;
      const request = desk.app.as(desk.admin)[method === 'PUT' ? 'put' : 'post'](url);
      await request.send(method === 'PUT' ? { approved: true } : items).expect(200);
      expect([path, judged.mock.calls.some(([, , row]) => String((row as { _id: unknown })._id) === _id)]).toEqual([
        path,
        true,
      ]);
    }
  });

  it('prevents a decision by a deputy whose password the person has issued', async () => {
    const permissionOverrides = { 'staff.view': true, 'staff.edit': true };
    const inLaboratory = { laboratoryId: desk.laboratory._id, joiningDate: '2026-01-01' };
    const manager = await desk.app.person('manager', { ...inLaboratory, permissionOverrides });
    const deputy = await desk.staff();
    const { _id, name } = deputy.user;
    const asha = await desk.app.person('lab_admin', { ...inLaboratory, deputy: { _id, name, influences: [] } });
    const reset = await desk.app.as(manager).post(`/api/staff/${deputy.id}/temporary-password`).expect(403);
    expect(failureOf(reset).code).toBe('PERMISSION_NOT_HELD');

    // Issued before the person became a deputy.
    const day = await desk.worked(manager, `${DAY} 04:00`, `${DAY} 21:30`);
    desk.at('2026-11-24 12:00');
    const later = await desk.staff();
    await Promise.all([manager, desk.head].map((person) => desk.app.confirm(person)));
    const made = dataOf<StaffWithPassword>(
      await desk.app.as(manager).post(`/api/staff/${later.id}/temporary-password`).expect(200),
    );
    const puppet = await signedIn(made);
    const version = dataOf<{ version: number }>(await desk.app.as(desk.head).get(`/api/staff/${asha.id}`)).version;
    await desk.app.as(desk.head).put(`/api/staff/${asha.id}`).send({ version, deputyId: later.id }).expect(200);
    const own = await requestLeave(manager, '2026-12-08');
    const swap = await acceptedSwap(manager, '2026-12-01');
    await decideLeave(desk.head, await requestLeave(asha, '2026-11-24')).expect(200);

    const refused = failureOf(await desk.decide(puppet, day).expect(403));
    expect(refused.code).toBe('APPROVER_DEPENDENT');
    expect(refused.message).toMatch(
      /reset the password of your account on .*, so you can't decide on this\. A super admin can decide\.$/,
    );
    expect(failureOf(await decideLeave(puppet, own).expect(403)).code).toBe('APPROVER_DEPENDENT');
    const decideSwap = desk.app.as(puppet).put(`/api/attendance/roster/swaps/${swap._id}/approve`);
    expect(failureOf(await decideSwap.send({ approved: true }).expect(403)).code).toBe('APPROVER_DEPENDENT');
    const shown = await desk.get(day._id, puppet);
    expect(shown.actions.approve).toEqual({ allowed: false, reason: refused.message });
    const waiting = await desk.read<unknown[]>(puppet, `?waitingForMe=true&userId=${manager.id}`);
    expect(waiting).toEqual([]);
    // Others are decided on as before.
    await decideLeave(puppet, await requestLeave(await desk.staff(), '2026-12-09')).expect(200);
  });

  it('prevents a decision on hours by an account that whoever entered them has created, and the reverse', async () => {
    const friend = await desk.staff();
    const body = { userId: friend.id, segments: [{ in: `${DAY}T01:00`, out: `${DAY}T07:00` }], reason: 'He was here' };
    const manager = await createdBy(desk.admin, 'manager');
    const entered = recordOf(await desk.enter(desk.admin, { ...body, workDate: DAY }).expect(201));
    expect(failureOf(await desk.decide(manager, entered).expect(403)).code).toBe('APPROVER_DEPENDENT');

    const other = await desk.staff();
    const through = recordOf(await desk.enter(manager, { ...body, userId: other.id, workDate: DAY }).expect(201));
    expect(failureOf(await desk.decide(desk.admin, through).expect(403)).code).toBe('APPROVER_DEPENDENT');
    await desk.decide(desk.head, through).expect(200);
  });

  it.each([
    ['moved', 'moved your account to another laboratory'],
    ['resumed', 'resumed your account'],
    ['rehired', 'reopened your account by rehiring'],
    ['moved with others', 'moved your account to another laboratory'],
    ['resumed with others', 'resumed your account'],
  ])('prevents a decision by an account that whoever entered the hours has %s', async (act, words) => {
    const elsewhere = await desk.app.laboratory({ weeklyOff: [0] });
    const inLaboratory = { laboratoryId: desk.laboratory._id, joiningDate: '2026-01-01' };
    const before = {
      moved: { laboratoryId: elsewhere._id },
      resumed: { status: 'suspended' as const },
      rehired: { status: 'exited' as const, exitDate: '2026-11-01' },
    }[act.split(' ')[0] as 'moved'];
    const manager = await desk.app.user('manager', { ...inLaboratory, ...before });
    const id = manager._id.toHexString();
    const { id: laboratoryId } = desk.laboratory;
    const head = desk.app.as(desk.head);
    if (act === 'moved with others') {
      await head
        .post('/api/staff/bulk-update')
        .send({ ids: [id], action: 'move', laboratoryId })
        .expect(200);
    } else if (act === 'resumed with others') {
      await head
        .post('/api/staff/bulk-update')
        .send({ ids: [id], action: 'resume' })
        .expect(200);
    } else {
      const changes = act === 'moved' ? { laboratoryId } : { status: 'active' };
      await head
        .put(`/api/staff/${id}`)
        .send({ ...changes, version: 1 })
        .expect(200);
    }
    const person: Person = {
      user: manager,
      id,
      token: await desk.app.login({ email: manager.email, password: PASSWORD }),
    };
    const hours = async (by: Person) => {
      const friend = await desk.staff();
      const segments = [{ in: `${DAY}T01:00`, out: `${DAY}T07:00` }];
      const body = { userId: friend.id, segments, reason: 'He was here', workDate: DAY };
      return recordOf(await desk.enter(by, body).expect(201));
    };
    const refused = failureOf(await desk.decide(person, await hours(desk.head)).expect(403));
    expect(refused.code).toBe('APPROVER_DEPENDENT');
    expect(refused.message).toContain(`${desk.head.user.name} ${words} on `);
    // Of others, the account decides as any.
    await desk.decide(person, await hours(desk.admin)).expect(200);
    // It was not controlled: hours that it enters can be decided by the person who moved or resumed it.
    await desk.decide(desk.head, await hours(person)).expect(200);
  });

  it('sees through a chain of two accounts', async () => {
    const chief = await createdBy(desk.head, 'lab_admin');
    const manager = await createdBy(chief, 'manager');
    const friend = await desk.staff();
    const body = { userId: friend.id, segments: [{ in: `${DAY}T01:00`, out: `${DAY}T07:00` }], reason: 'He was here' };
    const entered = recordOf(await desk.enter(desk.head, { ...body, workDate: DAY }).expect(201));
    for (const dependent of [chief, manager]) {
      expect(failureOf(await desk.decide(dependent, entered).expect(403)).code).toBe('APPROVER_DEPENDENT');
    }
    await desk.decide(desk.admin, entered).expect(200);
  });
});
