import type { Notification, OpenShift, ShiftType } from '@shifa/contract';
import { AttendanceDesk, dataOf, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import { notificationsOf } from '../../../../test/notifications';
import type { Person } from '../../../../test/test-app';
import { newId } from '../../../platform/domain/object-id';
import { EndSwaps } from './end-swaps';

const TODAY = '2026-11-30';
const THURSDAY = '2026-12-03';

describe('an open shift', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  let night: ShiftType;
  let person: Person;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${TODAY} 08:00`);
    roster = new RosterDesk(desk);
  });
  beforeEach(async () => {
    desk.at(`${TODAY} 08:00`);
    night = await roster.shiftType({ name: 'Night', start: '22:00', end: '06:00' });
    person = await desk.staff();
    await roster.published(person, { [THURSDAY]: 'off', '2026-12-04': 'off' });
  });
  afterAll(() => desk.close());

  const post = (path: string, body: object, someone: Person) => roster.post(`roster/open-shifts${path}`, body, someone);
  const body = (places = 1, fields: object = {}) => ({
    laboratoryId: desk.laboratory.id,
    shiftTypeId: night._id,
    day: THURSDAY,
    places,
    ...fields,
  });
  const offered = async (places = 1) => dataOf<OpenShift>(await post('', body(places), desk.manager).expect(201));
  const take = ({ _id }: OpenShift, someone = person) => post(`/${_id}/take`, {}, someone);
  const refused = (answer: { status: number; body: unknown }) => {
    const { code, errors } = failureOf(answer);
    return [answer.status, code, errors[0]?.field];
  };
  const titlesOf = async (someone: Person) =>
    dataOf<Notification[]>(await desk.app.as(someone).get('/api/notifications').expect(200)).map(({ title }) => title);

  it('is offered to those who are free and qualified, and is published for the one who takes it', async () => {
    const busy = await desk.staff();
    await roster.published(busy, { [THURSDAY]: night._id });
    const shift = await offered();
    expect([await titlesOf(person), await titlesOf(busy)]).toEqual([
      expect.arrayContaining(['Open shift']),
      expect.not.arrayContaining(['Open shift']),
    ]);
    expect(refused(await take(shift, busy))).toMatchObject([409, 'ROSTER_HAS_CONFLICTS']);
    const taken = dataOf<OpenShift>(await take(shift).expect(200));
    expect(taken).toMatchObject({ status: 'filled', takenBy: [{ _id: person.id }] });
    expect(await roster.cell(person, THURSDAY)).toMatchObject({ published: night._id, draft: night._id });
    const told = await notificationsOf(desk.app, desk.manager);
    expect(told.find(({ title }) => title === 'Open shift taken')?.actionUrl).toBe(
      `/attendance/roster?laboratoryId=${desk.laboratory.id}&day=${THURSDAY}`,
    );
    expect(refused(await take(shift))).toMatchObject([409, 'OPEN_SHIFT_ENDED']);
    // A planner who saw the day before learns who changed it.
    const stale = await roster.post('roster/cells', roster.planBody([person], { [THURSDAY]: 'off' }, 2));
    expect(failureOf(stale)).toMatchObject({ code: 'ROSTER_CHANGED', conflict: { changedBy: person.user.name } });
  });

  it('is not taken by someone who has already worked on that day', async () => {
    const { _id } = dataOf<OpenShift>(await post('', body(1, { day: TODAY }), desk.manager).expect(201));
    await roster.published(person, { [TODAY]: 'off' });
    await desk.worked(person, `${TODAY} 04:00`, `${TODAY} 07:00`);
    expect(refused(await post(`/${_id}/take`, {}, person))).toEqual([409, 'ROSTER_DAY_RECORDED', 'day']);
  });

  it('needs the skills of the shift, even where planning only warns', async () => {
    night = await roster.shiftType({ name: 'PCR', skills: ['PCR'] });
    const skilled = await desk.staff({ skills: ['pcr'] });
    await roster.published(skilled, { [THURSDAY]: 'off' });
    const shift = await offered();
    expect(failureOf(await take(shift).expect(409)).message).toBe('Lacks PCR.');
    await take(shift, skilled).expect(200);
  });

  it('of 64 at once has one winner per place', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => desk.staff()));
    await roster.post('roster/cells', roster.planBody(people, { [THURSDAY]: 'off', '2026-12-04': 'off' })).expect(200);
    await roster.publish(THURSDAY, '2026-12-04').expect(201);
    const shift = await offered(3);
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => take(shift, people[index % 8])));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const board = await roster.board(THURSDAY);
    expect(board.coverage.find(({ shiftTypeId }) => shiftTypeId === night._id)).toMatchObject({ published: 3 });
    const list = await desk.app.as(person).get('/api/attendance/roster/open-shifts?status=filled').expect(200);
    expect(dataOf<OpenShift[]>(list).find(({ _id }) => _id === shift._id)?.takenBy).toHaveLength(3);
  });

  it('refuses what makes no sense at its field', async () => {
    const of = async (fields: object) => refused(await post('', body(1, fields), desk.manager));
    expect(await of({ day: '2026-11-29' })).toEqual([400, 'VALIDATION_FAILED', 'day']);
    expect(await of({ day: '2028-01-01' })).toEqual([400, 'VALIDATION_FAILED', 'day']);
    expect(await of({ places: 0 })).toEqual([400, 'VALIDATION_FAILED', 'places']);
    expect(await of({ shiftTypeId: newId().toHexString() })).toEqual([404, 'SHIFT_TYPE_NOT_FOUND', 'shiftTypeId']);
    const archived = await roster.shiftType();
    await roster.post(`shift-types/${archived._id}/archive`, { version: 1 }).expect(200);
    expect(await of({ shiftTypeId: archived._id })).toEqual([409, 'SHIFT_TYPE_ARCHIVED', 'shiftTypeId']);
    const shift = await offered();
    expect(await of({})).toEqual([409, 'OPEN_SHIFT_EXISTS', 'shiftTypeId']);
    expect((await post('', body(), person)).status).toBe(403);
    const elsewhere = await desk.app.laboratory();
    const foreign = await desk.app.person('staff', { laboratoryId: elsewhere._id });
    expect(refused(await take(shift, foreign))).toMatchObject([404, 'OPEN_SHIFT_NOT_FOUND']);
    expect(refused(await take(shift, desk.head))).toMatchObject([404, 'OPEN_SHIFT_NOT_FOUND']);
  });

  it('can be withdrawn, and ends when it begins', async () => {
    const shift = await offered();
    await post(`/${shift._id}/withdraw`, { version: 9 }, desk.manager).expect(409);
    expect(dataOf<OpenShift>(await post(`/${shift._id}/withdraw`, {}, desk.manager).expect(200)).status).toBe(
      'withdrawn',
    );
    expect(refused(await take(shift))).toMatchObject([409, 'OPEN_SHIFT_ENDED']);
    expect(refused(await post(`/${shift._id}/withdraw`, {}, desk.manager))).toMatchObject([409, 'OPEN_SHIFT_ENDED']);
    const second = await offered();
    desk.at(`${THURSDAY} 22:00`);
    expect(refused(await take(second))).toMatchObject([409, 'OPEN_SHIFT_ENDED']);
    await desk.app.services.get(EndSwaps).run();
    const list = await desk.app.as(person).get('/api/attendance/roster/open-shifts?status=ended').expect(200);
    expect(dataOf<OpenShift[]>(list).map(({ _id }) => _id)).toContain(second._id);
  });
});
