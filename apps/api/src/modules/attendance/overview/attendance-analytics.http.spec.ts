import type { AttendanceAnalytics, AttendanceRecord, AttendanceReport, Failure } from '@shifa/contract';
import type { Person } from '../../../../test/test-app';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';

describe('attendance analytics', () => {
  let desk: AttendanceDesk;
  let early: Person;
  let late: Person;

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 08:00');
    [early, late] = [await desk.staff(), await desk.staff()];
    await desk.worked(early, '2026-11-24 09:00', '2026-11-24 20:00');
    await desk.worked(late, '2026-11-24 09:40', '2026-11-24 18:00');
    await desk.worked(early, '2026-11-25 09:00', '2026-11-25 18:00');
    // The absence of the other is recorded after the end of the day.
    desk.at('2026-11-26 07:00');
    await desk.runJobs();
  });
  afterAll(() => desk.close());

  const ask = (person: Person, query: string) => desk.app.as(person).get(`/api/reports/analytics/attendance?${query}`);
  async function analyze(query: string, person = desk.head): Promise<AttendanceAnalytics> {
    const response = await ask(person, query).expect(200);
    return (response.body as { data: AttendanceAnalytics }).data;
  }

  it.each(['day', 'week', 'month', 'person', 'laboratory'])(
    'by %s add up to the total of the report',
    async (groupBy) => {
      const { period, rows, totals } = await analyze(`laboratoryId=${desk.laboratory.id}&groupBy=${groupBy}`);
      expect(period).toEqual({ from: '2026-11-01', to: '2026-11-26' });
      const path = `/report?from=2026-11-01&to=2026-11-26&laboratoryId=${desk.laboratory.id}`;
      const report = await desk.read<AttendanceReport>(desk.head, path);
      expect(totals.values).toMatchObject(report.totals);
      for (const field of ['presentDays', 'lateDays', 'absentDays', 'workedMinutes', 'overtimeMinutes'] as const) {
        expect(rows.reduce((sum, { values }) => sum + values[field], 0)).toBe(report.totals[field]);
      }
    },
  );

  it('show the lowest attendance first and compare equal periods', async () => {
    const { rows } = await analyze('from=2026-11-24&to=2026-11-25&groupBy=person');
    const shown = rows.map(({ key, values }) => [key, values.attendanceRate]);
    expect(shown).toEqual(
      expect.arrayContaining([
        [late.id, 0.5],
        [early.id, 1],
      ]),
    );
    expect(shown.findIndex(([key]) => key === late.id)).toBeLessThan(shown.findIndex(([key]) => key === early.id));
    const { previousPeriod, totals } = await analyze('from=2026-11-25&to=2026-11-25&compare=previous');
    expect(previousPeriod).toEqual({ from: '2026-11-24', to: '2026-11-24' });
    expect([totals.values.presentDays, totals.previous?.presentDays]).toEqual([1, 2]);
  });

  it('lead from their overtime to exactly its records', async () => {
    const { totals } = await analyze(`from=2026-11-24&to=2026-11-25&laboratoryId=${desk.laboratory.id}`);
    const filter = 'from=2026-11-24&to=2026-11-25&counted=true';
    const list = (overtime: boolean) => desk.read<AttendanceRecord[]>(desk.head, `?${filter}&overtime=${overtime}`);
    const minutes = (await list(true)).map(({ overtimeMinutes }) => overtimeMinutes);
    expect(Math.min(...minutes)).toBeGreaterThan(0);
    expect(minutes.reduce((sum, one) => sum + one, 0)).toBe(totals.values.overtimeMinutes);
    expect((await list(false)).every(({ overtimeMinutes }) => overtimeMinutes === 0)).toBe(true);
  });

  it('lead to the records that count, also to those of which only the overtime was rejected', async () => {
    const days = 'from=2026-11-24&to=2026-11-25';
    const list = (query: string) => desk.read<AttendanceRecord[]>(desk.head, `?${days}&${query}`);
    const [withOvertime] = await list('overtime=true');
    if (!withOvertime) throw new Error('A record with overtime is needed');
    await desk.decide(desk.admin, withOvertime, { approved: false, reason: 'Nobody asked for it' }).expect(200);
    const [all, counted, uncounted] = [await list(''), await list('counted=true'), await list('counted=false')];
    const { totals } = await analyze(days);
    expect(counted.map(({ _id }) => _id)).toContain(withOvertime._id);
    expect(counted.reduce((sum, { workedMinutes }) => sum + workedMinutes, 0)).toBe(totals.values.workedMinutes);
    expect(uncounted).toHaveLength(all.length - counted.length);
  });

  it('are limited to the narrower scope, and need both permissions', async () => {
    const reader = await desk.staff({ permissionOverrides: { 'reports.view': true } });
    const own = await analyze('from=2026-11-24&to=2026-11-25&groupBy=person', reader);
    expect(own.rows.map(({ key }) => key).filter((key) => key === early.id || key === late.id)).toEqual([]);
    const foreign = await desk.app.laboratory();
    await ask(reader, `laboratoryId=${foreign.id}`).expect(404);
    await ask(early, '').expect(403);
    const blind = await desk.staff({ permissionOverrides: { 'reports.view': true, 'attendance.view': false } });
    expect(((await ask(blind, '').expect(403)).body as Failure).message).toContain('Attendance');
  });
});
