import { type AttendanceMonth, type AttendanceReport, contract, type Leave, type MonthSheet } from '@shifa/contract';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';
import { openExport, openReport } from '../../../../test/opened-report';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

const MONTH = '2026-10';
const earlier = new Date('2026-09-01T00:00:00Z');
const [MISSED, SHORT, UNRECORDED] = ['2026-10-27', '2026-10-28', '2026-10-05'];

describe('half a day of leave', () => {
  let desk: AttendanceDesk;
  let person: Person;

  const takeHalf = async (type: string, day: string) => {
    const body = { type, from: day, to: day, part: 'first_half', reason: 'A wedding' };
    const asked = await desk.app.as(person).post('/api/attendance/leaves').send(body).expect(201);
    const { _id } = (asked.body as { data: Leave }).data;
    await desk.app.as(desk.admin).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true }).expect(200);
  };

  /** One beside an absence, one beside work that is pending, and one on a day without a record. */
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-10-26 08:00');
    person = await desk.staff({ createdAt: earlier });
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-26', earlier);
    await takeHalf('casual', MISSED);
    await takeHalf('sick', SHORT);
    await desk.worked(person, `${SHORT} 14:00`, `${SHORT} 18:00`);
    desk.at('2026-10-29 08:00');
    await desk.runJobs();
    await takeHalf('sick', UNRECORDED);
    desk.at('2026-11-01 08:00');
  });
  afterAll(() => desk.close());

  it('leaves half a day to be absent, the same in the month, its sheet, the report and the files', async () => {
    const month = await desk.read<AttendanceMonth>(desk.admin, `/month?month=${MONTH}&userId=${person.id}`);
    const totals = month.people[0]?.totals;
    expect(totals).toMatchObject({ absentDays: 0.5, leaveDays: 1.5, halfDays: 1 });

    const { lines } = await desk.read<MonthSheet>(desk.admin, `/month-sheet?month=${MONTH}`);
    const line = lines.find((one) => one.person._id === person.id);
    expect([line?.leaveDays, line?.figures.absent]).toEqual([totals?.leaveDays, totals?.absentDays]);
    expect([line?.figures.leave_casual, line?.figures.leave_sick]).toEqual([0.5, 1]);

    const period = `from=${MONTH}-01&to=${MONTH}-31`;
    const report = await desk.read<AttendanceReport>(desk.admin, `/report?${period}&groupBy=person`);
    const row = report.rows.find(({ key }) => key === person.id);
    expect(row?.totals).toMatchObject({ absentDays: totals?.absentDays, leaveDays: totals?.leaveDays });

    const path = `${contract.attendance.exportMonth.path}?month=${MONTH}`;
    const file = (await openExport(desk.app, desk.admin, path)).recordsOf('Month');
    expect(file.find(({ Name }) => Name === person.user.name)).toMatchObject({
      'Days absent': totals?.absentDays,
      'Days of leave': totals?.leaveDays,
      'Casual leave': 0.5,
      'Sick leave': 1,
    });
    const body = { kind: 'attendance', from: `${MONTH}-01`, to: `${MONTH}-31`, laboratoryId: desk.laboratory.id };
    const sheets = await openReport(desk.app, desk.head, body);
    expect(sheets.recordsOf('Per person').find(({ Name }) => Name === person.user.name)).toMatchObject({
      Absent: totals?.absentDays,
      'Leave days': totals?.leaveDays,
    });
  });
});
