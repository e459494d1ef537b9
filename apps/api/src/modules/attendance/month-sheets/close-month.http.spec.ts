import type { AttendanceRecord, Leave, MonthClosing, MonthSheet } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, Types } from 'mongoose';
import { AttendanceDesk, DAY_SHIFT, failureOf } from '../../../../test/attendance/attendance-desk';
import { chainOf } from '../../../../test/ledger';
import type { Person } from '../../../../test/test-app';
import { Caches } from '../../../platform/cache/caches';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

const MONTH = '2026-10';
const earlier = new Date('2026-09-01T00:00:00Z');
const path = '/api/attendance/month-sheet';

describe('closing a month', () => {
  let desk: AttendanceDesk;
  let person: Person;
  let chain: ReturnType<typeof chainOf>;

  const sheet = (viewer = desk.admin) =>
    desk.read<MonthSheet>(viewer, `/month-sheet?month=${MONTH}&laboratoryId=${desk.laboratory.id}`);
  const close = (viewer = desk.admin, month = MONTH) =>
    desk.app.as(viewer).post(`${path}/close`).send({ laboratoryId: desk.laboratory.id, month });
  const reopen = (viewer: Person, { _id, version }: MonthClosing, reason = 'A day was missing') =>
    desk.app.as(viewer).put(`${path}/closings/${_id}/reopen`).send({ reason, version });
  const closingOf = ({ body }: { body: unknown }) => (body as { data: MonthClosing }).data;
  const closed = async (viewer?: Person) => closingOf(await close(viewer).expect(201));
  const day = (workDate: string, from = '09:00', to = '18:00') => ({
    workDate,
    segments: [{ in: `${workDate}T${from}`, out: `${workDate}T${to}` }],
    reason: 'The display was off',
  });
  const asked = async (from: string, to = from) => {
    const body = { type: 'casual', from, to, reason: 'A wedding' };
    const answer = await desk.app.as(person).post('/api/attendance/leaves').send(body).expect(201);
    return (answer.body as { data: Leave }).data;
  };
  const figuresOf = ({ lines }: MonthSheet) => lines.find((line) => line.person._id === person.id)?.figures;
  const database = () => desk.app.services.get<Connection>(getConnectionToken());

  beforeEach(async () => {
    desk = await AttendanceDesk.open('2026-11-03 08:00');
    person = await desk.staff({ name: 'Anita', createdAt: earlier, joiningDate: '2026-10-28' });
    chain = chainOf(desk.app, 'months', desk.laboratory._id);
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-27', earlier);
    await desk.worked(person, '2026-10-28 09:00', '2026-10-28 18:00');
    await desk.worked(person, '2026-10-29 09:00', '2026-10-29 18:00');
    desk.at('2026-11-03 08:00');
  });
  afterEach(() => desk.close());

  it('is refused before the month is over, while something is pending, and without the right', async () => {
    expect(failureOf(await close(desk.admin, '2026-11').expect(409))).toMatchObject({ code: 'MONTH_NOT_OVER' });
    await desk.worked(person, '2026-10-30 09:00', '2026-10-30 21:00');
    desk.at('2026-11-03 08:00');
    const unmarked = failureOf(await close().expect(409));
    expect(unmarked).toMatchObject({ code: 'MONTH_UNDECIDED' });
    expect(unmarked.errors.map(({ message }) => message)).toEqual([
      'Oct 28, 2026: Absences not marked yet',
      'Anita, Oct 30, 2026: Overtime',
    ]);
    await desk.runJobs();
    const leave = await asked('2026-10-31', '2026-11-02');
    desk.at('2026-11-03 09:00');
    const own = { ...day('2026-10-29', '08:00'), reason: 'I came early' };
    const correction = await desk.correct(desk.manager, own).expect(200);
    const { _id: corrected } = (correction.body as { data: AttendanceRecord }).data;
    const pending = failureOf(await close(desk.admin).expect(409));
    expect(pending.errors.map(({ field }) => field)).toEqual([
      `/attendance/records/${corrected}`,
      expect.stringMatching(/^\/attendance\/records\//),
      `/attendance/leaves/review?item=${leave._id}`,
    ]);
    const { pending: listed, actions } = await sheet();
    expect(listed.items.map(({ kind, day: on }) => [kind, on])).toEqual([
      ['correction', '2026-10-29'],
      ['overtime', '2026-10-30'],
      ['leave', '2026-10-31'],
    ]);
    expect(actions.close).toMatchObject({ allowed: false });
    expect(actions.reopen).toBeUndefined();
    for (const one of [desk.manager, person]) await close(one).expect(403);
    const other = await desk.app.laboratory();
    await desk.app.as(desk.admin).post(`${path}/close`).send({ laboratoryId: other.id, month: MONTH }).expect(404);
  });

  it('closes the figures that were seen, or nothing', async () => {
    await desk.runJobs();
    const send = (figuresDigest: string | null) =>
      desk.app
        .as(desk.admin)
        .post(`${path}/close`)
        .send({ laboratoryId: desk.laboratory.id, month: MONTH, figuresDigest });
    const leave = await asked('2026-10-30');
    const seen = await sheet();
    const approval = desk.app.as(desk.manager).put(`/api/attendance/leaves/${leave._id}/approve`);
    await approval.send({ approved: true }).expect(200);
    expect(failureOf(await send(seen.figuresDigest).expect(409))).toMatchObject({ code: 'MONTH_CHANGED' });
    const now = await sheet();
    expect(now).toMatchObject({ closing: null, closings: [] });
    expect(now.figuresDigest).not.toBe(seen.figuresDigest);
    expect([seen, now].map((month) => figuresOf(month)?.leave_casual)).toEqual([0, 1]);

    // Another name, and so another place in the list, is no other figure.
    await desk.app.as(desk.head).put(`/api/staff/${person.id}`).send({ name: 'Zara Rao', version: 1 }).expect(200);
    await send(now.figuresDigest).expect(201);
    expect((await sheet()).figuresDigest).toBeNull();
  });

  it.each([
    ['the former laboratory is closed before the move', ['close', 'move', 'closeOther']],
    ['the former laboratory is closed after the move', ['move', 'close', 'closeOther']],
    ['the new laboratory is closed first', ['move', 'closeOther', 'close']],
  ])('pays each day of someone who moves in one laboratory, if %s', async (_, steps) => {
    const leave = await asked('2026-10-30');
    await desk.app
      .as(desk.manager)
      .put(`/api/attendance/leaves/${leave._id}/approve`)
      .send({ approved: true })
      .expect(200);
    await desk.runJobs();
    const other = await desk.app.laboratory();
    await desk.app.services.get(AttendanceBookRepository).setMarkedThrough(other._id, '2026-11-02', earlier);
    const change = (laboratoryId: string) =>
      desk.app.as(desk.head).put(`/api/staff/${person.id}`).send({ laboratoryId, version: 1 });
    const closeIn = (laboratoryId: string) =>
      desk.app.as(desk.head).post(`${path}/close`).send({ laboratoryId, month: MONTH }).expect(201);
    const run: Record<string, () => PromiseLike<unknown>> = {
      close: () => closeIn(desk.laboratory.id),
      closeOther: () => closeIn(other.id),
      move: () => change(other.id).expect(200),
    };
    for (const step of steps) await run[step]?.();
    const lines = await database()
      .collection<{ lines: { userId: Types.ObjectId; figures: { paid?: number; elsewhere?: number } }[] }>(
        'month_closings',
      )
      .find({})
      .toArray();
    const paid = lines.flatMap((closing) =>
      closing.lines.filter(({ userId }) => userId.equals(person.user._id)).map(({ figures }) => figures.paid ?? 0),
    );
    // Two days of work and one of leave, which has no record.
    expect(paid.reduce((sum, one) => sum + one, 0)).toBe(3);
  });

  it('shows its own pending work to the one who closes', async () => {
    await desk.runJobs();
    const own = { ...day('2026-10-29'), reason: 'I was here' };
    await desk.correct(desk.admin, own).expect(200);
    const { pending } = await sheet();
    expect(pending.items.map(({ person: whose }) => whose?._id)).toEqual([desk.admin.id]);
    await close().expect(409);
  });

  it('stores the lines, has one winner of many, and is in the ledger', async () => {
    await desk.runJobs();
    const before = await sheet();
    const answers = await Promise.all(Array.from({ length: 64 }, () => close()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 201).map((answer) => failureOf(answer).code);
    expect(new Set(losers)).toEqual(new Set(['MONTH_ALREADY_CLOSED']));
    const after = await sheet();
    expect(after.lines).toEqual(before.lines);
    expect(after).toMatchObject({ closing: { number: 1, people: before.lines.length }, drift: { total: 0 } });
    expect(after.actions).toEqual({ reopen: { allowed: true } });
    expect((await chain.links()).map(([, version]) => version)).toEqual([1]);
    expect(await chain.verified()).toBeNull();
    await database()
      .collection('users')
      .updateMany({}, { $set: { name: 'Corrected' } });
    const closings = database().collection<{ lines: { name: string; figures: object }[] }>('month_closings');
    const { lines = [] } = (await closings.findOne({})) ?? {};
    const write = (part: object) =>
      closings.updateMany({}, { $set: { lines: lines.map((one) => ({ ...one, ...part })) } });
    await write({ name: 'Corrected' });
    expect(await chain.verified()).toBeNull();
    await write({ figures: { paid: 31 } });
    expect(await chain.verified()).toMatchObject({ fault: 'document_changed' });
  });

  it('keeps days as they are, except for a super admin, whose changes show as drift', async () => {
    await desk.runJobs();
    await closed();
    const [record] = await desk.read<AttendanceRecord[]>(
      desk.admin,
      `?userId=${person.id}&from=2026-10-28&to=2026-10-28`,
    );
    if (!record) throw new Error('There is no record');
    const refusals = [
      [desk.correct(person, day('2026-10-29')), 'workDate'],
      [desk.correct(person, day('2026-10-31')), 'workDate'],
      [desk.enter(desk.admin, { userId: person.id, ...day('2026-10-31') }), 'workDate'],
      [
        desk.app
          .as(desk.admin)
          .put(`/api/attendance/${record._id}`)
          .send({ ...day('2026-10-28', '09:00', '12:00'), version: record.version }),
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
          .as(person)
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
    expect((await sheet()).drift.total).toBe(0);
    const entered = await desk.enter(desk.head, { userId: person.id, ...day('2026-10-31') }).expect(201);
    expect((await sheet()).pending.total).toBe(1);
    // Decided by a super admin as well.
    const { _id } = (entered.body as { data: AttendanceRecord }).data;
    expect(failureOf(await desk.decide(desk.admin, { _id }).expect(409)).code).toBe('MONTH_CLOSED');
    await desk.decide(await desk.app.person('super_admin'), { _id }).expect(200);
    const { drift, lines } = await sheet();
    expect(drift.items.map(({ figure, closed: then, now }) => [figure, then, now])).toEqual([
      ['paid', 2, 3],
      ['lossOfPay', 2, 1],
      ['worked', 2, 3],
      ['absent', 2, 1],
    ]);
    expect(lines.find((line) => line.person._id === person.id)?.figures.worked).toBe(2);
  });

  it('lets leave into other months, and not into the closed one', async () => {
    desk.at('2026-10-27 08:00');
    const across = await asked('2026-10-31', '2026-11-05');
    await desk.app
      .as(desk.admin)
      .put(`/api/attendance/leaves/${across._id}/approve`)
      .send({ approved: true })
      .expect(200);
    desk.at('2026-11-03 08:00');
    await desk.runJobs();
    await closed();
    expect(figuresOf(await sheet())).toMatchObject({ leave_casual: 1 });
    const cancelled = await desk.app
      .as(desk.admin)
      .delete(`/api/attendance/leaves/${across._id}?reason=Needed`)
      .expect(409);
    expect(failureOf(cancelled).code).toBe('MONTH_CLOSED');
    await asked('2026-11-10');
  });

  it('does not let leave of a person who moved in change it', async () => {
    await desk.runJobs();
    const other = await desk.app.laboratory({ weeklyOff: [0] });
    const mover = await desk.staff({ laboratoryId: other._id, createdAt: earlier });
    const body = { type: 'casual', from: '2026-10-30', to: '2026-10-30', reason: 'A wedding' };
    const leave = await desk.app.as(mover).post('/api/attendance/leaves').send(body).expect(201);
    const { _id } = (leave.body as { data: Leave }).data;
    await closed();
    await database()
      .collection('users')
      .updateOne({ _id: mover.user._id }, { $set: { laboratoryId: desk.laboratory._id } });
    const decide = (viewer: Person) =>
      desk.app.as(viewer).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true });
    const theirAdmin = await desk.app.person('lab_admin', { laboratoryId: other._id });
    expect(failureOf(await decide(theirAdmin).expect(409)).code).toBe('MONTH_CLOSED');
    await decide(desk.head).expect(200);
    expect((await sheet()).drift.total).toBeGreaterThan(0);
  });

  it('takes no late tap of the closed month', async () => {
    desk.at('2026-11-02 08:00');
    await desk.runJobs();
    await closed();
    const tap = (action: string, tappedAt: string) =>
      desk.app
        .as(person)
        .post('/api/attendance/offline-punches')
        .send({ action, tappedAt, sentAt: '2026-11-02T02:30:00.000Z', punchId: `tap-${action}-1` });
    const refused = await tap('clock_in', '2026-10-31T03:30:00.000Z');
    expect(failureOf(refused)).toMatchObject({ code: 'MONTH_CLOSED' });
  });

  it('is reopened once, with a reason, and closed again as the next one', async () => {
    await desk.runJobs();
    const first = await closed();
    await reopen(desk.manager, first).expect(403);
    await reopen(desk.admin, first, 'no').expect(400);
    await reopen(desk.admin, { ...first, version: 7 }).expect(409);
    const answers = await Promise.all(Array.from({ length: 8 }, () => reopen(desk.admin, first)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status === 409).map((answer) => failureOf(answer).code))).toEqual(
      new Set(['MONTH_ALREADY_REOPENED']),
    );
    await desk.enter(desk.admin, { userId: person.id, ...day('2026-10-31') }).expect(201);
    await desk.app
      .as(desk.admin)
      .put(`${path}/closings/${'0'.repeat(24)}/reopen`)
      .send({ reason: 'A day was missing', version: 1 })
      .expect(404);
    expect((await sheet()).closing).toBeNull();
    await close().expect(409);
    const [record] = await desk.read<AttendanceRecord[]>(
      desk.admin,
      `?userId=${person.id}&from=2026-10-31&to=2026-10-31`,
    );
    await desk.decide(desk.head, record ?? { _id: '' }).expect(200);
    const again = await Promise.all(Array.from({ length: 8 }, (_, index) => close(index % 2 ? desk.admin : desk.head)));
    expect(again.filter(({ status }) => status === 201).map((answer) => closingOf(answer).number)).toEqual([2]);
    const { closings } = await sheet();
    expect(closings.map(({ number, status, reopenReason }) => [number, status, reopenReason])).toEqual([
      [2, 'closed', null],
      [1, 'reopened', 'A day was missing'],
    ]);
    expect((await chain.links()).map(([, version]) => version)).toEqual([1, 2, 1]);
    expect(await chain.verified()).toBeNull();
  });

  it('keeps the writes of the same moment apart', async () => {
    await desk.runJobs();
    const [closing, correction] = await Promise.all([close(), desk.correct(person, day('2026-10-29', '08:00'))]);
    const isClosed = closing.status === 201;
    expect([closing.status, correction.status]).toEqual(isClosed ? [201, 409] : [409, 200]);
    const { pending, drift } = await sheet();
    expect([pending.total, drift.total]).toEqual([isClosed ? 0 : 1, 0]);
  });

  it('works while the laboratory is suspended, whose absences are not marked later, and not once it is archived', async () => {
    const laboratories = database().collection('laboratories');
    const become = async (status: string) => {
      await laboratories.updateOne({ _id: desk.laboratory._id }, { $set: { status } });
      desk.app.services.get(Caches).clear();
    };
    await become('suspended');
    const closing = await closed();
    const before = figuresOf(await sheet());
    expect(before).toMatchObject({ unrecorded: 2, absent: 0 });
    await become('active');
    await desk.runJobs();
    expect((await sheet()).drift.total).toBe(0);
    await become('archived');
    expect(failureOf(await reopen(desk.admin, closing).expect(409)).code).toBe('LABORATORY_ARCHIVED');
    await become('active');
    await reopen(desk.admin, closing).expect(200);
    await become('archived');
    expect(failureOf(await close().expect(409)).code).toBe('LABORATORY_ARCHIVED');
  });

  it('is not for the deputy of a lab admin, whose closing right is not an approval', async () => {
    await desk.runJobs();
    const deputy = await desk.staff({ shift: DAY_SHIFT, role: 'manager', createdAt: earlier });
    await database()
      .collection('users')
      .updateOne({ _id: desk.admin.user._id }, { $set: { deputy: { _id: deputy.user._id, name: deputy.user.name } } });
    await close(deputy).expect(403);
    const granted = await desk.staff({ permissionOverrides: { 'attendance.lock': true }, createdAt: earlier });
    await desk.runJobs();
    await close(granted).expect(201);
  });
});
