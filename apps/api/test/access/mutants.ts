import type { Permission, RoutePolicy } from '@shifa/contract';
import { ModulesContainer } from '@nestjs/core';
import { Actor, ActorResolver } from '../../src/platform/domain/actor';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { PublicationRepository } from '../../src/modules/attendance/rosters/publication.repository';
import { RosterCellRepository } from '../../src/modules/attendance/rosters/roster.repository';
import { ScopedRepository, type Stored } from '../../src/platform/mongo/scoped-repository';
import type { AccessWorld, Violation } from './access-world';
import type { Isolation } from './isolation';
import type { PermissionTable } from './permission-table';
import { replaceProperty } from './replace-property';
import { isPermitted, type NamedRoute, permittedRoutes, routes } from './routes';

export type AccessChecks = { world: AccessWorld; table: PermissionTable; isolation: Isolation };

/** A removed guard or scope. `apply` returns a function that restores it. `violations` is the check that detects it. */
export type Mutant = {
  name: string;
  apply: (checks: AccessChecks) => () => void;
  violations: (checks: AccessChecks) => Promise<Violation[]>;
};

export const guarded = routes.filter(({ policy }) => policy.permission !== 'public' && policy.permission !== 'display');
const requiredPermissions = [...new Set(permittedRoutes.map(({ policy }) => policy.permission))];

/** Changed policies for each route of the contract. */
export const policyMutants: readonly Mutant[] = guarded.flatMap((route) => {
  const { permission, withTemporaryPassword } = route.policy;
  const temporary: Mutant = {
    name: `${route.name}: ${withTemporaryPassword ? 'closed' : 'open'} to a temporary password`,
    apply: () =>
      withPolicy(route, withTemporaryPassword ? { permission } : { permission, withTemporaryPassword: true }),
    violations: ({ table }) => table.violations([route], withTemporaryPassword ? 'open' : 'PASSWORD_CHANGE_REQUIRED'),
  };
  if (!isPermitted(route)) {
    const narrowed: RoutePolicy = { ...route.policy, permission: 'laboratories.create' };
    return [
      temporary,
      {
        name: `${route.name}: only with a permission`,
        apply: () => withPolicy(route, narrowed),
        violations: ({ table }) => table.violations([route], 'open'),
      },
    ];
  }
  const other: Permission = permission === 'dashboard.view' ? 'settings.view' : 'dashboard.view';
  return [
    temporary,
    {
      name: `${route.name}: open to anyone who is signed in`,
      apply: () => withPolicy(route, { permission: 'signed-in' }),
      violations: ({ table }) => table.violations([route], 'FORBIDDEN'),
    },
    {
      name: `${route.name}: with ${other} instead of ${permission}`,
      apply: () => withPolicy(route, { permission: other }),
      violations: ({ table }) => table.violations([route], 'FORBIDDEN'),
    },
  ];
});

/** For each permission that a route requires: everyone has it, everywhere. */
export const permissionMutants: readonly Mutant[] = requiredPermissions.map((permission) => ({
  name: `everyone has ${permission}`,
  apply: ({ world }) => grantToEveryone(world, permission),
  violations: ({ table }) => table.violations(withPermission(permission), 'FORBIDDEN'),
}));

export type ScopeMutant = Mutant & { permission: Permission; wasUsed: () => boolean };

/** For each permission that a route requires: its scope is the whole network. `wasUsed` tells whether it was queried. */
export const scopeMutants: readonly ScopeMutant[] = requiredPermissions.map((permission) => {
  let used = false;
  return {
    name: `${permission} reaches everywhere`,
    permission,
    wasUsed: () => used,
    apply: () =>
      replaceProperty(
        Actor.prototype,
        'scope',
        (scope) =>
          function (this: Actor, requested) {
            if (requested !== permission) return scope.call(this, requested);
            used = true;
            return LabScope.everywhere();
          },
      ),
    violations: ({ isolation }) => isolation.firstViolations(withPermission(permission)),
  };
});

/**
 * Days and publications of a roster are only read within a laboratory that was read within the scope before, so that no
 * answer shows whether they have a scope of their own.
 */
const readWithinALaboratory: readonly unknown[] = [RosterCellRepository, PublicationRepository];

/** For each repository: it ignores its scope. The repositories come from the application, so new ones are included. */
export async function repositoryMutants({ world, isolation }: AccessChecks): Promise<Mutant[]> {
  const modules = [...world.app.services.get(ModulesContainer).values()];
  const providers = new Set(
    modules.flatMap((module) => [...module.providers.values()].map(({ instance }) => instance)),
  );
  const repositories = [...providers]
    .filter((one): one is Repository => one instanceof ScopedRepository)
    .filter(({ constructor }) => !readWithinALaboratory.includes(constructor));
  const readers = await readersOf(repositories, isolation);
  return repositories.map((repository) => ({
    name: `${repository.constructor.name} ignores the scope`,
    apply: () =>
      replaceProperty(repository, 'within' as never, () => ((_: LabScope, filter: object) => filter) as never),
    violations: () => isolation.firstViolations(likeliestFirst(repository, readers.get(repository))),
  }));
}

type Repository = ScopedRepository<Stored>;

/** The routes whose response to one ordinary GET request depends on the scope of each repository. */
async function readersOf(
  repositories: readonly Repository[],
  isolation: Isolation,
): Promise<Map<Repository, Set<NamedRoute>>> {
  const readers = new Map(repositories.map((repository) => [repository, new Set<NamedRoute>()]));
  let current: NamedRoute | undefined;
  const restores = repositories.map((repository) =>
    replaceProperty(
      repository,
      'within' as never,
      (within: (...args: unknown[]) => unknown) =>
        ((...args: unknown[]) => {
          if (current) readers.get(repository)?.add(current);
          return within.apply(repository, args);
        }) as never,
    ),
  );
  for (const route of guarded.filter((one) => one.route.method === 'GET')) {
    current = route;
    await isolation.visit(route);
  }
  for (const restore of restores) restore();
  return readers;
}

/** The order saves time only: routes named like the repository come first, then those that read from it, and reads. */
function likeliestFirst(repository: Repository, readers?: ReadonlySet<NamedRoute>): NamedRoute[] {
  const noun = repository.constructor.name.replace('Repository', '').toLowerCase();
  const rank = (named: NamedRoute) =>
    (named.name.toLowerCase().includes(noun) ? 4 : 0) +
    (readers?.has(named) ? 2 : 0) +
    (named.route.method === 'GET' ? 1 : 0);
  return guarded.toSorted((a, b) => rank(b) - rank(a));
}

export function grantToEveryone({ app }: AccessWorld, permission: Permission): () => void {
  const actors = app.services.get(ActorResolver);
  return replaceProperty(actors, 'resolve', (resolve) => async (id) => {
    const actor = await resolve.call(actors, id);
    if (!actor) return undefined;
    const { userId, name, role, laboratoryId, sessionId, mustChangePassword } = actor;
    const everywhere = { allowed: true, scope: 'all', source: 'role' } as const;
    const permissions = { ...actor.permissions, [permission]: everywhere };
    return new Actor({ userId, name, role, laboratoryId, sessionId, mustChangePassword, permissions });
  });
}

function withPermission(permission: Permission): NamedRoute[] {
  return permittedRoutes.filter(({ policy }) => policy.permission === permission);
}

function withPolicy({ route }: NamedRoute, policy: RoutePolicy): () => void {
  return replaceProperty(route as { metadata: unknown }, 'metadata', () => policy);
}
