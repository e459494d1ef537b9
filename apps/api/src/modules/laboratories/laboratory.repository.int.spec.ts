import { LaboratoryListQuery } from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type Connection, type Model, Types } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { costOf } from '../../../test/explain';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { LABORATORY_MODEL, type LaboratoryRow, laboratorySchema } from './laboratory.document';
import { derivedFields } from './laboratory.mapper';
import { LaboratoryRepository } from './laboratory.repository';

const LABORATORIES = 300;

/** Measures the list queries with the exact commands that the repository sends. */
describe('the list of laboratories uses indexes', () => {
  let connection: Connection;
  let model: Model<LaboratoryRow>;
  let repository: LaboratoryRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    model = connection.model<LaboratoryRow>(LABORATORY_MODEL, laboratorySchema);
    repository = new LaboratoryRepository(model);
    await model.createCollection();
    await model.createIndexes();
    const rows = Array.from({ length: LABORATORIES }, (_, index): LaboratoryRow => {
      const body = createLaboratoryBody({
        name: `Branch ${index}`,
        type: index % 10 === 0 ? 'main' : 'branch',
        location: { city: `City ${index % 30}` },
      });
      const at = new Date(Date.UTC(2026, 0, 1) + index * 1_000);
      return {
        _id: new Types.ObjectId(),
        ...body,
        status: index % 5 === 0 ? 'suspended' : 'active',
        ...derivedFields(body),
        updatedBy: null,
        version: 1,
        createdAt: at,
        updatedAt: at,
      };
    });
    await model.insertMany(rows, { lean: true });
  });
  afterAll(() => connection.close());

  const cost = (query: object, scope = LabScope.everywhere()) =>
    costOf(connection, () => repository.list(scope, LaboratoryListQuery.parse(query)));

  it.each([
    { sort: 'name' },
    { sort: '-name' },
    { sort: 'code' },
    { sort: 'city' },
    { sort: '-status' },
    { sort: '-createdAt' },
    { status: ['suspended'] },
    { type: ['main'] },
    { search: '12', limit: 100 },
  ])('%j examines at most twice as many documents as it returns', async (query) => {
    const { stages, returned, examined } = await cost({ limit: 20, ...query });
    expect(stages).not.toContain('COLLSCAN');
    expect(returned).toBeGreaterThan(0);
    expect(examined).toBeLessThanOrEqual(2 * returned);
  });

  it('examines one document for a person who may see one', async () => {
    const some = await model.findOne({}).lean<LaboratoryRow>();
    const scope = LabScope.ofLaboratory(some?._id.toHexString() ?? '');
    expect(await cost({}, scope)).toMatchObject({ returned: 1, examined: 1 });
  });
});
