import { AccessWorld } from './access-world';
import { Isolation } from './isolation';
import {
  guardMutants,
  type Mutant,
  permissionMutants,
  policyMutants,
  type Proof,
  repositoryMutants,
  scopeMutants,
} from './mutants';
import { permissionRuleFaults } from './permission-rules';
import { PermissionTable } from './permission-table';

// A trial walks many requests; on a busy machine that takes its time.
jest.setTimeout(180_000);

/** The proof of access sees each guard and each scope that is taken away. What it says without is in the other specs. */
describe('taking away', () => {
  let proof: Proof;

  beforeAll(async () => {
    const world = await AccessWorld.start();
    proof = { world, table: await PermissionTable.of(world), isolation: await Isolation.of(world) };
  });
  afterAll(() => proof.world.close());

  async function faultsOf({ take, faults }: Mutant): Promise<number> {
    const restore = take(proof);
    try {
      return (await faults(proof)).length;
    } finally {
      restore();
    }
  }

  it('nothing leaves the rules of giving without a fault', async () => {
    expect(await permissionRuleFaults(proof.world)).toEqual([]);
  });

  it.each(scopeMutants)('a scope is seen: $name', async (mutant) => {
    const seen = (await faultsOf(mutant)) > 0;
    // Of a permission that reaches no documents, such as one to create, nobody asks how far it reaches.
    expect(seen).toBe(mutant.asked());
  });

  it('a scope could be tried on most permissions', () => {
    expect(scopeMutants.filter(({ asked }) => asked()).length).toBeGreaterThan(scopeMutants.length / 2);
  });

  it('the bounds of a repository is seen', async () => {
    const mutants = repositoryMutants(proof);
    expect(mutants.length).toBeGreaterThan(1);
    const survivors = [];
    for (const mutant of mutants) if ((await faultsOf(mutant)) === 0) survivors.push(mutant.name);
    expect(survivors).toEqual([]);
  });

  it.each(guardMutants)('a guard is seen: $name', async (mutant) => {
    expect(await faultsOf(mutant)).toBeGreaterThan(0);
  });

  it.each(permissionMutants)('a permission is seen: $name', async (mutant) => {
    expect(await faultsOf(mutant)).toBeGreaterThan(0);
  });

  it.each(policyMutants)('a policy is seen: $name', async (mutant) => {
    expect(await faultsOf(mutant)).toBeGreaterThan(0);
  });
});
