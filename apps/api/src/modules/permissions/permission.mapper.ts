import {
  type BulkResult,
  type ExplainedPermission,
  type Permission,
  reasonFor,
  resolvePermission,
  resolvePermissions,
  roleLabels,
  type RolePermissions,
  type Role,
  type StaffOption,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import type { Account, OverridesChange } from '../staff/staff.port';
import { differing } from './permission-grant';

type Viewed = { person: Account; user: StaffOption; lockedReason: string | null };

export function toRolePermissions(role: Role): RolePermissions {
  return { role, label: roleLabels[role], permissions: resolvePermissions(role) };
}

/** A line of a laboratory's table. */
export function toRow({ person, user, lockedReason }: Viewed): UserPermissionsRow {
  const { version, role, permissionOverrides: overrides } = person;
  const permissions = resolvePermissions(role, overrides);
  return { user, version, overrides, permissions, manageable: lockedReason === null, lockedReason };
}

/** What one person may do, with reasons, and what of it the viewer may give. */
export function toUserPermissions(viewed: Viewed, grantable: Permission[]): UserPermissions {
  const { role } = viewed.person;
  const row = toRow(viewed);
  const explained = Object.entries(row.permissions).map(([permission, resolved]) => [
    permission,
    { ...resolved, reason: reasonFor(role, permission as Permission, resolved) },
  ]);
  return { ...row, permissions: Object.fromEntries(explained) as UserPermissions['permissions'], grantable };
}

export function explain({ role, permissionOverrides }: Account, permission: Permission): ExplainedPermission {
  const resolved = resolvePermission(role, permissionOverrides, permission);
  return { ...resolved, reason: reasonFor(role, permission, resolved) };
}

/** Each permission whose override changes, as it is resolved before and after. */
export function toChanges({ person, overrides }: OverridesChange): BulkResult['changes'] {
  const { role, permissionOverrides } = person;
  return differing(permissionOverrides, overrides).map((permission) => ({
    field: permission,
    before: resolvePermission(role, permissionOverrides, permission),
    after: resolvePermission(role, overrides, permission),
  }));
}
