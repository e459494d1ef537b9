import { AccessWorld } from './access-world';
import { PermissionTable } from './permission-table';
import { routes } from './routes';

// A route is called by many, in a network that takes its time to be planted.
jest.setTimeout(180_000);

describe('the permission table', () => {
  let world: AccessWorld;
  let table: PermissionTable;

  beforeAll(async () => {
    world = await AccessWorld.start();
    table = await PermissionTable.of(world);
  });
  afterAll(() => world.close());

  it.each(routes)('holds for $name, whoever calls', async (route) => {
    expect(await table.faults([route])).toEqual([]);
  });
});
