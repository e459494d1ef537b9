import {
  allowedReason,
  type BulkResult,
  deniedReason,
  type ExplainedPermission,
  type OwnPermissions,
  type Permission,
  type PermissionOverrides,
  reasonFor,
  resolvePermission,
  type ResolvedPermissions,
  resolvePermissions,
  roleLabels,
  type RolePermissions,
  type Role,
  type UserPermissions,
  type UserPermissionsRow,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { actionsFor } from '../../platform/domain/policy';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { type Account, toStaffOption } from '../staff/staff.port';
import { changedPermissions, grantable, permissionPolicy } from './permission.policy';

export function toRolePermissions(role: Role): RolePermissions {
  return { role, label: roleLabels[role], permissions: resolvePermissions(role) };
}

/** A row of a laboratory's table. */
export function toRow(
  viewer: Actor,
  person: Account,
  laboratory: LaboratoryRow | null,
  permissions: ResolvedPermissions,
): UserPermissionsRow {
  const { version, permissionOverrides: overrides } = person;
  const laboratories = new Map(laboratory ? [[laboratory._id.toHexString(), laboratory]] : []);
  return {
    user: toStaffOption(person, laboratories),
    version,
    overrides,
    permissions,
    actions: actionsFor(permissionPolicy, viewer, person, undefined),
  };
}

/** The permissions of a person with reasons, and those that the viewer can grant. */
export function toUserPermissions(
  viewer: Actor,
  person: Account,
  laboratory: LaboratoryRow | null,
  permissions: ResolvedPermissions,
): UserPermissions {
  const row = toRow(viewer, person, laboratory, permissions);
  const explained = Object.entries(row.permissions).map(([permission, resolved]) => [
    permission,
    { ...resolved, reason: reasonFor(person.role, permission as Permission, resolved) },
  ]);
  return {
    ...row,
    permissions: Object.fromEntries(explained) as UserPermissions['permissions'],
    grantable: row.actions.edit?.allowed ? grantable(viewer, person.role) : [],
  };
}

export function explain({ role, permissions }: Actor, permission: Permission): ExplainedPermission {
  const resolved = permissions[permission];
  return { ...resolved, reason: reasonFor(role, permission, resolved) };
}

/** @param changeOf who last gave the viewer a permission or took it away. */
export function toOwnPermissions(
  { role, permissions }: Actor,
  changeOf: (permission: Permission) => { by: { name: string } | null; at: Date } | null,
): OwnPermissions {
  const explained = Object.entries(permissions).map(([name, resolved]) => {
    const permission = name as Permission;
    const change = resolved.source === 'override' ? changeOf(permission) : null;
    const reason = (resolved.allowed ? allowedReason : deniedReason)(role, permission, resolved);
    const given = change && { by: change.by?.name ?? null, at: change.at.toISOString() };
    return [permission, { ...resolved, reason, given }];
  });
  return { permissions: Object.fromEntries(explained) as OwnPermissions['permissions'] };
}

/** Each permission whose override changes, as it is resolved before and after. */
export function toChanges(
  { role, permissionOverrides }: Account,
  overrides: PermissionOverrides,
  at: Date,
): BulkResult['changes'] {
  return changedPermissions(permissionOverrides, overrides).map((permission) => ({
    field: permission,
    before: resolvePermission(role, permission, permissionOverrides, at),
    after: resolvePermission(role, permission, overrides, at),
  }));
}

/** The fields of the audit log that say who changed an override. */
export function fieldsOfOverride(permission: Permission): string[] {
  const field = `permissionOverrides.${permission}`;
  return [field, `${field}.allowed`, `${field}.until`];
}

/** The latest of the changes of an override. */
export function findLatest<Change extends { at: Date }>(
  permission: Permission,
  changes: ReadonlyMap<string, Change>,
): Change | undefined {
  const latest = fieldsOfOverride(permission).flatMap((field) => changes.get(field) ?? []);
  return latest.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
}
