import { Caches } from '../../src/platform/cache/caches';
import { FuzzWorld } from './fuzz-world';
import { lifeOf, resourcesIn } from './lives';
import { type Mutant, mutants } from './mutants';
import { fuzz, routes, seed } from './run';

// A failure is reduced to its smallest request, which takes many.
jest.setTimeout(180_000);

/** So many requests to its route find each defect. */
const REQUESTS = 400;

/** Mutation tests: planted defects that the generated requests must find, each by its check. */
describe('generated requests', () => {
  let world: FuzzWorld;

  beforeAll(async () => {
    world = await FuzzWorld.start();
  });
  afterAll(() => world.close());

  /** What is found at the route or resource of the defect. */
  async function findings({ at }: Mutant): Promise<string> {
    const route = routes.find(({ name }) => name === at);
    const resource = resourcesIn(routes).find(({ path }) => path === at);
    try {
      if (route) await fuzz(world, route, REQUESTS);
      return resource ? (await lifeOf(world, resource, seed)).problems.join('\n') : '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  it('are tried with at least twenty defects', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(20);
  });

  it.each(mutants)('find that $name', async (mutant) => {
    const caches = world.access.app.services.get(Caches);
    const restore = mutant.apply(world);
    try {
      const found = await findings(mutant);
      expect(found).toContain(mutant.check);
      expect(found).toMatch(/^ *curl -X [A-Z]+ '\$API\/api\//m);
    } finally {
      restore();
      caches.clear();
    }
  });

  it.each([...new Set(mutants.map(({ at }) => at))])('find nothing at %s without a defect', async (at) => {
    expect(await findings({ ...(mutants[0] as Mutant), at })).toBe('');
  });
});
