import { LaboratoryListQuery } from '@shifa/contract';
import { createLaboratoryBody } from '@shifa/contract/testing';
import { type Connection, type Model, type mongo, Types } from 'mongoose';
import { LabScope } from '../../platform/mongo/lab-scope';
import { connect, testDatabaseUri } from '../../testing/test-database';
import { LABORATORY_MODEL, type LaboratoryRow, laboratorySchema } from './laboratory.document';
import { derivedFields } from './laboratory.mapper';
import { LaboratoryRepository } from './laboratory.repository';

const LABORATORIES = 300;

type Stage = { stage: string; inputStage?: Stage; inputStages?: Stage[] };
type Explained = {
  queryPlanner: { winningPlan: Stage };
  executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
};

function stagesOf({ stage, inputStage, inputStages = [] }: Stage): string[] {
  return [stage, ...[...(inputStage ? [inputStage] : []), ...inputStages].flatMap(stagesOf)];
}

/** What a query of the list costs, with the very command that the repository sends. */
describe('the list of laboratories stands on indexes', () => {
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

  async function explained(query: object, scope = LabScope.everywhere()): Promise<Explained> {
    const sent: mongo.CommandStartedEvent[] = [];
    const client = connection.getClient();
    const listener = (event: mongo.CommandStartedEvent) => void sent.push(event);
    client.on('commandStarted', listener);
    await repository.list(scope, LaboratoryListQuery.parse(query));
    client.off('commandStarted', listener);
    const find = sent.find(({ commandName }) => commandName === 'find')?.command ?? {};
    const { filter, sort, projection, skip, limit } = find as Record<string, mongo.Document>;
    const command = { find: 'laboratories', filter, sort, projection, skip, limit };
    const defined = Object.fromEntries(Object.entries(command).filter(([, value]) => value !== undefined));
    return connection.db?.command({ explain: defined, verbosity: 'executionStats' }) as unknown as Promise<Explained>;
  }

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
  ])('%j reads at most twice what it returns', async (query) => {
    const { queryPlanner, executionStats } = await explained({ limit: 20, ...query });
    expect(stagesOf(queryPlanner.winningPlan)).not.toContain('COLLSCAN');
    expect(executionStats.nReturned).toBeGreaterThan(0);
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(2 * executionStats.nReturned);
  });

  it('reads one document for who may see one', async () => {
    const some = await model.findOne({}).lean<LaboratoryRow>();
    const scope = LabScope.ofLaboratory(some?._id.toHexString() ?? '');
    const { executionStats } = await explained({}, scope);
    expect(executionStats).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });
});
