import type { AttendanceReport, AuditEntry, Leave } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { objectId } from '../../../platform/domain/object-id';
import type { Person } from '../../../../test/test-app';
import { failureOf, LeaveDesk, leaveOf } from '../../../../test/attendance/leave-desk';

describe('the leave of a person who moves', () => {
  let desk: LeaveDesk;
  let there: Awaited<ReturnType<LeaveDesk['app']['laboratory']>>;
  let theirAdmin: Person;

  beforeAll(async () => {
    desk = await LeaveDesk.open();
    there = await desk.app.laboratory({ weeklyOff: [0] });
    theirAdmin = await desk.app.person('lab_admin', { laboratoryId: there._id });
  });
  afterAll(() => desk.close());

  const move = (person: Person) =>
    desk.app.as(desk.head).put(`/api/staff/${person.id}`).send({ version: 1, laboratoryId: there.id }).expect(200);
  const own = (person: Person) => desk.read<Leave[]>(person, '', { userId: person.id });

  it('goes with them unless it is settled, and is noted in its history', async () => {
    const person = await desk.staff();
    const past = await desk.approved(person, '2026-11-16');
    const late = await desk.requested(person, '2026-11-17');
    const coming = await desk.approved(person, '2026-11-24');
    const asked = await desk.requested(person, '2026-11-25');
    const rejected = await desk.requested(person, '2026-11-26');
    await desk.decide(desk.admin, rejected, { approved: false, reason: 'The audit is on' }).expect(200);
    await move(person);
    const placeOf = new Map((await own(person)).map(({ _id, laboratoryId }) => [_id, laboratoryId._id]));
    for (const { _id } of [past, rejected]) expect(placeOf.get(_id)).toBe(desk.laboratory.id);
    for (const { _id } of [late, coming, asked]) expect(placeOf.get(_id)).toBe(there.id);
    const [newest] = await desk.read<AuditEntry[]>(theirAdmin, `/${asked._id}/history`);
    expect(newest).toMatchObject({ action: 'leave.moved', by: { name: desk.head.user.name } });
    // The approval holds for what was approved.
    expect(await desk.read<Leave>(theirAdmin, `/${coming._id}`)).toMatchObject({
      status: 'approved',
      decidedBy: desk.admin.user.name,
      version: 3,
    });
    await desk.decide(desk.admin, asked).expect(404);
    expect(leaveOf(await desk.decide(theirAdmin, asked).expect(200)).status).toBe('approved');
    await desk.cancel(theirAdmin, coming, { reason: 'The audit was moved' }).expect(200);
  });

  it('tells those who can decide on it there', async () => {
    const person = await desk.staff({ name: 'Meera Pillai' });
    await desk.requested(person, '2026-11-25');
    await move(person);
    const answer = await desk.app.as(theirAdmin).get('/api/notifications').expect(200);
    expect((answer.body as { data: object[] }).data).toContainEqual(
      expect.objectContaining({ type: 'leave_request', message: expect.stringContaining('Meera Pillai') as string }),
    );
  });

  it.each(['staff', 'manager'] as const)('stays in reach of the %s, wherever it is kept', async (role) => {
    const here = { laboratoryId: desk.laboratory._id, joiningDate: '2024-01-01' };
    const person = await desk.app.person(role, here);
    const [past, coming] = [await desk.approved(person, '2026-11-16'), await desk.approved(person, '2026-11-24')];
    await move(person);
    // As it was left before leave went with people.
    const leaves = desk.app.services.get<Connection>(getConnectionToken()).collection('leaves');
    await leaves.updateOne(
      { _id: objectId(coming._id) },
      { $set: { laboratoryId: desk.laboratory._id }, $unset: { approvedIn: 1 } },
    );
    expect((await own(person)).map(({ _id }) => _id)).toEqual([coming._id, past._id]);
    for (const { _id } of [past, coming]) {
      expect((await desk.read<AuditEntry[]>(person, `/${_id}/history`)).at(-1)).toMatchObject({
        action: 'leave.created',
      });
    }
    expect(await desk.read<Leave>(person, `/${coming._id}`)).toMatchObject({ actions: { cancel: { allowed: true } } });
    expect(leaveOf(await desk.cancel(person, coming).expect(200)).status).toBe('cancelled');
    expect(failureOf(await desk.cancel(person, past).expect(409)).code).toBe('LEAVE_ENDED');
    await desk.app.as(theirAdmin).get(`/api/attendance/leaves/${past._id}`).expect(404);
  });

  it('is decided by the balance of where they belong, which is the one they are shown', async () => {
    const person = await desk.staff();
    const leave = await desk.requested(person, '2026-11-25');
    const database = desk.app.services.get<Connection>(getConnectionToken());
    await move(person);
    // As it was left before leave went with people.
    await database
      .collection('leaves')
      .updateOne({ _id: objectId(leave._id) }, { $set: { laboratoryId: desk.laboratory._id } });
    const $set = { 'policies.attendance.casualLeaveDays': 0 };
    await database.collection('laboratories').updateOne({ _id: there._id }, { $set });
    expect(await desk.balance(theirAdmin, 'casual', { userId: person.id })).toEqual([0, 0, 1, 0]);
    expect(failureOf(await desk.decide(desk.admin, leave).expect(409)).code).toBe('LEAVE_BALANCE_EXCEEDED');
  });

  it('is counted where they belong, until their last day', async () => {
    const [moved, left] = [await desk.staff(), await desk.staff()];
    for (const person of [moved, left]) await desk.approved(person, '2026-11-16', { to: '2026-11-17' });
    const report = async ({ id }: { id: string }, groupBy = 'person') => {
      const query = { from: '2026-11-16', to: '2026-11-17', groupBy, laboratoryId: id };
      const answer = await desk.app.as(desk.head).get('/api/attendance/report').query(query).expect(200);
      const { rows } = (answer.body as { data: AttendanceReport }).data;
      return new Map(rows.map(({ key, totals }) => [key, totals.leaveDays]));
    };
    await move(moved);
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    await users.updateOne({ _id: left.user._id }, { $set: { exitDate: '2026-11-16' } });
    expect((await report(desk.laboratory)).get(moved.id)).toBeUndefined();
    expect((await report(desk.laboratory)).get(left.id)).toBe(1);
    expect((await report(there)).get(moved.id)).toBe(2);
    expect([...(await report(there, 'laboratory')).keys()]).toEqual([there.id]);
  });
});
