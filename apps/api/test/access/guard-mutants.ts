import { ActorCache } from '../../src/modules/access/actor-cache';
import { SecondFactorPolicies } from '../../src/modules/access/second-factor/second-factor-policies';
import { SessionRepository } from '../../src/modules/access/session.repository';
import { Transfers } from '../../src/modules/inventory/transfers/transfer';
import { LaboratoriesPort } from '../../src/modules/laboratories/laboratories.port';
import { grantPolicy, permissionPolicy } from '../../src/modules/permissions/permission.policy';
import { StaffPort } from '../../src/modules/staff/staff.port';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { ContractGuard } from '../../src/platform/http/contract.guard';
import { Realtime } from '../../src/platform/realtime/realtime';
import { roomOf } from '../../src/platform/realtime/rooms';
import { receivedByOutsider } from './live-access';
import { grantToEveryone, type Mutant } from './mutants';
import { permissionRuleViolations } from './permission-rules';
import { replaceProperty } from './replace-property';
import { guarded, permittedRoutes, routes } from './routes';

/** A check that always passes. */
const pass = () => (() => undefined) as never;

/** Mutants of the session checks and of the permission rules, written by hand. */
export const guardMutants: readonly Mutant[] = [
  {
    name: 'the guard accepts everyone who is signed in',
    apply: () => replaceProperty(ContractGuard.prototype, 'authorize' as never, pass),
    violations: ({ table }) => table.violations(permittedRoutes.slice(0, 3), 'FORBIDDEN', 'PASSWORD_CHANGE_REQUIRED'),
  },
  sessionMutant('a suspended or exited person stays signed in', { status: 'active' }),
  sessionMutant('a temporary password need not be changed', { mustChangePassword: false }),
  {
    name: 'a second factor need not be added',
    apply: ({ world }) =>
      replaceProperty(world.app.services.get(SecondFactorPolicies), 'dueOf', () => () => Promise.resolve(undefined)),
    violations: ({ table }) => table.violations(permittedRoutes.slice(0, 1), 'SECOND_FACTOR_SETUP_REQUIRED'),
  },
  {
    name: 'an expired session is valid',
    apply: ({ world }) => {
      const sessions = world.app.services.get(SessionRepository);
      return replaceProperty(sessions, 'find', (find) => async (id) => {
        const session = await find.call(sessions, id);
        return session && { ...session, expiresAt: new Date(Date.now() + 60_000) };
      });
    },
    violations: ({ table }) => table.violations(guarded.slice(0, 1), 'UNAUTHENTICATED'),
  },
  {
    name: "signing out doesn't end the session",
    apply: ({ world }) =>
      replaceProperty(world.app.services.get(SessionRepository), 'end', () => () => Promise.resolve(true)),
    violations: ({ table }) => table.violations(guarded.slice(0, 1), 'UNAUTHENTICATED'),
  },
  {
    name: 'events are sent to everyone',
    apply: ({ world }) => {
      const realtime = world.app.services.get(Realtime);
      return replaceProperty(realtime, 'send', (send) => (_, event, payload) => {
        send.call(realtime, [roomOf.everyone], event, payload);
      });
    },
    violations: ({ world, isolation }) =>
      receivedByOutsider(world, isolation.foreign, permittedRoutes, { first: true }),
  },
  {
    name: 'an event for the whole network carries more than its receivers can read',
    apply: ({ world }) => {
      const realtime = world.app.services.get(Realtime);
      const by = { _id: world.homeLaboratory.toHexString(), name: 'Somebody of the other laboratory' };
      return replaceProperty(realtime, 'send', (send) => (rooms, event, payload) => {
        send.call(realtime, rooms, event, event === 'period-lock:updated' ? { ...payload, by } : payload);
      });
    },
    violations: ({ world, isolation }) =>
      receivedByOutsider(world, isolation.foreign, permittedRoutes, { first: true }),
  },
  {
    name: 'anyone who sees a laboratory can join the rooms of all',
    apply: ({ world }) => grantToEveryone(world, 'laboratories.view'),
    violations: ({ world, isolation }) => receivedByOutsider(world, isolation.foreign, []),
  },
  {
    name: 'a directory of laboratories says more than id, name and code',
    apply: ({ world }) => {
      const transfers = world.app.services.get(Transfers);
      const laboratories = world.app.services.get(LaboratoriesPort);
      return replaceProperty(transfers, 'destinations', () => async () => {
        const all = await laboratories.listInScope(LabScope.everywhere());
        return all.map(({ _id, name, code, contact }) => ({
          _id: _id.toHexString(),
          code,
          name: `${name} ${contact.phone}`,
        }));
      });
    },
    violations: ({ isolation }) =>
      isolation.firstViolations(routes.filter(({ name }) => name === 'stockTransfers.destinations')),
  },
  {
    name: 'a document between two laboratories names the items of the other one',
    apply: ({ world }) => {
      const store = world.app.services.get(Transfers);
      return replaceProperty(store, 'presentAll', (presentAll) => async (viewer, rows) => {
        const shown = await presentAll.call(store, viewer, rows);
        const itemIds = rows.flatMap(({ lines }) => lines.map(({ item }) => item._id.toHexString()));
        return shown.map((transfer) => ({ ...transfer, notes: itemIds.join(' ') }));
      });
    },
    violations: ({ isolation }) =>
      isolation.firstViolations(routes.filter(({ name }) => name === 'stockTransfers.list')),
  },
  ruleMutant('people can grant permissions that they lack', () => replaceProperty(grantPolicy, 'grant', pass)),
  ruleMutant('people can change their own account', () => replaceProperty(permissionPolicy, 'edit', pass)),
  ruleMutant('the actor cache keeps a person after a change', ({ world }) =>
    replaceProperty(world.app.services.get(ActorCache), 'invalidate', () => () => undefined),
  ),
  ruleMutant('sockets stay in their rooms after a change', ({ world }) =>
    replaceProperty(world.app.services.get(Realtime), 'syncRooms', () => () => Promise.resolve()),
  ),
];

function ruleMutant(name: string, apply: Mutant['apply']): Mutant {
  return { name, apply, violations: ({ world }) => permissionRuleViolations(world) };
}

function sessionMutant(name: string, replacement: { status: 'active' } | { mustChangePassword: false }): Mutant {
  return {
    name,
    apply: ({ world }) => {
      const staff = world.app.services.get(StaffPort);
      return replaceProperty(staff, 'account', (account) => async (id) => {
        const original = await account.call(staff, id);
        return original && { ...original, ...replacement };
      });
    },
    violations: ({ table }) =>
      table.violations(permittedRoutes.slice(0, 1), 'UNAUTHENTICATED', 'PASSWORD_CHANGE_REQUIRED'),
  };
}
