import {
  employmentTypes,
  type Pagination,
  type Role,
  type StaffListItem,
  type StaffOption,
  type StaffStats,
  staffStatuses,
} from '@shifa/contract';
import { demoChance } from '../../../demo/demo-values';
import { businessDay } from '../../platform/time/business-day';
import { type Person, TestApp } from '../../../test/test-app';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { UserRow } from './user.document';

type Page = { data: StaffListItem[]; pagination: Pagination };

describe('the list of people', () => {
  let app: TestApp;
  let admin: Person;
  let laboratories: (LaboratoryRow & { id: string })[];
  let labAdmin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin', { name: 'Zara Admin', joiningDate: '2020-01-01' });
    laboratories = await Promise.all([app.laboratory(), app.laboratory({ timezone: 'Asia/Dubai' }), app.laboratory()]);
    const chance = demoChance('a population of people');
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)] as Item;
    for (let index = 0; index < 120; index += 1) {
      const laboratory = pick(laboratories);
      const month = businessDay(new Date(), laboratory.timezone).slice(0, 7);
      await app.user(pick<Role>(['lab_admin', 'manager', 'staff', 'staff', 'staff']), {
        name: `${pick(['Asha', 'bela', 'Chitra', 'Dev'])} ${pick(['Rao', 'sen', 'Das'])}`,
        laboratoryId: laboratory._id,
        status: pick([...staffStatuses, 'active', 'active', 'active']),
        employmentType: pick(employmentTypes),
        department: pick(['Pathology', 'Accounts', 'Front desk', null]),
        joiningDate: pick(['2026-01-05', '2026-02-28', `${month}-01`, `${month}-28`]),
        mustChangePassword: chance() < 0.2,
        lastLogin: chance() < 0.3 ? null : new Date(Date.UTC(2026, 0, 1) + Math.floor(chance() * 9) * 86_400_000),
      } satisfies Partial<UserRow>);
    }
    labAdmin = await app.person('lab_admin', { laboratoryId: laboratories[0]?._id, joiningDate: '2026-01-05' });
  });
  afterAll(() => app.close());

  async function list(query: object, person = admin): Promise<Page> {
    const response = await app
      .as(person)
      .get('/api/staff')
      .query({ limit: 1, ...query })
      .expect(200);
    return response.body as Page;
  }
  const count = async (query: object, person = admin) => (await list(query, person)).pagination.total;
  const stats = async (query: object, person = admin) => {
    const response = await app.as(person).get('/api/staff/stats').query(query).expect(200);
    return (response.body as { data: StaffStats }).data;
  };

  it('suggests the departments and designations in use, within the scope', async () => {
    const suggested = async (query: object, person = admin) => {
      const response = await app.as(person).get('/api/staff/suggestions').query(query).expect(200);
      return (response.body as { data: string[] }).data;
    };
    const field = 'designation';
    const at = (laboratory: number, designation: string, status: 'active' | 'exited' = 'active') =>
      app.user('staff', { laboratoryId: laboratories[laboratory]?._id, designation, status });
    await at(0, 'Lab technician');
    await at(0, 'Lab technician');
    await at(1, 'Lab (night) lead');
    await at(1, 'Lab relic', 'exited');
    expect(await suggested({ field: 'department' })).toEqual(['Accounts', 'Front desk', 'Pathology']);
    expect(await suggested({ field, search: 'lab' })).toEqual(['Lab (night) lead', 'Lab technician']);
    expect(await suggested({ field, search: 'lab (' })).toEqual(['Lab (night) lead']);
    expect(await suggested({ field, search: 'technician' })).toEqual([]);
    expect(await suggested({ field }, labAdmin)).toEqual(['Lab technician']);
    expect(await suggested({ field, laboratoryId: laboratories[1]?.id }, labAdmin)).toEqual([]);
    await app.as(admin).get('/api/staff/suggestions').query({ field: 'email' }).expect(400);
  });

  it.each([
    ['the network', () => ({ query: {}, person: admin })],
    ['one laboratory', () => ({ query: { laboratoryId: laboratories[1]?.id }, person: admin })],
    ['a lab admin', () => ({ query: {}, person: labAdmin })],
  ])('counts as the cards of %s do', async (_, situation) => {
    const { query, person } = situation();
    const figures = await stats(query, person);
    const counted = (filter: object) => count({ ...query, ...filter }, person);
    const active = (filter: object) => counted({ status: 'active', ...filter });

    expect(figures.total).toBe(await counted({}));
    for (const [status, figure] of Object.entries(figures.byStatus)) expect(figure).toBe(await counted({ status }));
    for (const [role, figure] of Object.entries(figures.byRole)) expect(figure).toBe(await active({ role }));
    for (const [employmentType, figure] of Object.entries(figures.byEmploymentType)) {
      expect(figure).toBe(await active({ employmentType }));
    }
    for (const { department, count: figure } of figures.byDepartment) {
      if (department !== null) expect(figure).toBe(await active({ department }));
    }
    for (const { laboratory, count: figure } of figures.byLaboratory) {
      if (laboratory) expect(figure).toBe(await active({ laboratoryId: laboratory._id }));
    }
    const { from, to, count: joined } = figures.joinedThisMonth;
    expect(joined).toBe(await counted({ joinedFrom: from, joinedTo: to }));
    expect(joined).toBeGreaterThan(0);
    expect(figures.passwordPending).toBe(await active({ mustChangePassword: 'true' }));
    expect(Object.values(figures.byRole).reduce((sum, figure) => sum + figure, 0)).toBe(figures.byStatus.active);
  });

  it('counts nobody of a laboratory that is out of reach', async () => {
    expect(await stats({ laboratoryId: laboratories[1]?.id }, labAdmin)).toMatchObject({ total: 0, byLaboratory: [] });
    expect(await count({ laboratoryId: laboratories[1]?.id }, labAdmin)).toBe(0);
  });

  it.each(['name', 'employeeCode', 'role', 'department', 'joiningDate', 'lastLogin', 'status', 'createdAt'] as const)(
    'by %s is whole and in order over all pages, in both directions',
    async (sort) => {
      const all = async (order: string) => {
        const pages = await Promise.all([1, 2].map((page) => list({ sort: order, limit: 100, page })));
        return pages.flatMap(({ data }) => data);
      };
      const [up, down] = [await all(sort), await all(`-${sort}`)];
      expect(new Set(up.map(({ _id }) => _id)).size).toBe(up.length);
      expect(up).toHaveLength(await count({}));
      expect(down.map(({ _id }) => _id)).toEqual(up.map(({ _id }) => _id).toReversed());
      const keys = up.map((person) => (person[sort] ?? '').toLowerCase());
      expect(keys).toEqual(keys.toSorted());
    },
  );

  it('names the laboratory of each, with no question more for a page of a hundred', async () => {
    const { data } = await list({ limit: 100, laboratoryId: laboratories.map(({ id }) => id) });
    expect(data.length).toBe(100);
    for (const { laboratoryId } of data) {
      const known = laboratories.find(({ id }) => id === laboratoryId?._id);
      expect(laboratoryId).toEqual({ _id: known?.id, name: known?.name, code: known?.code });
    }
  });

  it.each([
    ['name', 'zara adm'],
    ['email', 'find.me@'],
    ['employee code', 'find-0098765'],
    ['tail of the employee code', '0098765'],
    ['number in the employee code', '98765'],
    ['phone as written', '98300 77777'],
    ['phone as dialled', '+919830077777'],
  ])('finds people by %s', async (_, search) => {
    const [place] = laboratories;
    const existing = await count({ search: 'find.me@' });
    if (existing === 0) {
      await app.user('staff', {
        name: 'Zara Admirable',
        email: 'find.me@shifa.example',
        employeeCode: 'FIND-0098765',
        phone: '+91 98300 77777',
        laboratoryId: place?._id,
      });
    }
    const { data } = await list({ search, limit: 10 });
    expect(data.map(({ name }) => name)).toContain('Zara Admirable');
  });

  it('offers those who have not exited as options, of one laboratory where asked', async () => {
    const [place] = laboratories;
    const response = await app.as(admin).get('/api/staff/list').query({ laboratoryId: place?.id }).expect(200);
    const { data } = response.body as { data: StaffOption[] };
    expect(data).toHaveLength(await count({ laboratoryId: place?.id, status: ['active', 'suspended'] }));
    expect(new Set(data.map(({ laboratoryId }) => laboratoryId?._id))).toEqual(new Set([place?.id]));
    const names = data.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  it('offers no more options than asked for, and finds the others by searching', async () => {
    const options = async (query: object) => {
      const response = await app.as(admin).get('/api/staff/list').query(query).expect(200);
      return (response.body as { data: StaffOption[] }).data;
    };
    const all = await options({});
    expect(await options({ limit: 2 })).toEqual(all.slice(0, 2));
    const last = all.at(-1);
    expect(await options({ limit: 2, search: last?.employeeCode })).toEqual([last]);
    await app.as(admin).get('/api/staff/list').query({ limit: 501 }).expect(400);
  });

  it.each([{ limit: 101 }, { sort: 'passwordHash' }, { status: 'gone' }, { joinedFrom: '2026-02-30' }])(
    'refuses %j and names the field',
    async (query) => {
      const response = await app.as(admin).get('/api/staff').query(query).expect(400);
      expect((response.body as { errors: { field: string }[] }).errors[0]?.field).toBe(Object.keys(query)[0]);
    },
  );

  it('never shows what is the server’s own', async () => {
    const response = await app.as(admin).get('/api/staff').query({ limit: 100 }).expect(200);
    for (const secret of ['passwordHash', 'searchWords', 'argon2', 'permissionOverrides']) {
      expect(response.text).not.toContain(secret);
    }
  });
});
