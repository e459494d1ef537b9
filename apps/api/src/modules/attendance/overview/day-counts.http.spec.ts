import {
  type AttendanceReport,
  type AttendanceStats,
  boardGroups,
  countOfGroup,
  type Pagination,
  type PersonOnDay,
  type QuickStats,
} from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { Person } from '../../../../test/test-app';
import { AttendanceDesk, DAY_SHIFT } from '../../../../test/attendance/attendance-desk';

describe('the report', () => {
  it('is of the current month through today, on the clock of the laboratory, unless both days are given', async () => {
    const desk = await AttendanceDesk.open('2026-11-24 08:00');
    const { from, to, rows } = await desk.read<AttendanceReport>(desk.admin, '/report');
    expect([from, to, rows]).toEqual(['2026-11-01', '2026-11-24', []]);
    await desk.app.as(desk.admin).get('/api/attendance/report?from=2026-11-01').expect(400);
    await desk.close();
  });
});

describe('the counts of today', () => {
  let desk: AttendanceDesk;
  let person: Person;

  beforeEach(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
    person = await desk.staff();
    await desk.staff();
  });
  afterEach(() => desk.close());

  const counts = async (viewer = desk.head) => {
    const { expected, inNow, late, left, absent, onLeave, notYet } = await desk.read<AttendanceStats>(viewer, '/stats');
    return { expected, inNow, late, left, absent, onLeave, notYet };
  };
  const none = { expected: 4, inNow: 0, late: 0, left: 0, absent: 0, onLeave: 0, notYet: 4 };

  it('follow every clock-in and clock-out', async () => {
    expect(await counts()).toEqual(none);
    desk.at('2026-11-24 09:40');
    await desk.clockIn(person).expect(200);
    expect(await counts()).toEqual({ ...none, inNow: 1, late: 1, notYet: 3 });
    desk.at('2026-11-24 09:50');
    await desk.clockOut(person).expect(200);
    expect(await counts(desk.admin)).toEqual({ ...none, late: 1, left: 1, notYet: 3 });
  });

  it('follow leave, people and the calendar', async () => {
    expect(await counts()).toEqual(none);
    const { app, head, admin, laboratory } = desk;
    const body = { type: 'casual', from: '2026-11-24', to: '2026-11-25', reason: 'A wedding' };
    const asked = await app.as(person).post('/api/attendance/leaves').send(body).expect(201);
    expect(await counts()).toEqual(none);
    const { _id } = (asked.body as { data: { _id: string } }).data;
    await app.as(admin).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true }).expect(200);
    expect(await counts()).toEqual({ ...none, expected: 3, onLeave: 1, notYet: 3 });

    await app
      .as(admin)
      .put(`/api/staff/${desk.manager.id}`)
      .send({ version: 1, shift: { ...DAY_SHIFT, weekdays: [1] } })
      .expect(200);
    expect(await counts()).toEqual({ ...none, expected: 2, onLeave: 1, notYet: 2 });

    const holiday = { version: 1, holidays: [{ date: '2026-11-24', name: 'A festival' }] };
    await app.as(head).put(`/api/laboratories/${laboratory.id}`).send(holiday).expect(200);
    expect(await counts()).toEqual({ ...none, expected: 0, notYet: 0 });
  });

  it('are those of the quick figures of the dashboard, also after someone moved while they were in', async () => {
    desk.at('2026-11-24 09:00');
    await desk.clockIn(person).expect(200);
    const users = desk.app.services.get<Connection>(getConnectionToken()).collection('users');
    const other = await desk.app.laboratory();
    await users.updateOne({ _id: person.user._id }, { $set: { laboratoryId: other._id } });
    for (const viewer of [desk.admin, desk.head]) {
      const answer = await desk.app.as(viewer).get('/api/dashboard/quick-stats').expect(200);
      const { attendance } = (answer.body as { data: QuickStats }).data;
      const { inNow, pendingApprovals } = await desk.read<AttendanceStats>(viewer, '/stats');
      expect(attendance).toEqual({ inNow, pendingApprovals });
    }
  });

  it('follow the clock without any write', async () => {
    expect(await counts()).toEqual(none);
    // Four hours after the end of their shift, the staff is not expected any more; the others work longer.
    desk.at('2026-11-24 23:30');
    expect(await counts()).toMatchObject({ notYet: 2 });
    desk.at('2026-11-25 08:00');
    expect(await counts()).toEqual(none);
  });
});

describe('the people of all laboratories', () => {
  it('are as many as the network counts, each on the day of their laboratory', async () => {
    const desk = await AttendanceDesk.open('2026-11-24 20:00');
    const { app, head, admin, laboratory } = desk;
    const sydney = await app.laboratory({ name: 'A first one', timezone: 'Australia/Sydney', weeklyOff: [] });
    const paused = await app.laboratory({ status: 'suspended', weeklyOff: [] });
    const there = { joiningDate: '2026-01-01', shift: { ...DAY_SHIFT, weekdays: [0, 1, 2, 3, 4, 5, 6] } };
    await app.person('staff', { ...there, laboratoryId: sydney._id, name: 'Bo' });
    await app.person('staff', { ...there, laboratoryId: sydney._id, name: 'Al' });
    await app.person('staff', { ...there, laboratoryId: paused._id });
    await desk.clockIn(await desk.staff()).expect(200);

    const list = async (viewer: Person, query: string) => {
      const response = await app.as(viewer).get(`/api/attendance/people${query}`).expect(200);
      return response.body as { data: PersonOnDay[]; pagination: Pagination };
    };
    for (const [viewer, query] of [
      [head, '?limit=100'],
      [head, `?limit=100&laboratoryId=${laboratory.id}`],
      [admin, '?limit=100'],
    ] as const) {
      const stats = await desk.read<AttendanceStats>(viewer, `/stats${query.replace('limit=100', '')}`);
      for (const group of boardGroups) {
        const { data, pagination } = await list(viewer, `${query}&show=${group}`);
        expect([group, pagination.total, data.length]).toEqual([
          group,
          ...[stats[countOfGroup[group]], stats[countOfGroup[group]]],
        ]);
      }
    }

    const { data } = await list(head, '?limit=2');
    expect(data.map(({ person, day, laboratory: { _id } }) => [person.name, day, _id])).toEqual([
      ['Al', '2026-11-25', sydney.id],
      ['Bo', '2026-11-25', sydney.id],
    ]);
    const second = await list(head, '?limit=2&page=2');
    expect(second.data.map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-24']);
    expect((await list(head, '?search=bo')).pagination.total).toBe(1);
    await app.as(admin).get(`/api/attendance/people?laboratoryId=${sydney.id}`).expect(404);
    await desk.close();
  });
});
