import fc from 'fast-check';
import { Caches } from '../../src/platform/cache/caches';
import { sampled } from '../effort';
import { assertConforms } from './checks';
import { FuzzWorld } from './fuzz-world';
import { type Caller, validPlansFor } from './request';
import { routes, seed } from './run';

jest.setTimeout(600_000);

/** So many valid requests to a route meet every refusal that depends on the laboratory. */
const REQUESTS = 12;

/** The demo network has one suspended laboratory at most, so that other requests rarely meet these refusals. */
describe('valid requests to every route', () => {
  let world: FuzzWorld;

  beforeAll(async () => {
    world = await FuzzWorld.start();
  });
  afterAll(() => world.close());

  it.each([
    ['suspended', 'LABORATORY_SUSPENDED', 0],
    ['archived', 'LABORATORY_ARCHIVED', 1],
  ])('conform while all laboratories are %s', async (status, code, first) => {
    await world.access.connection.collection('laboratories').updateMany({}, { $set: { status } });
    world.access.app.services.get(Caches).clear();
    const refusing = new Set<string>();
    const failures: string[] = [];
    // In the short form, every second route in each state.
    for (const route of sampled(routes, 2, first)) {
      const callers = fc.constantFrom<Caller>('super_admin', 'lab_admin');
      const plans = validPlansFor(route, world.documents.idsFor(route.route.path), callers);
      for (const plan of fc.sample(plans, { numRuns: REQUESTS, seed })) {
        const exchange = await world.carryOut({ ...plan, isCurrent: true });
        if (exchange.code === code) refusing.add(route.name);
        try {
          assertConforms(exchange);
        } catch (error) {
          failures.push(String(error));
        }
      }
    }
    expect(failures).toEqual([]);
    expect(refusing.size).toBeGreaterThan(10);
  });
});
