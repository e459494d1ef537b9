import type { AttendanceRecord, Dashboard, Notification } from '@shifa/contract';
import type { Person } from '../../../test/test-app';
import { AttendanceDesk, NIGHT_SHIFT } from '../../../test/attendance/attendance-desk';

describe('the end of a day', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 08:00');
  });
  afterAll(() => desk.close());

  async function dataOf<Data>(person: Person, path: string): Promise<Data> {
    return ((await desk.app.as(person).get(`/api${path}`).expect(200)).body as { data: Data }).data;
  }

  it('that was forgotten reaches the person, until they ask for a correction', async () => {
    desk.at('2026-11-24 09:00');
    const person = await desk.staff();
    await desk.clockIn(person).expect(200);
    desk.at('2026-11-24 23:00');
    await desk.runJobs();
    const [notice] = await dataOf<Notification[]>(person, '/notifications');
    expect(notice).toMatchObject({
      title: "You didn't clock out",
      actionUrl: '/attendance?correct=2026-11-24',
    });
    const attention = async () => (await dataOf<Dashboard>(person, '/dashboard?blocks=attention')).attention;
    expect(await attention()).toMatchObject([
      { name: 'day without your clock-out', count: 1, resource: 'missed', filter: { missed: ['true'] } },
    ]);
    const missed = () => dataOf<AttendanceRecord[]>(person, '/attendance/me?missed=true');
    expect(await missed()).toMatchObject([{ workDate: '2026-11-24' }]);
    const segments = [{ in: '2026-11-24T09:00', out: '2026-11-24T18:00' }];
    await desk.correct(person, { workDate: '2026-11-24', segments, reason: 'Left at six' }).expect(200);
    expect([await missed(), await attention()]).toEqual([[], []]);
  });

  it('of a night shift is shown in the morning, with its hours', async () => {
    desk.at('2026-11-24 22:00');
    const person = await desk.staff({ shift: NIGHT_SHIFT });
    await desk.worked(person, '2026-11-24 22:00', '2026-11-25 06:10');
    expect((await desk.state(person)).last).toEqual({
      workDate: '2026-11-24',
      workedMinutes: 460,
      clockOut: '2026-11-25T00:40:00.000Z',
    });
    desk.at('2026-11-25 18:11');
    expect((await desk.state(person)).last).toBeNull();
  });

  it('leads from a late arrival to those who were late', async () => {
    desk.at('2026-11-26 09:00');
    const [early, late] = [await desk.staff(), await desk.staff()];
    await desk.clockIn(early).expect(200);
    desk.at('2026-11-26 11:24');
    await desk.clockIn(late).expect(200);
    const rows = await desk.read<AttendanceRecord[]>(desk.admin, '?from=2026-11-26&to=2026-11-26&late=true');
    expect(rows.map(({ userId }) => userId._id)).toEqual([late.id]);
    const notices = await dataOf<Notification[]>(desk.manager, '/notifications');
    expect(notices.map(({ message }) => message).join('\n')).toContain('arrived 2 h 24 m late');
  });
});
