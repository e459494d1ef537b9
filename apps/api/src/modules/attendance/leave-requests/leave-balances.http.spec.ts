import { contract, type LeaveBalance, type Pagination, type PersonBalance } from '@shifa/contract';
import type { Person } from '../../../../test/test-app';
import { failureOf, LeaveDesk } from '../../../../test/attendance/leave-desk';
import { AttendanceRepository } from '../records/record.repository';

describe('the leave balances of a team', () => {
  let desk: LeaveDesk;
  let people: Person[];

  beforeAll(async () => {
    desk = await LeaveDesk.open();
    people = [await desk.staff({ name: 'Asha Rao' }), await desk.staff({ name: 'Biju Nair' })];
    const [asha, biju] = people;
    if (!asha || !biju) throw new Error('Two people are needed');
    await desk.approved(asha, '2026-11-19', { to: '2026-11-20' });
    await desk.requested(biju, '2026-11-19', { type: 'sick' });
    await desk.app.user('staff', {
      name: 'Left Before',
      laboratoryId: desk.laboratory._id,
      joiningDate: '2024-01-01',
      status: 'exited',
      exitDate: '2026-01-31',
    });
    const other = await desk.app.laboratory();
    await desk.app.person('staff', { name: 'Elsewhere', laboratoryId: other._id, joiningDate: '2024-01-01' });
    jest
      .spyOn(desk.app.services.get(AttendanceRepository), 'daysOffWorked')
      .mockImplementation((ids, year) =>
        Promise.resolve(new Map(ids.map((id) => [id.toHexString(), year === 2026 ? 2 : 0]))),
      );
  });
  afterAll(() => desk.close());

  const ask = (viewer: Person, query: object = {}) =>
    desk.app.as(viewer).get(contract.leaves.teamBalances.path).query(query);
  const read = async (viewer: Person, query: object = {}) =>
    (await ask(viewer, query).expect(200)).body as { data: PersonBalance[]; pagination: Pagination };

  it('are those of each person, by name, a page at a time', async () => {
    const { data, pagination } = await read(desk.manager);
    const names = data.map(({ person }) => person.name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
    expect(names).toEqual(expect.arrayContaining(['Asha Rao', 'Biju Nair']));
    expect(names).not.toContain('Left Before');
    expect(names).not.toContain('Elsewhere');
    for (const { person, year, types } of data) {
      const query = { userId: person._id };
      expect({ year, types }).toEqual(await desk.read<LeaveBalance>(desk.manager, '/balance', query));
    }
    expect(data.find(({ person }) => person.name === 'Asha Rao')?.types).toContainEqual(
      expect.objectContaining({ type: 'casual', takenDays: 2, remainingDays: 10 }),
    );
    expect(data[0]?.types).toContainEqual(expect.objectContaining({ type: 'comp_off', entitledDays: 2 }));
    const second = await read(desk.manager, { limit: 1, page: 2 });
    expect([second.data[0]?.person.name, second.pagination.total]).toEqual([names[1], pagination.total]);
    expect((await read(desk.manager, { search: 'biju' })).data.map(({ person }) => person.name)).toEqual(['Biju Nair']);
    expect((await read(desk.manager, { year: 2025 })).data[0]).toMatchObject({ year: 2025 });
  });

  it('are limited to the scope of the viewer', async () => {
    const [asha] = people;
    if (!asha) throw new Error('Asha is missing');
    expect((await read(asha)).data.map(({ person }) => person.name)).toEqual(['Asha Rao']);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await ask(stranger, { laboratoryId: desk.laboratory.id }).expect(404);
    expect((await read(desk.head, { laboratoryId: desk.laboratory.id })).pagination.total).toBe(
      (await read(desk.admin)).pagination.total,
    );
    const refused = await ask(desk.head).expect(400);
    expect(refused.body).toMatchObject({ errors: [{ field: 'laboratoryId' }] });
    const denied = await desk.staff({ permissionOverrides: { 'leave.view': false } });
    await ask(denied).expect(403);
  });
});

describe('the leave balance of a person', () => {
  let desk: LeaveDesk;
  beforeAll(async () => {
    desk = await LeaveDesk.open();
  });
  afterAll(() => desk.close());

  it('counts leave over new year in each of the years', async () => {
    const person = await desk.staff();
    await desk.requested(person, '2026-12-28', { to: '2027-01-05', type: 'sick' });
    expect(await desk.balance(person, 'sick')).toEqual([12, 0, 4, 8]);
    expect(await desk.balance(person, 'sick', { year: 2027 })).toEqual([12, 0, 4, 8]);
    expect(await desk.balance(person, 'sick', { year: 2025 })).toEqual([12, 0, 0, 12]);
    const refused = failureOf(await desk.request(person, '2027-02-01', { to: '2027-02-10', type: 'sick' }).expect(409));
    expect(refused.message).toBe('Only 8 days of sick leave remain in 2027');
  });

  it('has as many days for work on days off as were earned', async () => {
    const person = await desk.staff();
    await desk.request(person, '2026-11-20', { type: 'comp_off' }).expect(409);
    const days = jest
      .spyOn(desk.app.services.get(AttendanceRepository), 'daysOffWorked')
      .mockImplementation((_, year) => Promise.resolve(new Map<string, number>(year === 2026 ? [[person.id, 1]] : [])));
    await desk.requested(person, '2026-11-20', { type: 'comp_off' });
    expect(await desk.balance(person, 'comp_off')).toEqual([1, 0, 1, 0]);
    days.mockRestore();
  });

  it('can be read by others within their scope', async () => {
    const person = await desk.staff();
    await desk.requested(person, '2026-11-20');
    expect(await desk.balance(desk.manager, 'casual', { userId: person.id })).toEqual([12, 0, 1, 11]);
    const read = (who: typeof person, query: object) =>
      desk.app.as(who).get('/api/attendance/leaves/balance').query(query);
    await read(person, { userId: desk.manager.id }).expect(404);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await read(stranger, { userId: person.id }).expect(404);
    expect(failureOf(await read(desk.head, {}).expect(400)).errors[0]?.field).toBe('userId');
    expect(await desk.balance(desk.head, 'casual', { userId: person.id })).toEqual([12, 0, 1, 11]);
  });
});
