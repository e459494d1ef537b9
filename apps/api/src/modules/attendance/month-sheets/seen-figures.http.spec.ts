import type { AttendanceRecord, MonthSheet } from '@shifa/contract';
import { type AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { EARLIER, MONTH, MonthDesk } from '../../../../test/attendance/month-desk';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

const AT_ONCE = 16;

describe('closing a month with the figures that were seen', () => {
  let months: MonthDesk;
  let desk: AttendanceDesk;
  let anita: Person;

  beforeEach(async () => {
    months = await MonthDesk.open();
    ({ desk, anita } = months);
    await desk.runJobs();
  });
  afterEach(() => desk.close());

  const send = ({ figuresDigest }: Pick<MonthSheet, 'figuresDigest'>, viewer = desk.admin) =>
    months.close(viewer, { figuresDigest });
  const refusalsOf = (answers: { status: number; body: unknown }[]) =>
    new Set(answers.filter(({ status }) => status !== 201).map((answer) => failureOf(answer).code));
  const winnersOf = (answers: { status: number }[]) => answers.filter(({ status }) => status === 201).length;
  /** Closes months and sees no leave. */
  const closer = () =>
    desk.staff({
      role: 'manager',
      permissionOverrides: { 'attendance.lock': true, 'leave.view': false },
      createdAt: EARLIER,
      joiningDate: '2026-11-01',
    });
  const approvedLeave = async () => {
    const leave = await months.asked('2026-10-30');
    await months.decideLeave(desk.manager, leave).expect(200);
  };

  it('stores them, or nothing', async () => {
    const leave = await months.asked('2026-10-30');
    const seen = await months.sheet();
    await months.decideLeave(desk.manager, leave).expect(200);
    expect(failureOf(await send(seen).expect(409))).toMatchObject({ code: 'MONTH_CHANGED' });
    const now = await months.sheet();
    expect(now).toMatchObject({ closing: null, closings: [] });
    expect(now.figuresDigest).not.toBe(seen.figuresDigest);
    expect([seen, now].map((month) => months.figuresOf(month)?.leave_casual)).toEqual([0, 1]);

    // Another name, and so another place in the list, is no other figure.
    await desk.app.as(desk.head).put(`/api/staff/${anita.id}`).send({ name: 'Zara Rao', version: 1 }).expect(200);
    await send(now).expect(201);
    expect((await months.sheet()).figuresDigest).toBeNull();
  });

  it('happens once, whoever sends them at once', async () => {
    await approvedLeave();
    const manager = await closer();
    const viewers = [desk.admin, desk.head, manager];
    const sheets = await Promise.all(viewers.map((viewer) => months.sheet(viewer)));
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const one = index % viewers.length;
        return send(sheets[one] ?? { figuresDigest: null }, viewers[one]);
      }),
    );
    expect(winnersOf(answers)).toBe(1);
    expect(refusalsOf(answers)).toEqual(new Set(['MONTH_ALREADY_CLOSED']));
    const after = await months.sheet();
    expect(after.lines).toEqual(sheets[0]?.lines);
    expect(after.closings).toHaveLength(1);
  });

  it('lets none of those in who saw others', async () => {
    const leave = await months.asked('2026-10-30');
    const stale = await months.sheet();
    await months.decideLeave(desk.manager, leave).expect(200);
    const fresh = await months.sheet();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => send(index === AT_ONCE - 1 ? fresh : stale)),
    );
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: AT_ONCE - 1 }, () => 409), 201]);
    expect((await months.sheet()).lines).toEqual(fresh.lines);
  });

  it('keeps a change of the same moment out, or is refused for it', async () => {
    const seen = await months.sheet();
    const [record] = await desk.read<AttendanceRecord[]>(
      desk.admin,
      `?userId=${anita.id}&from=2026-10-28&to=2026-10-28`,
    );
    const removal = desk.app.as(desk.admin).delete(`/api/attendance/${record?._id ?? ''}?reason=Twice`);
    const [removed, ...answers] = await Promise.all([removal, ...Array.from({ length: AT_ONCE }, () => send(seen))]);
    const { lines, drift } = await months.sheet();
    expect(drift.total).toBe(0);
    const isRemoved = removed.status === 200;
    expect(winnersOf(answers)).toBe(isRemoved ? 0 : 1);
    expect(refusalsOf(answers)).toEqual(new Set([isRemoved ? 'MONTH_CHANGED' : 'MONTH_ALREADY_CLOSED']));
    const figuresNow = lines.find(({ person }) => person._id === anita.id)?.figures;
    expect(figuresNow?.worked).toBe(isRemoved ? 1 : 2);
  });

  it('takes those of no other month or laboratory', async () => {
    const other = await desk.app.laboratory();
    await desk.app.person('staff', { laboratoryId: other._id, joiningDate: '2026-01-01', createdAt: EARLIER });
    await desk.app.services.get(AttendanceBookRepository).setMarkedThrough(other._id, '2026-11-02', EARLIER);
    const own = await months.sheet(desk.head);
    const september = await months.sheet(desk.head, '2026-09');
    const theirs = await desk.read<MonthSheet>(desk.head, `/month-sheet?month=${MONTH}&laboratoryId=${other.id}`);
    const nothing = { figuresDigest: '' };
    const closed = { figuresDigest: null };
    for (const wrong of [september, theirs, nothing]) {
      expect(failureOf(await send(wrong, desk.head).expect(409)).code).toBe('MONTH_CHANGED');
    }
    // What a closed month shows is no digest.
    await send(closed, desk.head).expect(400);
    const { figuresDigest } = own;
    const elsewhere = await months.close(desk.head, { laboratoryId: other.id, figuresDigest }).expect(409);
    expect(failureOf(elsewhere).code).toBe('MONTH_CHANGED');
    await months.close(desk.admin, { laboratoryId: other.id, figuresDigest: theirs.figuresDigest }).expect(404);
    await send(own, desk.head).expect(201);
    expect((await months.sheet(desk.head, '2026-09')).closing).toBeNull();
  });

  it('takes those of the own sheet, which hides the types of leave from some', async () => {
    await approvedLeave();
    const manager = await closer();
    const [full, own] = [await months.sheet(), await months.sheet(manager)];
    expect([full, own].map((month) => months.figuresOf(month)?.leave_casual)).toEqual([1, null]);
    expect(failureOf(await send(full, manager).expect(409)).code).toBe('MONTH_CHANGED');
    await send(own, manager).expect(201);
    // The closing has the types.
    expect((await months.sheet()).lines).toEqual(full.lines);
  });

  it('is not for a deputy, also with the figures of the one who is away', async () => {
    const deputy = await desk.staff({ role: 'manager', createdAt: EARLIER, joiningDate: '2026-11-01' });
    const byHead = await months.sheet(desk.head);
    await months.database
      .collection('users')
      .updateOne({ _id: desk.admin.user._id }, { $set: { deputy: { _id: deputy.user._id, name: deputy.user.name } } });
    for (const seen of [byHead, await months.sheet(), await months.sheet(deputy)]) await send(seen, deputy).expect(403);
    expect((await months.sheet()).closing).toBeNull();
  });
});
