import {
  type Permission,
  permissionStructure,
  reasonFor,
  type ResolvedPermission,
  type Role,
  rolesInWords,
  rolesWith,
} from '@shifa/contract';

/** `laboratories.create` → `Laboratories: Create` */
export function permissionLabel(permission: Permission): string {
  const [resource, action] = permission.split('.') as [keyof typeof permissionStructure, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}

/** Why a person of the role may not do this, told to themself, and who may by default. */
export function lockReason(role: Role, permission: Permission, resolved: ResolvedPermission): string {
  if (resolved.source === 'role') return reasonFor(role, permission, resolved);
  return `Taken away from you. ${rolesInWords(rolesWith(permission))} may do this by default.`;
}
