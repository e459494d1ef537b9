import type { Notification, ShiftType } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';
import { firstVersion } from '../../../platform/mongo/first-version';
import { newId, objectId } from '../../../platform/domain/object-id';
import { RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';

const TODAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const WEDNESDAY = '2026-12-02';
const SUNDAY = '2026-12-06';

describe('what was planned for people who leave a laboratory', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let cells: RosterCellRepository;
  let morning: ShiftType;
  let person: Person;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${TODAY} 08:00`);
    roster = new RosterDesk(desk);
    cells = desk.app.services.get(RosterCellRepository);
    morning = await roster.shiftType({ code: 'M' });
  });
  beforeEach(async () => {
    person = await desk.staff();
  });
  afterAll(() => desk.close());

  const exit = ({ id }: Person) => desk.app.as(desk.head).delete(`/api/staff/${id}?version=1`).expect(200);
  const move = ({ id }: Person, laboratoryId: string) =>
    desk.app.as(desk.head).put(`/api/staff/${id}`).send({ laboratoryId, version: 1 }).expect(200);
  const plannedOf = async ({ id }: Person) => {
    const rows = await cells.plannedFrom(desk.laboratory._id, objectId(id), TODAY);
    return rows.map(({ day }) => day).toSorted();
  };
  const clearedOf = async ({ id }: Person) => {
    const query = `entity=roster&entityId=${id}&action=roster.cleared`;
    const answer = await desk.app.as(desk.head).get(`/api/audit?${query}`).expect(200);
    return (answer.body as { data: unknown[] }).data;
  };
  /** As it was stored before it was withdrawn with the person. */
  const leftOver = (subject: Person, day: string, fields: Partial<RosterCellRow>) =>
    cells.insertMany([
      {
        _id: newId(),
        laboratoryId: desk.laboratory._id,
        userId: objectId(subject.id),
        day,
        draft: null,
        published: null,
        ...firstVersion(null, new Date()),
        ...fields,
      },
    ]);

  it('is withdrawn from the day after their last one on, and holds up no one', async () => {
    await roster.published(person, { [TODAY]: 'off', [TUESDAY]: morning._id });
    await roster.plan(person, { [WEDNESDAY]: morning._id });
    const colleague = await desk.staff();
    await roster.plan(colleague, { [WEDNESDAY]: morning._id });
    await exit(person);
    expect(await plannedOf(person)).toEqual([TODAY]);
    expect(await clearedOf(person)).toMatchObject([
      {
        by: { name: desk.head.user.name },
        changes: [
          { field: `days.${TUESDAY}`, before: 'M 06:00–14:00, draft M', after: 'weekly shift' },
          { field: `days.${WEDNESDAY}`, before: 'draft M', after: 'weekly shift' },
        ],
      },
    ]);
    expect((await roster.board(TUESDAY, SUNDAY)).unpublished).toBe(1);
    expect((await roster.publish(TUESDAY, SUNDAY).expect(201)).body).toMatchObject({ data: { changedDays: 1 } });
  });

  it('is withdrawn from the day after a move on, and can be planned anew when they come back', async () => {
    await roster.published(person, { [TODAY]: morning._id, [TUESDAY]: morning._id });
    await roster.plan(person, { [WEDNESDAY]: morning._id });
    await move(person, (await desk.app.laboratory()).id);
    expect(await plannedOf(person)).toEqual([TODAY]);
    expect(await clearedOf(person)).toHaveLength(1);
    const back = { laboratoryId: desk.laboratory.id, version: 2 };
    await desk.app.as(desk.head).put(`/api/staff/${person.id}`).send(back).expect(200);
    const cell = await roster.cell(person, WEDNESDAY);
    expect(cell).toEqual({ day: WEDNESDAY, draft: null, version: 2 });
    await roster.plan(person, { [WEDNESDAY]: morning._id }, 2);
  });

  it('is said to those who can still sign in, if it had been published', async () => {
    const noticesOf = async (someone: Person) => {
      const answer = await desk.app.as(someone).get('/api/notifications').expect(200);
      const found = (answer.body as { data: Notification[] }).data;
      return found
        .filter(({ title }) => title === 'Roster changed')
        .map(({ message, actionUrl }) => `${message} ${actionUrl}`);
    };
    const drafted = await desk.staff();
    const leaver = await desk.staff();
    await roster.published(person, { [TUESDAY]: morning._id, [WEDNESDAY]: morning._id });
    await roster.published(leaver, { [TUESDAY]: morning._id, [WEDNESDAY]: morning._id });
    await roster.plan(drafted, { [WEDNESDAY]: morning._id });
    const { id } = await desk.app.laboratory();
    await move(person, id);
    await move(drafted, id);
    const { name } = desk.laboratory;
    expect(await noticesOf(person)).toEqual([
      `Your shifts from Dec 1, 2026 to Dec 2, 2026 at ${name} were withdrawn because you no longer belong to this laboratory. /attendance/roster?mine=true`,
    ]);
    expect(await noticesOf(drafted)).toEqual([]);
    const sent = desk.app.services.get<Connection>(getConnectionToken()).collection('notifications');
    await exit(leaver);
    expect(await sent.countDocuments({ recipientId: leaver.user._id, title: 'Roster changed' })).toBe(0);
  });

  it('counts for nothing where it is still stored, and is not published', async () => {
    const day = '2026-12-09';
    const draft = objectId(morning._id);
    const moved = await desk.app.person('staff', { laboratoryId: (await desk.app.laboratory())._id });
    await leftOver(moved, day, { draft });
    await exit(person);
    await leftOver(person, day, { draft });
    const board = await roster.board(day);
    expect([board.unpublished, board.coverage]).toEqual([0, []]);
    expect(failureOf(await roster.publish(day).expect(409)).code).toBe('ROSTER_NOTHING_CHANGED');
    const colleague = await desk.staff();
    await roster.plan(colleague, { [day]: morning._id });
    expect((await roster.publish(day).expect(201)).body).toMatchObject({ data: { changedDays: 1, changedPeople: 1 } });
    // Someone of the board who has left in the meantime.
    const leaver = await desk.staff({ exitDate: day });
    await leftOver(leaver, '2026-12-10', { draft });
    await roster.plan(leaver, { [day]: morning._id });
    expect((await roster.board(day, '2026-12-10')).unpublished).toBe(1);
    const answer = await roster.publish(day, '2026-12-10').expect(201);
    expect(answer.body).toMatchObject({ data: { changedDays: 1, changedPeople: 1 } });
  });

  it('prevents nothing in their new laboratory', async () => {
    const { policies } = desk.laboratory;
    const roster = { ...policies.roster, otherLaboratory: 'forbid' } as const;
    const laboratory = await desk.app.laboratory({ policies: { ...policies, roster } });
    const moved = await desk.app.person('staff', { laboratoryId: laboratory._id, joiningDate: '2026-01-01' });
    const { start, end, breakMinutes, name, code } = morning;
    const shiftTypeId = objectId(morning._id);
    const published = { value: 'shift', shiftTypeId, name, code, start, end, breakMinutes } as const;
    await leftOver(moved, WEDNESDAY, { published });
    const post = (path: string, body: object) => desk.app.as(desk.head).post(`/api/attendance/${path}`).send(body);
    const type = { laboratoryId: laboratory.id, name: 'Early', code: 'E', colour: 'teal', start, end, breakMinutes };
    const { _id } = ((await post('shift-types', type).expect(201)).body as { data: ShiftType }).data;
    const cell = { day: WEDNESDAY, shift: _id, version: 0 };
    const people = [{ userId: moved.id, cells: [cell] }];
    await post('roster/cells', { laboratoryId: laboratory.id, people }).expect(200);
    await post('roster/publish', { laboratoryId: laboratory.id, from: WEDNESDAY, to: WEDNESDAY }).expect(201);
  });
});
