import { FuzzWorld } from './fuzz-world';
import { rawRequests } from './hostile';
import { type Life, lifeOf, resourcesIn } from './lives';
import { answerTo, fuzz, refusesStaleVersion, requests, routes, seed, sendHostile, versionedRoutes } from './run';

// For tests that hang; with many requests, each route takes minutes.
jest.setTimeout(120_000 + requests * 20);

/** Lives that are tried of each kind of document, until one is complete. */
const LIVES = 8;

describe(`requests generated from the contract (seed ${seed})`, () => {
  let world: FuzzWorld;
  const succeeded: string[] = [];

  beforeAll(async () => {
    world = await FuzzWorld.start();
  });
  afterAll(() => world.close());

  // First, while the documents are as the demo has them.
  it.each(versionedRoutes)('with a stale version are refused by $name', async (route) => {
    expect(await refusesStaleVersion(world, route)).toBe(true);
  });

  it.each(resourcesIn(routes))('create, read, change and remove what is at $path', async (resource) => {
    const lives: Life[] = [];
    const isDone = () => lives.some(({ isChanged }) => isChanged) && lives.some(({ isRemoved }) => isRemoved);
    while (lives.length < LIVES && !(isDone() || (!resource.change && lives.length > 0))) {
      lives.push(await lifeOf(world, resource, seed + lives.length));
    }
    expect(lives.flatMap(({ problems }) => problems)).toEqual([]);
    expect(lives.map(({ isRemoved }) => isRemoved)).toContain(true);
    if (resource.change) expect(lives.map(({ isChanged }) => isChanged)).toContain(true);
  });

  it.each(routes)('to $name conform', async (route) => {
    const statuses = await fuzz(world, route, Math.ceil(requests / routes.length));
    expect(statuses.size).toBeGreaterThan(0);
    if (statuses.has(200) || statuses.has(201)) succeeded.push(route.name);
  });

  it('reach the services of most routes', () => {
    expect(succeeded.length).toBeGreaterThan(routes.length / 2);
  });

  it.each(routes)('to $name conform also where they are hostile', async (route) => {
    expect(await sendHostile(world, route)).toEqual([]);
  });

  it.each(rawRequests)('outside the contract are answered (%#)', async (line, headers) => {
    expect(await answerTo(world.access.app.url, line, headers)).not.toMatch(/^HTTP\/1.1 5/);
    await world.access.app.http.get('/api/health').expect(200);
  });
});
