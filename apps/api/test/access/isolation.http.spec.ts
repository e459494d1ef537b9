import { LabScope } from '../../src/platform/domain/lab-scope';
import { AccessWorld } from './access-world';
import { Isolation } from './isolation';
import { receivedByOutsider } from './live-access';
import { ignoreScope, RepositoryScopes } from './repository-scopes';
import { guarded, routes } from './routes';

// Each route is called by many people, and seeding the network takes time.
jest.setTimeout(180_000);

describe('another laboratory', () => {
  let world: AccessWorld;
  let isolation: Isolation;
  let scopes: RepositoryScopes;

  beforeAll(async () => {
    world = await AccessWorld.start();
    isolation = await Isolation.of(world);
    scopes = new RepositoryScopes(world);
  });
  afterAll(() => world.close());

  it('has documents that must not be visible', () => {
    expect(isolation.foreign.count).toBeGreaterThan(50);
    expect(isolation.foreign.laboratoryIds).toHaveLength(4);
  });

  it('is left out of what each repository finds', async () => {
    const scope = LabScope.ofLaboratory(world.otherLaboratory.toHexString());
    for (const repository of scopes.all) {
      const foreign = isolation.foreign.idsIn(repository.collectionName);
      const found = await repository.findAll(scope, {});
      const disclosed = found.filter(({ _id }) => foreign.has(String(_id)));
      expect([repository.collectionName, disclosed]).toEqual([repository.collectionName, []]);
    }
  });

  it.each(guarded)('cannot be read or changed through $name', async (route) => {
    scopes.current = route;
    expect(await isolation.violations([route])).toEqual([]);
  });

  it('sends an open screen nothing that its person could not read when its documents are written', async () => {
    expect(await receivedByOutsider(world, isolation.foreign, routes)).toEqual([]);
  });

  it('could be read or changed if any repository ignored its scope', async () => {
    const repositories = scopes.recorded();
    expect(repositories.length).toBeGreaterThan(10);
    const unnoticed: string[] = [];
    for (const repository of repositories) {
      const restore = ignoreScope(repository);
      const violations = await isolation.firstViolations(scopes.likeliestFirst(repository));
      restore();
      if (violations.length === 0) unnoticed.push(repository.constructor.name);
    }
    expect(unnoticed).toEqual([]);
    // Each is tried on every route until one shows it.
  }, 600_000);
});
