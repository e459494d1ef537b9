import type { ChangedCell, Notification, RosterBoard, RosterPublication, ShiftType } from '@shifa/contract';
import { AttendanceDesk, dataOf, DAY_SHIFT, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import type { Person } from '../../../../test/test-app';
import { newId } from '../../../platform/domain/object-id';

const TODAY = '2026-11-30';
const TUESDAY = '2026-12-01';
const WEDNESDAY = '2026-12-02';

describe('the roster', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let morning: ShiftType;
  let night: ShiftType;
  let person: Person;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${TODAY} 08:00`, { holidays: [{ date: '2026-12-25', name: 'Christmas' }] });
    roster = new RosterDesk(desk);
    morning = await roster.shiftType({ code: 'M', name: 'Morning', minimumStaff: [0, 2, 2, 2, 2, 2, 0] });
    night = await roster.shiftType({ code: 'N', name: 'Night', start: '22:00', end: '06:00' });
  });
  beforeEach(async () => {
    desk.at(`${TODAY} 08:00`);
    person = await desk.staff();
  });
  afterAll(() => desk.close());

  const noticesOf = async (someone: Person) => {
    const answer = await desk.app.as(someone).get('/api/notifications').expect(200);
    return (answer.body as { data: Notification[] }).data.map(({ title, message, actionUrl }) => ({
      title,
      message,
      actionUrl,
    }));
  };

  describe('as a draft', () => {
    it('is seen by planners only', async () => {
      const planned = await roster.plan(person, { [TUESDAY]: morning._id, [WEDNESDAY]: 'off' });
      expect(planned).toMatchObject({
        changed: 2,
        people: [{ userId: person.id, cells: [{ draft: morning._id, changed: true, version: 1 }, { draft: 'off' }] }],
      });
      const board = await roster.board(TUESDAY, WEDNESDAY);
      expect(board).toMatchObject({ canPlan: true, lockedReason: null, today: TODAY, contextFrom: '2026-11-17' });
      expect(await roster.cell(person, TUESDAY)).toEqual({
        day: TUESDAY,
        draft: morning._id,
        changed: true,
        version: 1,
      });
      const viewer = await desk.staff({ permissionOverrides: { 'attendance.approve': true } });
      const own = await roster.board(TUESDAY, WEDNESDAY, viewer);
      expect(own).toMatchObject({ canPlan: false, unpublished: 0, coverage: [] });
      expect(own.people.map(({ person: { _id }, cells }) => [_id, cells])).toEqual([[viewer.id, []]]);
      expect((await roster.board(TUESDAY, WEDNESDAY, person)).people[0]).toMatchObject({ cells: [], conflicts: [] });
      await roster.post('roster/cells', roster.planBody([person], { [TUESDAY]: null }), person).expect(403);
    });

    it('has the days of leave, and nothing else of it, for planners without access to leave', async () => {
      const leave = { type: 'sick', from: '2026-12-02', to: '2026-12-03', reason: 'Fever' };
      const half = { ...leave, from: '2026-12-09', to: '2026-12-09', part: 'first_half' };
      for (const body of [leave, half]) {
        const asked = await desk.app.as(person).post('/api/attendance/leaves').send(body).expect(201);
        const { _id } = dataOf<{ _id: string }>(asked);
        await desk.app.as(desk.admin).put(`/api/attendance/leaves/${_id}/approve`).send({ approved: true }).expect(200);
      }
      const blind = await desk.app.person('manager', {
        laboratoryId: desk.laboratory._id,
        permissionOverrides: { 'leave.view': false },
      });
      const dayOff = (day: string) => ({ from: day, to: day, part: 'full' });
      expect((await roster.rowOf(person, '2026-12-02', '2026-12-02', blind)).leaves).toEqual(
        ['2026-12-02', '2026-12-03', '2026-12-09'].map(dayOff),
      );
      const { type: _type, reason: _reason, ...shown } = leave;
      expect((await roster.rowOf(person, '2026-12-02')).leaves).toEqual([
        { ...shown, part: 'full' },
        { from: '2026-12-09', to: '2026-12-09', part: 'first_half' },
      ]);
    });

    it('has the required, planned and published people of each shift', async () => {
      const colleague = await desk.staff();
      const day = '2026-12-08';
      const before = (await roster.board(day)).unpublished;
      await roster.published(person, { [day]: morning._id });
      await roster.plan(colleague, { [day]: morning._id });
      const board = await roster.board(day);
      const coverage = board.coverage.find(({ shiftTypeId }) => shiftTypeId === morning._id);
      expect(coverage).toEqual({ day, shiftTypeId: morning._id, required: 2, planned: 2, published: 1, able: 2 });
      expect(board.unpublished - before).toBe(1);
    });

    it('refuses the whole request where another planner was faster, and says who', async () => {
      await roster.plan(person, { [TUESDAY]: morning._id });
      const other = { laboratoryId: desk.laboratory.id };
      const cells = [
        { day: TUESDAY, shift: 'off', version: 0 },
        { day: WEDNESDAY, shift: night._id, version: 0 },
      ];
      const answer = await roster.post(
        'roster/cells',
        { ...other, people: [{ userId: person.id, cells }] },
        desk.admin,
      );
      const { code, message, conflict } = failureOf(answer);
      expect([answer.status, code]).toEqual([409, 'ROSTER_CHANGED']);
      expect(message).toBe(
        `${desk.manager.user.name} changed one of these days in the meantime. Look at them, then plan again.`,
      );
      const current = conflict?.current as ChangedCell[];
      expect(current).toMatchObject([
        { userId: person.id, day: TUESDAY, draft: morning._id, version: 1, changedBy: desk.manager.user.name },
      ]);
      expect(await roster.cell(person, WEDNESDAY)).toBeUndefined();
      // Who wants the same has no conflict.
      const same = await roster.post('roster/cells', roster.planBody([person], { [TUESDAY]: morning._id }), desk.admin);
      expect([same.status, (same.body as { data: unknown }).data]).toMatchObject([200, { changed: 0 }]);
    });

    it('of 64 planners at once is that of one of them, and the others learn of it', async () => {
      const values = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? morning._id : night._id));
      const answers = await Promise.all(
        values.map((value) => roster.post('roster/cells', roster.planBody([person], { [TUESDAY]: value }))),
      );
      const cell = await roster.cell(person, TUESDAY);
      expect(cell?.version).toBe(1);
      const won = values.filter((value) => value === cell?.draft).length;
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(won);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(64 - won);
    });

    it('refuses days that are over, too far or too far apart, and people and shifts from elsewhere', async () => {
      const refused = async (cells: Record<string, string | null>, status: number, code: string, field: string) => {
        const answer = await roster.post('roster/cells', roster.planBody([person], cells));
        expect([answer.status, failureOf(answer).code]).toEqual([status, code]);
        expect(failureOf(answer).errors.map((error) => error.field)).toContain(field);
      };
      await refused({ '2026-11-29': 'off' }, 409, 'ROSTER_DAY_OVER', 'people.0.cells.0.day');
      await refused({ '2027-12-31': 'off' }, 400, 'VALIDATION_FAILED', 'people.0.cells.0.day');
      await refused({ [TUESDAY]: 'off', '2027-06-01': 'off' }, 400, 'VALIDATION_FAILED', 'people.0.cells.1.day');
      await refused({ [TUESDAY]: newId().toHexString() }, 404, 'SHIFT_TYPE_NOT_FOUND', 'people.0.cells.0.shift');
      const archived = await roster.shiftType();
      await roster.post(`shift-types/${archived._id}/archive`, { version: 1 }).expect(200);
      await refused({ [TUESDAY]: archived._id }, 409, 'SHIFT_TYPE_ARCHIVED', 'people.0.cells.0.shift');
      const elsewhere = await desk.app.laboratory();
      const foreign = await desk.app.user('staff', { laboratoryId: elsewhere._id });
      const answer = await roster.post(
        'roster/cells',
        roster.planBody([{ id: foreign._id.toHexString() }], { [TUESDAY]: 'off' }),
      );
      expect(failureOf(answer)).toMatchObject({ code: 'STAFF_NOT_FOUND', errors: [{ field: 'people.0.userId' }] });
      const twice = { userId: person.id, cells: [{ day: TUESDAY, shift: null, version: 0 }] };
      const body = { laboratoryId: desk.laboratory.id, people: [twice, twice] };
      expect(failureOf(await roster.post('roster/cells', body).expect(400)).errors).toEqual([
        { field: 'people', message: 'Each person can appear once' },
      ]);
    });
  });

  describe('when it is published', () => {
    it('is seen by everybody concerned, who get one message each', async () => {
      const colleague = await desk.staff();
      const untouched = await desk.staff();
      const days = { '2026-12-14': morning._id, '2026-12-15': morning._id, '2026-12-16': 'off' } as const;
      await roster.post('roster/cells', roster.planBody([person, colleague], days)).expect(200);
      const answer = await roster.publish('2026-12-14', '2026-12-20').expect(201);
      expect(answer.body).toMatchObject({
        message: 'The roster was published: 6 days of 2 people changed',
        data: { changedDays: 6, changedPeople: 2, publishedBy: desk.manager.user.name },
      });
      const told = {
        title: 'Roster published',
        message: 'Your shifts from Dec 14, 2026 to Dec 20, 2026 were published.',
        // A planner's roster would be that of the laboratory.
        actionUrl: '/attendance/roster?mine=true',
      };
      expect(await noticesOf(person)).toEqual([told]);
      expect(await noticesOf(colleague)).toEqual([told]);
      expect(await noticesOf(untouched)).toEqual([]);
      expect(await roster.cell(person, '2026-12-14', person)).toEqual({
        day: '2026-12-14',
        published: morning._id,
        version: 2,
      });
      const list = await desk.read<RosterPublication[]>(roster.planner, '/roster/publications');
      expect(list[0]).toEqual((answer.body as { data: RosterPublication }).data);
    });

    it('changes as a draft first, is marked, and announced when published again', async () => {
      const day = '2026-12-17';
      await roster.published(person, { [day]: morning._id });
      await roster.plan(person, { [day]: night._id }, 2);
      expect(await roster.cell(person, day)).toMatchObject({ draft: night._id, published: morning._id, changed: true });
      expect(await roster.cell(person, day, person)).toMatchObject({ published: morning._id });
      await roster.publish(day).expect(201);
      expect(await roster.cell(person, day)).toEqual({ day, draft: night._id, published: night._id, version: 4 });
      expect((await noticesOf(person))[0]).toEqual({
        title: 'Roster changed',
        message: 'Your shifts on Dec 17, 2026 were changed after they had been published.',
        actionUrl: '/attendance/roster?mine=true',
      });
      // The weekly shift again.
      await roster.plan(person, { [day]: null }, 4);
      await roster.publish(day).expect(201);
      expect(await roster.cell(person, day, person)).toMatchObject({ published: null });
    });

    it('keeps the times with which it was published until it is published again', async () => {
      const type = await roster.shiftType({ start: '07:00', end: '15:00' });
      const day = '2026-12-18';
      await roster.published(person, { [day]: type._id });
      const edit = { version: type.version, start: '08:00', end: '16:00' };
      await desk.app.as(roster.planner).put(`/api/attendance/shift-types/${type._id}`).send(edit).expect(200);
      expect(await roster.cell(person, day)).toMatchObject({
        changed: true,
        publishedTimes: { start: '07:00', end: '15:00', breakMinutes: 30 },
      });
      await roster.publish(day).expect(201);
      expect(await roster.cell(person, day)).toEqual({ day, draft: type._id, published: type._id, version: 3 });
    });

    it('is refused without a change, of days that are over, and of other laboratories', async () => {
      const refused = (code: string, answer: { status: number; body: unknown }) =>
        expect([failureOf(answer).code, answer.status]).toEqual([code, code === 'LABORATORY_NOT_FOUND' ? 404 : 409]);
      refused('ROSTER_NOTHING_CHANGED', await roster.publish('2027-03-01', '2027-03-07'));
      refused('ROSTER_NOTHING_CHANGED', await roster.publish('2026-11-01', '2026-11-29'));
      const stranger = await desk.app.person('manager', { laboratoryId: (await desk.app.laboratory())._id });
      refused('LABORATORY_NOT_FOUND', await roster.publish(TUESDAY, TUESDAY, stranger));
      refused(
        'LABORATORY_NOT_FOUND',
        await roster.post('roster/cells', roster.planBody([person], { [TUESDAY]: null }), stranger),
      );
      const query = `laboratoryId=${desk.laboratory.id}`;
      const board = `/api/attendance/roster?${query}&from=${TUESDAY}&to=${TUESDAY}`;
      refused('LABORATORY_NOT_FOUND', await desk.app.as(stranger).get(board));
      refused('LABORATORY_NOT_FOUND', await desk.app.as(stranger).get(`/api/attendance/roster/publications?${query}`));
      for (const status of ['suspended', 'archived'] as const) {
        const { id: laboratoryId } = await desk.app.laboratory({ status });
        const code = `LABORATORY_${status.toUpperCase()}`;
        const range = { from: TUESDAY, to: TUESDAY };
        refused(code, await roster.post('roster/publish', { laboratoryId, ...range }, desk.head));
        refused(
          code,
          await roster.post(
            'roster/cells',
            { ...roster.planBody([person], { [TUESDAY]: null }), laboratoryId },
            desk.head,
          ),
        );
      }
      const long = await roster.publish(TUESDAY, '2027-01-15').expect(400);
      expect(failureOf(long).errors).toEqual([{ field: 'to', message: 'Publish at most 31 days at once' }]);
    });

    it('is refused where other days would be published than the planner saw', async () => {
      const type = await roster.shiftType({ start: '07:00', end: '15:00' });
      const day = '2026-12-21';
      const colleague = await desk.staff();
      const publishSeen = ({ unpublishedDigest }: RosterBoard) =>
        roster.post('roster/publish', { laboratoryId: desk.laboratory.id, from: day, to: day, unpublishedDigest });
      await roster.plan(person, { [day]: type._id });
      const seen = await roster.board(day);
      await roster.plan(colleague, { [day]: 'off' });
      expect(failureOf(await publishSeen(seen).expect(409))).toMatchObject({
        code: 'ROSTER_CHANGED',
        message:
          'The roster has changed since you opened it: 2 days would change now. Look at the roster, then publish again.',
      });
      const seenAgain = await roster.board(day);
      expect(seenAgain.unpublished).toBe(2);
      // The draft is the same, but not its times.
      const edit = { version: type.version, start: '08:00', end: '16:00' };
      await desk.app.as(roster.planner).put(`/api/attendance/shift-types/${type._id}`).send(edit).expect(200);
      expect(failureOf(await publishSeen(seenAgain).expect(409)).code).toBe('ROSTER_CHANGED');
      await publishSeen(await roster.board(day)).expect(201);
      expect((await roster.board(day, day, person)).unpublishedDigest).toBeNull();
    });

    it('is refused for a day on which the person has already clocked in', async () => {
      desk.at(`${TODAY} 09:00`);
      await desk.clockIn(person).expect(200);
      await roster.plan(person, { [TODAY]: night._id });
      const { code, message, errors } = failureOf(await roster.publish(TODAY).expect(409));
      expect([code, errors.map(({ field }) => field)]).toEqual(['ROSTER_DAY_RECORDED', [`${person.id}.${TODAY}`]]);
      expect(message).toBe(`${person.user.name} already has attendance on Nov 30, 2026. Correct the day instead.`);
      await roster.plan(person, { [TODAY]: null }, 1);
    });

    it('leaves today and tomorrow of the planner to another planner', async () => {
      const planner = await desk.app.person('manager', { laboratoryId: desk.laboratory._id });
      for (const day of [TODAY, TUESDAY]) {
        await roster.plan(planner, { [day]: 'off' });
        const answer = await roster.publish(day, day, planner);
        expect([answer.status, failureOf(answer).code]).toEqual([403, 'OWN_WORK']);
      }
      await roster.plan(planner, { [WEDNESDAY]: 'off' });
      await roster.publish(WEDNESDAY, WEDNESDAY, planner).expect(201);
      await roster.publish(TUESDAY, TUESDAY, desk.admin).expect(201);
      expect(await roster.cell(planner, TUESDAY)).toMatchObject({ published: 'off' });
    });

    it('is refused where the rules forbid it, unless it was so before', async () => {
      const strict = { ...desk.laboratory.policies.roster, rest: 'forbid', minRestHours: 12 } as const;
      const laboratory = await desk.app.laboratory({ policies: { ...desk.laboratory.policies, roster: strict } });
      const own = await desk.app.user('staff', { laboratoryId: laboratory._id, joiningDate: '2026-01-01' });
      const type = async (fields: object) => {
        const body = { ...roster.shiftTypeBody(fields), laboratoryId: laboratory.id };
        return ((await roster.post('shift-types', body, desk.head).expect(201)).body as { data: ShiftType }).data;
      };
      const [late, early] = [
        await type({ start: '14:00', end: '22:00' }),
        await type({ start: '06:00', end: '14:00' }),
      ];
      const cells = [
        { day: TUESDAY, shift: late._id, version: 0 },
        { day: WEDNESDAY, shift: early._id, version: 0 },
      ];
      const plan = { laboratoryId: laboratory.id, people: [{ userId: own._id.toHexString(), cells }] };
      await roster.post('roster/cells', plan, desk.head).expect(200);
      const range = { laboratoryId: laboratory.id, from: TUESDAY, to: WEDNESDAY };
      const { code, message } = failureOf(await roster.post('roster/publish', range, desk.head).expect(409));
      expect([code, message]).toEqual([
        'ROSTER_HAS_CONFLICTS',
        `The rules of this laboratory forbid this. ${own.name}, Dec 2, 2026: 8 h of rest before; 12 h are needed.`,
      ]);
    });

    it('is refused where it leaves too little rest after the day before, or less than was published', async () => {
      const { policies } = desk.laboratory;
      const lenient = { ...policies.roster, rest: 'warn', minRestHours: 12 } as const;
      const laboratory = await desk.app.laboratory({ policies: { ...policies, roster: lenient } });
      const { id: laboratoryId } = laboratory;
      const own = await desk.app.user('staff', {
        laboratoryId: laboratory._id,
        joiningDate: '2026-01-01',
        shift: DAY_SHIFT,
      });
      const type = async (start: string, end: string) => {
        const body = { ...roster.shiftTypeBody({ start, end }), laboratoryId };
        return ((await roster.post('shift-types', body, desk.head).expect(201)).body as { data: ShiftType }).data._id;
      };
      const [overnight, late, later] = [
        await type('22:00', '06:00'),
        await type('14:00', '22:00'),
        await type('15:00', '23:00'),
      ];
      const plan = async (cells: Record<string, [string | null, number]>) => {
        const planned = Object.entries(cells).map(([day, [shift, version]]) => ({ day, shift, version }));
        const people = [{ userId: own._id.toHexString(), cells: planned }];
        await roster.post('roster/cells', { laboratoryId, people }, desk.head).expect(200);
      };
      const publish = (from: string, to: string) =>
        roster.post('roster/publish', { laboratoryId, from, to }, desk.head);
      const reasonOf = async (day: string) => failureOf(await publish(day, day).expect(409)).message;
      // Late on Thursday, and 11 hours of rest until the weekly shift of Friday.
      await plan({ '2026-12-06': [overnight, 0], '2026-12-07': ['off', 0], '2026-12-10': [late, 0] });
      await publish('2026-12-06', '2026-12-10').expect(201);
      const strict = { ...lenient, rest: 'forbid' } as const;
      const edit = { policies: { ...policies, roster: strict }, version: 1 };
      await desk.app.as(desk.head).put(`/api/laboratories/${laboratoryId}`).send(edit).expect(200);

      await plan({ '2026-12-07': [null, 2] });
      expect(await reasonOf('2026-12-07')).toContain('Dec 6, 2026: 3 h of rest after; 12 h are needed.');
      await plan({ '2026-12-10': [later, 2] });
      expect(await reasonOf('2026-12-10')).toContain('Dec 10, 2026: 10 h of rest after; 12 h are needed.');
      // Better than what is published, though still too little.
      await plan({ '2026-12-10': [await type('13:30', '21:30'), 3] });
      await publish('2026-12-10', '2026-12-10').expect(201);
    });
  });
});
