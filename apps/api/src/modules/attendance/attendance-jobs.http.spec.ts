import type { AttendanceMonth, AttendanceRecord, AttendanceReport } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { DomainEvents } from '../../platform/events/domain-events';
import { TestApp, type Person } from '../../../test/test-app';
import { absencesMarked, lateArrival } from './records/record';
import type { AttendanceRow } from './records/record.document';
import { AttendanceDesk, DAY_SHIFT, instant, NIGHT_SHIFT } from '../../../test/attendance/attendance-desk';
import { AttendanceJobs } from './attendance-jobs';
import { Clock } from '../../platform/time/clock';

const HOLIDAY = { date: '2026-11-25', name: 'Guru Nanak Jayanti' };

describe('the jobs of attendance', () => {
  let desk: AttendanceDesk;
  let absences: AttendanceRow[];
  beforeEach(async () => {
    desk = await AttendanceDesk.open('2026-11-23 06:00', { holidays: [HOLIDAY] });
    absences = [];
    desk.app.services.get(DomainEvents).within(absencesMarked, (rows) => {
      absences.push(...rows);
      return Promise.resolve();
    });
  });
  afterEach(() => desk.close());

  const users = () => desk.app.services.get<Connection>(getConnectionToken()).collection('users');
  const mine = (person: Person) => desk.read<AttendanceRecord[]>(person, '/me?sort=workDate');

  it('marks each person absent once, when the shift is over, also from two processes at once', async () => {
    const other = await TestApp.start({ mongodbUri: desk.app.mongodbUri });
    const [day, night] = [await desk.staff(), await desk.staff({ shift: NIGHT_SHIFT })];
    const run = async (at: string) => {
      desk.at(at);
      jest.spyOn(other.services.get(Clock), 'now').mockReturnValue(instant(at));
      await Promise.all([desk.runJobs(), other.services.get(AttendanceJobs).run(), desk.runJobs()]);
    };
    await run('2026-11-23 21:59');
    expect(await mine(day)).toEqual([]);
    await run('2026-11-23 22:00');
    expect(await mine(day)).toMatchObject([{ workDate: '2026-11-23', status: 'absent', segments: [] }]);
    expect(await mine(night)).toEqual([]);
    await run('2026-11-24 10:00');
    expect(await mine(night)).toMatchObject([{ workDate: '2026-11-23', status: 'absent' }]);
    await run('2026-11-24 10:05');
    expect(await mine(day)).toHaveLength(1);
    await other.close();
  });

  it('marks nobody absent on days on which the laboratory was suspended', async () => {
    const person = await desk.staff();
    const become = (status: string, version: number) =>
      desk.app.as(desk.head).put(`/api/laboratories/${desk.laboratory.id}`).send({ status, version }).expect(200);
    desk.at('2026-11-23 12:00');
    await become('suspended', 1);
    desk.at('2026-11-27 07:00');
    await desk.app.confirm(desk.head);
    await become('active', 2);
    await desk.runJobs();
    expect(await mine(person)).toEqual([]);
    desk.at('2026-11-27 22:00');
    await desk.runJobs();
    expect(await mine(person)).toMatchObject([{ workDate: '2026-11-27', status: 'absent' }]);
  });

  it('skips leave, holidays, days off and people who had left or not joined', async () => {
    const [onLeave, off, left, joining, other] = [
      await desk.staff(),
      await desk.staff({ shift: { ...DAY_SHIFT, weekdays: [4, 5] } }),
      await desk.staff({ exitDate: '2026-11-22' }),
      await desk.staff({ joiningDate: '2026-11-26' }),
      await desk.staff(),
    ];
    const path = '/api/attendance/leaves';
    const body = { type: 'casual', from: '2026-11-23', to: '2026-11-24', reason: 'A wedding' };
    const leave = await desk.app.as(onLeave).post(path).send(body).expect(201);
    const { _id } = (leave.body as { data: { _id: string } }).data;
    await desk.app.as(desk.admin).put(`${path}/${_id}/approve`).send({ approved: true }).expect(200);
    await desk.runJobs();
    desk.at('2026-11-26 08:00');
    await desk.runJobs();
    const daysOf = async (person: Person) => (await mine(person)).map(({ workDate }) => workDate);
    expect(await daysOf(onLeave)).toEqual([]);
    expect(await daysOf(off)).toEqual([]);
    expect(await daysOf(left)).toEqual([]);
    expect(await daysOf(joining)).toEqual([]);
    expect(await daysOf(other)).toEqual(['2026-11-23', '2026-11-24']);
    expect(absences.map(({ workDate }) => workDate)).not.toContain(HOLIDAY.date);
  });

  it('catches up after a pause, and not further back than the account', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 08:00');
    await desk.runJobs();
    desk.at('2026-11-29 08:00');
    await desk.runJobs();
    expect((await mine(person)).map(({ workDate }) => workDate)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
    ]);
  });

  it('marks nobody absent on days before they came back or moved in', async () => {
    const earlier = { joiningDate: '2026-11-01', createdAt: instant('2026-11-01 08:00'), shift: DAY_SHIFT };
    const elsewhere = await desk.app.laboratory();
    const people = [
      await desk.app.user('staff', { ...earlier, laboratoryId: desk.laboratory._id, status: 'suspended' }),
      await desk.app.user('staff', { ...earlier, laboratoryId: elsewhere._id }),
    ];
    desk.at('2026-11-24 10:00');
    const head = await desk.app.person('super_admin');
    for (const { _id, status } of people) {
      const change = status === 'suspended' ? { status: 'active' } : { laboratoryId: desk.laboratory.id };
      const path = `/api/staff/${_id.toHexString()}`;
      await desk.app
        .as(head)
        .put(path)
        .send({ version: 1, ...change })
        .expect(200);
    }
    await desk.runJobs();
    desk.at('2026-11-25 08:00');
    await desk.runJobs();
    for (const { _id } of people) {
      const days = absences.filter(({ userId }) => userId.equals(_id)).map(({ workDate }) => workDate);
      expect(days).toEqual(['2026-11-24']);
    }
  });

  it('closes forgotten sessions four hours after the shift, without counting work', async () => {
    const person = await desk.staff();
    desk.at('2026-11-23 09:20');
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-23 21:59');
    await desk.runJobs();
    expect(await mine(person)).toMatchObject([{ open: true }]);
    desk.at('2026-11-23 22:00');
    await Promise.all([desk.runJobs(), desk.runJobs()]);
    expect(await mine(person)).toMatchObject([
      {
        open: false,
        status: 'missed_clock_out',
        workedMinutes: 0,
        lateMinutes: 20,
        clockOut: { method: 'auto', at: '2026-11-23T16:30:00.000Z' },
        approvalStatus: 'pending',
        version: 2,
      },
    ]);
  });

  it('turns an absence into leave once that is approved, and back once it is cancelled', async () => {
    const person = await desk.staff();
    desk.at('2026-11-24 08:00');
    await desk.runJobs();
    const path = '/api/attendance/leaves';
    const body = { type: 'sick', from: '2026-11-23', to: '2026-11-23', reason: 'A fever' };
    const leave = await desk.app.as(person).post(path).send(body).expect(201);
    const { _id } = (leave.body as { data: { _id: string } }).data;
    await desk.app.as(desk.manager).put(`${path}/${_id}/approve`).send({ approved: true }).expect(200);
    expect(await mine(person)).toMatchObject([{ status: 'on_leave', leave: 'full' }]);
    await desk.app.as(desk.manager).delete(`${path}/${_id}?reason=Needed`).expect(200);
    expect(await mine(person)).toMatchObject([{ status: 'absent', leave: null }]);
  });

  it('mark no absence on a day that was recorded elsewhere, and hold up no other laboratory', async () => {
    const [moved, absent] = [await desk.staff(), await desk.staff()];
    const other = await desk.app.laboratory({ name: 'Salt Lake', code: 'SLT', weeklyOff: [0] });
    await desk.worked(moved, '2026-11-23 09:00', '2026-11-23 18:00');
    await users().updateOne({ _id: moved.user._id }, { $set: { laboratoryId: other._id } });
    const later = await desk.app.laboratory({ name: 'Zirakpur', code: 'ZIR', weeklyOff: [0] });
    const last = await desk.staff({ laboratoryId: later._id });
    desk.at('2026-11-24 08:00');
    await desk.runJobs();
    expect(await mine(moved)).toMatchObject([{ workDate: '2026-11-23', status: 'present' }]);
    for (const person of [absent, last]) {
      expect(await mine(person)).toMatchObject([{ workDate: '2026-11-23', status: 'absent' }]);
    }
  });

  it('mark absences of a cancelled leave where the person belongs now, and none after the last day', async () => {
    const [left, moved] = [await desk.staff(), await desk.staff()];
    const other = await desk.app.laboratory({ name: 'Salt Lake', code: 'SLT', weeklyOff: [0] });
    const path = '/api/attendance/leaves';
    const onLeave = async (person: Person) => {
      const body = { type: 'sick', from: '2026-11-23', to: '2026-11-26', reason: 'A fever' };
      const leave = await desk.app.as(person).post(path).send(body).expect(201);
      const { _id } = (leave.body as { data: { _id: string } }).data;
      await desk.app.as(desk.manager).put(`${path}/${_id}/approve`).send({ approved: true }).expect(200);
      return _id;
    };
    const leaves = [await onLeave(left), await onLeave(moved)];
    await users().updateOne({ _id: left.user._id }, { $set: { exitDate: '2026-11-24' } });
    await users().updateOne({ _id: moved.user._id }, { $set: { laboratoryId: other._id } });
    desk.at('2026-11-29 08:00');
    await desk.runJobs();
    for (const id of leaves) await desk.app.as(desk.manager).delete(`${path}/${id}?reason=Needed`).expect(200);
    const days = (person: Person) => desk.read<AttendanceRecord[]>(desk.head, `?userId=${person.id}&sort=workDate`);
    expect((await days(left)).map(({ workDate }) => workDate)).toEqual(['2026-11-23', '2026-11-24']);
    // Nov 25 is a holiday of the first laboratory only. The job began there with Nov 28.
    expect((await days(moved)).map(({ workDate, laboratoryId }) => [workDate, laboratoryId.name])).toEqual(
      ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-28'].map((day) => [day, 'Salt Lake']),
    );
  });

  it('agree with the board, the month, the report and the numbers of a day', async () => {
    const [present, late, absent] = [await desk.staff(), await desk.staff(), await desk.staff()];
    const late_arrivals: string[] = [];
    desk.app.services.get(DomainEvents).within(lateArrival, (row) => {
      late_arrivals.push(row.userId.toHexString());
      return Promise.resolve();
    });
    await desk.worked(present, '2026-11-23 09:00', '2026-11-23 18:00');
    await desk.worked(late, '2026-11-23 09:20', '2026-11-23 18:00');
    desk.at('2026-11-24 09:00');
    await desk.runJobs();
    const stats = await desk.stats('2026-11-23');
    const { people } = await desk.board('2026-11-23');
    const presences = (wanted: string) => people.filter(({ presence }) => presence === wanted).length;
    expect(stats).toMatchObject({ late: 1, absent: presences('absent'), inNow: 0, notYet: 0 });
    expect(presences('left')).toBe(2);
    const listed = await desk.read<unknown[]>(desk.admin, '?from=2026-11-23&to=2026-11-23&status=absent');
    expect(listed).toHaveLength(stats.absent);
    const month = await desk.read<AttendanceMonth>(desk.admin, '/month?month=2026-11');
    const marksOf = (id: string) => month.people.find(({ person }) => person._id === id)?.marks.slice(21, 25);
    expect(marksOf(present.id)?.map((cell) => cell?.mark ?? null)).toEqual(['WO', 'P', null, 'H']);
    expect(marksOf(late.id)?.[1]?.mark).toBe('LT');
    expect(marksOf(absent.id)?.[1]?.mark).toBe('A');
    const report = await desk.read<AttendanceReport>(desk.admin, '/report?from=2026-11-01&to=2026-11-30');
    const row = report.rows.find(({ key }) => key === late.id);
    expect(row?.totals).toMatchObject({ presentDays: 1, lateDays: 1, workedMinutes: 460, lateMinutes: 20 });
    expect(report.totals.absentDays).toBe(stats.absent);
    expect(late_arrivals).toEqual([late.id]);
  });
});
