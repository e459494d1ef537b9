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

describe('what keeps a laboratory from being archived', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 06:00');
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('includes leave that nobody has decided on, also of a person who has exited', async () => {
    const laboratory = await desk.app.laboratory();
    const person = await desk.staff({ laboratoryId: laboratory._id });
    const leave = { type: 'casual', from: '2026-11-24', to: '2026-11-24', reason: 'A wedding' };
    const path = '/api/attendance/leaves';
    const requested = await desk.app.as(person).post(path).send(leave).expect(201);
    const { _id } = (requested.body as { data: { _id: string } }).data;
    await desk.app.as(desk.head).delete(`/api/staff/${person.id}`).expect(200);
    const blocker = {
      ...{ name: 'leave request awaiting approval', count: 1 },
      ...{ resource: 'leave', filter: { status: ['pending'] } },
    };
    const blockers = await desk.app.as(desk.head).get(`/api/laboratories/${laboratory.id}/blockers`).expect(200);
    expect(blockers.body).toMatchObject({ data: [blocker] });
    await desk.app.confirm(desk.head);
    const archive = () => desk.app.as(desk.head).delete(`/api/laboratories/${laboratory.id}`);
    expect((await archive().expect(409)).body).toMatchObject({ code: 'LABORATORY_HAS_BLOCKERS', blockers: [blocker] });
    const decision = { approved: false, reason: 'They have left' };
    await desk.app.as(desk.head).put(`${path}/${_id}/approve`).send(decision).expect(200);
    await archive().expect(200);
  });
});
