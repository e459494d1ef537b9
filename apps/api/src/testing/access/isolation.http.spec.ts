import { AccessWorld } from './access-world';
import { Isolation } from './isolation';
import { overheard } from './live-access';
import { routes } from './routes';

// A route is called by many, in a network that takes its time to be planted.
jest.setTimeout(180_000);

describe('another laboratory', () => {
  let world: AccessWorld;
  let isolation: Isolation;

  beforeAll(async () => {
    world = await AccessWorld.start();
    isolation = await Isolation.of(world);
  });
  afterAll(() => world.close());

  it('has documents that could be seen', () => {
    expect(isolation.foreign.count).toBeGreaterThan(50);
    expect(isolation.foreign.laboratoryIds).toHaveLength(4);
  });

  it.each(routes.filter(({ policy }) => policy.permission !== 'public'))(
    'sees nothing through $name, and changes nothing',
    async (route) => {
      expect(await isolation.faults([route])).toEqual([]);
    },
  );

  it('hears nothing on an open screen while everything is written elsewhere', async () => {
    expect(await overheard(world, isolation.foreign, routes)).toEqual([]);
  });
});
