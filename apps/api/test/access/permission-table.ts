import { type PermissionOverrides, permissions, resolvePermission, roles } from '@shifa/contract';
import type { UserRow } from '../../src/modules/staff/user.document';
import { Actor } from '../../src/platform/domain/actor';
import { LabScope } from '../../src/platform/domain/lab-scope';
import { type AccessWorld, type Reply, unknownId, type Violation } from './access-world';
import { replaceProperty } from './replace-property';
import { isPermitted, type NamedRoute, partsOf } from './routes';
import { sampleOf } from './sample';

/** Refusals of the guard by a code of their own. */
const conditions = ['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_SETUP_REQUIRED', 'CONFIRMATION_REQUIRED'] as const;

export type Verdict = 'open' | 'UNAUTHENTICATED' | 'FORBIDDEN' | (typeof conditions)[number];
type Caller = {
  name: string;
  user: UserRow | null;
  token: () => Promise<string | undefined>;
  signedIn: boolean;
  unconfirmed?: true;
  withoutFactor?: true;
};

/** Checks every kind of caller: anonymous, each role, and sessions that are not valid or not yet fully valid. */
export class PermissionTable {
  private constructor(
    private readonly world: AccessWorld,
    private readonly callers: readonly Caller[],
    private readonly byOverride: Map<string, UserRow>,
  ) {}

  static async of(world: AccessWorld): Promise<PermissionTable> {
    const callers: Caller[] = [
      { name: 'anonymous', user: null, token: () => Promise.resolve(undefined), signedIn: false },
      { name: 'with a forged token', user: null, token: () => Promise.resolve('a.b.c'), signedIn: false },
    ];
    const add = (name: string, user: UserRow, token: () => Promise<string>, signedIn: boolean) =>
      callers.push({ name, user, token, signedIn });
    for (const role of roles) {
      const user = await world.person(role);
      add(role, user, () => world.tokenOf(user), true);
    }
    const elsewhere = await world.person('lab_admin', {}, { laboratoryId: world.otherLaboratory });
    add('a lab_admin of another laboratory', elsewhere, () => world.tokenOf(elsewhere), true);
    // Each of these would have access everywhere, except for one condition.
    const suspended = await world.person('super_admin', {}, { status: 'suspended' });
    add('suspended', suspended, () => world.tokenOf(suspended), false);
    const exited = await world.person('super_admin', {}, { status: 'exited' });
    add('exited', exited, () => world.tokenOf(exited), false);
    const departed = await world.person('super_admin');
    add('signed out', departed, () => signedOut(world, departed), false);
    const expired = await world.person('super_admin');
    add('expired', expired, () => world.tokenOf(expired, { expired: true }), false);
    const temporary = await world.person('super_admin', {}, { mustChangePassword: true });
    add('with a temporary password', temporary, () => world.tokenOf(temporary), true);
    const early = await world.person('super_admin');
    const earlyToken = () => world.tokenOf(early, { unconfirmed: true });
    callers.push({ name: 'long signed in', user: early, token: earlyToken, signedIn: true, unconfirmed: true });
    const late = await world.withoutRequiredFactor();
    const lateToken = () => world.tokenOf(late);
    callers.push({
      name: 'without a second factor',
      user: late,
      token: lateToken,
      signedIn: true,
      withoutFactor: true,
    });
    return new PermissionTable(world, callers, new Map());
  }

  /**
   * Calls each of the routes as each caller and reports those who are wrongly accepted or wrongly refused. With `only`,
   * it calls only as those for whom the table has one of these verdicts.
   */
  async violations(routes: readonly NamedRoute[], ...only: Verdict[]): Promise<Violation[]> {
    const restore = withoutServiceRefusals();
    const violations: Violation[] = [];
    for (const route of routes) violations.push(...(await this.violationsAt(route, only)));
    restore();
    return violations;
  }

  private async violationsAt(route: NamedRoute, only: readonly Verdict[]): Promise<Violation[]> {
    const { params, query, body } = partsOf(route);
    const call = {
      params: sampleOf(params, { id: unknownId() }) as Record<string, unknown>,
      query: sampleOf(query),
      body: sampleOf(body),
    };
    const all = [...this.callers, ...(await this.overrideCallers(route))];
    const callers = only.length === 0 ? all : all.filter((caller) => only.includes(expectedOf(route, caller)));
    const violations = await Promise.all(
      callers.map(async (caller): Promise<Violation[]> => {
        const expected = expectedOf(route, caller);
        const verdict = verdictOf(await this.world.call(route, await caller.token(), call));
        const isRight = verdict === expected;
        return isRight
          ? []
          : [{ route: route.name, caller: caller.name, problem: `${verdict} instead of ${expected}` }];
      }),
    );
    return violations.flat();
  }

  /**
   * A person with all permissions of the resource by overrides only, one with everything but the permission, and the same
   * two after the end of these overrides.
   */
  private async overrideCallers(route: NamedRoute): Promise<Caller[]> {
    if (!isPermitted(route)) return [];
    const { permission } = route.policy;
    const [resource = ''] = permission.split('.');
    const all = permissions.filter((other) => other.startsWith(`${resource}.`)).map((other) => [other, true]);
    const granted = await this.userWith('staff', `with ${resource}`, Object.fromEntries(all) as PermissionOverrides);
    const revoked = await this.userWith('super_admin', `without ${permission}`, { [permission]: false });
    // Overrides that have ended say nothing.
    const ended = (allowed: boolean) => ({ allowed, until: '2020-01-01', timezone: 'Asia/Kolkata' });
    const allEnded = Object.fromEntries(all.map(([other]) => [other, ended(true)])) as PermissionOverrides;
    const lent = await this.userWith('staff', `whose ${resource} has ended`, allEnded);
    const restored = await this.userWith('super_admin', `with ${permission} again`, { [permission]: ended(false) });
    return [granted, revoked, lent, restored].map(({ name, user }) => ({
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
 * Services query the scope of a permission, which also refuses people without the permission. That would hide a missing
 * refusal in the guard, so these people get a scope without documents instead.
 */
function withoutServiceRefusals(): () => void {
  return replaceProperty(
    Actor.prototype,
    'scope',
    (scope) =>
      function (this: Actor, permission) {
        return this.permissions[permission].allowed ? scope.call(this, permission) : LabScope.ofLaboratory(unknownId());
      },
  );
}

async function signedOut(world: AccessWorld, user: UserRow): Promise<string> {
  const token = await world.tokenOf(user);
  await world.app.as({ token }).post('/api/auth/logout').expect(200);
  return token;
}

/** The verdict that the declared policy and the role defaults require, independent of the API. */
function expectedOf({ policy }: NamedRoute, { user, signedIn, unconfirmed, withoutFactor }: Caller): Verdict {
  if (policy.permission === 'public') return 'open';
  // Only for the token of a wall display, which is nobody's.
  if (policy.permission === 'display') return 'UNAUTHENTICATED';
  if (!user || !signedIn) return 'UNAUTHENTICATED';
  if (user.mustChangePassword && !policy.withTemporaryPassword) return 'PASSWORD_CHANGE_REQUIRED';
  if (withoutFactor && !policy.withoutSecondFactor) return 'SECOND_FACTOR_SETUP_REQUIRED';
  if (unconfirmed && policy.fresh) return 'CONFIRMATION_REQUIRED';
  if (policy.permission === 'signed-in') return 'open';
  const { allowed, scope } = resolvePermission(user.role, policy.permission, user.permissionOverrides, new Date());
  if (policy.also && !resolvePermission(user.role, policy.also, user.permissionOverrides, new Date()).allowed)
    return 'FORBIDDEN';
  return allowed && (policy.scope === undefined || policy.scope === scope) ? 'open' : 'FORBIDDEN';
}

/** The verdict of a response. Refusals of the guard name no field, and `NOT_FOUND` means that no handler exists. */
function verdictOf({ status, code, errors }: Reply): string {
  if (status >= 500 || code === 'NOT_FOUND') return `${status} ${code ?? ''}`;
  if (status === 401 && code === 'UNAUTHENTICATED') return code;
  if (status === 403 && conditions.some((condition) => condition === code)) return code ?? '';
  if (status === 403 && code === 'FORBIDDEN' && errors.length === 0) return code;
  return 'open';
}
