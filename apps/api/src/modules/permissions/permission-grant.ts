import {
  type Permission,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  permissionStructure,
  type ResolvedPermission,
  type Resource,
  resolvePermission,
  type Role,
  scopes,
} from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';

type Overridden = { role: Role; permissionOverrides: PermissionOverrides };

/** What a person's overrides become: `null` takes one back, what is not named stays. */
export function withChanges(overrides: PermissionOverrides, changes: PermissionChanges): PermissionOverrides {
  const merged = Object.entries({ ...overrides, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

/** The permissions whose override differs. */
export function differing(before: PermissionOverrides, after: PermissionOverrides): Permission[] {
  return permissions.filter((permission) => before[permission] !== after[permission]);
}

/** What the actor holds far enough to give to somebody of the role. */
export function grantableTo(role: Role, actor: Actor): Permission[] {
  return permissions.filter((permission) => holdsAsFar(actor, permission, granted(role, permission)));
}

/**
 * Nobody gives what they lack, be it by granting it or by taking back that it was taken away.
 * @throws DomainError PERMISSION_NOT_HELD, with a fault for each.
 */
export function mustHold(actor: Actor, person: Overridden, overrides: PermissionOverrides): void {
  const lacking = differing(person.permissionOverrides, overrides).filter((permission) => {
    const before = resolvePermission(person.role, person.permissionOverrides, permission);
    const after = resolvePermission(person.role, overrides, permission);
    const given = overrides[permission] === true || reach(after) > reach(before);
    return given && !holdsAsFar(actor, permission, after);
  });
  if (lacking.length === 0) return;
  const errors = lacking.map((permission) => ({
    field: `permissions.${permission}`,
    message: `You do not hold “${labelOf(permission)}” far enough to give it`,
  }));
  throw new DomainError('PERMISSION_NOT_HELD', { errors, message: errors[0]?.message });
}

/** `Staff: Import` */
function labelOf(permission: Permission): string {
  const [resource, action] = permission.split('.') as [Resource, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}

function granted(role: Role, permission: Permission): ResolvedPermission {
  return resolvePermission(role, { [permission]: true }, permission);
}

function holdsAsFar(actor: Actor, permission: Permission, wanted: ResolvedPermission): boolean {
  return reach(actor.permissions[permission]) >= reach(wanted);
}

/** -1 for what is not allowed; then the farther, the more. */
function reach({ allowed, scope }: ResolvedPermission): number {
  return allowed && scope !== null ? scopes.indexOf(scope) : -1;
}
