import { canAnswer } from '@shifa/contract';
import fc from 'fast-check';
import { Caches } from '../../src/platform/cache/caches';
import { effort } from '../effort';
import { assertConforms } from './checks';
import { FuzzWorld } from './fuzz-world';
import { type Caller, validPlansFor } from './request';
import { routes, seed } from './run';

jest.setTimeout(600_000);

/** So many valid requests to a route meet every refusal that depends on the laboratory. */
const REQUESTS = 12;

/** In the short form, only the routes that declare the refusal are tried. */
const isInFull = effort(1, 0) === 1;

/** The demo network has one suspended laboratory at most, so that other requests rarely meet these refusals. */
describe('valid requests to every route', () => {
  let world: FuzzWorld;

  beforeAll(async () => {
    world = await FuzzWorld.start();
  });
  afterAll(() => world.close());

  it.each([
    ['suspended', 'LABORATORY_SUSPENDED'],
    ['archived', 'LABORATORY_ARCHIVED'],
  ] as const)('conform while all laboratories are %s', async (status, code) => {
    await world.access.connection.collection('laboratories').updateMany({}, { $set: { status } });
    world.access.app.services.get(Caches).clear();
    const refusing = new Set<string>();
    const failures: string[] = [];
    for (const route of routes.filter((each) => isInFull || canAnswer(each.route, code))) {
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
