import { managedRoles, type Permission, type Role, roleDefaults, roles, rolesInWords } from '@shifa/contract';

/**
 * The roles that may, by default, change permissions of a person of the role; with a permission, those that may give
 * it: nobody gives what they lack.
 */
function rolesThatChange(role: Role, given?: Permission): Role[] {
  return roles.filter(
    (one) =>
      managedRoles(one).includes(role) &&
      roleDefaults[one]['permissions.edit'] !== undefined &&
      (given === undefined || roleDefaults[one][given] !== undefined),
  );
}

/** `Super admins and lab admins can change this.` */
export function whoCanChange(role: Role, given?: Permission): string {
  return `${rolesInWords(rolesThatChange(role, given))} can ${given === undefined ? 'change' : 'give'} this.`;
}
