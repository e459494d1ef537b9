import { isDeepStrictEqual } from 'node:util';
import {
  endsSooner,
  errorCatalogue,
  holdsAtLeast,
  type Permission,
  type PermissionAction,
  type PermissionChanges,
  permissionLabel,
  type PermissionOverrides,
  permissions,
  reachOf,
  resolvePermission,
  type Role,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { lacks, type Policy, type Refusal } from '../../platform/domain/policy';
import { type Account, exitedRefusal, unmanagedRefusal } from '../staff/staff.port';

type Overridden = Pick<Account, 'role' | 'permissionOverrides'>;
type Judged = Pick<Account, '_id' | 'role' | 'status' | 'laboratoryId'>;

/** Who can change the permissions of a person; which of them they can grant, `grantPolicy` decides. */
export const permissionPolicy: Policy<PermissionAction, Judged> = {
  edit: (viewer, person) =>
    lacks(viewer, 'permissions.edit', { laboratoryId: person.laboratoryId, personId: person._id }) ??
    unmanagedRefusal(viewer, person) ??
    exitedRefusal(person),
};

/**
 * The overrides after the changes: `null` removes one, permissions that are not named keep theirs.
 * @param timezone of the laboratory, on whose calendar they end.
 */
export function withChanges(
  overrides: PermissionOverrides,
  changes: PermissionChanges,
  timezone: string,
): PermissionOverrides {
  const merged = permissions.flatMap((permission) => {
    const change = permission in changes ? changes[permission] : overrides[permission];
    if (change === null || change === undefined) return [];
    return [[permission, typeof change === 'object' ? { timezone, ...change } : change] as const];
  });
  return Object.fromEntries(merged);
}

/** The permissions whose overrides differ. */
export function changedPermissions(before: PermissionOverrides, after: PermissionOverrides): Permission[] {
  return permissions.filter((permission) => !isDeepStrictEqual(before[permission], after[permission]));
}

/** The permissions that the viewer holds in a sufficient scope to grant them to a person of the role. */
export function grantable(viewer: Actor, role: Role): Permission[] {
  return permissions.filter((permission) =>
    holdsAtLeast(
      viewer.permissions[permission],
      resolvePermission(role, permission, { [permission]: true }, viewer.at),
    ),
  );
}

/**
 * No one grants a permission that they lack, neither by an override nor by removing one that revokes it. PERMISSION_NOT_HELD
 * with an error for each permission.
 */
export const grantPolicy: Policy<'grant', Overridden, PermissionOverrides> = {
  grant: (viewer, person, overrides) => notHeld(lackingPermissions(viewer, person, overrides)),
};

function lackingPermissions(viewer: Actor, person: Overridden, overrides: PermissionOverrides): Permission[] {
  return changedPermissions(person.permissionOverrides, overrides).filter((permission) => {
    const before = resolvePermission(person.role, permission, person.permissionOverrides, viewer.at);
    const after = resolvePermission(person.role, permission, overrides, viewer.at);
    const held = viewer.permissions[permission];
    // The role's default, which returns with the end.
    if (endsSooner(before, after)) return !holdsAtLeast(held, resolvePermission(person.role, permission));
    const isGranted = (after.source === 'override' && after.allowed) || reachOf(after) > reachOf(before);
    return isGranted && !holdsAtLeast(held, after);
  });
}

function notHeld(lacking: readonly Permission[]): Refusal | undefined {
  if (lacking.length === 0) return undefined;
  const errors = lacking.map((permission) => ({
    field: `permissions.${permission}`,
    message: `You can't grant “${permissionLabel(permission)}”, because your own scope is narrower`,
  }));
  return {
    code: 'PERMISSION_NOT_HELD',
    message: errors[0]?.message ?? errorCatalogue.PERMISSION_NOT_HELD.message,
    errors,
  };
}
