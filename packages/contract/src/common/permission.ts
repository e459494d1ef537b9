import { z } from 'zod';
import { BusinessDaySchema } from './day.js';
import { enumOf } from './enum.js';
import { IdSchema } from './id.js';
import type { Role } from './role.js';

/** The resources and their actions, with the labels shown in the permission editor. */
export const permissionStructure = {
  dashboard: { label: 'Dashboard', actions: { view: 'See the dashboard' } },
  laboratories: {
    label: 'Laboratories',
    actions: { view: 'See', create: 'Create', edit: 'Edit', suspend: 'Suspend and resume', archive: 'Archive' },
  },
  staff: {
    label: 'Staff',
    actions: {
      view: 'See',
      create: 'Create',
      edit: 'Edit',
      suspend: 'Suspend and resume',
      remove: 'Record an exit',
      import: 'Import',
      export: 'Export',
    },
  },
  transactions: {
    label: 'Transactions',
    actions: {
      view: 'See',
      create: 'Create',
      edit: 'Edit',
      cancel: 'Cancel',
      approve: 'Approve and reject',
      import: 'Import',
      export: 'Export',
      lock: 'Close a period',
    },
  },
  inventory: {
    label: 'Inventory',
    actions: {
      view: 'See',
      create: 'Create',
      edit: 'Edit',
      remove: 'Discontinue',
      stock: 'Move stock',
      transfer: 'Transfer between laboratories',
      approve: 'Approve write-offs',
      export: 'Export',
    },
  },
  attendance: {
    label: 'Attendance',
    actions: {
      view: 'See',
      clock: 'Clock in and out',
      create: 'Enter manually',
      edit: 'Correct',
      remove: 'Remove',
      approve: 'Approve and reject',
      export: 'Export',
    },
  },
  leave: {
    label: 'Leave',
    actions: { view: 'See', create: 'Request leave', cancel: 'Cancel', approve: 'Approve and reject' },
  },
  reports: { label: 'Reports', actions: { view: 'See', export: 'Export' } },
  notifications: {
    label: 'Notifications',
    actions: { view: 'See', create: 'Send', broadcast: 'Broadcast', remove: 'Delete' },
  },
  permissions: { label: 'Permissions', actions: { view: 'See', edit: 'Change' } },
  settings: { label: 'Settings', actions: { view: 'See', edit: 'Change', audit: 'See the audit log' } },
} as const satisfies Record<string, { label: string; actions: Record<string, string> }>;

export type Resource = keyof typeof permissionStructure;

/** One permission for each action of each resource, such as `laboratories.edit`. */
export type Permission = {
  [R in Resource]: `${R}.${keyof (typeof permissionStructure)[R]['actions'] & string}`;
}[Resource];

export const permissions = Object.entries(permissionStructure).flatMap(([resource, { actions }]) =>
  Object.keys(actions).map((action) => `${resource}.${action}`),
) as [Permission, ...Permission[]];

export const PermissionSchema = enumOf(permissions);

/** How far a permission reaches, from the person's own records to the whole network. */
export const scopes = ['own', 'laboratory', 'all'] as const;
export const ScopeSchema = enumOf(scopes);
export type Scope = z.infer<typeof ScopeSchema>;

/** `true` grants, `false` revokes; an absent permission has the role's default. */
export const PermissionOverridesSchema = z.partialRecord(PermissionSchema, z.boolean());
export type PermissionOverrides = z.infer<typeof PermissionOverridesSchema>;

/** An absent approver for whom their deputy acts. */
export const DeputyOfSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  /** The last day of the approver's leave; null for a suspension, whose end nobody knows. */
  until: BusinessDaySchema.nullable(),
});
export type DeputyOf = z.infer<typeof DeputyOfSchema>;

export const ResolvedPermissionSchema = z.object({
  allowed: z.boolean(),
  scope: ScopeSchema.nullable(),
  source: enumOf(['role', 'override', 'deputy']),
  /** Where it comes from `deputy`: for whom the person acts, and how far the permission reaches without that. */
  deputyOf: DeputyOfSchema.extend({ ownScope: ScopeSchema.nullable() }).optional(),
});
export type ResolvedPermission = z.infer<typeof ResolvedPermissionSchema>;

export const ResolvedPermissionsSchema = z.record(PermissionSchema, ResolvedPermissionSchema);
export type ResolvedPermissions = z.infer<typeof ResolvedPermissionsSchema>;

type RoleDefaults = Partial<Record<Permission, Scope>>;

function every(resource: Resource, scope: Scope, except: readonly string[] = []): RoleDefaults {
  const actions = Object.keys(permissionStructure[resource].actions).filter((action) => !except.includes(action));
  return Object.fromEntries(actions.map((action) => [`${resource}.${action}`, scope]));
}

/** What a role may do and how far, before any override. */
export const roleDefaults: Record<Role, RoleDefaults> = {
  super_admin: Object.fromEntries(permissions.map((permission) => [permission, 'all'])),
  lab_admin: {
    'dashboard.view': 'laboratory',
    'laboratories.view': 'laboratory',
    'laboratories.edit': 'laboratory',
    ...every('staff', 'laboratory'),
    ...every('transactions', 'laboratory', ['lock']),
    ...every('inventory', 'laboratory'),
    ...every('attendance', 'laboratory'),
    ...every('leave', 'laboratory'),
    'notifications.view': 'own',
    'notifications.create': 'laboratory',
    'notifications.broadcast': 'laboratory',
    ...every('permissions', 'laboratory'),
    ...every('settings', 'laboratory'),
  },
  manager: {
    'dashboard.view': 'laboratory',
    'inventory.view': 'laboratory',
    'inventory.create': 'laboratory',
    'inventory.edit': 'laboratory',
    'inventory.stock': 'laboratory',
    'inventory.export': 'laboratory',
    ...every('attendance', 'laboratory', ['remove']),
    ...every('leave', 'laboratory'),
    'notifications.view': 'own',
    ...every('settings', 'own', ['audit']),
  },
  staff: {
    'dashboard.view': 'own',
    'attendance.view': 'own',
    'attendance.clock': 'own',
    'leave.view': 'own',
    'leave.create': 'own',
    'leave.cancel': 'own',
    'notifications.view': 'own',
    ...every('settings', 'own', ['audit']),
  },
};

/** The scope of a permission that an override grants: at most the person's own laboratory, except for a super admin. */
export const grantedScope: Record<Role, Scope> = {
  super_admin: 'all',
  lab_admin: 'laboratory',
  manager: 'laboratory',
  staff: 'laboratory',
};

/** Resolves one permission of a person and states where it comes from. */
export function resolvePermission(
  role: Role,
  overrides: PermissionOverrides,
  permission: Permission,
): ResolvedPermission {
  const inherited = roleDefaults[role][permission];
  const override = overrides[permission];
  if (override === undefined) {
    return { allowed: inherited !== undefined, scope: inherited ?? null, source: 'role' };
  }
  return { allowed: override, scope: override ? (inherited ?? grantedScope[role]) : null, source: 'override' };
}

/** Resolves every permission of a person. */
export function resolvePermissions(role: Role, overrides: PermissionOverrides = {}): ResolvedPermissions {
  return Object.fromEntries(
    permissions.map((permission) => [permission, resolvePermission(role, overrides, permission)]),
  ) as ResolvedPermissions;
}

/** `laboratories.create` → `Laboratories: Create` */
export function permissionLabel(permission: Permission): string {
  const [resource, action] = permission.split('.') as [Resource, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}

/**
 * Whether the holder has a permission at least as far as it is wanted, and so can give it to somebody. What somebody holds
 * as a deputy is not theirs to give.
 */
export function holdsAtLeast(held: ResolvedPermission, wanted: ResolvedPermission): boolean {
  const own = held.deputyOf ? reachOf({ ...held, scope: held.deputyOf.ownScope }) : reachOf(held);
  return own >= reachOf(wanted);
}

/** -1 for what is not allowed; a higher number for a wider scope. */
export function reachOf({ allowed, scope }: ResolvedPermission): number {
  return allowed && scope !== null ? scopes.indexOf(scope) : -1;
}

/** The permissions that the holder lacks, or has in a narrower scope than is wanted. */
export function lackingPermissions(held: ResolvedPermissions, wanted: ResolvedPermissions): Permission[] {
  return permissions.filter((permission) => !holdsAtLeast(held[permission], wanted[permission]));
}
