import type { ErrorCode } from '../common/error.js';
import {
  lackingPermissions,
  permissionLabel,
  type PermissionOverrides,
  type ResolvedPermissions,
  resolvePermissions,
} from '../common/permission.js';
import { type Role, roleLabels, roles } from '../common/role.js';
import { rolesWithin } from '../permissions/permission.reason.js';

/** The roles of the people that someone manages: all of them for a super_admin, else the roles below their own. */
export function managedRoles(role: Role): readonly Role[] {
  return role === 'super_admin' ? roles : roles.slice(roles.indexOf(role) + 1);
}

type Viewer = { role: Role; permissions: ResolvedPermissions };
/** `at` is when the overrides of others are asked for. */
type ViewerAt = Viewer & { at: Date };
type Refusal = { code: ErrorCode; message: string };

const MAX_NAMED = 5;

/**
 * Why the viewer cannot bring an account of these permissions into use, by creating it, issuing its password or
 * activating it: no one grants what they lack.
 */
export function grantRefusal(
  viewer: ViewerAt,
  { role, permissionOverrides = {} }: { role: Role; permissionOverrides?: PermissionOverrides },
): Refusal | undefined {
  return lackRefusal(viewer, resolvePermissions(role, permissionOverrides, viewer.at), 'this person has');
}

function lackRefusal(viewer: Viewer, wanted: ResolvedPermissions, whose: string): Refusal | undefined {
  const lacking = lackingPermissions(viewer.permissions, wanted);
  if (lacking.length === 0) return undefined;
  const named = lacking.slice(0, MAX_NAMED).map(permissionLabel).join(', ');
  const others = lacking.length > MAX_NAMED ? ` and ${lacking.length - MAX_NAMED} more` : '';
  return {
    code: 'PERMISSION_NOT_HELD',
    message: `You don't have these permissions, which ${whose}: ${named}${others}`,
  };
}

/** Why the viewer cannot give someone the role. */
export function roleRefusal(viewer: Viewer, role: Role): Refusal | undefined {
  if (!managedRoles(viewer.role).includes(role)) return { code: 'STAFF_BEYOND_REACH', message: whoManages(role) };
  return lackRefusal(viewer, resolvePermissions(role), `${withArticle(role)} has`);
}

/** `Only super admins and lab admins can manage managers`. */
export function whoManages(role: Role): string {
  return `Only ${rolesWithin(managersOf(role))} can manage ${rolesWithin([role])}`;
}

/** Why someone of the role cannot set what concerns their own work, and who can. */
export function ownWorkRefusal(role: Role): Refusal {
  const who = role === 'super_admin' ? 'another super admin' : rolesWithin(managersOf(role));
  return { code: 'OWN_WORK', message: `This affects your own work. Only ${who} can change it.` };
}

function managersOf(role: Role): Role[] {
  return roles.filter((other) => managedRoles(other).includes(role));
}

function withArticle(role: Role): string {
  return role === 'staff' ? 'staff' : `a ${roleLabels[role].toLowerCase()}`;
}
