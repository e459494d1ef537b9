import { Caches } from '../../src/platform/cache/caches';
import { sampled } from '../effort';
import { AccessWorld } from './access-world';
import { guardMutants } from './guard-mutants';
import { Isolation } from './isolation';
import { type Mutant, permissionMutants, policyMutants, type AccessChecks, scopeMutants } from './mutants';
import { permissionRuleViolations } from './permission-rules';
import { PermissionTable } from './permission-table';

// A check sends many requests, which takes time on a busy machine.
jest.setTimeout(180_000);

const scopes = sampled(scopeMutants, 3);

/** Mutation tests: the access checks must detect each guard or scope that is removed. */
describe('the access checks', () => {
  let checks: AccessChecks;

  beforeAll(async () => {
    const world = await AccessWorld.start();
    checks = { world, table: await PermissionTable.of(world), isolation: await Isolation.of(world) };
  });
  afterAll(() => checks.world.close());

  async function violationCount({ apply, violations }: Mutant): Promise<number> {
    const caches = checks.world.app.services.get(Caches);
    const restore = apply(checks);
    // What was remembered before would hide the mutation, and what is remembered meanwhile would outlast it.
    caches.clear();
    try {
      return (await violations(checks)).length;
    } finally {
      restore();
      caches.clear();
    }
  }

  it('report no violation of the permission rules without a mutation', async () => {
    expect(await permissionRuleViolations(checks.world)).toEqual([]);
  });

  it.each(scopes)('detect a missing scope: $name', async (mutant) => {
    const detected = (await violationCount(mutant)) > 0;
    // Some permissions, such as those for creating, have no existing documents and therefore never use their scope.
    expect(detected).toBe(mutant.wasUsed());
  });

  it('have tried the scopes of most permissions', () => {
    expect(scopes.filter(({ wasUsed }) => wasUsed()).length).toBeGreaterThan(scopes.length / 2);
  });

  it.each(guardMutants)('detect a missing guard: $name', async (mutant) => {
    expect(await violationCount(mutant)).toBeGreaterThan(0);
  });

  it.each(sampled(permissionMutants, 3))('detect a missing permission check: $name', async (mutant) => {
    expect(await violationCount(mutant)).toBeGreaterThan(0);
  });

  it.each(sampled(policyMutants, 7))('detect a changed policy: $name', async (mutant) => {
    expect(await violationCount(mutant)).toBeGreaterThan(0);
  });
});
