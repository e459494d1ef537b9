import {
  DeputyOfSchema,
  DisplayPreferencesSchema,
  type HomeLaboratory,
  HomeLaboratorySchema,
  type ResolvedPermissions,
  ResolvedPermissionSchema,
  resolvePermissions,
  type Role,
  RoleSchema,
} from '@shifa/contract';
import { z } from 'zod';
import type { SignedInUser } from './session';
import { offsetOf } from '../lib/time-zone';

/** Roles that a server may use for one of ours. */
const roleAliases: ReadonlyMap<string, Role> = new Map([['admin', 'lab_admin']]);

const text = z.union([z.string(), z.number().transform(String)]).catch('');
const optionalText = text.transform((value) => value || null);
const instant = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .catch('');

const LaboratoryParts = z.object({
  _id: text,
  id: text,
  name: text,
  code: text,
  timezone: z
    .string()
    .refine((zone) => offsetOf(zone) !== '')
    .catch(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  contact: z.object({ phone: text }).catch({ phone: '' }),
  location: z.object({ address: text, city: text }).catch({ address: '', city: '' }),
  actions: HomeLaboratorySchema.shape.actions.catch(undefined),
});

/** The person's laboratory, of which a server may give the id alone. */
const LaboratoryFromServer = z
  .preprocess((value) => (typeof value === 'string' ? { _id: value } : value), LaboratoryParts)
  .transform(({ id, ...laboratory }): HomeLaboratory | null => {
    const _id = laboratory._id || id;
    return _id || laboratory.name ? { ...laboratory, _id } : null;
  })
  .catch(null);

const UserFromServer = z.object({
  _id: text,
  id: text,
  name: text,
  email: text,
  phone: optionalText,
  department: optionalText,
  designation: optionalText,
  employeeCode: text,
  role: text,
  avatar: optionalText,
  laboratoryId: LaboratoryFromServer,
  createdAt: instant,
  lastLogin: instant.transform((value) => value || null),
  mustChangePassword: z.boolean().catch(false),
  secondFactorNeeded: z.object({ dueAt: z.iso.datetime(), isOverdue: z.boolean() }).nullable().catch(null),
  permissions: z.record(z.string(), z.unknown()).catch({}),
  deputyOf: z.array(DeputyOfSchema).catch([]),
  display: DisplayPreferencesSchema.catch(() => DisplayPreferencesSchema.parse({})),
});

/**
 * Reads the person in an answer of the server once, so that no screen depends on a field that may be missing or
 * malformed. `undefined` for anything that identifies no one.
 */
export function readSessionUser(value: unknown): SignedInUser | undefined {
  const read = UserFromServer.safeParse(value);
  if (!read.success) return undefined;
  const { role: roleName, ...user } = read.data;
  const id = user._id || user.id || user.email;
  if (!id) return undefined;
  const known = RoleSchema.safeParse(roleName);
  const role = known.data ?? roleAliases.get(roleName) ?? 'staff';
  return {
    ...user,
    _id: id,
    id,
    name: user.name || user.email,
    role,
    ...(known.success ? {} : { otherRole: roleName }),
    permissions: permissionsOf(role, user.permissions),
  };
}

/** Permissions that the server does not resolve have the default of the role. */
function permissionsOf(role: Role, resolved: Readonly<Record<string, unknown>>): ResolvedPermissions {
  const defaults = Object.entries(resolvePermissions(role));
  return Object.fromEntries(
    defaults.map(([name, byRole]) => [name, ResolvedPermissionSchema.catch(byRole).parse(resolved[name])]),
  ) as ResolvedPermissions;
}
