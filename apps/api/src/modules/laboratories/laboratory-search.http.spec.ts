import { type LaboratoryListItem, LaboratoryListQuery, type Pagination } from '@shifa/contract';
import { Types } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { costOf } from '../../../test/explain';
import { TestApp } from '../../../test/test-app';
import { connect } from '../../../test/test-database';
import { LABORATORY_MODEL, laboratorySchema, type LaboratoryRow } from './laboratory.document';
import { derivedFields } from './laboratory.mapper';
import { LaboratoryRepository } from './laboratory.repository';

type Page = { data: LaboratoryListItem[]; pagination: Pagination };

/** More than are counted, with one page beyond. */
const MANY = 10_030;

describe('the search of laboratories', () => {
  let app: TestApp;
  let connection: Awaited<ReturnType<typeof connect>>;
  let repository: LaboratoryRepository;

  beforeAll(async () => {
    app = await TestApp.start();
    connection = await connect(app.mongodbUri);
    repository = new LaboratoryRepository(connection.model<LaboratoryRow>(LABORATORY_MODEL, laboratorySchema));
  });
  afterAll(async () => {
    await connection.close();
    await app.close();
  });

  async function fillTo(count: number): Promise<void> {
    const template = await app.laboratory();
    const laboratories = connection.collection<LaboratoryRow>('laboratories');
    const from = await laboratories.countDocuments();
    const rows = Array.from({ length: count - from }, (_, index) => {
      const number = String(from + index).padStart(5, '0');
      const fields = { name: `Branch ${number}`, code: `B-${number}`, location: template.location };
      return { ...template, ...fields, ...derivedFields(fields), _id: new Types.ObjectId() };
    });
    if (rows.length > 0) await laboratories.insertMany(rows);
  }

  const cost = (query: object) =>
    costOf(connection, () => repository.list(LabScope.everywhere(), LaboratoryListQuery.parse(query)));

  it('reads as much of a thousand names as of ten thousand, whichever word comes first', async () => {
    await fillTo(1_000);
    const searches = ['branch 0012', '0012 branch', 'branch', 'branch b-'].map((search) => ({ search, sort: 'name' }));
    const few = [];
    for (const query of searches) few.push((await cost(query)).examined);
    expect(few.slice(0, 2)).toEqual([10, 10]);

    await fillTo(MANY);
    const many = [];
    for (const query of searches) many.push((await cost(query)).examined);
    expect(many.slice(0, 2)).toEqual([10, 10]);
    for (const [index, examined] of many.entries()) expect(examined).toBeLessThanOrEqual(few[index] ?? 0);
  });

  it('is counted up to ten thousand matches, and has a next page beyond', async () => {
    await fillTo(MANY);
    const admin = await app.person('super_admin');
    const list = async (query: object) =>
      (
        await app
          .as(admin)
          .get('/api/laboratories')
          .query({ search: 'branch', ...query })
          .expect(200)
      ).body as Page;

    const first = await list({});
    expect(first.pagination).toEqual({ page: 1, limit: 20, total: 10_000, totalIsAtLeast: true, pages: 501 });
    const total = await connection.collection('laboratories').countDocuments();
    const beyond = await list({ limit: 100, page: 101 });
    expect(beyond.pagination.total).toBeGreaterThan(10_000);
    expect(beyond.pagination.total).toBeLessThan(total);
    expect(beyond.pagination).not.toHaveProperty('totalIsAtLeast');
    expect(beyond.data).toHaveLength(beyond.pagination.total - 10_000);
    expect((await list({ limit: 100, page: 102 })).pagination).toEqual({ ...beyond.pagination, page: 102 });
    expect((await list({ search: 'branch 0012' })).pagination).toEqual({ page: 1, limit: 20, total: 10, pages: 1 });
    // Without a search, the number of all is known without reading them.
    expect((await list({ search: '' })).pagination).toMatchObject({ total });
  });
});
