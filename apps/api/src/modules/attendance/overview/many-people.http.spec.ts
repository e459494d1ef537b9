import type { AttendanceMonth, AttendanceReport } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { newId } from '../../../platform/domain/object-id';
import { openReport } from '../../../../test/opened-report';
import { StaffPort } from '../../staff/staff.port';
import { AttendanceDesk } from '../../../../test/attendance/attendance-desk';

const PEOPLE = 1_200;
const day = '2026-11-24';

describe(`a laboratory of ${PEOPLE} people`, () => {
  let desk: AttendanceDesk;
  let ids: Set<string>;

  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${day} 00:05`);
    const { id } = await desk.staff();
    const { passwordHash: _, ...one } = (await desk.app.services.get(StaffPort).account(id)) ?? {};
    const others = Array.from({ length: PEOPLE - 1 }, (_, index) => ({
      ...one,
      _id: newId(),
      name: `Crowd ${index}`,
      sortName: `crowd ${index}`,
      employeeCode: `MANY-${String(index).padStart(4, '0')}`,
      email: `person-${index}@example.org`,
      passwordHash: 'none',
      searchWords: ['crowd', String(index)],
    }));
    const database = desk.app.services.get<Connection>(getConnectionToken());
    await database.collection('users').insertMany(others);
    ids = new Set([id, ...others.map(({ _id }) => _id.toHexString())]);
    desk.at('2026-11-25 08:00');
    await desk.runJobs();
  });
  afterAll(() => desk.close());

  const those = (found: readonly string[]) => found.filter((id) => ids.has(id)).length;

  it('marks all who did not come as absent, and shows all of them on the board', async () => {
    const { people } = await desk.board(day);
    const absent = people.filter(({ presence }) => presence === 'absent');
    expect(those(absent.map(({ person }) => person._id))).toBe(PEOPLE);
  });

  it('has all of them in the month', async () => {
    const { people } = await desk.read<AttendanceMonth>(desk.admin, '/month?month=2026-11');
    const absent = people.filter(({ marks }) => marks[23]?.mark === 'A');
    expect(those(absent.map(({ person }) => person._id))).toBe(PEOPLE);
  });

  it('has all of them in the report, on the screen and in Excel', async () => {
    const path = `/report?from=${day}&to=${day}&groupBy=person&laboratoryId=${desk.laboratory.id}`;
    const { rows } = await desk.read<AttendanceReport>(desk.admin, path);
    expect(those(rows.map(({ key }) => key))).toBe(PEOPLE);
    const body = { kind: 'attendance', from: day, to: day, laboratoryId: desk.laboratory.id };
    const report = await openReport(desk.app, desk.head, body);
    for (const sheet of ['Per person', 'Month grid', 'Daily log']) {
      const codes = new Set(report.recordsOf(sheet).map((row) => row['Employee code']));
      expect([sheet, [...codes].filter((code) => String(code).startsWith('MANY-')).length]).toEqual([
        sheet,
        PEOPLE - 1,
      ]);
    }
  });

  it('finds the days of all whom a search matches', async () => {
    const query = `?from=${day}&to=${day}&search=crowd&limit=10`;
    const answer = await desk.app.as(desk.admin).get(`/api/attendance${query}`).expect(200);
    expect((answer.body as { pagination: { total: number } }).pagination.total).toBe(PEOPLE - 1);
  });
});
