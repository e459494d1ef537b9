import { AccessWorld } from './access-world';
import { Isolation } from './isolation';
import { receivedByOutsider } from './live-access';
import { routes } from './routes';

// Each route is called by many people, and seeding the network takes time.
jest.setTimeout(180_000);

describe('another laboratory', () => {
  let world: AccessWorld;
  let isolation: Isolation;

  beforeAll(async () => {
    world = await AccessWorld.start();
    isolation = await Isolation.of(world);
  });
  afterAll(() => world.close());

  it('has documents that must not be visible', () => {
    expect(isolation.foreign.count).toBeGreaterThan(50);
    expect(isolation.foreign.laboratoryIds).toHaveLength(4);
  });

  it.each(routes.filter(({ policy }) => policy.permission !== 'public' && policy.permission !== 'display'))(
    'cannot be read or changed through $name',
    async (route) => {
      expect(await isolation.violations([route])).toEqual([]);
    },
  );

  it('sends an open screen nothing that its person could not read when its documents are written', async () => {
    expect(await receivedByOutsider(world, isolation.foreign, routes)).toEqual([]);
  });
});
