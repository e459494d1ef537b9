import type { Permission, RoutePolicy } from '@shifa/contract';
import { Actor, ActorResolver } from '../../src/platform/domain/actor';
import { LabScope } from '../../src/platform/domain/lab-scope';
import type { AccessWorld, Violation } from './access-world';
import type { Isolation } from './isolation';
import type { PermissionTable } from './permission-table';
import { replaceProperty } from './replace-property';
import { guarded, isPermitted, type NamedRoute, permittedRoutes } from './routes';

export type AccessChecks = { world: AccessWorld; table: PermissionTable; isolation: Isolation };

/** A removed guard or scope. `apply` returns a function that restores it. `violations` is the check that detects it. */
export type Mutant = {
  name: string;
  apply: (checks: AccessChecks) => () => void;
  violations: (checks: AccessChecks) => Promise<Violation[]>;
};

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
