import { z } from 'zod';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { RoleSchema } from '../common/role.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  BulkPermissionsAnswerSchema,
  BulkPermissionsBody,
  CheckPermissionQuery,
  ExplainedPermissionSchema,
  LaboratoryPermissionsQuery,
  OwnPermissionsSchema,
  PermissionStructureSchema,
  RolePermissionsSchema,
  savedPermissions,
  SetPermissionsBody,
  UserPermissionsRowSchema,
  UserPermissionsSchema,
} from './permission.schema.js';

/** A change takes effect with the person's next request and on their open sockets. */
export const permissionsContract = defineRoutes({
  structure: {
    method: 'GET',
    path: '/permissions/structure',
    summary: 'Roles, scopes, and resources with their actions',
    responses: { 200: successOf(PermissionStructureSchema) },
    metadata: { permission: 'permissions.view' },
  },
  role: {
    method: 'GET',
    path: '/permissions/roles/:role',
    summary: 'The permissions of a role, before any override',
    pathParams: z.object({ role: RoleSchema }),
    responses: { 200: successOf(RolePermissionsSchema) },
    metadata: { permission: 'permissions.view' },
  },
  /** Of everyone, whatever else they may see. */
  mine: {
    method: 'GET',
    path: '/permissions/mine',
    summary: 'The permissions of the signed-in person, and who gave them',
    responses: { 200: successOf(OwnPermissionsSchema) },
    metadata: { permission: 'signed-in' },
  },
  user: {
    method: 'GET',
    path: '/permissions/users/:id',
    summary: 'The permissions of one person, with reasons',
    pathParams: IdParams,
    responses: { 200: successOf(UserPermissionsSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'permissions.view' },
  },
  setUser: {
    method: 'PUT',
    path: '/permissions/users/:id',
    summary: 'Grant and revoke permissions of one person',
    pathParams: IdParams,
    body: SetPermissionsBody,
    responses: { 200: savedPermissions },
    errors: [
      'OWN_ACCOUNT',
      'STAFF_BEYOND_REACH',
      'PERMISSION_NOT_HELD',
      'STAFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'STAFF_EXITED',
    ],
    metadata: { permission: 'permissions.edit' },
  },
  /**
   * All or nothing; each result says what prevents the change. The body can contain every permission of 200 people.
   */
  bulk: {
    method: 'POST',
    path: '/permissions/bulk-update',
    summary: 'Grant and revoke permissions of many people, with a preview',
    headers: idempotent,
    body: BulkPermissionsBody,
    responses: { 200: successOf(BulkPermissionsAnswerSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'permissions.edit', maxBodyBytes: 750_000 },
  },
  /** People who have not exited, by name. */
  laboratory: {
    method: 'GET',
    path: '/permissions/laboratories/:id/users',
    summary: 'The people of a laboratory with their permissions',
    pathParams: IdParams,
    query: LaboratoryPermissionsQuery,
    responses: { 200: pageOf(UserPermissionsRowSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'permissions.view' },
  },
  /** Everyone may check their own permissions. */
  check: {
    method: 'GET',
    path: '/permissions/users/:id/check',
    summary: 'Whether a person has one permission, and why',
    pathParams: IdParams,
    query: CheckPermissionQuery,
    responses: { 200: successOf(ExplainedPermissionSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  reset: {
    method: 'POST',
    path: '/permissions/users/:id/reset',
    summary: 'Remove every override of one person',
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).default({}),
    responses: {
      200: successOf(UserPermissionsSchema, ({ user }) => `${user.name} has only the role’s permissions again`),
    },
    errors: [
      'OWN_ACCOUNT',
      'STAFF_BEYOND_REACH',
      'PERMISSION_NOT_HELD',
      'STAFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'STAFF_EXITED',
    ],
    metadata: { permission: 'permissions.edit' },
  },
});
