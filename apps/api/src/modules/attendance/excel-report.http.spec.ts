import { openReport } from '../../../test/opened-report';
import { AttendanceDesk, NIGHT_SHIFT } from '../../../test/attendance/attendance-desk';

/** A time of a laboratory's clock as a spreadsheet has it, which knows no zones. */
const clock = (time: string) => new Date(`${time.replace(' ', 'T')}:00.000Z`);

// Clocks in New York go back an hour in the night from 31 October to 1 November 2026.
describe.each([
  { timezone: 'Asia/Kolkata', nightMinutes: 450 },
  { timezone: 'America/New_York', nightMinutes: 510 },
])('the attendance report of a laboratory in $timezone', ({ timezone, nightMinutes }) => {
  let desk: AttendanceDesk;

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-10-30 08:00', { timezone });
  });
  afterAll(() => desk.close());

  it('has each day where it belongs, with the times of the local clock', async () => {
    const day = await desk.staff({ name: '=HYPERLINK("https://evil.example","Click")' });
    const night = await desk.staff({ shift: NIGHT_SHIFT });
    await desk.worked(day, '2026-10-30 09:30', '2026-10-30 18:00');
    await desk.worked(day, '2026-10-31 09:00', '2026-10-31 18:00');
    await desk.worked(night, '2026-10-31 22:00', '2026-11-01 06:00');
    desk.at('2026-11-02 08:00');
    const body = { kind: 'attendance', from: '2026-10-30', to: '2026-11-01', laboratoryId: desk.laboratory.id };
    const report = await openReport(desk.app, desk.head, body);
    expect(report.names).toEqual(['Per person', 'Month grid', 'Daily log', 'Exceptions', 'About']);

    const daily = report.recordsOf('Daily log');
    const shown = ({ user }: typeof day) =>
      daily
        .filter(({ Name }) => Name === user.name)
        .map((row) => [row['Day'], row['Clocked in'], row['Clocked out'], row['Worked (min)']]);
    expect(shown(day)).toEqual([
      [clock('2026-10-30 00:00'), clock('2026-10-30 09:30'), clock('2026-10-30 18:00'), 450],
      [clock('2026-10-31 00:00'), clock('2026-10-31 09:00'), clock('2026-10-31 18:00'), 480],
    ]);
    expect(shown(night)).toEqual([
      [clock('2026-10-31 00:00'), clock('2026-10-31 22:00'), clock('2026-11-01 06:00'), nightMinutes],
    ]);

    const person = (sheet: string) => report.recordsOf(sheet).find(({ Name }) => Name === day.user.name);
    expect(person('Per person')).toMatchObject({ Present: 2, Late: 1, 'Late (min)': 30, 'Worked (min)': 930 });
    expect(person('Month grid')).toMatchObject({ Month: '2026-10', '29': null, '30': 'P', '31': 'P', Present: 2 });
    expect(Object.fromEntries(report.rowsOf('About'))).toMatchObject({ 'Time zone': timezone });
  });
});
