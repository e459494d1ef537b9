import type { Permission, RoutePolicy } from '@shifa/contract';
import { ModulesContainer } from '@nestjs/core';
import { ActorCache } from '../../modules/access/actor-cache';
import { SessionRepository } from '../../modules/access/session.repository';
import { grantPolicy, permissionPolicy } from '../../modules/permissions/permission.policy';
import { StaffPort } from '../../modules/staff/staff.port';
import { Actor, ActorResolver } from '../../platform/http/actor';
import { ContractGuard } from '../../platform/http/contract.guard';
import { LabScope } from '../../platform/mongo/lab-scope';
import { ScopedRepository } from '../../platform/mongo/scoped-repository';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import type { AccessWorld, Fault } from './access-world';
import type { Isolation } from './isolation';
import { overheard } from './live-access';
import { permissionRuleFaults } from './permission-rules';
import type { PermissionTable } from './permission-table';
import { replaced } from './replaced';
import { isPermitted, type NamedRoute, permittedRoutes, routes } from './routes';

export type Proof = { world: AccessWorld; table: PermissionTable; isolation: Isolation };

/** A guard or scope taken away. `take` gives back how to restore it; `faults` is the part of the proof that must see it. */
export type Mutant = {
  name: string;
  take: (proof: Proof) => () => void;
  faults: (proof: Proof) => Promise<Fault[]>;
};

const guarded = routes.filter(({ policy }) => policy.permission !== 'public');
const used = [...new Set(permittedRoutes.map(({ policy }) => policy.permission))];

/** What the contract says of each route, said otherwise. */
export const policyMutants: readonly Mutant[] = guarded.flatMap((route) => {
  const { permission, withTemporaryPassword } = route.policy;
  const temporary: Mutant = {
    name: `${route.name}: ${withTemporaryPassword ? 'closed' : 'open'} to a temporary password`,
    take: () => policed(route, withTemporaryPassword ? { permission } : { permission, withTemporaryPassword: true }),
    faults: ({ table }) => table.faults([route], withTemporaryPassword ? 'open' : 'PASSWORD_CHANGE_REQUIRED'),
  };
  if (!isPermitted(route)) {
    const narrowed: RoutePolicy = { ...route.policy, permission: 'laboratories.create' };
    return [
      temporary,
      {
        name: `${route.name}: only with a permission`,
        take: () => policed(route, narrowed),
        faults: ({ table }) => table.faults([route], 'open'),
      },
    ];
  }
  const other: Permission = permission === 'dashboard.view' ? 'settings.view' : 'dashboard.view';
  return [
    temporary,
    {
      name: `${route.name}: open to whoever is signed in`,
      take: () => policed(route, { permission: 'signed-in' }),
      faults: ({ table }) => table.faults([route], 'FORBIDDEN'),
    },
    {
      name: `${route.name}: with ${other} instead of ${permission}`,
      take: () => policed(route, { permission: other }),
      faults: ({ table }) => table.faults([route], 'FORBIDDEN'),
    },
  ];
});

/** Each permission that a route asks for, given to everybody. */
export const permissionMutants: readonly Mutant[] = used.map((permission) => ({
  name: `${permission} is everybody’s`,
  take: () =>
    replaced(
      Actor.prototype,
      'may',
      (may) =>
        function (this: Actor, asked) {
          return asked === permission || may.call(this, asked);
        },
    ),
  faults: ({ table }) => table.faults(withPermission(permission), 'FORBIDDEN'),
}));

export type ScopeMutant = Mutant & { permission: Permission; asked: () => boolean };

/** Each permission that a route asks for, reaching everywhere. `asked` tells whether anything asks how far it reaches. */
export const scopeMutants: readonly ScopeMutant[] = used.map((permission) => {
  let wasAsked = false;
  return {
    name: `${permission} reaches everywhere`,
    permission,
    asked: () => wasAsked,
    take: () =>
      replaced(
        Actor.prototype,
        'scope',
        (scope) =>
          function (this: Actor, asked) {
            if (asked !== permission) return scope.call(this, asked);
            wasAsked = true;
            return LabScope.everywhere();
          },
      ),
    faults: ({ isolation }) => isolation.firstFaults(withPermission(permission)),
  };
});

/** Each repository that looks past its scope; found in the application, so that a new one joins. */
export function repositoryMutants({ world }: Proof): Mutant[] {
  const modules = [...world.app.services.get(ModulesContainer).values()];
  const providers = new Set(
    modules.flatMap((module) => [...module.providers.values()].map(({ instance }) => instance)),
  );
  const repositories = [...providers].filter((instance) => instance instanceof ScopedRepository);
  return repositories.map((repository) => ({
    name: `${repository.constructor.name} looks past the scope`,
    take: () => replaced(repository, 'within' as never, () => ((_: LabScope, filter: object) => filter) as never),
    faults: ({ isolation }) => isolation.firstFaults(guarded),
  }));
}

/** A check that says nothing. */
const pass = () => (() => undefined) as never;

/** What stands between a session and its person, and the rules of giving, by hand. */
export const guardMutants: readonly Mutant[] = [
  {
    name: 'the guard lets everyone pass who is signed in',
    take: () => replaced(ContractGuard.prototype, 'authorize' as never, pass),
    faults: ({ table }) => table.faults(permittedRoutes.slice(0, 3), 'FORBIDDEN', 'PASSWORD_CHANGE_REQUIRED'),
  },
  sessionMutant('a suspended or exited person stays signed in', { status: 'active' }),
  sessionMutant('a temporary password need not be changed', { mustChangePassword: false }),
  {
    name: 'an expired session counts',
    take: ({ world }) => {
      const sessions = world.app.services.get(SessionRepository);
      return replaced(sessions, 'find', (find) => async (id) => {
        const session = await find.call(sessions, id);
        return session && { ...session, expiresAt: new Date(Date.now() + 60_000) };
      });
    },
    faults: ({ table }) => table.faults(guarded.slice(0, 1), 'UNAUTHENTICATED'),
  },
  {
    name: 'signing out ends nothing',
    take: ({ world }) => replaced(world.app.services.get(SessionRepository), 'end', () => () => Promise.resolve(true)),
    faults: ({ table }) => table.faults(guarded.slice(0, 1), 'UNAUTHENTICATED'),
  },
  {
    name: 'events go to everyone',
    take: ({ world }) => {
      const realtime = world.app.services.get(Realtime);
      return replaced(realtime, 'send', (send) => (_, event, payload) => {
        send.call(realtime, [roomOf.everyone], event, payload);
      });
    },
    faults: ({ world, isolation }) => overheard(world, isolation.foreign, permittedRoutes),
  },
  {
    name: 'whoever sees a laboratory follows all',
    take: ({ world }) => {
      const actors = world.app.services.get(ActorResolver);
      return replaced(actors, 'resolve', (resolve) => async (id) => {
        const actor = await resolve.call(actors, id);
        if (!actor) return undefined;
        const { userId, name, role, laboratoryId, sessionId, mustChangePassword } = actor;
        const wide = { allowed: true, scope: 'all', source: 'role' } as const;
        const permissions = { ...actor.permissions, 'laboratories.view': wide };
        return new Actor({ userId, name, role, laboratoryId, sessionId, mustChangePassword, permissions });
      });
    },
    faults: ({ world, isolation }) => overheard(world, isolation.foreign, []),
  },
  ruleMutant('one gives what one lacks', () => replaced(grantPolicy, 'grant', pass)),
  ruleMutant('one’s own account is open', () => replaced(permissionPolicy, 'edit', pass)),
  ruleMutant('a person is remembered after a change', ({ world }) =>
    replaced(world.app.services.get(ActorCache), 'forget', () => () => undefined),
  ),
  ruleMutant('sockets stay in the rooms they had', ({ world }) =>
    replaced(world.app.services.get(Realtime), 'reseat', () => () => Promise.resolve()),
  ),
];

function ruleMutant(name: string, take: Mutant['take']): Mutant {
  return { name, take, faults: ({ world }) => permissionRuleFaults(world) };
}

function sessionMutant(name: string, instead: { status: 'active' } | { mustChangePassword: false }): Mutant {
  return {
    name,
    take: ({ world }) => {
      const staff = world.app.services.get(StaffPort);
      return replaced(staff, 'account', (account) => async (id) => {
        const found = await account.call(staff, id);
        return found && { ...found, ...instead };
      });
    },
    faults: ({ table }) => table.faults(permittedRoutes.slice(0, 1), 'UNAUTHENTICATED', 'PASSWORD_CHANGE_REQUIRED'),
  };
}

function withPermission(permission: Permission): NamedRoute[] {
  return permittedRoutes.filter(({ policy }) => policy.permission === permission);
}

function policed({ route }: NamedRoute, policy: RoutePolicy): () => void {
  return replaced(route as { metadata: unknown }, 'metadata', () => policy);
}
