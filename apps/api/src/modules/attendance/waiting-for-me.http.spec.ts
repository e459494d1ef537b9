import type { AttendanceRecord, Leave } from '@shifa/contract';
import type { Person } from '../../../test/test-app';
import { AttendanceDesk } from '../../../test/attendance/attendance-desk';

describe('what waits for a person', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-23 06:00');
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await desk.close();
  });

  it('is what they may decide on: not their own, not that of equals, not what they entered', async () => {
    const inLaboratory = { laboratoryId: desk.laboratory._id, joiningDate: '2026-01-01' };
    const people = {
      staff: await desk.staff(),
      manager: desk.manager,
      otherManager: await desk.app.person('manager', inLaboratory),
      admin: desk.admin,
    };
    const nameOf = (id: string) => Object.entries(people).find(([, person]) => person.id === id)?.[0];
    for (const person of Object.values(people)) {
      await desk.worked(person, '2026-11-23 09:00', '2026-11-23 23:00');
      const leave = { type: 'casual', from: '2026-11-25', to: '2026-11-25', reason: 'A wedding' };
      await desk.app.as(person).post('/api/attendance/leaves').send(leave).expect(201);
    }
    const waitingFor = async (person: Person) => {
      const [records, leaves] = [
        await desk.read<AttendanceRecord[]>(person, '?waitingForMe=true'),
        await desk.read<Leave[]>(person, '/leaves?waitingForMe=true'),
      ];
      for (const { actions } of [...records, ...leaves]) expect(actions.approve).toEqual({ allowed: true });
      return [records, leaves].map((rows) => rows.map(({ userId }) => nameOf(userId._id)).sort());
    };
    expect(await waitingFor(desk.manager)).toEqual([['staff'], ['staff']]);
    const below = ['manager', 'otherManager', 'staff'];
    expect(await waitingFor(desk.admin)).toEqual([below, below]);
    const everyone = ['admin', ...below];
    expect(await waitingFor(desk.head)).toEqual([everyone, everyone]);

    const [record] = await desk.read<AttendanceRecord[]>(desk.manager, '?waitingForMe=true');
    const edit = { segments: record?.segments.map(() => ({ in: '2026-11-23T09:00', out: '2026-11-23T22:30' })) };
    const body = { ...edit, breaks: [], reason: 'The door log says so', version: record?.version };
    await desk.app
      .as(desk.manager)
      .put(`/api/attendance/${record?._id ?? ''}`)
      .send(body)
      .expect(200);
    expect((await waitingFor(desk.manager))[0]).toEqual([]);
    expect((await waitingFor(people.otherManager))[0]).toEqual(['staff']);
  });
});
