import { z } from 'zod';
import { SessionSchema } from '../auth/auth.schema.js';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { BlockerSchema } from '../common/error.js';
import { IdParams, IdSchema, VersionSchema } from '../common/id.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { exportRoute, historyRoute, importRoute, importTemplateRoute } from '../common/route-families.js';
import { savedPermissions, SetPermissionsBody } from '../permissions/permission.schema.js';
import { staffAnalyticsRoute } from './staff-analytics.js';
import {
  ImportStaffBody,
  IssuedPasswordsSchema,
  IssuePasswordsBody,
  StaffBulkAnswerSchema,
  StaffBulkBody,
  StaffImportSchema,
} from './staff-bulk.schema.js';
import {
  CreateStaffBody,
  ExitStaffQuery,
  StaffExportQuery,
  StaffListItemSchema,
  StaffListQuery,
  StaffMemberSchema,
  StaffOptionSchema,
  StaffOptionsQuery,
  StaffStatsSchema,
  StaffSuggestionsQuery,
  StaffWithPasswordSchema,
  UpdateStaffBody,
} from './staff.schema.js';

export const staffContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/staff',
    summary: 'A page of people, filtered, searched and sorted',
    query: StaffListQuery,
    responses: { 200: pageOf(StaffListItemSchema) },
    metadata: { permission: 'staff.view' },
  },
  /** People who have not exited, by name, at most 500. */
  options: {
    method: 'GET',
    path: '/staff/list',
    summary: 'People for a select box',
    query: StaffOptionsQuery,
    responses: { 200: successOf(z.array(StaffOptionSchema)) },
    metadata: { permission: 'staff.view' },
  },
  /** At most twenty that start with the search, of people who have not exited. */
  suggestions: {
    method: 'GET',
    path: '/staff/suggestions',
    summary: 'Suggest departments or designations of other people',
    query: StaffSuggestionsQuery,
    responses: { 200: successOf(z.array(z.string())) },
    metadata: { permission: 'staff.view' },
  },
  /** A laboratory out of scope has no people. */
  stats: {
    method: 'GET',
    path: '/staff/stats',
    summary: 'The number of people by status, role, department and laboratory',
    query: z.object({ laboratoryId: IdSchema.optional() }),
    responses: { 200: successOf(StaffStatsSchema) },
    metadata: { permission: 'staff.view' },
  },
  analytics: staffAnalyticsRoute,
  /** All pages of the list with the same filter, up to 10,000 people. An import can read the file. */
  export: exportRoute(StaffExportQuery, {
    path: '/staff/export',
    summary: 'The list as an Excel or CSV file',
    permission: 'staff.export',
  }),
  importTemplate: importTemplateRoute({
    path: '/staff/import/template',
    summary: 'An empty sheet with the columns of an import',
    permission: 'staff.import',
  }),
  /**
   * Validates the whole file and reports every fault; writes all rows or none, unless `validRowsOnly` is set. Also needs
   * `staff.create`. An email address in use outside the caller's scope is only reported, for one row, when everything
   * else can be written.
   */
  import: importRoute(ImportStaffBody, StaffImportSchema, {
    path: '/staff/import',
    summary: 'Create people from an Excel or CSV file',
    permission: 'staff.import',
    created: (count) => plural(count, '1 person was created', `${count} people were created`),
  }),
  /** All or nothing. Moving and shifts also need `staff.edit`. */
  bulk: {
    method: 'POST',
    path: '/staff/bulk-update',
    summary: 'Suspend, resume or move many people or change their shift, with a preview',
    headers: idempotent,
    body: StaffBulkBody,
    responses: { 200: successOf(StaffBulkAnswerSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.suspend' },
  },
  /** All or nothing. Ends their sessions. */
  issuePasswords: {
    method: 'POST',
    path: '/staff/temporary-passwords',
    summary: 'Issue other temporary passwords to many people, with a preview',
    headers: idempotent,
    body: IssuePasswordsBody,
    responses: { 200: successOf(IssuedPasswordsSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  get: {
    method: 'GET',
    path: '/staff/:id',
    summary: 'One person',
    pathParams: IdParams,
    responses: { 200: successOf(StaffMemberSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.view' },
  },
  /** The temporary password is only in this response. `EMAIL_TAKEN` also if the person with the address has exited. */
  create: {
    method: 'POST',
    path: '/staff',
    summary: 'Create a person with a temporary password',
    headers: idempotent,
    body: CreateStaffBody,
    responses: {
      201: successOf(StaffWithPasswordSchema, ({ name }) => `${name} was created`),
    },
    errors: ['STAFF_BEYOND_REACH', 'PERMISSION_NOT_HELD', 'LABORATORY_NOT_FOUND', 'EMAIL_TAKEN', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'staff.create' },
  },
  /**
   * Suspending ends the person's sessions and sockets at once. `OWN_WORK`: see `staffSetters`; `VERSION_CONFLICT`
   * contains the current document.
   */
  update: {
    method: 'PUT',
    path: '/staff/:id',
    summary: 'Change, suspend, resume or rehire a person',
    pathParams: IdParams,
    body: UpdateStaffBody,
    responses: { 200: successOf(StaffMemberSchema, ({ name }) => `${name} was saved`) },
    errors: [
      'OWN_ACCOUNT',
      'OWN_WORK',
      'STAFF_BEYOND_REACH',
      'PERMISSION_NOT_HELD',
      'LABORATORY_NOT_FOUND',
      'STAFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'EMAIL_TAKEN',
      'STAFF_EXITED',
      'LAST_SUPER_ADMIN',
    ],
    metadata: { permission: 'staff.edit' },
  },
  /** What a person leaves behind, shown before they are suspended or exit; it prevents neither. */
  openWork: {
    method: 'GET',
    path: '/staff/:id/open-work',
    summary: 'What someone else has to settle after a person leaves',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.view' },
  },
  /** Ends the person's sessions and sockets at once; the history stays. */
  exit: {
    method: 'DELETE',
    path: '/staff/:id',
    summary: 'Record that a person has left; no data is removed',
    pathParams: IdParams,
    query: ExitStaffQuery,
    responses: { 200: successOf(StaffMemberSchema, ({ name }) => `${name} has exited`) },
    errors: [
      'OWN_ACCOUNT',
      'STAFF_BEYOND_REACH',
      'STAFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'STAFF_EXITED',
      'LAST_SUPER_ADMIN',
    ],
    metadata: { permission: 'staff.remove' },
  },
  /** The same as `PUT /permissions/users/:id`. */
  setPermissions: {
    method: 'PUT',
    path: '/staff/:id/permissions',
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
  /** Ends the person's sessions. The password is only in this response and must be changed at the next sign-in. */
  issuePassword: {
    method: 'POST',
    path: '/staff/:id/temporary-password',
    summary: 'Issue another temporary password',
    pathParams: IdParams,
    headers: idempotent,
    body: z.object({ version: VersionSchema.optional() }).default({}),
    responses: {
      200: successOf(StaffWithPasswordSchema, ({ name }) => `${name} has a new temporary password`),
    },
    errors: [
      'OWN_ACCOUNT',
      'STAFF_BEYOND_REACH',
      'PERMISSION_NOT_HELD',
      'STAFF_NOT_FOUND',
      'VERSION_CONFLICT',
      'STAFF_EXITED',
    ],
    metadata: { permission: 'staff.edit' },
  },
  /** Every change of the person, newest first. */
  history: historyRoute({
    path: '/staff/:id/history',
    summary: 'Who changed which fields of a person, and when',
    errors: ['STAFF_NOT_FOUND'],
    permission: 'staff.view',
  }),
  sessions: {
    method: 'GET',
    path: '/staff/:id/sessions',
    summary: 'The sessions of a person, last used first',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(SessionSchema)) },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  endSessions: {
    method: 'DELETE',
    path: '/staff/:id/sessions',
    summary: 'Sign a person out everywhere',
    pathParams: IdParams,
    responses: { 200: doneOf('All sessions have ended') },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  endSession: {
    method: 'DELETE',
    path: '/staff/:id/sessions/:sessionId',
    summary: 'End one session of a person',
    pathParams: IdParams.extend({ sessionId: IdSchema }),
    responses: { 200: doneOf('The session has ended') },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND', 'SESSION_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
});
