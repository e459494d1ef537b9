import {
  type DeputyOf,
  type Permission,
  type ResolvedPermission,
  roleDefaults,
  type Scope,
} from '../common/permission.js';
import { type Role, roles } from '../common/role.js';

const plurals: Record<Role, string> = {
  super_admin: 'Super admins',
  lab_admin: 'Lab admins',
  manager: 'Managers',
  staff: 'Staff',
};

export const scopeLabels: Record<Scope, string> = {
  own: 'Own records',
  laboratory: 'Own laboratory',
  all: 'All laboratories',
};

const reach: Record<Scope, string> = {
  own: 'for themselves',
  laboratory: 'in their own laboratory',
  all: 'in every laboratory',
};

/** The roles that have the permission by default, widest first. */
export function rolesWith(permission: Permission): Role[] {
  return roles.filter((role) => roleDefaults[role][permission] !== undefined);
}

/** Why a person of the role may or may not do this, in a sentence. */
export function reasonFor(role: Role, permission: Permission, resolved: ResolvedPermission): string {
  const { allowed, scope, source, until, deputyOf } = resolved;
  const end = until === undefined ? '' : ` until ${shortDay(until)}`;
  if (deputyOf) return `${actsFor(deputyOf)}.`;
  if (source === 'override') {
    return allowed && scope ? `Granted to this person ${reach[scope]}${end}.` : `Revoked for this person${end}.`;
  }
  if (allowed && scope) return `${plurals[role]} can do this ${reach[scope]}.`;
  return `${plurals[role]} can't do this. ${rolesInWords(rolesWith(permission))} can.`;
}

/** Why the reader, who has the role, may do this. */
export function allowedReason(role: Role, permission: Permission, resolved: ResolvedPermission): string {
  if (resolved.source !== 'override') return reasonFor(role, permission, resolved);
  return resolved.until === undefined ? 'Granted to you.' : `Granted to you until ${shortDay(resolved.until)}.`;
}

/** `As deputy of Asha Rao until Nov 26` */
export function actsFor({ name, until }: DeputyOf, lead = 'As deputy of'): string {
  return until === null ? `${lead} ${name}` : `${lead} ${name} until ${shortDay(until)}`;
}

/** `Nov 26` */
function shortDay(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** Why the reader, who has the role, may not do this, and who may by default. */
export function deniedReason(role: Role, permission: Permission, resolved: ResolvedPermission): string {
  if (resolved.source === 'role') return reasonFor(role, permission, resolved);
  const end = resolved.until === undefined ? '' : ` until ${shortDay(resolved.until)}`;
  return `Revoked for you${end}. By default, ${rolesWithin(rolesWith(permission))} can do this.`;
}

/** `Super admins, lab admins and managers`, for the start of a sentence. */
export function rolesInWords(some: readonly Role[]): string {
  return listOf(some.map((role) => plurals[role]));
}

/** `super admins, lab admins and managers`, within a sentence. */
export function rolesWithin(some: readonly Role[]): string {
  return rolesInWords(some).toLowerCase();
}

/** `A`, `A and b`, `A, b and c`; all but the first in lower case. */
function listOf(words: readonly string[]): string {
  const parts = words.map((word, place) => (place === 0 ? word : word.toLowerCase()));
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
