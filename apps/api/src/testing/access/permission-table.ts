import { type PermissionOverrides, permissions, resolvePermission, roles } from '@shifa/contract';
import type { UserRow } from '../../modules/staff/user.document';
import { Actor } from '../../platform/http/actor';
import { LabScope } from '../../platform/mongo/lab-scope';
import { type AccessWorld, type Fault, nobodysId, type Reply } from './access-world';
import { replaced } from './replaced';
import { isPermitted, type NamedRoute, partsOf } from './routes';
import { sampleOf } from './sample';

export type Verdict = 'open' | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'PASSWORD_CHANGE_REQUIRED';
type Caller = { name: string; user: UserRow | null; token: () => Promise<string | undefined>; signedIn: boolean };

/** Everyone who may come: nobody, each role, and sessions that no longer count or do not count yet. */
export class PermissionTable {
  private constructor(
    private readonly world: AccessWorld,
    private readonly callers: readonly Caller[],
    private readonly byOverride: Map<string, UserRow>,
  ) {}

  static async of(world: AccessWorld): Promise<PermissionTable> {
    const callers: Caller[] = [
      { name: 'anonymous', user: null, token: () => Promise.resolve(undefined), signedIn: false },
      { name: 'somebody with a forged token', user: null, token: () => Promise.resolve('a.b.c'), signedIn: false },
    ];
    const add = (name: string, user: UserRow, token: () => Promise<string>, signedIn: boolean) =>
      callers.push({ name, user, token, signedIn });
    for (const role of roles) {
      const user = await world.person(role);
      add(role, user, () => world.tokenOf(user), true);
    }
    const elsewhere = await world.person('lab_admin', {}, { laboratoryId: world.abroad });
    add('a lab_admin of another laboratory', elsewhere, () => world.tokenOf(elsewhere), true);
    // Each of these would be let in everywhere, but for the one thing.
    const suspended = await world.person('super_admin', {}, { status: 'suspended' });
    add('suspended', suspended, () => world.tokenOf(suspended), false);
    const exited = await world.person('super_admin', {}, { status: 'exited' });
    add('exited', exited, () => world.tokenOf(exited), false);
    const out = await world.person('super_admin');
    add('signed out', out, () => signedOut(world, out), false);
    const late = await world.person('super_admin');
    add('expired', late, () => world.tokenOf(late, { expired: true }), false);
    const temporary = await world.person('super_admin', {}, { mustChangePassword: true });
    add('who has a temporary password', temporary, () => world.tokenOf(temporary), true);
    return new PermissionTable(world, callers, new Map());
  }

  /**
   * Each of the routes as each caller: who is let in that must not be, or kept out that must not be. With `only`, just
   * the callers of whom the table says so.
   */
  async faults(routes: readonly NamedRoute[], ...only: Verdict[]): Promise<Fault[]> {
    const restore = withoutSecondRefusal();
    const faults: Fault[] = [];
    for (const route of routes) faults.push(...(await this.faultsAt(route, only)));
    restore();
    return faults;
  }

  private async faultsAt(route: NamedRoute, only: readonly Verdict[]): Promise<Fault[]> {
    const { params, query, body } = partsOf(route);
    const call = {
      params: sampleOf(params, { id: nobodysId() }) as Record<string, unknown>,
      query: sampleOf(query),
      body: sampleOf(body),
    };
    const all = [...this.callers, ...(await this.overridden(route))];
    const callers = only.length === 0 ? all : all.filter((caller) => only.includes(expectedOf(route, caller)));
    const found = await Promise.all(
      callers.map(async (caller): Promise<Fault[]> => {
        const expected = expectedOf(route, caller);
        const verdict = verdictOf(await this.world.call(route, await caller.token(), call));
        const isRight = verdict === expected;
        return isRight ? [] : [{ route: route.name, caller: caller.name, found: `${verdict} instead of ${expected}` }];
      }),
    );
    return found.flat();
  }

  /** Who holds the route's resource by overrides alone, and who holds everything but the route's permission. */
  private async overridden(route: NamedRoute): Promise<Caller[]> {
    if (!isPermitted(route)) return [];
    const { permission } = route.policy;
    const [resource = ''] = permission.split('.');
    const whole = permissions.filter((other) => other.startsWith(`${resource}.`)).map((other) => [other, true]);
    const granted = await this.userWith(
      'staff',
      `granted ${resource}`,
      Object.fromEntries(whole) as PermissionOverrides,
    );
    const taken = await this.userWith('super_admin', `taken ${permission}`, { [permission]: false });
    return [granted, taken].map(({ name, user }) => ({
      name,
      user,
      token: () => this.world.tokenOf(user),
      signedIn: true,
    }));
  }

  private async userWith(role: 'staff' | 'super_admin', what: string, overrides: PermissionOverrides) {
    const name = `${role} ${what}`;
    const user = this.byOverride.get(name) ?? (await this.world.person(role, overrides));
    this.byOverride.set(name, user);
    return { name, user };
  }
}

/**
 * A service asks how far a permission reaches and refuses as well where it is not held. That would hide a guard that
 * does not, so here the service finds nobody instead.
 */
function withoutSecondRefusal(): () => void {
  return replaced(
    Actor.prototype,
    'scope',
    (scope) =>
      function (this: Actor, permission) {
        return this.permissions[permission].allowed ? scope.call(this, permission) : LabScope.ofLaboratory(nobodysId());
      },
  );
}

async function signedOut(world: AccessWorld, user: UserRow): Promise<string> {
  const token = await world.tokenOf(user);
  await world.app.as({ token }).post('/api/auth/logout').expect(200);
  return token;
}

/** What the permission table says of the caller at the route, whatever the API does. */
function expectedOf({ policy }: NamedRoute, { user, signedIn }: Caller): Verdict {
  if (policy.permission === 'public') return 'open';
  if (!user || !signedIn) return 'UNAUTHENTICATED';
  if (user.mustChangePassword && !policy.withTemporaryPassword) return 'PASSWORD_CHANGE_REQUIRED';
  if (policy.permission === 'signed-in') return 'open';
  const { allowed } = resolvePermission(user.role, user.permissionOverrides, policy.permission);
  return allowed ? 'open' : 'FORBIDDEN';
}

/** What the answer says: the guard's own refusals name no field, and what no handler took is no feature's 404. */
function verdictOf({ status, code, errors }: Reply): string {
  if (status >= 500 || code === 'NOT_FOUND') return `${status} ${code ?? ''}`;
  if (status === 401 && code === 'UNAUTHENTICATED') return code;
  if (status === 403 && code === 'PASSWORD_CHANGE_REQUIRED') return code;
  if (status === 403 && code === 'FORBIDDEN' && errors.length === 0) return code;
  return 'open';
}
