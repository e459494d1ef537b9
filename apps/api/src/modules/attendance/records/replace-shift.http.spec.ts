import type { AttendanceMonth, AttendanceRecord, Notification, RosterValue, ShiftType } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { AttendanceDesk, DAY_SHIFT, dataOf, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';

const MONDAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const WEDNESDAY = '2026-12-02';

/** Everyone has the weekly shift from 9 to 18, Monday to Saturday, where the roster says nothing else. */
describe('another shift for a recorded day', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let late: ShiftType;
  let person: Person;
  beforeEach(async () => {
    desk = await AttendanceDesk.open(`${MONDAY} 08:00`);
    roster = new RosterDesk(desk);
    late = await roster.shiftType({ code: 'L', name: 'Late', start: '14:00', end: '22:00' });
    person = await desk.staff();
  });
  afterEach(() => desk.close());

  const request = (
    { _id, version }: Pick<AttendanceRecord, '_id' | 'version'>,
    shift: RosterValue,
    planner: Person = roster.planner,
  ) => roster.post(`${_id}/shift`, { shift, reason: 'Changed by phone', version }, planner);
  const withdraw = (someone: Person, { _id }: AttendanceRecord) =>
    desk.app.as(someone).post(`/api/attendance/${_id}/withdraw-correction`).send({});
  const codeOf = (answer: { status: number; body: unknown }) => failureOf(answer).code;

  it('counts once someone else approves it, and the times stay as they were recorded', async () => {
    const record = await desk.worked(person, `${TUESDAY} 14:05`, `${TUESDAY} 22:00`);
    expect(record).toMatchObject({ lateMinutes: 305, shift: { start: '09:00' } });
    const asked = recordOf(await request(record, late._id).expect(200));
    expect(asked).toMatchObject({
      lateMinutes: 305,
      approvalStatus: 'pending',
      correction: {
        requestedBy: expect.stringMatching(/^Person/) as unknown,
        reason: 'Changed by phone',
        segments: [],
      },
    });
    expect(asked.correction?.shift).toMatchObject({ dayKind: 'working', shift: { start: '14:00' } });
    const waiting = async (viewer: Person) =>
      (await desk.read<AttendanceRecord[]>(viewer, '?waitingForMe=true')).map(({ _id }) => _id);
    expect(await waiting(desk.manager)).toEqual([]);
    expect(await waiting(desk.admin)).toEqual([record._id]);
    expect(codeOf(await desk.decide(desk.manager, record).expect(403))).toBe('OWN_ENTRY');
    const decided = recordOf(await desk.decide(desk.admin, record).expect(200));
    expect(decided).toMatchObject({
      shift: { start: '14:00', end: '22:00', rostered: { name: 'Late', code: 'L' } },
      lateMinutes: 0,
      status: 'present',
      approvalStatus: 'approved',
      correction: null,
      segments: record.segments,
    });
    // What was planned is another matter.
    expect(await roster.cell(person, TUESDAY)).toBeUndefined();
    const messages = async (to: Person) =>
      dataOf<Notification[]>(await desk.app.as(to).get('/api/notifications').expect(200)).map(({ title }) => title);
    expect(await messages(person)).toContain('Your shift was changed');
    expect(await messages(desk.manager)).toContain('Shift change approved');
    expect(await messages(desk.admin)).toContain('Attendance pending approval');
  });

  it('turns an absence into a day off, and a day off into overtime or a working day', async () => {
    desk.at(`${WEDNESDAY} 08:00`);
    await desk.runJobs();
    const [absence] = await desk.read<AttendanceRecord[]>(person, `/me?from=${TUESDAY}&to=${TUESDAY}`);
    if (!absence) throw new Error('Nobody was marked absent');
    const mark = async () => {
      const query = `/month?month=2026-12&userId=${person.id}`;
      const { people } = await desk.read<AttendanceMonth>(desk.admin, query);
      return people[0]?.marks[0]?.mark;
    };
    expect(await mark()).toBe('A');
    await request(absence, 'off').expect(200);
    const off = recordOf(await desk.decide(desk.admin, absence).expect(200));
    expect(off).toMatchObject({ status: 'weekly_off', dayKind: 'weekly_off', approvalStatus: 'approved' });
    expect(await mark()).toBe('WO');
    const { people } = await desk.board(TUESDAY);
    expect(people.find((one) => one.person._id === person.id)).toMatchObject({ presence: 'off' });
    expect(await desk.get(absence._id)).toMatchObject({ status: 'weekly_off' });
    await request(off, null).expect(200);
    expect(recordOf(await desk.decide(desk.admin, off).expect(200))).toMatchObject({ status: 'absent' });
    expect(await mark()).toBe('A');
  });

  it('changes nothing if it is rejected or withdrawn', async () => {
    const record = await desk.worked(person, `${TUESDAY} 09:00`, `${TUESDAY} 18:00`);
    const counted = { status: 'present', shift: record.shift, correction: null, segments: record.segments };
    const asked = recordOf(await request(record, late._id).expect(200));
    const rejection = { approved: false, reason: 'Not as agreed' };
    const rejected = recordOf(await desk.decide(desk.admin, asked, rejection).expect(200));
    expect(rejected).toMatchObject(counted);
    const again = recordOf(await request(rejected, 'off').expect(200));
    // The person sees the request, and cannot withdraw what somebody else asked for.
    expect(again.actions).toMatchObject({ withdrawCorrection: { allowed: true } });
    expect(codeOf(await withdraw(person, record).expect(409))).toBe('NO_CORRECTION');
    await withdraw(desk.admin, record).expect(404);
    expect(recordOf(await withdraw(desk.manager, record).expect(200))).toMatchObject(counted);
  });

  it('is refused for the own day, for people of the same role, and for what is not settled', async () => {
    const own = await desk.worked(desk.manager, `${TUESDAY} 09:00`, `${TUESDAY} 18:00`);
    expect(codeOf(await request(own, late._id).expect(403))).toBe('OWN_ATTENDANCE');
    const { laboratory, app } = desk;
    const fields = { laboratoryId: laboratory._id, joiningDate: '2026-01-01', shift: DAY_SHIFT };
    const peer = await app.person('manager', fields);
    expect(codeOf(await request(own, late._id, peer).expect(403))).toBe('APPROVER_TOO_LOW');
    desk.at(`${WEDNESDAY} 09:00`);
    const open = recordOf(await desk.clockIn(person).expect(200));
    expect(codeOf(await request(open, late._id).expect(409))).toBe('ATTENDANCE_OPEN');
    desk.at('2026-12-03 09:00');
    await desk.runJobs();
    const missed = await desk.get(open._id);
    expect(missed.status).toBe('missed_clock_out');
    expect(codeOf(await request(missed, late._id).expect(409))).toBe('ATTENDANCE_OPEN');
    const correction = { segments: [{ in: `${WEDNESDAY}T09:00`, out: `${WEDNESDAY}T18:00` }], reason: 'Forgotten' };
    const corrected = recordOf(await desk.correct(person, { workDate: WEDNESDAY, ...correction }).expect(200));
    expect(codeOf(await request(corrected, late._id).expect(409))).toBe('CORRECTION_PENDING');
    // And the other way round.
    const settled = recordOf(await desk.decide(desk.admin, corrected).expect(200));
    await request(settled, late._id).expect(200);
    const second = await desk.correct(person, { workDate: WEDNESDAY, ...correction }).expect(409);
    expect(failureOf(second)).toMatchObject({
      code: 'CORRECTION_PENDING',
      message: 'A shift change for this day is pending',
    });
  });

  it('names what cannot be: another laboratory’s shift type, the shift of the day, an older version', async () => {
    const record = await desk.worked(person, `${TUESDAY} 09:00`, `${TUESDAY} 18:00`);
    const { _id: laboratoryId } = await desk.app.laboratory();
    const planner = await desk.app.person('manager', { laboratoryId });
    const theirs = dataOf<ShiftType>(
      await desk.app
        .as(planner)
        .post('/api/attendance/shift-types')
        .send({ ...roster.shiftTypeBody(), laboratoryId })
        .expect(201),
    );
    const foreign = await request(record, theirs._id).expect(404);
    expect(failureOf(foreign)).toMatchObject({ code: 'SHIFT_TYPE_NOT_FOUND', errors: [{ field: 'shift' }] });
    expect(failureOf(await request(record, null).expect(400)).errors).toEqual([
      { field: 'shift', message: 'This is already the shift of that day' },
    ]);
    expect(codeOf(await request(record, late._id, planner).expect(404))).toBe('ATTENDANCE_NOT_FOUND');
    expect(codeOf(await request(record, late._id, person).expect(403))).toBe('FORBIDDEN');
    await request(record, late._id).expect(200);
    await withdraw(desk.manager, record).expect(200);
    expect(codeOf(await request(record, late._id).expect(409))).toBe('VERSION_CONFLICT');
  });

  it('is refused to who depends on the person, as are other changes of the day', async () => {
    const record = await desk.worked(person, `${TUESDAY} 09:00`, `${TUESDAY} 18:00`);
    const by = { _id: person.user._id, name: person.user.name };
    const dependent = await desk.app.person('lab_admin', {
      laboratoryId: desk.laboratory._id,
      influences: [{ by, kind: 'reset', permissions: [], through: null, at: new Date(`${TUESDAY}T09:00:00Z`) }],
    });
    const edit = { segments: [{ in: `${TUESDAY}T09:00`, out: `${TUESDAY}T17:00` }], reason: 'Left early', version: 1 };
    const changesBy = (someone: Person, { _id, version }: AttendanceRecord) => [
      request({ _id, version }, late._id, someone),
      desk.app
        .as(someone)
        .put(`/api/attendance/${_id}`)
        .send({ ...edit, version }),
      desk.app.as(someone).delete(`/api/attendance/${_id}?reason=Twice`),
    ];
    for (const change of changesBy(dependent, record)) {
      expect(codeOf(await change.expect(403))).toBe('APPROVER_DEPENDENT');
    }
    const own = await desk.worked(desk.admin, `${WEDNESDAY} 09:00`, `${WEDNESDAY} 18:00`);
    for (const change of changesBy(dependent, own)) expect(codeOf(await change.expect(403))).toBe('APPROVER_TOO_LOW');
    for (const change of changesBy(desk.admin, own)) expect(codeOf(await change.expect(403))).toBe('OWN_ATTENDANCE');
    desk.at('2026-12-03 09:00');
    const open = recordOf(await desk.clockIn(person).expect(200));
    for (const change of changesBy(desk.admin, open)) expect(codeOf(await change.expect(409))).toBe('ATTENDANCE_OPEN');
    for (const status of ['suspended', 'archived'] as const) {
      await desk.app.services
        .get<Connection>(getConnectionToken())
        .collection('laboratories')
        .updateOne({ _id: desk.laboratory._id }, { $set: { status } });
      const code = status === 'suspended' ? 'LABORATORY_SUSPENDED' : 'LABORATORY_ARCHIVED';
      expect(codeOf(await request(record, late._id).expect(409))).toBe(code);
    }
  });

  it('is requested once, however many ask at once and however often the request is repeated', async () => {
    const record = await desk.worked(person, `${TUESDAY} 09:00`, `${TUESDAY} 18:00`);
    const answers = await Promise.all(Array.from({ length: 16 }, () => request(record, late._id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await withdraw(desk.manager, record).expect(200);
    const { _id, version } = await desk.get(record._id);
    const repeat = () => request({ _id, version }, 'off').set('Idempotency-Key', 'shift-of-tuesday');
    expect(recordOf(await repeat().expect(200))).toEqual(recordOf(await repeat().expect(200)));
    expect(await desk.get(record._id)).toMatchObject({ version: version + 1 });
  });
});
