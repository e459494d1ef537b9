import { z } from 'zod';
import { BusinessDaySchema, dayIn } from './day.js';
import { enumOf } from './enum.js';
import { IdSchema } from './id.js';
import type { Role } from './role.js';

/** The resources and their actions, with the labels shown in the permission editor. */
export const permissionStructure = {
  dashboard: { label: 'Dashboard', actions: { view: 'View the dashboard' } },
  laboratories: {
    label: 'Laboratories',
    actions: { view: 'View', create: 'Create', edit: 'Edit', suspend: 'Suspend and resume', archive: 'Archive' },
  },
  staff: {
    label: 'Staff',
    actions: {
      view: 'View',
      create: 'Create',
      edit: 'Edit',
      suspend: 'Suspend and resume',
      remove: 'Record an exit',
      import: 'Import',
      export: 'Export',
    },
  },
  transactions: {
    label: 'Entries',
    actions: {
      view: 'View',
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
      view: 'View',
      create: 'Create',
      edit: 'Edit',
      remove: 'Discontinue',
      stock: 'Move stock',
      transfer: 'Transfer between laboratories',
      approve: 'Approve write-offs',
      export: 'Export',
    },
  },
  purchaseOrders: {
    label: 'Purchase orders',
    actions: {
      view: 'View',
      create: 'Enter and change',
      approve: 'Approve and reject',
      receive: 'Receive goods',
      export: 'Export',
    },
  },
  suppliers: {
    label: 'Suppliers',
    actions: { view: 'View', create: 'Create', edit: 'Edit and change the status', export: 'Export' },
  },
  attendance: {
    label: 'Attendance',
    actions: {
      view: 'View',
      clock: 'Clock in and out',
      create: 'Enter manually',
      edit: 'Correct',
      remove: 'Remove',
      approve: 'Approve and reject',
      roster: 'Plan the roster',
      export: 'Export',
      lock: 'Close and reopen months',
    },
  },
  leave: {
    label: 'Leave',
    actions: { view: 'View', create: 'Request leave', cancel: 'Cancel', approve: 'Approve and reject' },
  },
  reports: { label: 'Reports', actions: { view: 'View', export: 'Export' } },
  notifications: {
    label: 'Notifications',
    actions: { view: 'View', create: 'Send', broadcast: 'Broadcast', remove: 'Delete' },
  },
  permissions: { label: 'Permissions', actions: { view: 'View', edit: 'Change' } },
  settings: { label: 'Settings', actions: { view: 'View', edit: 'Change', audit: 'View the audit log' } },
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

/** An override with an end: it has effect through a day, on the calendar of the laboratory when it was given. */
export const TimedOverrideSchema = z.object({
  allowed: z.boolean(),
  until: BusinessDaySchema,
  timezone: z.string(),
  /** Once it has ended and the people concerned have been told. */
  endNotified: z.literal(true).optional(),
});
export type TimedOverride = z.infer<typeof TimedOverrideSchema>;

/**
 * `true` grants, `false` revokes; an absent permission has the role's default. Of one with an end, only
 * {@link overrideAt} knows what it says at an instant.
 */
export const PermissionOverridesSchema = z.partialRecord(PermissionSchema, z.union([z.boolean(), TimedOverrideSchema]));
export type PermissionOverrides = z.infer<typeof PermissionOverridesSchema>;

/** Whether the override has ended by then. */
export function hasEnded({ until, timezone }: TimedOverride, at: Date): boolean {
  return dayIn(timezone, at) > until;
}

/** What an override says at an instant; undefined where there is none or it has ended. */
export function overrideAt(
  overrides: PermissionOverrides,
  permission: Permission,
  at: Date,
): { allowed: boolean; until?: string } | undefined {
  const override = overrides[permission];
  if (override === undefined) return undefined;
  if (typeof override === 'boolean') return { allowed: override };
  return hasEnded(override, at) ? undefined : { allowed: override.allowed, until: override.until };
}

/** An absent approver for whom their deputy acts. */
export const DeputyOfSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  /** The last day of the approver's leave; null for a suspension, whose end no one knows. */
  until: BusinessDaySchema.nullable(),
});
export type DeputyOf = z.infer<typeof DeputyOfSchema>;

export const ResolvedPermissionSchema = z.object({
  allowed: z.boolean(),
  scope: ScopeSchema.nullable(),
  source: enumOf(['role', 'override', 'deputy']),
  /** The last day of an override with an end. */
  until: BusinessDaySchema.optional(),
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
    ...every('purchaseOrders', 'laboratory'),
    ...every('suppliers', 'laboratory'),
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
    ...every('purchaseOrders', 'laboratory', ['approve']),
    'suppliers.view': 'laboratory',
    'suppliers.export': 'laboratory',
    ...every('attendance', 'laboratory', ['remove', 'lock']),
    ...every('leave', 'laboratory'),
    'notifications.view': 'own',
    ...every('settings', 'own', ['audit']),
  },
  staff: {
    'dashboard.view': 'own',
    'suppliers.view': 'laboratory',
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

/** The overrides of a person and the instant at which they are asked for; without them, only the role counts. */
type Overridden = [] | [overrides: PermissionOverrides, at: Date];

/** Resolves one permission of a person and states where it comes from. */
export function resolvePermission(
  role: Role,
  permission: Permission,
  ...[overrides = {}, at = new Date(0)]: Overridden
): ResolvedPermission {
  const inherited = roleDefaults[role][permission];
  const override = overrideAt(overrides, permission, at);
  if (override === undefined) {
    return { allowed: inherited !== undefined, scope: inherited ?? null, source: 'role' };
  }
  const { allowed, until } = override;
  return {
    allowed,
    scope: allowed ? (inherited ?? grantedScope[role]) : null,
    source: 'override',
    ...(until !== undefined && { until }),
  };
}

/** Resolves every permission of a person. */
export function resolvePermissions(role: Role, ...overridden: Overridden): ResolvedPermissions {
  return Object.fromEntries(
    permissions.map((permission) => [permission, resolvePermission(role, permission, ...overridden)]),
  ) as ResolvedPermissions;
}

/** `laboratories.create` → `Laboratories: Create` */
export function permissionLabel(permission: Permission): string {
  const [resource, action] = permission.split('.') as [Resource, string];
  const { label, actions } = permissionStructure[resource];
  return `${label}: ${(actions as Record<string, string>)[action] ?? action}`;
}

/** `inventory.stock` → `inventory.view`: without it, no one can open what the permission is for. */
export function viewPermission(permission: Permission): Permission {
  return `${permission.split('.')[0] as Resource}.view`;
}

/**
 * Whether the holder has a permission at least as far and as long as it is wanted, and so can give it to someone. What
 * someone holds as a deputy is not theirs to give.
 */
export function holdsAtLeast(held: ResolvedPermission, wanted: ResolvedPermission): boolean {
  if (wanted.allowed && held.until !== undefined && (wanted.until ?? NEVER) > held.until) return false;
  const own = held.deputyOf ? reachOf({ ...held, scope: held.deputyOf.ownScope }) : reachOf(held);
  return own >= reachOf(wanted);
}

/** Later than any day. */
const NEVER = '~';

/** Whether both deny by an override, and the later one ends sooner: then the role's default returns sooner. */
export function endsSooner(before: ResolvedPermission, after: ResolvedPermission): boolean {
  const bothDeny = [before, after].every(({ allowed, source }) => !allowed && source === 'override');
  return bothDeny && after.until !== undefined && (before.until ?? NEVER) > after.until;
}

/** -1 for what is not allowed; a higher number for a wider scope. */
export function reachOf({ allowed, scope }: ResolvedPermission): number {
  return allowed && scope !== null ? scopes.indexOf(scope) : -1;
}

/** The permissions that the holder lacks, or has in a narrower scope than is wanted. */
export function lackingPermissions(held: ResolvedPermissions, wanted: ResolvedPermissions): Permission[] {
  return permissions.filter((permission) => !holdsAtLeast(held[permission], wanted[permission]));
}
