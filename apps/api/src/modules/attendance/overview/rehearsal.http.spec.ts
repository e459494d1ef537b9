import type { AttendanceRecord, AttendanceRehearsal, AttendanceReport, Laboratory } from '@shifa/contract';
import type { Person } from '../../../../test/test-app';
import { AttendanceDesk, DAY_SHIFT, NIGHT_SHIFT, recordOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';

type Day = { of: () => Person; from: string; to: string; enteredBy?: () => Person };

const proposed = { graceLateMinutes: 5, halfDayBelowMinutes: 300, overtimeAfterMinutes: 90 };
const NOW = '2026-11-19 12:00';

describe('rehearsing the thresholds of a laboratory', () => {
  let desk: AttendanceDesk;
  let early: Person;
  let night: Person;
  let own: Person;
  let punctual: Person;
  /** Has a late shift on one day, by the roster alone. */
  let rostered: Person;

  /** In the order in which they happened. */
  const days: Day[] = [
    { of: () => early, from: '2026-10-05 09:12', to: '2026-10-05 13:45', enteredBy: () => desk.admin },
    { of: () => own, from: '2026-11-02 09:20', to: '2026-11-02 19:45', enteredBy: () => desk.admin },
    { of: () => early, from: '2026-11-16 09:10', to: '2026-11-16 19:00' },
    { of: () => night, from: '2026-11-16 22:08', to: '2026-11-17 07:15' },
    { of: () => punctual, from: '2026-11-17 09:00', to: '2026-11-17 18:00' },
    { of: () => early, from: '2026-11-18 09:30', to: '2026-11-18 13:50' },
    { of: () => own, from: '2026-11-18 09:20', to: '2026-11-18 18:00' },
    { of: () => rostered, from: '2026-11-18 14:10', to: '2026-11-18 22:00' },
    { of: () => night, from: '2026-11-18 22:20', to: '2026-11-19 03:00' },
  ];
  const stored = new Map<Day, AttendanceRecord>();

  const act = async (day: Day): Promise<AttendanceRecord> => {
    const { enteredBy, from, to } = day;
    if (!enteredBy) return desk.worked(day.of(), from, to);
    const workDate = from.slice(0, 10);
    const segments = [{ in: from.replace(' ', 'T'), out: to.replace(' ', 'T') }];
    const body = { userId: day.of().id, workDate, segments, reason: 'The display was off' };
    return recordOf(await desk.enter(enteredBy(), body).expect(201));
  };

  const ask = (person: Person, query: object = proposed, laboratoryId = desk.laboratory.id) =>
    desk.app
      .as(person)
      .get('/api/attendance/rehearsal')
      .query({ laboratoryId, ...query });
  const rehearsed = async (query: object = proposed, person = desk.admin) => {
    const answer = await ask(person, query).expect(200);
    return (answer.body as { data: AttendanceRehearsal }).data.periods;
  };

  /** What the records of the last 30 or 90 days say, by person. */
  const recorded = async (from: string) => {
    const report = await desk.read<AttendanceReport>(desk.admin, `/report?from=${from}&to=2026-11-19&groupBy=person`);
    const records = await desk.read<AttendanceRecord[]>(desk.admin, `?from=${from}&to=2026-11-19&limit=100`);
    return new Map(
      report.rows.map(({ key, totals: { lateDays, lateMinutes, halfDays, overtimeMinutes } }) => {
        const exceptional = records.filter(({ userId, flags }) => userId._id === key && flags.length > 0);
        return [key, { lateDays, lateMinutes, halfDays, overtimeMinutes, exceptionalDays: exceptional.length }];
      }),
    );
  };

  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-16 08:00');
    early = await desk.staff();
    night = await desk.staff({ shift: NIGHT_SHIFT });
    own = await desk.staff({ shift: { ...DAY_SHIFT, graceLateMinutes: 30 } });
    punctual = await desk.staff();
    rostered = await desk.staff();
    const roster = new RosterDesk(desk);
    const late = await roster.shiftType({ start: '14:00', end: '22:00' });
    await roster.published(rostered, { '2026-11-18': late._id });
    for (const day of days) stored.set(day, await act(day));
    desk.at(NOW);
  });
  afterAll(() => desk.close());

  it('shows nothing as long as nothing is proposed', async () => {
    const [month, quarter] = await rehearsed({ graceLateMinutes: 15 });
    expect(month).toMatchObject({ days: 30, from: '2026-10-21', to: '2026-11-19', judged: 8, changed: 0, rows: [] });
    expect(quarter).toMatchObject({ days: 90, from: '2026-08-22', total: 9, judged: 9, changed: 0, omittedRows: 0 });
    expect(month?.after).toEqual(month?.before);
  });

  it('names the people whose days would have been different, the most first', async () => {
    const [month, quarter] = await rehearsed();
    expect(month?.rows.map(({ person, changedDays }) => [person.name, changedDays])).toEqual(
      [
        [early.user.name, 2],
        [night.user.name, 2],
        [own.user.name, 1],
        [rostered.user.name, 1],
      ].toSorted(([a, x], [b, y]) => Number(y) - Number(x) || String(a).localeCompare(String(b))),
    );
    expect(quarter?.rows.find(({ person }) => person._id === early.id)?.changedDays).toBe(3);
    // The grace of the person's own shift stays; the threshold of overtime is the laboratory's.
    const ofOwn = month?.rows.find(({ person }) => person._id === own.id);
    expect(ofOwn?.after.lateDays).toBe(0);
    expect([ofOwn?.before.overtimeMinutes, ofOwn?.after.overtimeMinutes]).toEqual([75, 0]);
  });

  it('takes the policies one by one', async () => {
    const [month] = await rehearsed({ graceLateMinutes: 5 });
    expect(month?.after).toMatchObject({ lateDays: 5, halfDays: month?.before.halfDays });
    expect(month?.before.lateDays).toBe(2);
  });

  it('is for those who may change the policies, in their own laboratory', async () => {
    const other = await desk.app.laboratory();
    const stranger = await desk.app.person('lab_admin', { laboratoryId: other._id });
    expect((await ask(stranger).expect(404)).body).toMatchObject({ code: 'LABORATORY_NOT_FOUND' });
    await ask(desk.head).expect(200);
    for (const person of [desk.manager, early]) await ask(person).expect(403);
    const answer = await ask(desk.admin, { graceLateMinutes: 241 }).expect(400);
    expect(answer.body).toMatchObject({ errors: [{ field: 'graceLateMinutes', message: 'Must be at most 240' }] });
  });

  it('equals what the same days become under the saved policy', async () => {
    const before = { month: await recorded('2026-10-21'), quarter: await recorded('2026-08-22') };
    const [month, quarter] = await rehearsed();

    const path = `/api/laboratories/${desk.laboratory.id}`;
    const answer = await desk.app.as(desk.admin).get(path).expect(200);
    const { policies, version } = (answer.body as { data: Laboratory }).data;
    const attendance = { ...policies.attendance, ...proposed };
    await desk.app
      .as(desk.head)
      .put(path)
      .send({ version, policies: { ...policies, attendance } })
      .expect(200);
    for (const { _id } of stored.values())
      await desk.app.as(desk.admin).delete(`/api/attendance/${_id}?reason=Twice`).expect(200);
    for (const day of days) {
      desk.at(NOW);
      await act(day);
    }
    desk.at(NOW);

    const after = { month: await recorded('2026-10-21'), quarter: await recorded('2026-08-22') };
    for (const [period, was, is] of [
      [month, before.month, after.month],
      [quarter, before.quarter, after.quarter],
    ] as const) {
      const rows = new Map(period?.rows.map((row) => [row.person._id, row]));
      expect(is.size).toBeGreaterThan(2);
      for (const [person, values] of is) {
        const row = rows.get(person) ?? { before: was.get(person), after: was.get(person) };
        expect([row.before, row.after]).toEqual([was.get(person), values]);
      }
    }
    // Saved, the proposal changes nothing any more.
    expect((await rehearsed()).map(({ changed }) => changed)).toEqual([0, 0]);
  });
});
