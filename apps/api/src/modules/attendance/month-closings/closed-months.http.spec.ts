import type { AttendanceRecord, Leave } from '@shifa/contract';
import { AttendanceDesk, dataOf } from '../../../../test/attendance/attendance-desk';
import { commandsDuring } from '../../../../test/commands';
import type { Person } from '../../../../test/test-app';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';

const REASON = 'October 2026 is closed. Only a super admin can change it, or reopen the month first.';
const locked = { allowed: false, reason: REASON };
const free = { allowed: true };

describe('actions on days of a closed month', () => {
  let desk: AttendanceDesk;
  let person: Person;
  let leave: Leave;

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-10-29 08:00');
    person = await desk.staff({ joiningDate: '2026-10-29' });
    const books = desk.app.services.get(AttendanceBookRepository);
    await books.setMarkedThrough(desk.laboratory._id, '2026-10-27', new Date('2026-09-01T00:00:00Z'));
    const asked = { type: 'casual', from: '2026-10-31', to: '2026-11-02', reason: 'A wedding' };
    leave = dataOf<Leave>(await desk.app.as(person).post('/api/attendance/leaves').send(asked).expect(201));
    const approve = desk.app.as(desk.admin).put(`/api/attendance/leaves/${leave._id}/approve`);
    await approve.send({ approved: true }).expect(200);
    for (const day of ['2026-10-29', '2026-10-30', '2026-11-03']) {
      await desk.worked(person, `${day} 09:00`, `${day} 18:00`);
    }
    desk.at('2026-11-04 08:00');
    await desk.runJobs();
    const close = desk.app.as(desk.admin).post('/api/attendance/month-sheet/close');
    await close.send({ laboratoryId: desk.laboratory.id, month: '2026-10' }).expect(201);
  });
  afterAll(() => desk.close());

  const daysOf = async (viewer: Person, action: keyof AttendanceRecord['actions']) =>
    (await desk.read<AttendanceRecord[]>(viewer, `?userId=${person.id}&sort=workDate&status=present`)).map(
      ({ workDate, actions }) => [workDate, actions[action]],
    );

  it.each(['edit', 'replaceShift', 'remove'] as const)('name the month instead of offering to %s', async (action) => {
    expect(await daysOf(desk.admin, action)).toEqual([
      ['2026-10-29', locked],
      ['2026-10-30', locked],
      ['2026-11-03', free],
    ]);
    expect(await daysOf(desk.head, action)).toContainEqual(['2026-10-29', free]);
  });

  it('are not offered to the person either', async () => {
    expect(await daysOf(person, 'correct')).toEqual([
      ['2026-10-29', locked],
      ['2026-10-30', locked],
      ['2026-11-03', free],
    ]);
  });

  it('include cancelling leave that reaches into it', async () => {
    const actionsFor = async (viewer: Person) =>
      (await desk.read<Leave[]>(viewer, `/leaves?userId=${person.id}`)).map(({ actions }) => actions.cancel);
    expect(await actionsFor(desk.admin)).toEqual([locked]);
    expect(await actionsFor(desk.head)).toEqual([free]);
  });

  it('are judged in one query for a whole list', async () => {
    const commands = await commandsDuring(desk.app, () => daysOf(desk.admin, 'edit'));
    expect(JSON.stringify(commands).match(/month_closings/g)).toHaveLength(1);
  });
});
