import { AccessWorld } from './access-world';
import { PermissionTable } from './permission-table';
import { routes } from './routes';

// Each route is called by many people, and seeding the network takes time.
jest.setTimeout(180_000);

describe('the permission table', () => {
  let world: AccessWorld;
  let table: PermissionTable;

  beforeAll(async () => {
    world = await AccessWorld.start();
    table = await PermissionTable.of(world);
  });
  afterAll(() => world.close());

  it.each(routes)('holds for every caller of $name', async (route) => {
    expect(await table.violations([route])).toEqual([]);
  });
});
