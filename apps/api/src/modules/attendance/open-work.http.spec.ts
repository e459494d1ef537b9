import { AttendanceDesk } from '../../../test/attendance/attendance-desk';

describe('what a person leaves undecided', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 06:00');
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('is counted, with the filters of its lists, as far as the viewer may see it', async () => {
    const person = await desk.staff();
    const leave = { type: 'casual', from: '2026-11-24', to: '2026-11-25', reason: 'A wedding' };
    await desk.app.as(person).post('/api/attendance/leaves').send(leave).expect(201);
    await desk.worked(person, '2026-11-23 09:00', '2026-11-23 20:00');
    const openWork = async () => {
      const response = await desk.app.as(desk.admin).get(`/api/staff/${person.id}/open-work`).expect(200);
      return (response.body as { data: unknown }).data;
    };
    const userId = [person.id];
    expect(await openWork()).toEqual([
      {
        name: 'attendance record awaiting approval',
        count: 1,
        resource: 'attendance',
        filter: { userId, approvalStatus: ['pending'] },
      },
      {
        name: 'leave request awaiting approval',
        count: 1,
        resource: 'leave',
        filter: { userId, status: ['pending'] },
      },
    ]);
    const bulk = { ids: [person.id, (await desk.staff()).id], action: 'suspend', dryRun: true };
    const answer = await desk.app.as(desk.admin).post('/api/staff/bulk-update').send(bulk).expect(200);
    expect((answer.body as { data: { openWork: unknown } }).data.openWork).toEqual([
      { name: 'attendance record awaiting approval', count: 1 },
      { name: 'leave request awaiting approval', count: 1 },
    ]);
    const revoked = { permissions: { 'leave.view': false } };
    await desk.app.confirm(desk.head);
    await desk.app.as(desk.head).put(`/api/permissions/users/${desk.admin.id}`).send(revoked).expect(200);
    expect(await openWork()).toHaveLength(1);
  });
});
