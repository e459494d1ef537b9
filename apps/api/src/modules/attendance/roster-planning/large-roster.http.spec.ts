import type { PlannedRoster, RosterBoard, RosterPublication, ShiftType } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';
import { commandsDuring } from '../../../../test/commands';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import { newId } from '../../../platform/domain/object-id';
import { addDays, eachDay } from '../../../platform/time/business-day';
import { StaffPort } from '../../staff/staff.port';

const PEOPLE = 200;
const FIRST = '2026-12-01';
const days = eachDay(FIRST, addDays(FIRST, 30));

describe(`a roster of ${PEOPLE} people and ${days.length} days`, () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let types: ShiftType[];
  let people: { id: string }[];

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-30 08:00');
    roster = new RosterDesk(desk);
    types = [
      await roster.shiftType({ code: 'M', start: '06:00', end: '14:00' }),
      await roster.shiftType({ code: 'A', start: '14:00', end: '22:00' }),
      await roster.shiftType({ code: 'N', start: '22:00', end: '06:00' }),
    ];
    const { id } = await desk.staff();
    const { passwordHash: _, ...one } = (await desk.app.services.get(StaffPort).account(id)) ?? {};
    const rows = Array.from({ length: PEOPLE }, (_, index) => ({
      ...one,
      _id: newId(),
      name: `Crowd ${index}`,
      sortName: `crowd ${index}`,
      employeeCode: `MANY-${index}`,
      email: `person-${index}@example.org`,
      passwordHash: 'none',
      searchWords: ['crowd', String(index)],
    }));
    await desk.app.services.get<Connection>(getConnectionToken()).collection('users').insertMany(rows);
    people = rows.map(({ _id }) => ({ id: _id.toHexString() }));
  });
  afterAll(() => desk.close());

  const valueOn = (person: number, day: number) => {
    const step = (day + person) % 8;
    return step >= 6 ? 'off' : (types[Math.floor(step / 2)]?._id ?? null);
  };

  it('is planned in one request, shown on one page and published at once, with few commands', async () => {
    const body = {
      laboratoryId: desk.laboratory.id,
      people: people.map(({ id }, person) => ({
        userId: id,
        cells: days.map((day, index) => ({ day, shift: valueOn(person, index), version: 0 })),
      })),
    };
    const planning = await commandsDuring(desk.app, async () => {
      const answer = await roster.post('roster/cells', body).expect(200);
      expect((answer.body as { data: PlannedRoster }).data.changed).toBe(PEOPLE * days.length);
    });
    const last = days.at(-1) ?? FIRST;
    let board: RosterBoard | undefined;
    const showing = await commandsDuring(desk.app, async () => {
      board = await roster.board(FIRST, last);
    });
    const planned = board?.people.filter(({ cells }) => cells.length === days.length) ?? [];
    expect([planned.length, board?.pages, board?.unpublished]).toEqual([PEOPLE, 1, PEOPLE * days.length]);
    expect(board?.coverage).toContainEqual({
      day: FIRST,
      shiftTypeId: types[0]?._id,
      required: 0,
      planned: 50,
      published: 0,
      able: 50,
    });
    const publishing = await commandsDuring(desk.app, async () => {
      const published = await roster.publish(FIRST, last).expect(201);
      const { changedDays, changedPeople } = (published.body as { data: RosterPublication }).data;
      expect([changedDays, changedPeople]).toEqual([PEOPLE * days.length, PEOPLE]);
    });
    // The number of commands does not depend on the number of people or days.
    const counts = [planning, showing, publishing].map(
      ({ inTransaction, outside }) => inTransaction.length + outside.length,
    );
    expect([counts, counts.every((count) => count <= 25)]).toEqual([counts, true]);
    const month = await desk.stats('2026-12-02');
    expect(month.expected).toBeGreaterThan(PEOPLE / 2);
  });
});
