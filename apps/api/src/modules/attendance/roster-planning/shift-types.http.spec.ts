import { type AuditEntry, MAX_SHIFT_TYPES, type ShiftType } from '@shifa/contract';
import { AttendanceDesk, failureOf } from '../../../../test/attendance/attendance-desk';
import { RosterDesk } from '../../../../test/attendance/roster-desk';
import { newId } from '../../../platform/domain/object-id';
import type { Person } from '../../../../test/test-app';

const MONDAY = '2026-11-30';

describe('shift types', () => {
  let desk: AttendanceDesk;
  let roster: RosterDesk;
  beforeAll(async () => {
    desk = await AttendanceDesk.open(`${MONDAY} 08:00`);
    roster = new RosterDesk(desk);
  });
  afterAll(() => desk.close());

  const change = ({ _id, version }: ShiftType, body: object, person: Person = roster.planner) =>
    desk.app
      .as(person)
      .put(`/api/attendance/shift-types/${_id}`)
      .send({ version, ...body });
  const remove = ({ _id }: Pick<ShiftType, '_id'>, version: number) =>
    desk.app.as(roster.planner).delete(`/api/attendance/shift-types/${_id}?version=${version}`);

  it('are created, changed, archived and restored, each with its history', async () => {
    const created = await roster.shiftType({
      code: 'ni',
      name: 'Night',
      start: '22:00',
      end: '06:00',
      skills: ['PCR', 'pcr'],
    });
    expect(created).toMatchObject({ code: 'NI', status: 'active', skills: ['pcr'], version: 1 });
    const changed = await change(created, { end: '07:00' }).expect(200);
    expect(changed.body).toMatchObject({ message: 'Night was changed', data: { end: '07:00', version: 2 } });
    const path = `shift-types/${created._id}`;
    await roster.post(`${path}/archive`, { version: 2 }).expect(200);
    await roster.post(`${path}/archive`, { version: 3 }).expect(200);
    const restored = await roster.post(`${path}/restore`, { version: 3 }).expect(200);
    expect((restored.body as { data: ShiftType }).data).toMatchObject({ status: 'active', version: 4 });
    const history = await desk.read<AuditEntry[]>(roster.planner, `/${path}/history`);
    expect(history.map(({ action }) => action)).toEqual(
      ['restored', 'archived', 'updated', 'created'].map((action) => `shift-type.${action}`),
    );
    expect(await desk.read<ShiftType>(desk.admin, `/${path}`)).toMatchObject({ name: 'Night', end: '07:00' });
    const list = await desk.read<ShiftType[]>(
      desk.head,
      `/shift-types?laboratoryId=${desk.laboratory.id}&status=active`,
    );
    expect(list.map(({ _id }) => _id)).toContain(created._id);
  });

  it('refuse what makes no sense, at its field', async () => {
    const refused = async (fields: object, field: string, message: string) => {
      const answer = await roster.post('shift-types', { ...roster.shiftTypeBody(), ...fields }).expect(400);
      expect(failureOf(answer).errors).toContainEqual({ field, message });
    };
    await refused({ code: 'O' }, 'code', 'O is the code of a day off');
    await refused({ code: 'N1' }, 'code', 'A code is one or two letters');
    await refused({ name: ' ' }, 'name', 'Name is required');
    await refused({ start: '' }, 'start', 'Start is required');
    await refused({ start: '25:00' }, 'start', 'Enter a time');
    await refused({ start: '09:00', end: '09:30' }, 'breakMinutes', 'The break must be shorter than the shift');
    await refused({ minimumStaff: [1] }, 'minimumStaff', 'Enter a number for each day of the week');
    const type = await roster.shiftType({ start: '09:00', end: '18:00', breakMinutes: 60 });
    const shorter = await change(type, { end: '09:45' }).expect(400);
    expect(failureOf(shorter).errors).toEqual([
      { field: 'breakMinutes', message: 'The break must be shorter than the shift' },
    ]);
  });

  it('have a code that is unique in their laboratory, also among archived ones', async () => {
    const { _id, version } = await roster.shiftType({ code: 'QX' });
    await roster.post(`shift-types/${_id}/archive`, { version }).expect(200);
    const again = await roster.post('shift-types', roster.shiftTypeBody({ code: 'qx' })).expect(409);
    expect(failureOf(again)).toMatchObject({ code: 'SHIFT_TYPE_CODE_TAKEN', errors: [{ field: 'code' }] });
    const other = await roster.shiftType();
    expect(failureOf(await change(other, { code: 'QX' }).expect(409)).code).toBe('SHIFT_TYPE_CODE_TAKEN');
    const elsewhere = await desk.app.laboratory();
    await roster
      .post('shift-types', { ...roster.shiftTypeBody({ code: 'QX' }), laboratoryId: elsewhere.id }, desk.head)
      .expect(201);
  });

  it('are deleted only before a day was planned with them', async () => {
    const [unused, used] = [await roster.shiftType(), await roster.shiftType()];
    const person = await desk.staff();
    await roster.plan(person, { '2026-12-01': used._id });
    await roster.plan(person, { '2026-12-01': null }, 1);
    expect(failureOf(await remove(used, used.version).expect(409))).toMatchObject({
      code: 'SHIFT_TYPE_IN_USE',
      message: 'Days were planned with this shift type. Archive it instead.',
    });
    expect(failureOf(await remove(unused, 7).expect(409)).code).toBe('VERSION_CONFLICT');
    await remove(unused, unused.version).expect(200);
    expect(failureOf(await remove(unused, unused.version).expect(404)).code).toBe('SHIFT_TYPE_NOT_FOUND');
  });

  it('are found only in the own laboratory, and changed only at their version', async () => {
    const type = await roster.shiftType();
    const stranger = await desk.app.person('manager', { laboratoryId: (await desk.app.laboratory())._id });
    for (const answer of [
      await desk.app.as(stranger).get(`/api/attendance/shift-types/${type._id}`),
      await desk.app.as(stranger).get(`/api/attendance/shift-types/${type._id}/history`),
      await change(type, { name: 'Mine' }, stranger),
      await roster.post(`shift-types/${type._id}/archive`, {}, stranger),
      await roster.post(`shift-types/${type._id}/restore`, {}, stranger),
      await remove({ _id: newId().toHexString() }, 1),
    ]) {
      expect([answer.status, failureOf(answer).code]).toEqual([404, 'SHIFT_TYPE_NOT_FOUND']);
    }
    const path = `/api/attendance/shift-types?laboratoryId=${desk.laboratory.id}`;
    expect(failureOf(await desk.app.as(stranger).get(path).expect(404)).code).toBe('LABORATORY_NOT_FOUND');
    const created = await roster.post('shift-types', roster.shiftTypeBody(), stranger).expect(404);
    expect(failureOf(created).code).toBe('LABORATORY_NOT_FOUND');
    for (const answer of [
      await change({ ...type, version: 9 }, { name: 'Late' }),
      await roster.post(`shift-types/${type._id}/archive`, { version: 9 }),
      await roster.post(`shift-types/${type._id}/restore`, { version: 9 }),
    ]) {
      expect([answer.status, failureOf(answer).code]).toEqual([409, 'VERSION_CONFLICT']);
    }
    await desk.app
      .as(await desk.staff())
      .get(path)
      .expect(403);
  });

  it('are not added to a laboratory that is closed, nor beyond their number', async () => {
    for (const status of ['suspended', 'archived'] as const) {
      const closed = await desk.app.laboratory({ status });
      const body = { ...roster.shiftTypeBody(), laboratoryId: closed.id };
      const answer = await roster.post('shift-types', body, desk.head).expect(409);
      expect(failureOf(answer).code).toBe(`LABORATORY_${status.toUpperCase()}`);
    }
    const full = await desk.app.laboratory();
    const letters = Array.from('ABCDEFGHIJ');
    const codes = letters.flatMap((first) => Array.from('KLMNPQR').map((second) => first + second));
    const create = (code: string) =>
      roster.post('shift-types', { ...roster.shiftTypeBody({ code }), laboratoryId: full.id }, desk.head);
    const answers = await Promise.all(codes.slice(0, MAX_SHIFT_TYPES + 4).map((code) => create(code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_SHIFT_TYPES);
    expect(answers.filter(({ status }) => status !== 201).map((answer) => failureOf(answer).code)).toEqual(
      Array.from({ length: 4 }, () => 'LIST_FULL'),
    );
  });
});
