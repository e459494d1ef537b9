import type { AttendanceRecord, Leave } from '@shifa/contract';
import type { Types } from 'mongoose';
import { type AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { EARLIER, MONTH, MonthDesk, workedDay } from '../../../../test/attendance/month-desk';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

describe('the days of a closed month', () => {
  let months: MonthDesk;
  let desk: AttendanceDesk;
  let anita: Person;

  beforeEach(async () => {
    months = await MonthDesk.open();
    ({ desk, anita } = months);
  });
  afterEach(() => desk.close());

  it.each([
    ['the former laboratory is closed before the move', ['close', 'move', 'closeOther']],
    ['the former laboratory is closed after the move', ['move', 'close', 'closeOther']],
    ['the new laboratory is closed first', ['move', 'closeOther', 'close']],
  ])('pays each day of someone who moves in one laboratory, if %s', async (_, steps) => {
    const leave = await months.asked('2026-10-30');
    await months.decideLeave(desk.manager, leave).expect(200);
    await desk.runJobs();
    const other = await desk.app.laboratory();
    await desk.app.services.get(AttendanceBookRepository).setMarkedThrough(other._id, '2026-11-02', EARLIER);
    const change = (laboratoryId: string) =>
      desk.app.as(desk.head).put(`/api/staff/${anita.id}`).send({ laboratoryId, version: 1 });
    const closeIn = (laboratoryId: string) =>
      desk.app.as(desk.head).post(`/api/attendance/month-sheet/close`).send({ laboratoryId, month: MONTH }).expect(201);
    const run: Record<string, () => PromiseLike<unknown>> = {
      close: () => closeIn(desk.laboratory.id),
      closeOther: () => closeIn(other.id),
      move: () => change(other.id).expect(200),
    };
    for (const step of steps) await run[step]?.();
    const lines = await months.database
      .collection<{ lines: { userId: Types.ObjectId; figures: { paid?: number; elsewhere?: number } }[] }>(
        'month_closings',
      )
      .find({})
      .toArray();
    const paid = lines.flatMap((closing) =>
      closing.lines.filter(({ userId }) => userId.equals(anita.user._id)).map(({ figures }) => figures.paid ?? 0),
    );
    // Two days of work and one of leave, which has no record.
    expect(paid.reduce((sum, one) => sum + one, 0)).toBe(3);
  });

  it('keeps days as they are, except for a super admin, whose changes show as drift', async () => {
    await desk.runJobs();
    await months.closed();
    const [record] = await desk.read<AttendanceRecord[]>(
      desk.admin,
      `?userId=${anita.id}&from=2026-10-28&to=2026-10-28`,
    );
    if (!record) throw new Error('There is no record');
    const refusals = [
      [desk.correct(anita, workedDay('2026-10-29')), 'workDate'],
      [desk.correct(anita, workedDay('2026-10-31')), 'workDate'],
      [desk.enter(desk.admin, { userId: anita.id, ...workedDay('2026-10-31') }), 'workDate'],
      [
        desk.app
          .as(desk.admin)
          .put(`/api/attendance/${record._id}`)
          .send({ ...workedDay('2026-10-28', '09:00', '12:00'), version: record.version }),
      ],
      [
        desk.app
          .as(desk.admin)
          .post(`/api/attendance/${record._id}/shift`)
          .send({ shift: 'off', reason: 'Changed by phone', version: record.version }),
      ],
      [desk.app.as(desk.admin).delete(`/api/attendance/${record._id}?reason=Twice`)],
      [
        desk.app
          .as(anita)
          .post('/api/attendance/leaves')
          .send({ type: 'casual', from: '2026-10-30', to: '2026-10-30', reason: 'A wedding' }),
        'from',
      ],
    ] as const;
    for (const [request, field] of refusals) {
      const refused = failureOf(await request.expect(409));
      expect(refused.errors.map((error) => error.field)).toEqual(field === undefined ? [] : [field]);
      expect(refused).toMatchObject({
        code: 'MONTH_CLOSED',
        message: 'October 2026 is closed. Only a super admin can change it, or reopen the month first.',
      });
    }
    expect((await months.sheet()).drift.total).toBe(0);
    const entered = await desk.enter(desk.head, { userId: anita.id, ...workedDay('2026-10-31') }).expect(201);
    expect((await months.sheet()).pending.total).toBe(1);
    // Decided by a super admin as well.
    const { _id } = (entered.body as { data: AttendanceRecord }).data;
    expect(failureOf(await desk.decide(desk.admin, { _id }).expect(409)).code).toBe('MONTH_CLOSED');
    await desk.decide(await desk.app.person('super_admin'), { _id }).expect(200);
    const { drift, lines } = await months.sheet();
    expect(drift.items.map(({ figure, closed: then, now }) => [figure, then, now])).toEqual([
      ['paid', 2, 3],
      ['lossOfPay', 2, 1],
      ['worked', 2, 3],
      ['absent', 2, 1],
    ]);
    expect(lines.find((line) => line.person._id === anita.id)?.figures.worked).toBe(2);
  });

  it('lets leave into other months, and not into the closed one', async () => {
    desk.at('2026-10-27 08:00');
    const across = await months.asked('2026-10-31', '2026-11-05');
    await months.decideLeave(desk.admin, across).expect(200);
    desk.at('2026-11-03 08:00');
    await desk.runJobs();
    await months.closed();
    expect(months.figuresOf(await months.sheet())).toMatchObject({ leave_casual: 1 });
    const cancelled = await desk.app
      .as(desk.admin)
      .delete(`/api/attendance/leaves/${across._id}?reason=Needed`)
      .expect(409);
    expect(failureOf(cancelled).code).toBe('MONTH_CLOSED');
    await months.asked('2026-11-10');
  });

  it('does not let leave of a person who moved in change it', async () => {
    await desk.runJobs();
    const other = await desk.app.laboratory({ weeklyOff: [0] });
    const mover = await desk.staff({ laboratoryId: other._id, createdAt: EARLIER });
    const body = { type: 'casual', from: '2026-10-30', to: '2026-10-30', reason: 'A wedding' };
    const leave = await desk.app.as(mover).post('/api/attendance/leaves').send(body).expect(201);
    const { _id } = (leave.body as { data: Leave }).data;
    await months.closed();
    await months.database
      .collection('users')
      .updateOne({ _id: mover.user._id }, { $set: { laboratoryId: desk.laboratory._id } });
    const decide = (viewer: Person) =>
      desk.app.as(viewer).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true });
    const theirAdmin = await desk.app.person('lab_admin', { laboratoryId: other._id });
    expect(failureOf(await decide(theirAdmin).expect(409)).code).toBe('MONTH_CLOSED');
    await decide(desk.head).expect(200);
    expect((await months.sheet()).drift.total).toBeGreaterThan(0);
  });

  it('takes no late tap of the closed month', async () => {
    desk.at('2026-11-02 08:00');
    await desk.runJobs();
    await months.closed();
    const tap = (action: string, tappedAt: string) =>
      desk.app
        .as(anita)
        .post('/api/attendance/offline-punches')
        .send({ action, tappedAt, sentAt: '2026-11-02T02:30:00.000Z', punchId: `tap-${action}-1` });
    const refused = await tap('clock_in', '2026-10-31T03:30:00.000Z');
    expect(failureOf(refused)).toMatchObject({ code: 'MONTH_CLOSED' });
  });
});
