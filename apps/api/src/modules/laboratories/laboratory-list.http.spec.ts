import type { LaboratoryListItem, Pagination } from '@shifa/contract';
import { Clock } from '../../platform/time/clock';
import { commandsDuring } from '../../../test/commands';
import { type Person, TestApp } from '../../../test/test-app';

type Page = { data: LaboratoryListItem[]; pagination: Pagination };

describe('the list of laboratories', () => {
  let app: TestApp;
  let admin: Person;

  beforeAll(async () => {
    app = await TestApp.start();
    admin = await app.person('super_admin');
    const day = (number: number) => new Date(Date.UTC(2026, 0, number));
    const place = (city: string) => ({ address: '', city, state: '', pincode: '', coordinates: null });
    await app.laboratory({ name: 'alpha Salt Lake', code: 'A-1', location: place('Kolkata'), createdAt: day(3) });
    await app.laboratory({
      name: 'Beta',
      code: 'B-1',
      location: place('Patna'),
      createdAt: day(1),
      status: 'suspended',
    });
    await app.laboratory({ name: 'Gamma', code: 'C-1', location: place('Dubai'), createdAt: day(2), type: 'main' });
    await app.laboratory({
      name: 'Beta',
      code: 'B-2',
      location: place('Kolkata'),
      createdAt: day(2),
      status: 'archived',
    });
  });
  afterAll(() => app.close());

  async function list(query: object): Promise<Page> {
    const response = await app.as(admin).get('/api/laboratories').query(query).expect(200);
    return response.body as Page;
  }
  const codes = async (query: object) => (await list(query)).data.map(({ code }) => code);

  it('sorts by name, ignoring case, and breaks ties by age', async () => {
    expect(await codes({})).toEqual(['A-1', 'B-1', 'B-2', 'C-1']);
    expect(await codes({ sort: '-name' })).toEqual(['C-1', 'B-2', 'B-1', 'A-1']);
  });

  it.each([
    ['code', ['A-1', 'B-1', 'B-2', 'C-1']],
    ['city', ['C-1', 'A-1', 'B-2', 'B-1']],
    ['createdAt', ['B-1', 'C-1', 'B-2', 'A-1']],
    ['-createdAt', ['A-1', 'B-2', 'C-1', 'B-1']],
    ['status', ['A-1', 'C-1', 'B-2', 'B-1']],
  ])('sorts by %s', async (sort, expected) => {
    expect(await codes({ sort })).toEqual(expected);
  });

  it('filters by one status or several, and by type', async () => {
    expect(await codes({ status: 'suspended' })).toEqual(['B-1']);
    expect(await codes({ status: ['suspended', 'archived'] })).toEqual(['B-1', 'B-2']);
    expect(await codes({ type: 'main', status: ['active'] })).toEqual(['C-1']);
  });

  it.each([
    ['salt', ['A-1']],
    ['LAKE sal', ['A-1']],
    ['kol', ['A-1', 'B-2']],
    ['b-', ['B-1', 'B-2']],
    ['eta', []],
    ['.*', []],
  ])('finds %j by word prefixes', async (search, expected) => {
    expect(await codes({ search })).toEqual(expected);
  });

  it('returns pages with the total number of matches', async () => {
    const first = await list({ limit: 3 });
    expect(first.data).toHaveLength(3);
    expect(first.pagination).toEqual({ page: 1, limit: 3, total: 4, pages: 2 });
    expect(await codes({ limit: 3, page: 2 })).toEqual(['C-1']);
    expect(await codes({ limit: 3, page: 9 })).toEqual([]);
  });

  it.each([{ limit: 101 }, { limit: 0 }, { page: 0 }, { page: 'x' }, { sort: 'password' }, { status: 'gone' }])(
    'rejects %j and names the field',
    async (query) => {
      const response = await app.as(admin).get('/api/laboratories').query(query).expect(400);
      expect((response.body as { errors: { field: string }[] }).errors[0]?.field).toBe(Object.keys(query)[0]);
    },
  );

  it('counts the matches for the first of several pages', async () => {
    const clock = jest.spyOn(app.services.get(Clock), 'now').mockReturnValue(new Date());
    const { total } = (await list({ type: 'main', limit: 1 })).pagination;
    const { outside } = await commandsDuring(app, async () => {
      expect((await list({ type: 'main', limit: 1, page: 2 })).pagination.total).toBe(total);
    });
    expect(outside).toEqual(['find laboratories']);
    clock.mockRestore();
  });

  it('offers laboratories that are not archived as options', async () => {
    const response = await app.as(admin).get('/api/laboratories/list').expect(200);
    expect((response.body as Page).data.map(({ code }) => code)).toEqual(['A-1', 'B-1', 'C-1']);
  });
});
