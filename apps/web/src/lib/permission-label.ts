import { type Permission, permissionStructure } from '@shifa/contract';

/** `laboratories.create` → `Laboratories: Create` */
export function permissionLabel(permission: Permission): string {
  const [resource, action] = permission.split('.') as [keyof typeof permissionStructure, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}
