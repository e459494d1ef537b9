import type { Report, ReportDrift } from '@shifa/contract';
import { AttendanceDesk } from '../../../test/attendance/attendance-desk';

describe('a report limited to own records', () => {
  let desk: AttendanceDesk;

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-10-30 08:00', { timezone: 'Asia/Kolkata' });
  });
  afterAll(() => desk.close());

  it('is compared with own records, also by someone who sees the whole laboratory', async () => {
    const permissionOverrides = { 'reports.view': true, 'reports.export': true, 'attendance.export': true };
    const [person, colleague] = [await desk.staff({ permissionOverrides }), await desk.staff()];
    for (const each of [person, colleague]) await desk.worked(each, '2026-10-30 09:00', '2026-10-30 18:00');
    desk.at('2026-10-31 08:00');
    const body = { kind: 'attendance', from: '2026-10-30', to: '2026-10-30', laboratoryId: desk.laboratory.id };
    await desk.app.as(person).post('/api/reports/generate-excel').send(body).expect(200);
    const history = await desk.app.as(desk.head).get('/api/reports/history').expect(200);
    const [report] = (history.body as { data: Report[] }).data;
    const path = `/api/reports/history/${report?._id ?? ''}/drift`;
    const drift = await desk.app.as(desk.head).get(path).expect(200);
    expect((drift.body as { data: ReportDrift }).data.rows).toEqual([]);
  });
});
