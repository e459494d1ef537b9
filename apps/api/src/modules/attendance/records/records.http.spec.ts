import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import type { AttendanceRecord, AuditEntry } from '@shifa/contract';
import { AttendanceDesk, failureOf, recordOf } from '../../../../test/attendance/attendance-desk';
import { notificationsOf } from '../../../../test/notifications';

const DAY = '2026-11-23';
const written = {
  segments: [{ in: `${DAY}T09:00`, out: `${DAY}T18:00` }],
  reason: 'The display was switched off',
};

const dayOf = (workDate: string) => ({
  workDate,
  segments: [{ in: `${workDate}T09:00`, out: `${workDate}T18:00` }],
  reason: written.reason,
});

describe('attendance records', () => {
  let desk: AttendanceDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open('2026-11-24 12:00');
  });
  afterAll(() => desk.close());
  beforeEach(() => desk.at('2026-11-24 12:00'));

  it.each([
    ['before the joining date', '2026-11-09', 'before', 'joined, on Nov 10, 2026'],
    ['after the exit date', '2026-11-21', 'after', 'last day, Nov 20, 2026'],
  ])('are neither entered nor corrected for a day %s', async (_, workDate, when, limit) => {
    const person = await desk.staff({ joiningDate: '2026-11-10', exitDate: '2026-11-20' });
    const { name } = person.user;
    const entered = failureOf(await desk.enter(desk.manager, { userId: person.id, ...dayOf(workDate) }).expect(400));
    const [who, whose] = when === 'before' ? [name, 'you'] : [`${name}’s`, 'your'];
    expect(entered.errors).toEqual([{ field: 'workDate', message: `Must not be ${when} ${who} ${limit}` }]);
    const corrected = failureOf(await desk.correct(person, dayOf(workDate)).expect(400));
    expect(corrected.errors).toEqual([{ field: 'workDate', message: `Must not be ${when} ${whose} ${limit}` }]);
    for (const day of ['2026-11-10', '2026-11-20']) {
      await desk.enter(desk.manager, { userId: person.id, ...dayOf(day) }).expect(201);
    }
  });

  describe('entered by hand', () => {
    it('need approval by somebody else', async () => {
      const person = await desk.staff();
      const answer = await desk.enter(desk.manager, { userId: person.id, workDate: DAY, ...written }).expect(201);
      const record = recordOf(answer);
      expect(record).toMatchObject({
        workedMinutes: 480,
        clockIn: { method: 'manual' },
        flags: ['manual_entry'],
        approvalStatus: 'pending',
        reason: written.reason,
        actions: {
          approve: { allowed: false, reason: expect.stringMatching(/^You entered or edited this record/) as string },
        },
      });
      expect(failureOf(await desk.decide(desk.manager, record).expect(403)).code).toBe('OWN_ENTRY');
      const approved = recordOf(await desk.decide(desk.admin, record).expect(200));
      expect(approved).toMatchObject({ approvalStatus: 'approved', decidedBy: desk.admin.user.name });
      expect(failureOf(await desk.decide(desk.admin, record).expect(409)).code).toBe('ATTENDANCE_ALREADY_DECIDED');
    });

    it('are refused for oneself, for an equal and for a day that has a record', async () => {
      const person = await desk.staff();
      const body = { workDate: DAY, ...written };
      const equal = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
      for (const userId of [desk.manager.id, equal.id]) {
        const refused = failureOf(await desk.enter(desk.manager, { userId, ...body }).expect(400));
        expect(refused.errors[0]?.field).toBe('userId');
      }
      await desk.enter(desk.manager, { userId: person.id, ...body }).expect(201);
      expect(failureOf(await desk.enter(desk.admin, { userId: person.id, ...body }).expect(409)).code).toBe(
        'ATTENDANCE_DAY_TAKEN',
      );
      const elsewhere = await desk.app.laboratory();
      const stranger = await desk.staff({ laboratoryId: elsewhere._id });
      await desk.enter(desk.admin, { userId: stranger.id, ...body }).expect(404);
    });

    it('never overwrite a day of another laboratory, or a correction that the person requested', async () => {
      const [moved, waiting] = [await desk.staff(), await desk.staff()];
      const other = await desk.app.laboratory();
      await desk.correct(waiting, dayOf(DAY)).expect(200);
      const pending = failureOf(
        await desk.enter(desk.manager, { userId: waiting.id, workDate: DAY, ...written }).expect(409),
      );
      expect(pending).toMatchObject({ code: 'CORRECTION_PENDING', errors: [{ field: 'workDate' }] });
      const [record] = await desk.read<{ correction: unknown }[]>(waiting, `/me?from=${DAY}&to=${DAY}`);
      expect(record?.correction).not.toBeNull();

      await desk.correct(moved, dayOf(DAY)).expect(200);
      await desk.app.services
        .get<Connection>(getConnectionToken())
        .collection('users')
        .updateOne({ _id: moved.user._id }, { $set: { laboratoryId: other._id } });
      const there = await desk.app.person('lab_admin', { laboratoryId: other._id });
      const refused = failureOf(await desk.enter(there, { userId: moved.id, workDate: DAY, ...written }).expect(409));
      expect(refused).toMatchObject({ code: 'ATTENDANCE_DAY_TAKEN', errors: [{ field: 'workDate' }] });
    });

    it.each([
      ['overlap', [`${DAY}T09:00`, `${DAY}T12:00`, `${DAY}T11:59`, `${DAY}T18:00`], /^Each period must end after/],
      ['end before they start', [`${DAY}T09:00`, `${DAY}T08:00`], /^Each period must end after/],
      ['are in the future', ['2026-11-24T09:00', '2026-11-24T18:00'], /future/],
      ['belong to another day', ['2026-11-21T09:00', '2026-11-21T18:00'], /must start on this day/],
    ])('are refused where times %s', async (_, times, message) => {
      const person = await desk.staff();
      const segments = times.flatMap((time, index) => (index % 2 ? [] : [{ in: time, out: times[index + 1] ?? '' }]));
      const workDate = times[0]?.startsWith('2026-11-24') ? '2026-11-24' : DAY;
      const body = { userId: person.id, workDate, segments, reason: written.reason };
      const refused = failureOf(await desk.enter(desk.admin, body).expect(400));
      expect(refused.errors).toEqual([{ field: 'segments', message: expect.stringMatching(message) as string }]);
    });
  });

  it('are corrected with everything computed again, and noted in the history', async () => {
    const person = await desk.staff();
    const { _id } = await desk.worked(person, `${DAY} 09:40`, `${DAY} 18:00`);
    desk.at('2026-11-24 12:00');
    const body = {
      segments: [{ in: `${DAY}T09:00`, out: `${DAY}T20:00` }],
      breaks: [{ in: `${DAY}T13:00`, out: `${DAY}T13:30` }],
      reason: 'The code on the wall was stale',
      version: 2,
    };
    const path = `/api/attendance/${_id}`;
    const edited = recordOf(await desk.app.as(desk.manager).put(path).send(body).expect(200));
    expect(edited).toMatchObject({ lateMinutes: 0, workedMinutes: 600, overtimeMinutes: 120, version: 3 });
    expect(edited.flags).toEqual(['edited', 'overtime']);
    const stale = failureOf(await desk.app.as(desk.admin).put(path).send(body).expect(409));
    expect(stale).toMatchObject({ code: 'VERSION_CONFLICT', conflict: { current: { version: 3 } } });
    const history = await desk.read<AuditEntry[]>(desk.admin, `/${_id}/history`);
    expect(history.map(({ action }) => action)).toEqual([
      'attendance.edited',
      'attendance.clocked-out',
      'attendance.clocked-in',
    ]);
  });

  it('keep the working day when only overtime is rejected', async () => {
    const person = await desk.staff();
    const record = await desk.worked(person, `${DAY} 09:00`, `${DAY} 20:00`);
    expect(record).toMatchObject({ overtimeMinutes: 120, approvalStatus: 'pending' });
    const body = { approved: false, reason: "It wasn't agreed" };
    const rejected = recordOf(await desk.decide(desk.manager, record, body).expect(200));
    expect(rejected).toMatchObject({ approvalStatus: 'rejected', overtimeMinutes: 0, workedMinutes: 600 });
    expect(rejected.flags).toEqual(['overtime']);
    await desk.decide(desk.manager, record, { approved: false }).expect(400);
  });

  it('are decided together, each for itself', async () => {
    const people = [await desk.staff(), await desk.staff()];
    const records: AttendanceRecord[] = [];
    for (const person of people) records.push(await desk.worked(person, `${DAY} 09:00`, `${DAY} 20:00`));
    const own = await desk.worked(desk.manager, `${DAY} 08:00`, `${DAY} 22:00`);
    const [first, second] = records.map(({ _id }) => ({ _id }));
    const items = [second, { _id: own._id }, first, second];
    const answer = await desk.app.as(desk.manager).post('/api/attendance/bulk-approve').send({ items }).expect(200);
    expect((answer.body as { data: unknown }).data).toMatchObject({
      decided: 2,
      results: [
        { ...second, fault: null },
        { _id: own._id, fault: { code: 'OWN_ATTENDANCE' } },
        { ...first, fault: null },
      ],
    });
  });

  describe('a request for a correction', () => {
    const requested = { workDate: DAY, segments: [{ in: `${DAY}T09:00`, out: `${DAY}T18:00` }], reason: 'I forgot it' };

    it('changes the day once it is approved', async () => {
      const person = await desk.staff();
      const record = await desk.worked(person, `${DAY} 11:00`, `${DAY} 18:00`);
      desk.at('2026-11-24 12:00');
      const pending = recordOf(await desk.correct(person, requested).expect(200));
      expect(pending).toMatchObject({ _id: record._id, approvalStatus: 'pending', lateMinutes: 120 });
      expect(failureOf(await desk.correct(person, requested).expect(409)).code).toBe('CORRECTION_PENDING');
      const approved = recordOf(await desk.decide(desk.manager, record).expect(200));
      expect(approved).toMatchObject({ approvalStatus: 'approved', lateMinutes: 0, workedMinutes: 480 });
      expect(approved.correction).toBeNull();
    });

    it('leaves the day as it was when it is rejected or withdrawn', async () => {
      const person = await desk.staff();
      const record = await desk.worked(person, `${DAY} 11:00`, `${DAY} 18:00`);
      desk.at('2026-11-24 12:00');
      await desk.correct(person, requested).expect(200);
      const body = { approved: false, reason: 'You came at eleven' };
      const rejected = recordOf(await desk.decide(desk.manager, record, body).expect(200));
      expect(rejected).toMatchObject({ approvalStatus: 'not_required', lateMinutes: 120, correction: null, flags: [] });
      await desk.correct(person, requested).expect(200);
      const path = `/api/attendance/${record._id}/withdraw-correction`;
      const withdrawn = recordOf(await desk.app.as(person).post(path).send({}).expect(200));
      expect(withdrawn).toMatchObject({ approvalStatus: 'not_required', correction: null, flags: [] });
    });

    it('of a day without a record creates one, which does not outlive a rejection', async () => {
      const person = await desk.staff();
      const pending = recordOf(await desk.correct(person, { ...requested, workDate: DAY }).expect(200));
      expect(pending).toMatchObject({ segments: [], approvalStatus: 'pending', flags: ['correction'] });
      const body = { approved: false, reason: "You weren't here" };
      const rejected = recordOf(await desk.decide(desk.admin, pending, body).expect(200));
      expect(rejected).toMatchObject({ status: 'absent', flags: [] });
    });
  });

  it('are neither edited nor removed while a request of the person is pending', async () => {
    const person = await desk.staff();
    const { _id } = await desk.worked(person, `${DAY} 09:00`, `${DAY} 18:00`);
    desk.at('2026-11-24 12:00');
    const asked = recordOf(await desk.correct(person, { workDate: DAY, ...written }).expect(200));
    const { version } = asked;
    const as = desk.app.as(desk.admin);
    const answers = [
      await as.put(`/api/attendance/${_id}`).send({ ...written, version }),
      await as.delete(`/api/attendance/${_id}?reason=Twice`),
    ];
    expect(answers.map((answer) => failureOf(answer).code)).toEqual(['CORRECTION_PENDING', 'CORRECTION_PENDING']);
    const after = await desk.read<AttendanceRecord>(desk.admin, `/${_id}`);
    expect([after.version, after.correction]).toEqual([version, asked.correction]);
  });

  it.each([
    [
      'edited',
      'changed',
      (path: string) =>
        desk.app
          .as(desk.admin)
          .put(path)
          .send({ ...written, version: 2 }),
    ],
    ['removed', 'removed', (path: string) => desk.app.as(desk.admin).delete(`${path}?reason=${written.reason}`)],
  ])('tell the person when they were %s', async (_, done, change) => {
    const person = await desk.staff();
    const record = await desk.worked(person, `${DAY} 09:00`, `${DAY} 18:00`);
    desk.at('2026-11-24 12:00');
    expect(record.version).toBe(2);
    await change(`/api/attendance/${record._id}`).expect(200);
    expect((await notificationsOf(desk.app, person)).map(({ message }) => message)).toEqual([
      `${desk.admin.user.name} ${done} your attendance on Nov 23, 2026: ${written.reason}`,
    ]);
  });

  it.each([
    [
      'end after the next day',
      '2026-11-21',
      '2026-11-21T09:00',
      '2026-11-23T06:00',
      'Work must end on this day or the next',
    ],
    [
      'overlap with the next day',
      '2026-11-22',
      '2026-11-22T20:00',
      `${DAY}T09:01`,
      'These times overlap with the record of Nov 23, 2026',
    ],
  ])('do not %s', async (_, workDate, start, end, message) => {
    const person = await desk.staff();
    await desk.enter(desk.manager, { userId: person.id, workDate: DAY, ...written }).expect(201);
    const body = { workDate, segments: [{ in: start, out: end }], reason: written.reason };
    const refused = [await desk.enter(desk.manager, { userId: person.id, ...body }), await desk.correct(person, body)];
    const expected = [{ field: 'segments', message }];
    expect(refused.map((answer) => failureOf(answer).errors)).toEqual([expected, expected]);
  });

  it('stay in reach of a person who has moved to another laboratory', async () => {
    const person = await desk.staff();
    const { _id } = await desk.worked(person, `${DAY} 09:00`, `${DAY} 18:00`);
    const there = await desk.app.laboratory();
    const sent = { version: 1, laboratoryId: there.id };
    await desk.app.as(desk.head).put(`/api/staff/${person.id}`).send(sent).expect(200);
    expect(await desk.get(_id, person)).toMatchObject({ _id, workDate: DAY });
    expect(await desk.read<unknown[]>(person, `/${_id}/history`)).not.toEqual([]);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: there._id });
    for (const path of [_id, `${_id}/history`]) {
      await desk.app.as(stranger).get(`/api/attendance/${path}`).expect(404);
    }
  });

  it('are removed from every list with a reason, and stay in the history', async () => {
    const person = await desk.staff();
    const { _id } = await desk.worked(person, `${DAY} 09:00`, `${DAY} 18:00`);
    desk.at('2026-11-24 12:00');
    await desk.app.as(desk.manager).delete(`/api/attendance/${_id}?reason=Twice`).expect(403);
    const refused = failureOf(await desk.app.as(desk.admin).delete(`/api/attendance/${_id}`).expect(400));
    expect(refused.errors).toEqual([{ field: 'reason', message: 'Reason is required to remove a record' }]);
    await desk.app.as(desk.admin).delete(`/api/attendance/${_id}?reason=Twice`).expect(200);
    await desk.app.as(desk.admin).get(`/api/attendance/${_id}`).expect(404);
    expect(await desk.read<unknown[]>(person, '/me')).toEqual([]);
    await desk.enter(desk.admin, { userId: person.id, workDate: DAY, ...written }).expect(201);
  });

  it('are listed by filters within the scope of the viewer', async () => {
    const person = await desk.staff({ name: 'Zubin Irani' });
    const record = await desk.worked(person, `${DAY} 09:30`, `${DAY} 18:00`);
    const ids = async (path: string, viewer = desk.admin) =>
      (await desk.read<AttendanceRecord[]>(viewer, path)).map(({ _id }) => _id);
    expect(await ids(`?search=zubin&status=late&from=${DAY}&to=${DAY}`)).toEqual([record._id]);
    expect(await ids(`?userId=${person.id}&status=absent`)).toEqual([]);
    expect(await ids('', await desk.staff())).toEqual([]);
    const elsewhere = await desk.app.laboratory();
    const other = await desk.app.person('lab_admin', { laboratoryId: elsewhere._id });
    expect(await ids(`?userId=${person.id}`, other)).toEqual([]);
    await desk.app.as(other).get(`/api/attendance/${record._id}`).expect(404);
  });
});
