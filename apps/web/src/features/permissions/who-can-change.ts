import { managedRoles, type Permission, type Role, roleDefaults, roles, rolesInWords } from '@shifa/contract';

/**
 * The roles that can, by default, change permissions of a person with this role; with a permission, those that can
 * grant it, as no one grants a permission that they lack.
 */
function rolesThatChange(role: Role, granted?: Permission): Role[] {
  return roles.filter(
    (one) =>
      managedRoles(one).includes(role) &&
      roleDefaults[one]['permissions.edit'] !== undefined &&
      (granted === undefined || roleDefaults[one][granted] !== undefined),
  );
}

/** `Super admins and lab admins can change this.` */
export function whoCanChange(role: Role, granted?: Permission): string {
  const who = rolesInWords(rolesThatChange(role, granted));
  return granted === undefined ? `${who} can change this.` : `${who} can grant this.`;
}
