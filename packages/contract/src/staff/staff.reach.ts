import { type Role, roles } from '../common/role.js';

/** The roles of the people that somebody manages: all of them for a super_admin, else the roles below their own. */
export function managedRoles(role: Role): readonly Role[] {
  return role === 'super_admin' ? roles : roles.slice(roles.indexOf(role) + 1);
}
