import type { Leave, MonthLine, MonthSheet } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceDesk, DAY_SHIFT } from '../../../../test/attendance/attendance-desk';
import { openExport } from '../../../../test/opened-report';
import { commandsDuring } from '../../../../test/commands';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

const MONTH = '2026-10';
const earlier = new Date('2026-09-01T00:00:00Z');

describe('the month sheet', () => {
  let desk: AttendanceDesk;
  let first: Person;
  let sheet: (viewer?: Person, query?: string) => Promise<MonthSheet>;

  const lineOf = ({ lines }: MonthSheet, { id }: Person): MonthLine['figures'] => {
    const line = lines.find(({ person }) => person._id === id);
    if (!line) throw new Error('The person has no line');
    return line.figures;
  };
  const takeLeave = async (person: Person, body: object) => {
    const asked = await desk.app
      .as(person)
      .post('/api/attendance/leaves')
      .send({ reason: 'A wedding', ...body })
      .expect(201);
    const { _id } = (asked.body as { data: Leave }).data;
    await desk.app.as(desk.admin).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true }).expect(200);
  };
  const joined = (overrides: Parameters<AttendanceDesk['staff']>[0] = {}) =>
    desk.staff({ createdAt: earlier, ...overrides });

  /** Of October 2026, at its end, with absences marked from the 15th on. */
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-03 08:00', {
      holidays: [{ name: 'Gandhi Jayanti', date: '2026-10-02' }],
    });
    sheet = (viewer = desk.admin, query = `month=${MONTH}`) => desk.read(viewer, `/month-sheet?${query}`);
    first = await joined({ name: 'Anita' });
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-14', earlier);
    await desk.worked(first, '2026-10-05 09:00', '2026-10-05 18:00');
    await desk.worked(first, '2026-10-06 09:30', '2026-10-06 18:30');
    await desk.worked(first, '2026-10-07 09:00', '2026-10-07 12:00');
    await desk.worked(first, '2026-10-08 13:30', '2026-10-08 18:00');
    desk.at('2026-10-09 08:00');
    await takeLeave(first, { type: 'casual', from: '2026-10-08', to: '2026-10-08', part: 'first_half' });
    await takeLeave(first, { type: 'unpaid', from: '2026-10-12', to: '2026-10-12' });
    // Across the end of the month: two working days of it.
    await takeLeave(first, { type: 'sick', from: '2026-10-30', to: '2026-11-02' });
    desk.at('2026-11-03 08:00');
    await desk.runJobs();
  });
  afterAll(() => desk.close());

  it('adds up to the days of the calendar, each by its rule', async () => {
    const { lines, month, laboratory, closing, drift, pending } = await sheet();
    expect({ month, closing, drift, pending, code: laboratory.code }).toEqual({
      month: MONTH,
      closing: null,
      drift: { total: 0, items: [] },
      pending: { total: 0, items: [] },
      code: desk.laboratory.code,
    });
    expect(lineOf(await sheet(), first)).toMatchObject({
      calendarDays: 31,
      weeklyOff: 4,
      holiday: 1,
      worked: 3,
      leave_casual: 0.5,
      leave_sick: 2,
      leave_unpaid: 1,
      // Half of a short day, and everything from the 15th to the 29th.
      absent: 0.5 + 13,
      // The 1st, 3rd, 9th, 10th, 13th and 14th: before absences were marked.
      unrecorded: 6,
      paid: 4 + 1 + 3 + 2.5,
      lossOfPay: 1 + 13.5 + 6,
      lateDays: 1,
      halfDays: 2,
      undecided: 0,
    });
    for (const { figures } of lines) {
      const { calendarDays, paid, lossOfPay, undecided, elsewhere, notEmployed } = figures;
      expect([calendarDays, paid + lossOfPay + undecided + elsewhere + notEmployed]).toEqual([31, 31]);
    }
  });

  it('is of the month before unless another one is named, and has days to come', async () => {
    expect((await sheet(desk.admin, '')).month).toBe(MONTH);
    const running = await sheet(desk.admin, 'month=2026-11');
    const { undecided, leave_sick: sick, weeklyOff } = lineOf(running, first);
    expect({ sick, weeklyOff }).toEqual({ sick: 1, weeklyOff: 5 });
    expect(undecided).toBe(24);
    expect(running.actions.close).toEqual({
      allowed: false,
      reason: 'November 2026 can be closed from Dec 2, 2026 on',
    });
  });

  it('leaves out the days before joining and after leaving', async () => {
    const came = await joined({ name: 'Bela', joiningDate: '2026-10-16' });
    const left = await joined({ name: 'Chand' });
    const gone = await joined({ name: 'Deep' });
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    const leave = ({ user }: Person, exitDate: string) =>
      users.updateOne({ _id: user._id }, { $set: { status: 'exited', exitDate } });
    await leave(left, '2026-10-10');
    await leave(gone, '2026-09-30');
    const result = await sheet();
    expect(lineOf(result, came)).toMatchObject({ notEmployed: 15, weeklyOff: 2, holiday: 0 });
    expect(lineOf(result, left)).toMatchObject({ notEmployed: 21, weeklyOff: 1, holiday: 1, unrecorded: 8 });
    expect(result.lines.map(({ person }) => person._id)).not.toContain(gone.id);
  });

  it('counts the days of a transferred person once, where they worked', async () => {
    const other = await desk.app.laboratory({ name: 'Other', weeklyOff: [0] });
    const moved = await joined({ name: 'Esha' });
    await desk.worked(moved, '2026-10-19 09:00', '2026-10-19 18:00');
    await desk.worked(moved, '2026-10-20 09:00', '2026-10-20 18:00');
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    await users.updateOne({ _id: moved.user._id }, { $set: { laboratoryId: other._id } });
    desk.at('2026-11-03 09:00');
    const here = lineOf(await sheet(), moved);
    const there = lineOf(await sheet(desk.head, `month=${MONTH}&laboratoryId=${other.id}`), moved);
    expect(here).toMatchObject({ worked: 2, elsewhere: 29, weeklyOff: 0, calendarDays: 31 });
    expect(there).toMatchObject({ worked: 0, elsewhere: 2, weeklyOff: 4, calendarDays: 31 });
  });

  it('counts nights through a change of the clocks', async () => {
    const laboratory = await desk.app.laboratory({ timezone: 'America/New_York', weeklyOff: [0] });
    const nurse = await joined({
      laboratoryId: laboratory._id,
      shift: { ...DAY_SHIFT, start: '22:00', end: '06:00', breakMinutes: 0 },
    });
    const clock = async (time: string, clocked: 'clockIn' | 'clockOut') => {
      desk.at(time);
      await desk[clocked](nurse).expect(200);
    };
    // 22:00 to 06:00 in New York, in the night in which the clocks go back: nine hours.
    await clock('2026-11-01 07:30', 'clockIn');
    await clock('2026-11-01 16:30', 'clockOut');
    desk.at('2026-11-03 09:00');
    const { nights, pendingOvertimeMinutes } = lineOf(
      await sheet(desk.head, `month=${MONTH}&laboratoryId=${laboratory.id}`),
      nurse,
    );
    expect([nights, pendingOvertimeMinutes]).toEqual([1, 0]);
  });

  it('is limited to the own line and to the own laboratory', async () => {
    expect((await sheet(first)).lines.map(({ person }) => person._id)).toEqual([first.id]);
    const other = await desk.app.laboratory();
    await desk.app.as(desk.admin).get(`/api/attendance/month-sheet?laboratoryId=${other.id}`).expect(404);
    const unnamed = await desk.app.as(desk.head).get('/api/attendance/month-sheet').expect(400);
    expect(unnamed.body).toMatchObject({ errors: [{ field: 'laboratoryId' }] });
    const wrong = await desk.app.as(desk.admin).get('/api/attendance/month-sheet?month=2026-13').expect(400);
    expect(wrong.body).toMatchObject({ errors: [{ field: 'month' }] });
  });

  it('shows days of leave without types, and requests without people, to viewers without access to leave', async () => {
    const viewer = await desk.app.person('manager', {
      laboratoryId: desk.laboratory._id,
      permissionOverrides: { 'attendance.lock': true, 'attendance.export': true, 'leave.view': false },
    });
    const body = { type: 'casual', from: '2026-10-21', to: '2026-10-21', reason: 'A wedding' };
    await desk.app.as(first).post('/api/attendance/leaves').send(body).expect(201);
    const { lines, pending } = await sheet(viewer);
    const own = lines.find(({ person }) => person._id === first.id);
    const hidden = { leave_casual: null, leave_sick: null, leave_unpaid: null, leave_earned: null };
    expect(own).toMatchObject({ figures: { ...hidden, lossOfPay: 1 + 13.5 + 6 }, leaveDays: 3.5 });
    const request = { kind: 'leave', _id: null, person: null, day: '2026-10-01' };
    expect(pending).toEqual({ total: 1, items: [request] });
    const close = { laboratoryId: desk.laboratory.id, month: MONTH };
    const refused = await desk.app.as(viewer).post('/api/attendance/month-sheet/close').send(close).expect(409);
    expect(refused.body).toMatchObject({ errors: [{ field: 'month', message: 'Oct 1, 2026: Leave request' }] });
    const file = await openExport(desk.app, viewer, `/api/attendance/month-sheet/export?month=${MONTH}&format=xlsx`);
    const row = file.recordsOf('Payroll').find(({ Name }) => Name === 'Anita');
    expect(row).toMatchObject({ 'Days worked': 3 });
    for (const type of ['Casual leave', 'Sick leave', 'Unpaid leave']) expect(row?.[type] ?? null).toBeNull();
    const [kept] = (await sheet()).pending.items;
    expect(kept).toMatchObject({ kind: 'leave', person: { _id: first.id }, day: '2026-10-21' });
    await desk.app
      .as(desk.admin)
      .put(`/api/attendance/leaves/${kept?._id}/approve`)
      .send({ approved: false, reason: 'No' });
  });

  it('reads as many times for many people as for few', async () => {
    const commands = async () => (await commandsDuring(desk.app, () => sheet())).outside;
    await commands();
    const few = await commands();
    expect(few).toContain('find attendance');
    for (let index = 0; index < 12; index += 1) await joined({ shift: DAY_SHIFT });
    await commands();
    expect(await commands()).toEqual(few);
  });
});
