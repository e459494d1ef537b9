import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BulkAnswerSchema, DryRunSchema } from '../common/bulk.js';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { successOf } from '../common/envelope.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import {
  PermissionOverridesSchema,
  PermissionSchema,
  permissionStructure,
  ResolvedPermissionSchema,
  ResolvedPermissionsSchema,
  type Resource,
  ScopeSchema,
  TimedOverrideSchema,
} from '../common/permission.js';
import { RoleSchema } from '../common/role.js';
import { StaffOptionSchema } from '../staff/staff.schema.js';

/**
 * `true` grants, `false` revokes, `null` restores the role's default; permissions that are not named stay unchanged. With
 * `until`, only through that day of the person's laboratory, which must not be over.
 */
export const PermissionChangesSchema = z
  .partialRecord(
    PermissionSchema,
    z.union([z.boolean().nullable(), TimedOverrideSchema.omit({ timezone: true, endNotified: true })]),
  )
  .refine((changes) => Object.keys(changes).length > 0, 'Change at least one permission');
export type PermissionChanges = z.infer<typeof PermissionChangesSchema>;

export const SetPermissionsBody = z.object({
  permissions: PermissionChangesSchema,
  /** The person's version as it was read; when omitted, the last write wins. */
  version: VersionSchema.optional(),
});
export type SetPermissionsBody = z.infer<typeof SetPermissionsBody>;

/** The resources and actions that editors and tables show. */
export const PermissionStructureSchema = z.object({
  roles: z.array(z.object({ role: RoleSchema, label: z.string() })),
  scopes: z.array(z.object({ scope: ScopeSchema, label: z.string() })),
  resources: z.array(
    z.object({
      resource: z.string(),
      label: z.string(),
      actions: z.array(z.object({ action: z.string(), permission: PermissionSchema, label: z.string() })),
    }),
  ),
});
export type PermissionStructure = z.infer<typeof PermissionStructureSchema>;

export const RolePermissionsSchema = z.object({
  role: RoleSchema,
  label: z.string(),
  permissions: ResolvedPermissionsSchema,
});
export type RolePermissions = z.infer<typeof RolePermissionsSchema>;

/** With the reason as a sentence for screens. */
export const ExplainedPermissionSchema = ResolvedPermissionSchema.extend({ reason: z.string() });
export type ExplainedPermission = z.infer<typeof ExplainedPermissionSchema>;

/** One of the viewer's own permissions. */
export const OwnPermissionSchema = ExplainedPermissionSchema.extend({
  /** Who gave it to them or took it away, and when; null for the role's default and where the audit log does not know. */
  given: z.object({ by: z.string().nullable(), at: InstantSchema }).nullable(),
});
export type OwnPermission = z.infer<typeof OwnPermissionSchema>;

export const OwnPermissionsSchema = z.object({ permissions: z.record(PermissionSchema, OwnPermissionSchema) });
export type OwnPermissions = z.infer<typeof OwnPermissionsSchema>;

/** A person's permissions, where each comes from, and which of them the viewer may change. */
export const UserPermissionsSchema = z.object({
  user: StaffOptionSchema,
  /** The person's version, to be sent with a change. */
  version: VersionSchema,
  overrides: PermissionOverridesSchema,
  permissions: z.record(PermissionSchema, ExplainedPermissionSchema),
  /** Permissions that the viewer holds in a sufficient scope to grant them; revoking only needs `permissions.edit`. */
  grantable: z.array(PermissionSchema),
  actions: actionsOf('edit'),
});
export type UserPermissions = z.infer<typeof UserPermissionsSchema>;
export type PermissionAction = keyof UserPermissions['actions'];

/** The errors of every change of what a person can do, and of the person's password. */
export const accessErrors = [
  'OWN_ACCOUNT',
  'STAFF_BEYOND_REACH',
  'PERMISSION_NOT_HELD',
  'STAFF_NOT_FOUND',
  'VERSION_CONFLICT',
  'STAFF_EXITED',
] as const;

/** The response of both routes that set a person's permissions. */
export const savedPermissions = successOf(
  UserPermissionsSchema,
  ({ user }) => `The permissions of ${user.name} were saved`,
);

/** A row of a laboratory's table of people and permissions. */
export const UserPermissionsRowSchema = UserPermissionsSchema.pick({
  user: true,
  version: true,
  overrides: true,
  actions: true,
}).extend({ permissions: ResolvedPermissionsSchema });
export type UserPermissionsRow = z.infer<typeof UserPermissionsRowSchema>;

export const LaboratoryPermissionsQuery = PageQuery;

const resources = Object.keys(permissionStructure) as [Resource, ...Resource[]];

export const CheckPermissionQuery = z
  .object({ resource: enumOf(resources, 'Resource is required'), action: z.string('Action is required').max(40) })
  .superRefine(({ resource, action }, context) => {
    const { actions } = permissionStructure[resource];
    if (Object.hasOwn(actions, action)) return;
    context.addIssue({
      code: 'custom',
      path: ['action'],
      message: `Must be one of ${Object.keys(actions).join(', ')}`,
    });
  });
export type CheckPermissionQuery = z.infer<typeof CheckPermissionQuery>;

/** At most 200 people, each once; all of them are changed or none. */
export const BulkPermissionsBody = z.object({
  updates: z
    .array(z.object({ userId: IdSchema, permissions: PermissionChangesSchema }))
    .min(1, 'Choose at least one person')
    .max(200, 'At most 200 people at once')
    .refine(
      (updates) => new Set(updates.map(({ userId }) => userId)).size === updates.length,
      'Each person can appear once',
    ),
  dryRun: DryRunSchema,
});
export type BulkPermissionsBody = z.infer<typeof BulkPermissionsBody>;
export const BulkPermissionsAnswerSchema = BulkAnswerSchema;
