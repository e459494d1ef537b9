import type { AttendanceRecord, MonthClosing } from '@shifa/contract';
import { type AttendanceDesk, DAY_SHIFT, dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { EARLIER, MONTH, MonthDesk, workedDay } from '../../../../test/attendance/month-desk';
import { chainOf } from '../../../../test/ledger';
import type { Person } from '../../../../test/test-app';
import { Caches } from '../../../platform/cache/caches';

describe('closing a month', () => {
  let months: MonthDesk;
  let desk: AttendanceDesk;
  let anita: Person;
  let chain: ReturnType<typeof chainOf>;

  beforeEach(async () => {
    months = await MonthDesk.open();
    ({ desk, anita } = months);
    chain = chainOf(desk.app, 'months', desk.laboratory._id);
  });
  afterEach(() => desk.close());

  it('is refused before the month is over, while something is pending, and without the right', async () => {
    expect(failureOf(await months.close(desk.admin, { month: '2026-11' }).expect(409))).toMatchObject({
      code: 'MONTH_NOT_OVER',
    });
    await desk.worked(anita, '2026-10-30 09:00', '2026-10-30 21:00');
    desk.at('2026-11-03 08:00');
    const unmarked = failureOf(await months.close().expect(409));
    expect(unmarked).toMatchObject({ code: 'MONTH_UNDECIDED' });
    expect(unmarked.errors.map(({ message }) => message)).toEqual([
      'Oct 28, 2026: Absences not marked yet',
      'Anita, Oct 30, 2026: Overtime',
    ]);
    await desk.runJobs();
    const leave = await months.asked('2026-10-31', '2026-11-02');
    desk.at('2026-11-03 09:00');
    const own = { ...workedDay('2026-10-29', '08:00'), reason: 'I came early' };
    const correction = await desk.correct(desk.manager, own).expect(200);
    const { _id: corrected } = (correction.body as { data: AttendanceRecord }).data;
    const pending = failureOf(await months.close(desk.admin).expect(409));
    expect(pending.errors.map(({ field }) => field)).toEqual([
      `/attendance/records/${corrected}`,
      expect.stringMatching(/^\/attendance\/records\//),
      `/attendance/leaves/review?item=${leave._id}`,
    ]);
    const { pending: listed, actions } = await months.sheet();
    expect(listed.items.map(({ kind, day: on }) => [kind, on])).toEqual([
      ['correction', '2026-10-29'],
      ['overtime', '2026-10-30'],
      ['leave', '2026-10-31'],
    ]);
    expect(actions.close).toMatchObject({ allowed: false });
    expect(actions.reopen).toBeUndefined();
    for (const one of [desk.manager, anita]) await months.close(one).expect(403);
    const other = await desk.app.laboratory();
    await desk.app
      .as(desk.admin)
      .post(`/api/attendance/month-sheet/close`)
      .send({ laboratoryId: other.id, month: MONTH })
      .expect(404);
  });

  it('shows its own pending work to the one who closes', async () => {
    await desk.runJobs();
    const own = { ...workedDay('2026-10-29'), reason: 'I was here' };
    await desk.correct(desk.admin, own).expect(200);
    const { pending } = await months.sheet();
    expect(pending.items.map(({ person: whose }) => whose?._id)).toEqual([desk.admin.id]);
    await months.close().expect(409);
  });

  it('stores the lines, has one winner of many, and is in the ledger', async () => {
    await desk.runJobs();
    const before = await months.sheet();
    const answers = await Promise.all(Array.from({ length: 64 }, () => months.close()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 201).map((answer) => failureOf(answer).code);
    expect(new Set(losers)).toEqual(new Set(['MONTH_ALREADY_CLOSED']));
    const after = await months.sheet();
    expect(after.lines).toEqual(before.lines);
    expect(after).toMatchObject({ closing: { number: 1, people: before.lines.length }, drift: { total: 0 } });
    expect(after.actions).toEqual({ reopen: { allowed: true } });
    expect((await chain.links()).map(([, version]) => version)).toEqual([1]);
    expect(await chain.verified()).toBeNull();
    await months.database.collection('users').updateMany({}, { $set: { name: 'Corrected' } });
    const closings = months.database.collection<{ lines: { name: string; figures: object }[] }>('month_closings');
    const { lines = [] } = (await closings.findOne({})) ?? {};
    const write = (part: object) =>
      closings.updateMany({}, { $set: { lines: lines.map((one) => ({ ...one, ...part })) } });
    await write({ name: 'Corrected' });
    expect(await chain.verified()).toBeNull();
    await write({ figures: { paid: 31 } });
    expect(await chain.verified()).toMatchObject({ fault: 'document_changed' });
  });

  it('is reopened once, with a reason, and closed again as the next one', async () => {
    await desk.runJobs();
    const first = await months.closed();
    await months.reopen(desk.manager, first).expect(403);
    await months.reopen(desk.admin, first, 'no').expect(400);
    await months.reopen(desk.admin, { ...first, version: 7 }).expect(409);
    const answers = await Promise.all(Array.from({ length: 8 }, () => months.reopen(desk.admin, first)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status === 409).map((answer) => failureOf(answer).code))).toEqual(
      new Set(['MONTH_ALREADY_REOPENED']),
    );
    await desk.enter(desk.admin, { userId: anita.id, ...workedDay('2026-10-31') }).expect(201);
    await desk.app
      .as(desk.admin)
      .put(`/api/attendance/month-sheet/closings/${'0'.repeat(24)}/reopen`)
      .send({ reason: 'A day was missing', version: 1 })
      .expect(404);
    expect((await months.sheet()).closing).toBeNull();
    await months.close().expect(409);
    const [record] = await desk.read<AttendanceRecord[]>(
      desk.admin,
      `?userId=${anita.id}&from=2026-10-31&to=2026-10-31`,
    );
    await desk.decide(desk.head, record ?? { _id: '' }).expect(200);
    const again = await Promise.all(
      Array.from({ length: 8 }, (_, index) => months.close(index % 2 ? desk.admin : desk.head)),
    );
    expect(again.filter(({ status }) => status === 201).map((answer) => dataOf<MonthClosing>(answer).number)).toEqual([
      2,
    ]);
    const { closings } = await months.sheet();
    expect(closings.map(({ number, status, reopenReason }) => [number, status, reopenReason])).toEqual([
      [2, 'closed', null],
      [1, 'reopened', 'A day was missing'],
    ]);
    expect((await chain.links()).map(([, version]) => version)).toEqual([1, 2, 1]);
    expect(await chain.verified()).toBeNull();
  });

  it('works while the laboratory is suspended, whose absences are not marked later, and not once it is archived', async () => {
    const laboratories = months.database.collection('laboratories');
    const become = async (status: string) => {
      await laboratories.updateOne({ _id: desk.laboratory._id }, { $set: { status } });
      desk.app.services.get(Caches).clear();
    };
    await become('suspended');
    const closing = await months.closed();
    const before = months.figuresOf(await months.sheet());
    expect(before).toMatchObject({ unrecorded: 2, absent: 0 });
    await become('active');
    await desk.runJobs();
    expect((await months.sheet()).drift.total).toBe(0);
    await become('archived');
    expect(failureOf(await months.reopen(desk.admin, closing).expect(409)).code).toBe('LABORATORY_ARCHIVED');
    await become('active');
    await months.reopen(desk.admin, closing).expect(200);
    await become('archived');
    expect(failureOf(await months.close().expect(409)).code).toBe('LABORATORY_ARCHIVED');
  });

  it('is not for the deputy of a lab admin, whose closing right is not an approval', async () => {
    await desk.runJobs();
    const deputy = await desk.staff({ shift: DAY_SHIFT, role: 'manager', createdAt: EARLIER });
    await months.database
      .collection('users')
      .updateOne({ _id: desk.admin.user._id }, { $set: { deputy: { _id: deputy.user._id, name: deputy.user.name } } });
    await months.close(deputy).expect(403);
    const granted = await desk.staff({ permissionOverrides: { 'attendance.lock': true }, createdAt: EARLIER });
    await desk.runJobs();
    await months.close(granted).expect(201);
  });

  it('keeps the writes of the same moment apart', async () => {
    await desk.runJobs();
    const [closing, correction] = await Promise.all([
      months.close(),
      desk.correct(anita, workedDay('2026-10-29', '08:00')),
    ]);
    const isClosed = closing.status === 201;
    expect([closing.status, correction.status]).toEqual(isClosed ? [201, 409] : [409, 200]);
    const { pending, drift } = await months.sheet();
    expect([pending.total, drift.total]).toEqual([isClosed ? 0 : 1, 0]);
  });
});
