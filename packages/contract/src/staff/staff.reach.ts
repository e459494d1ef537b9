import { type Role, roles } from '../common/role.js';

/**
 * The roles a person may create, change and suspend people of: everyone for the network, and the narrower roles for
 * all others. A lab_admin's are manager and staff.
 */
export function managedRoles(role: Role): readonly Role[] {
  return role === 'super_admin' ? roles : roles.slice(roles.indexOf(role) + 1);
}
