import type { mongo } from 'mongoose';
import { Types } from 'mongoose';
import { AccessWorld } from './access-world';
import { partsOf, routes } from './routes';
import { idPaths, sampleOf } from './sample';

// Seeding the network takes time.
jest.setTimeout(180_000);

const writes: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite', 'create']);
const reads = routes.filter(({ route, policy }) => route.method === 'GET' && policy.permission !== 'public');

describe('reading', () => {
  let world: AccessWorld;
  let token: string;
  let ids: string[];
  const written: string[] = [];
  const record = ({ commandName, command }: mongo.CommandStartedEvent) => {
    if (writes.has(commandName)) written.push(`${commandName} ${String(command[commandName])}`);
  };

  beforeAll(async () => {
    world = await AccessWorld.start();
    const admin = await world.person('super_admin');
    token = await world.tokenOf(admin);
    const entry = await world.connection.collection('transactions').findOne({ status: 'pending' });
    ids = [world.homeLaboratory, admin._id, entry?._id ?? new Types.ObjectId()].map((id) => id.toHexString());
    world.connection.getClient().on('commandStarted', record);
  });
  beforeEach(() => written.splice(0));
  afterAll(() => world.close());

  it('is observed: a write is recorded', async () => {
    await world.person('staff');
    expect(written).toEqual(['insert users']);
  });

  it.each(reads)('writes nothing through $name', async (route) => {
    const { params, query } = partsOf(route);
    const [at] = idPaths(params);
    const statuses: number[] = [];
    for (const id of at ? ids : ids.slice(0, 1)) {
      const sent = sampleOf(params, { id, ...(at && { at }) }) as Record<string, unknown>;
      statuses.push((await world.call(route, token, { params: sent, query: sampleOf(query) })).status);
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(written).toEqual([]);
  });
});
