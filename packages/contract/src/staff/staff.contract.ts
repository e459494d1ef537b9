import { z } from 'zod';
import { SessionSchema } from '../auth/auth.schema.js';
import { AuditEntrySchema } from '../common/audit.js';
import { conflict, doneOf, notFound, pageOf, successOf } from '../common/envelope.js';
import { BlockerSchema } from '../common/error.js';
import { IdParams, IdSchema, VersionSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import { MAX_SHEET_BODY_BYTES, SheetFormatSchema } from '../common/sheet.js';
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
  /** The list under the same filters, at most 10,000 rows; an import can read it. */
  /** All pages of the list with the same filter; 400 `EXPORT_TOO_LARGE` above 10,000 people. */
  export: {
    method: 'GET',
    path: '/staff/export',
    summary: 'The list as an Excel or CSV file',
    query: StaffExportQuery,
    responses: { 200: fileOf() },
    metadata: { permission: 'staff.export' },
  },
  importTemplate: {
    method: 'GET',
    path: '/staff/import/template',
    summary: 'An empty sheet with the columns of an import',
    query: z.object({ format: SheetFormatSchema.default('xlsx') }),
    responses: { 200: fileOf() },
    metadata: { permission: 'staff.import' },
  },
  /**
   * Validates the whole file and reports every fault; writes all rows or none, unless `validRowsOnly` is set. Also needs
   * `staff.create`. An email address in use outside the caller's scope is only reported, for one row, when everything
   * else can be written.
   */
  import: {
    method: 'POST',
    path: '/staff/import',
    summary: 'Create people from an Excel or CSV file',
    headers: idempotent,
    body: ImportStaffBody,
    responses: {
      200: successOf(StaffImportSchema, ({ applied, created }) =>
        applied ? `${created.length} people were created` : undefined,
      ),
      ...conflict,
    },
    metadata: { permission: 'staff.import', maxBodyBytes: MAX_SHEET_BODY_BYTES },
  },
  /** All or nothing; 404 when any of the people is out of scope. Moving and shifts also need `staff.edit`. */
  bulk: {
    method: 'POST',
    path: '/staff/bulk-update',
    summary: 'Suspend, resume or move many people or change their shift, with a preview',
    headers: idempotent,
    body: StaffBulkBody,
    responses: { 200: successOf(StaffBulkAnswerSchema), ...notFound, ...conflict },
    metadata: { permission: 'staff.suspend' },
  },
  /** All or nothing; 404 when any of the people is out of scope. Ends their sessions. */
  issuePasswords: {
    method: 'POST',
    path: '/staff/temporary-passwords',
    summary: 'Issue other temporary passwords to many people, with a preview',
    headers: idempotent,
    body: IssuePasswordsBody,
    responses: { 200: successOf(IssuedPasswordsSchema), ...notFound, ...conflict },
    metadata: { permission: 'staff.edit' },
  },
  get: {
    method: 'GET',
    path: '/staff/:id',
    summary: 'One person',
    pathParams: IdParams,
    responses: { 200: successOf(StaffMemberSchema), ...notFound },
    metadata: { permission: 'staff.view' },
  },
  /**
   * The temporary password is only in this response. 409 `EMAIL_TAKEN`, also by a person who has exited; 403
   * `STAFF_BEYOND_REACH` for a role that the creator does not manage; 404 for a laboratory out of scope.
   */
  create: {
    method: 'POST',
    path: '/staff',
    summary: 'Create a person with a temporary password',
    headers: idempotent,
    body: CreateStaffBody,
    responses: {
      201: successOf(StaffWithPasswordSchema, ({ name }) => `${name} was created`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'staff.create' },
  },
  /**
   * 409 `VERSION_CONFLICT` with the current document, `EMAIL_TAKEN` or `LAST_SUPER_ADMIN`; 403 `OWN_ACCOUNT`,
   * `OWN_WORK` (see `staffSetters`) or `STAFF_BEYOND_REACH`. Suspending ends the person's sessions and sockets at once.
   */
  update: {
    method: 'PUT',
    path: '/staff/:id',
    summary: 'Change, suspend, resume or rehire a person',
    pathParams: IdParams,
    body: UpdateStaffBody,
    responses: { 200: successOf(StaffMemberSchema, ({ name }) => `${name} was saved`), ...notFound, ...conflict },
    metadata: { permission: 'staff.edit' },
  },
  /** What a person leaves behind, shown before they are suspended or exit; it prevents neither. */
  openWork: {
    method: 'GET',
    path: '/staff/:id/open-work',
    summary: 'What someone else has to settle after a person leaves',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)), ...notFound },
    metadata: { permission: 'staff.view' },
  },
  /** Ends the person's sessions and sockets at once; the history stays. 409 `LAST_SUPER_ADMIN`, `STAFF_EXITED`. */
  exit: {
    method: 'DELETE',
    path: '/staff/:id',
    summary: 'Record that a person has left; no data is removed',
    pathParams: IdParams,
    query: ExitStaffQuery,
    responses: { 200: successOf(StaffMemberSchema, ({ name }) => `${name} has exited`), ...notFound, ...conflict },
    metadata: { permission: 'staff.remove' },
  },
  /** The same as `PUT /permissions/users/:id`. */
  setPermissions: {
    method: 'PUT',
    path: '/staff/:id/permissions',
    summary: 'Grant and revoke permissions of one person',
    pathParams: IdParams,
    body: SetPermissionsBody,
    responses: { 200: savedPermissions, ...notFound, ...conflict },
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
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'staff.edit' },
  },
  /** Every change of the person, newest first. */
  history: {
    method: 'GET',
    path: '/staff/:id/history',
    summary: 'Who changed which fields of a person, and when',
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema), ...notFound },
    metadata: { permission: 'staff.view' },
  },
  sessions: {
    method: 'GET',
    path: '/staff/:id/sessions',
    summary: 'The sessions of a person, last used first',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(SessionSchema)), ...notFound },
    metadata: { permission: 'staff.edit' },
  },
  endSessions: {
    method: 'DELETE',
    path: '/staff/:id/sessions',
    summary: 'Sign a person out everywhere',
    pathParams: IdParams,
    responses: { 200: doneOf('All sessions have ended'), ...notFound },
    metadata: { permission: 'staff.edit' },
  },
  endSession: {
    method: 'DELETE',
    path: '/staff/:id/sessions/:sessionId',
    summary: 'End one session of a person',
    pathParams: IdParams.extend({ sessionId: IdSchema }),
    responses: { 200: doneOf('The session has ended'), ...notFound },
    metadata: { permission: 'staff.edit' },
  },
});
