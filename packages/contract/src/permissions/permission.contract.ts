import { z } from 'zod';
import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { RoleSchema } from '../common/role.js';
import { defineRoutes, idempotent } from '../common/route.js';
import {
  accessErrors,
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
    summary: 'List roles, scopes, resources and actions',
    description: 'With the labels that the permission editor shows.',
    responses: { 200: successOf(PermissionStructureSchema) },
    metadata: { permission: 'permissions.view' },
  },
  role: {
    method: 'GET',
    path: '/permissions/roles/:role',
    summary: 'Get the permissions of a role',
    description: 'The defaults of the role, before any override.',
    pathParams: z.object({ role: RoleSchema }),
    responses: { 200: successOf(RolePermissionsSchema) },
    metadata: { permission: 'permissions.view' },
  },
  mine: {
    method: 'GET',
    path: '/permissions/mine',
    summary: 'Get one’s own permissions',
    description: 'With who granted each of them.',
    responses: { 200: successOf(OwnPermissionsSchema) },
    metadata: { permission: 'signed-in' },
  },
  user: {
    method: 'GET',
    path: '/permissions/users/:id',
    summary: 'Get the permissions of a person',
    description: 'With the reason for each: the role, or an override.',
    pathParams: IdParams,
    responses: { 200: successOf(UserPermissionsSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'permissions.view' },
  },
  setUser: {
    method: 'PUT',
    path: '/permissions/users/:id',
    summary: 'Grant and revoke permissions of a person',
    description:
      'Takes effect with the person’s next request and on open sockets. `PERMISSION_NOT_HELD` refuses to grant what ' +
      'the caller doesn’t have.',
    pathParams: IdParams,
    body: SetPermissionsBody,
    responses: { 200: savedPermissions },
    errors: accessErrors,
    metadata: { permission: 'permissions.edit', fresh: true },
  },
  bulk: {
    method: 'POST',
    path: '/permissions/bulk-update',
    summary: 'Grant and revoke permissions of many people',
    description:
      'All or nothing. Each result says what prevents the change. With `dryRun`, writes nothing. The body can ' +
      'contain every permission of 200 people.',
    headers: idempotent,
    body: BulkPermissionsBody,
    responses: { 200: successOf(BulkPermissionsAnswerSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'permissions.edit', fresh: true, maxBodyBytes: 750_000 },
  },
  laboratory: {
    method: 'GET',
    path: '/permissions/laboratories/:id/users',
    summary: 'List the people of a laboratory with their permissions',
    description: 'People who haven’t exited, by name.',
    pathParams: IdParams,
    query: LaboratoryPermissionsQuery,
    responses: { 200: pageOf(UserPermissionsRowSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'permissions.view' },
  },
  check: {
    method: 'GET',
    path: '/permissions/users/:id/check',
    summary: 'Check one permission of a person',
    description: 'Says whether the person has it, and why. Everyone can check their own permissions.',
    pathParams: IdParams,
    query: CheckPermissionQuery,
    responses: { 200: successOf(ExplainedPermissionSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'signed-in' },
  },
  reset: {
    method: 'POST',
    path: '/permissions/users/:id/reset',
    summary: 'Remove every permission override of a person',
    description: 'The person has only the permissions of the role from then on.',
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).default({}),
    responses: {
      200: successOf(UserPermissionsSchema, ({ user }) => `${user.name} has only the role’s permissions again`),
    },
    errors: accessErrors,
    metadata: { permission: 'permissions.edit', fresh: true },
  },
});
