import type { AttendanceMonth, AttendanceRecord, LeavePreview, ShiftType } from '@shifa/contract';
import { AttendanceDesk, recordOf } from '../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../test/attendance/roster-desk';
import type { Person } from '../../../test/test-app';

const MONDAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const WEDNESDAY = '2026-12-02';
const SUNDAY = '2026-12-06';

/** Everyone has the weekly shift from 9 to 18, Monday to Saturday, where the roster says nothing else. */
describe('attendance follows the roster', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let late: ShiftType;
  let night: ShiftType;
  let person: Person;
  beforeEach(async () => {
    desk = await AttendanceDesk.open(`${MONDAY} 08:00`);
    roster = new RosterDesk(desk);
    late = await roster.shiftType({ code: 'L', name: 'Late', start: '14:00', end: '22:00' });
    night = await roster.shiftType({ code: 'N', name: 'Night', start: '22:00', end: '06:00' });
    person = await desk.staff();
  });
  afterEach(() => desk.close());

  const mine = (someone: Person) => desk.read<AttendanceRecord[]>(someone, '/me?sort=workDate');
  const marksOf = async (someone: Person) => {
    const { people } = await desk.read<AttendanceMonth>(desk.admin, `/month?month=2026-12&userId=${someone.id}`);
    return people[0]?.marks.slice(0, 6).map((cell) => cell?.mark ?? null);
  };

  it('in lateness, and keeps the shift of a day that was computed', async () => {
    await roster.published(person, { [TUESDAY]: late._id });
    const worked = await desk.worked(person, `${TUESDAY} 14:40`, `${TUESDAY} 22:00`);
    expect(worked).toMatchObject({
      workDate: TUESDAY,
      status: 'late',
      lateMinutes: 40,
      shift: { start: '14:00', end: '22:00', rostered: { name: 'Late', code: 'L' } },
    });
    const edit = { version: 1, start: '15:00' };
    await desk.app.as(roster.planner).put(`/api/attendance/shift-types/${late._id}`).send(edit).expect(200);
    expect(await desk.get(worked._id)).toMatchObject({ lateMinutes: 40, shift: { start: '14:00' } });
    // On a day without a published value, the weekly shift applies as before.
    const usual = await desk.worked(person, `${WEDNESDAY} 09:10`, `${WEDNESDAY} 18:00`);
    expect(usual).toMatchObject({ status: 'present', shift: { start: '09:00' } });
    expect(usual.shift).not.toHaveProperty('rostered');
  });

  it('not before it is published', async () => {
    await roster.plan(person, { [TUESDAY]: late._id });
    expect(await desk.worked(person, `${TUESDAY} 14:00`, `${TUESDAY} 18:00`)).toMatchObject({ lateMinutes: 300 });
  });

  it('over midnight: a night belongs to the day on which it starts', async () => {
    await roster.published(person, { [TUESDAY]: night._id, [WEDNESDAY]: 'off' });
    desk.at(`${WEDNESDAY} 00:10`);
    const answer = await desk.clockIn(person).expect(200);
    expect(recordOf(answer)).toMatchObject({ workDate: TUESDAY, lateMinutes: 130 });
    desk.at(`${WEDNESDAY} 06:00`);
    expect(recordOf(await desk.clockOut(person).expect(200))).toMatchObject({ workDate: TUESDAY, open: false });
    expect(await desk.state(person)).toMatchObject({ today: WEDNESDAY, dayKind: 'weekly_off' });
  });

  it('in who is absent: after the shift of the roster, and not on its days off', async () => {
    const [off, onSunday] = [await desk.staff(), await desk.staff()];
    await roster.plan(person, { [TUESDAY]: late._id });
    await roster.plan(off, { [TUESDAY]: 'off' });
    await roster.plan(onSunday, { [SUNDAY]: late._id });
    await roster.publish(TUESDAY, SUNDAY).expect(201);
    // The weekly shift ends at 18:00, and the late one at 22:00.
    desk.at(`${TUESDAY} 22:30`);
    await desk.runJobs();
    const absences = async (someone: Person) => (await mine(someone)).map(({ workDate, status }) => [workDate, status]);
    expect(await absences(onSunday)).toEqual([
      [MONDAY, 'absent'],
      [TUESDAY, 'absent'],
    ]);
    expect(await absences(person)).toEqual([[MONDAY, 'absent']]);
    desk.at(`${WEDNESDAY} 02:00`);
    await desk.runJobs();
    expect(await absences(person)).toEqual([
      [MONDAY, 'absent'],
      [TUESDAY, 'absent'],
    ]);
    expect(await absences(off)).toEqual([[MONDAY, 'absent']]);
    desk.at('2026-12-07 02:30');
    await desk.runJobs();
    expect(await absences(onSunday)).toContainEqual([SUNDAY, 'absent']);
    expect(await absences(person)).not.toContainEqual([SUNDAY, 'absent']);
    expect(await marksOf(off)).toEqual(['WO', 'A', 'A', 'A', 'A', 'WO']);
    expect(await marksOf(onSunday)).toEqual(['A', 'A', 'A', 'A', 'A', 'A']);
  });

  it('in who is expected, on the board and on the own clock, as soon as it is published', async () => {
    const before = (await desk.stats(MONDAY)).expected;
    expect((await desk.board(TUESDAY)).people.find(({ person: { _id } }) => _id === person.id)).toMatchObject({
      presence: 'not_yet',
      shift: { start: '09:00' },
    });
    await roster.published(person, { [MONDAY]: 'off', [TUESDAY]: late._id });
    expect((await desk.stats(MONDAY)).expected).toBe(before - 1);
    const stats = await desk.app.as(desk.admin).get('/api/attendance/stats').expect(200);
    expect((stats.body as { data: { expected: number } }).data.expected).toBe(before - 1);
    expect((await desk.board(TUESDAY)).people.find(({ person: { _id } }) => _id === person.id)).toMatchObject({
      shift: { start: '14:00', rostered: { code: 'L' } },
    });
    expect(await desk.state(person)).toMatchObject({ dayKind: 'weekly_off' });
    desk.at(`${TUESDAY} 08:30`);
    expect(await desk.state(person)).toMatchObject({ dayKind: 'working', shift: { start: '14:00', end: '22:00' } });
  });

  it('in overtime: all work on a day off of the roster is overtime', async () => {
    await roster.published(person, { [TUESDAY]: 'off', [SUNDAY]: late._id });
    expect(await desk.worked(person, `${TUESDAY} 10:00`, `${TUESDAY} 12:00`)).toMatchObject({
      dayKind: 'weekly_off',
      overtimeMinutes: 120,
    });
    expect(await desk.worked(person, `${SUNDAY} 14:00`, `${SUNDAY} 22:00`)).toMatchObject({
      dayKind: 'working',
      overtimeMinutes: 0,
    });
  });

  it('in the days that leave takes', async () => {
    await roster.published(person, { [TUESDAY]: 'off', [SUNDAY]: late._id });
    const preview = await desk.read<LeavePreview>(person, `/leaves/preview?from=${MONDAY}&to=${SUNDAY}&type=casual`);
    // Monday, Wednesday to Saturday, and Sunday.
    expect(preview.days).toBe(6);
    expect(preview.calendar.filter(({ kind }) => kind !== 'working').map(({ day }) => day)).toEqual([TUESDAY]);
  });

  it('only where it is of the laboratory in which the person works now', async () => {
    await roster.published(person, { [TUESDAY]: late._id });
    const other = await desk.app.laboratory({ weeklyOff: [0] });
    await desk.app.confirm(desk.head);
    const body = { ids: [person.id], action: 'move', laboratoryId: other.id };
    await desk.app.as(desk.head).post('/api/staff/bulk-update').send(body).expect(200);
    desk.at(`${TUESDAY} 09:00`);
    expect(await desk.state(person)).toMatchObject({ shift: { start: '09:00' } });
  });
});
