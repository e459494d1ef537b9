import type { Leave } from '@shifa/contract';
import { noticesOf, notificationsOf } from '../../../test/notifications';
import type { Person } from '../../../test/test-app';
import { GroupCounts } from '../notifications/notifications.port';
import { AttendanceDesk, recordOf } from '../../../test/attendance/attendance-desk';

const WEDDING = { type: 'casual', from: '2026-11-24', to: '2026-11-25', reason: 'A wedding' } as const;

describe('notifications about attendance', () => {
  let desk: AttendanceDesk;
  let person: Person;
  beforeEach(async () => {
    desk = await AttendanceDesk.open('2026-11-23 06:00');
    person = await desk.staff();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  const request = async (by: Person) => {
    const response = await desk.app.as(by).post('/api/attendance/leaves').send(WEDDING).expect(201);
    return (response.body as { data: Leave }).data;
  };
  const decideLeave = ({ _id }: Leave, by: Person, body: object) =>
    desk.app.as(by).put(`/api/attendance/leaves/${_id}/approve`).send(body).expect(200);

  it('tell the approvers of late arrivals, added up by day, and not the person who arrived', async () => {
    const other = await desk.staff();
    desk.at('2026-11-23 09:25');
    const { _id } = recordOf(await desk.clockIn(person).expect(200));
    expect((await notificationsOf(desk.app, desk.manager))[0]?.actionUrl).toBe(`/attendance/records/${_id}`);
    const text = `late_arrival: Late arrival: ${person.user.name} arrived 25 minutes late on Nov 23, 2026.`;
    expect(await noticesOf(desk.app, desk.manager)).toEqual([text]);
    await desk.clockIn(other).expect(200);
    expect(await noticesOf(desk.app, desk.admin)).toEqual([
      'late_arrival: Late arrival: 2 people arrived late on Nov 23, 2026.',
    ]);
    const list = '/attendance/records?from=2026-11-23&to=2026-11-23&late=true';
    expect((await notificationsOf(desk.app, desk.admin))[0]?.actionUrl).toBe(list);
    for (const one of [person, other, desk.head]) expect(await noticesOf(desk.app, one)).toEqual([]);
  });

  it('tell people that someone else cancelled their leave, and not when they did so themselves', async () => {
    const leave = await request(person);
    await decideLeave(leave, desk.manager, { approved: true });
    desk.at('2026-11-25 09:00');
    await desk.app
      .as(desk.manager)
      .delete(`/api/attendance/leaves/${leave._id}`)
      .query({ reason: 'The audit was moved' })
      .expect(200);
    const [newest] = await noticesOf(desk.app, person);
    expect(newest).toBe(
      `leave_rejected: Leave cancelled: ${desk.manager.user.name} cancelled your casual leave, Nov 24, 2026 to Nov 25, 2026: The audit was moved`,
    );
    const told = (await noticesOf(desk.app, person)).length;
    const other = await desk.app
      .as(person)
      .post('/api/attendance/leaves')
      .send({ ...WEDDING, from: '2026-11-27', to: '2026-11-27' })
      .expect(201);
    await desk.app
      .as(person)
      .delete(`/api/attendance/leaves/${(other.body as { data: Leave }).data._id}`)
      .expect(200);
    expect(await noticesOf(desk.app, person)).toHaveLength(told);
  });

  it('count the late arrivals that are still recorded, and keep the name while nothing left', async () => {
    const other = await desk.staff();
    desk.at('2026-11-23 09:25');
    const counted = async () => {
      await desk.app.services.get(GroupCounts).run();
      const [{ isRead, message } = {}] = await notificationsOf(desk.app, desk.manager);
      return { isRead, message };
    };
    const first = recordOf(await desk.clockIn(person).expect(200));
    desk.at('2026-11-23 09:35');
    await desk.clockOut(person).expect(200);
    expect(await counted()).toMatchObject({ isRead: false, message: expect.stringContaining('25 minutes') as string });
    const second = recordOf(await desk.clockIn(other).expect(200));
    expect(await counted()).toEqual({ isRead: false, message: '2 people arrived late on Nov 23, 2026.' });
    desk.at('2026-11-23 09:45');
    await desk.clockOut(other).expect(200);
    const removed = ({ _id }: typeof first) =>
      desk.app.as(desk.head).delete(`/api/attendance/${_id}?reason=Twice`).expect(200);
    await removed(first);
    expect(await counted()).toEqual({ isRead: false, message: '1 person arrived late.' });
    await removed(second);
    expect(await counted()).toMatchObject({ isRead: true });
  });

  it('do not reach those who have turned the type off', async () => {
    const preferences = { muted: ['late_arrival'], quietHours: null };
    await desk.app.as(desk.manager).put('/api/notifications/preferences').send(preferences).expect(200);
    desk.at('2026-11-23 09:25');
    await desk.clockIn(person).expect(200);
    expect(await noticesOf(desk.app, desk.manager)).toEqual([]);
    expect(await noticesOf(desk.app, desk.admin)).toHaveLength(1);
  });

  it('of a manager reach only those above', async () => {
    desk.at('2026-11-23 21:00');
    await desk.clockIn(desk.manager).expect(200);
    const leave = await request(desk.manager);
    const other = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
    expect(await noticesOf(desk.app, other)).toEqual([]);
    expect(await notificationsOf(desk.app, desk.admin)).toContainEqual(
      expect.objectContaining({ type: 'leave_request', actionUrl: `/attendance/leaves/review?item=${leave._id}` }),
    );
  });

  it('tell absent people what to do and their approvers how many were absent, once', async () => {
    await desk.staff();
    desk.at('2026-11-24 08:00');
    await desk.runJobs();
    await desk.runJobs();
    expect(await notificationsOf(desk.app, person)).toMatchObject([
      {
        type: 'absent',
        title: 'Marked absent',
        message: 'You have no clock-in on Nov 23, 2026. If you worked, request a correction. If not, request leave.',
        actionUrl: '/attendance?day=2026-11-23',
      },
    ]);
    const absences = (await noticesOf(desk.app, desk.manager)).filter((text) => text.includes('were absent'));
    expect(absences).toEqual([expect.stringMatching(/^absent: Absent: \d people were absent on Nov 23, 2026\.$/)]);
  });

  it('tell the approvers of the only one who was absent, and lead to that day', async () => {
    for (const one of [desk.admin, desk.manager]) {
      desk.at('2026-11-23 09:00');
      await desk.clockIn(one).expect(200);
      desk.at('2026-11-23 18:00');
      await desk.clockOut(one).expect(200);
    }
    desk.at('2026-11-24 08:00');
    await desk.runJobs();
    const [day] = await desk.read<{ _id: string }[]>(
      desk.manager,
      `?userId=${person.id}&from=2026-11-23&to=2026-11-23`,
    );
    const absences = (await notificationsOf(desk.app, desk.manager)).filter(({ type }) => type === 'absent');
    expect(absences).toMatchObject([
      {
        message: `${person.user.name} was absent on Nov 23, 2026.`,
        actionUrl: `/attendance/records/${day?._id ?? 'none'}`,
      },
    ]);
  });

  it('tell the approvers of overtime once', async () => {
    const { _id } = await desk.worked(person, '2026-11-23 09:00', '2026-11-23 20:00');
    const [{ actionUrl } = {}] = await notificationsOf(desk.app, desk.manager);
    expect(actionUrl).toBe(`/attendance/review?item=${_id}`);
    expect(await noticesOf(desk.app, desk.manager)).toEqual([
      `overtime: Overtime: ${person.user.name} worked 2 h of overtime on Nov 23, 2026.`,
    ]);
  });

  it('tell the approvers of a correction, and the person of its decision with the reason', async () => {
    await desk.worked(person, '2026-11-23 09:00', '2026-11-23 17:00');
    const [record] = await desk.read<{ _id: string; version: number }[]>(person, '/me?sort=workDate');
    desk.at('2026-11-23 19:00');
    const segments = [{ in: '2026-11-23T09:00', out: '2026-11-23T18:00' }];
    const reason = 'I forgot to clock out in time';
    const asked = recordOf(await desk.correct(person, { workDate: '2026-11-23', segments, reason }).expect(200));
    expect(asked._id).toBe(record?._id);
    expect((await noticesOf(desk.app, desk.manager))[0]).toBe(
      `system: Attendance pending approval: ${person.user.name} requested a correction for Nov 23, 2026.`,
    );
    const decision = { approved: false, reason: 'The door log says otherwise' };
    await desk.app.as(desk.manager).put(`/api/attendance/${asked._id}/approve`).send(decision).expect(200);
    expect(await noticesOf(desk.app, person)).toEqual([
      `system: Attendance rejected: ${desk.manager.user.name} rejected your correction for Nov 23, 2026: ${decision.reason}`,
    ]);
  });

  it('tell the approvers of a leave request, and the person of its decision', async () => {
    const [approved, rejected] = [await request(person), await request(await desk.staff())];
    const texts = await noticesOf(desk.app, desk.manager);
    expect(texts).toContain(
      `leave_request: Leave request: ${person.user.name} requests casual leave, Nov 24, 2026 to Nov 25, 2026.`,
    );
    await decideLeave(approved, desk.manager, { approved: true });
    await decideLeave(rejected, desk.manager, { approved: false, reason: 'Too many are away' });
    const actionUrl = `/attendance/leaves?item=${approved._id}`;
    expect(await notificationsOf(desk.app, person)).toMatchObject([
      { type: 'leave_approved', priority: 'medium', actionUrl },
    ]);
    expect((await notificationsOf(desk.app, desk.admin)).map(({ type }) => type)).toEqual([
      'leave_request',
      'leave_request',
    ]);
  });
});
