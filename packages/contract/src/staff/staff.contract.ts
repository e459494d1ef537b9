import { z } from 'zod';
import { SessionSchema } from '../auth/auth.schema.js';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { BlockerSchema } from '../common/error.js';
import { IdParams, IdSchema, VersionSchema } from '../common/id.js';
import { plural } from '../common/plural.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { exportRoute, historyRoute, importRoute, importTemplateRoute } from '../common/route-families.js';
import { MAX_SHEET_BODY_BYTES } from '../common/sheet.js';
import { accessErrors, savedPermissions, SetPermissionsBody } from '../permissions/permission.schema.js';
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
    summary: 'List people with filters, search and sorting',
    description: 'People of the caller’s scope, by name unless `sort` says otherwise.',
    query: StaffListQuery,
    responses: { 200: pageOf(StaffListItemSchema) },
    metadata: { permission: 'staff.view' },
  },
  options: {
    method: 'GET',
    path: '/staff/list',
    summary: 'List people for a selection',
    description: 'People who haven’t exited, by name, at most `limit`. Find the others with `search`.',
    query: StaffOptionsQuery,
    responses: { 200: successOf(z.array(StaffOptionSchema)) },
    metadata: { permission: 'staff.view' },
  },
  suggestions: {
    method: 'GET',
    path: '/staff/suggestions',
    summary: 'Suggest departments or designations',
    description: 'At most twenty that start with the search, of people who haven’t exited.',
    query: StaffSuggestionsQuery,
    responses: { 200: successOf(z.array(z.string())) },
    metadata: { permission: 'staff.view' },
  },
  stats: {
    method: 'GET',
    path: '/staff/stats',
    summary: 'Count people by status, role, department and laboratory',
    description: 'A laboratory out of scope has no people.',
    query: z.object({ laboratoryId: IdSchema.optional() }),
    responses: { 200: successOf(StaffStatsSchema) },
    metadata: { permission: 'staff.view' },
  },
  analytics: staffAnalyticsRoute,
  export: {
    ...exportRoute(StaffExportQuery, {
      path: '/staff/export',
      summary: 'Export people as an Excel or CSV file',
      description: 'All pages of the list with the same filter, up to 10,000 people. An import can read the file.',
      permission: 'staff.export',
    }),
    metadata: { permission: 'staff.export', fresh: true },
  },
  importTemplate: importTemplateRoute({
    path: '/staff/import/template',
    summary: 'Download an empty sheet for an import of people',
    description: 'Has the columns that an import reads.',
    permission: 'staff.import',
  }),
  import: {
    ...importRoute(ImportStaffBody, StaffImportSchema, {
      path: '/staff/import',
      summary: 'Import people from an Excel or CSV file',
      description:
        'Validates the whole file and reports every fault. Writes all rows or none, unless `validRowsOnly` is set. ' +
        'The caller also needs the permission to create people. An email address in use outside the caller’s scope is ' +
        'only reported, for one row, when everything else can be written.',
      permission: 'staff.import',
      created: (count) => plural(count, '1 person was created', `${count} people were created`),
      errors: ['TOO_MANY_LOGINS'],
    }),
    metadata: { permission: 'staff.import', fresh: true, maxBodyBytes: MAX_SHEET_BODY_BYTES },
  },
  bulk: {
    method: 'POST',
    path: '/staff/bulk-update',
    summary: 'Change many people',
    description:
      'Suspends, resumes or moves people, or changes their shift. All or nothing. With `dryRun`, writes nothing. ' +
      'Moves and shifts also need the permission to edit people.',
    headers: idempotent,
    body: StaffBulkBody,
    responses: { 200: successOf(StaffBulkAnswerSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.suspend' },
  },
  issuePasswords: {
    method: 'POST',
    path: '/staff/temporary-passwords',
    summary: 'Issue temporary passwords to many people',
    description: 'All or nothing. Ends the sessions of these people. With `dryRun`, writes nothing.',
    headers: idempotent,
    body: IssuePasswordsBody,
    responses: { 200: successOf(IssuedPasswordsSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit', fresh: true },
  },
  get: {
    method: 'GET',
    path: '/staff/:id',
    summary: 'Get a person',
    description: 'The person with employment details and what the caller can do with them.',
    pathParams: IdParams,
    responses: { 200: successOf(StaffMemberSchema) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.view' },
  },
  create: {
    method: 'POST',
    path: '/staff',
    summary: 'Create a person with a temporary password',
    description:
      'The temporary password is only in this response. `EMAIL_TAKEN` even if the person with the address has ' +
      'exited.',
    headers: idempotent,
    body: CreateStaffBody,
    responses: {
      201: successOf(StaffWithPasswordSchema, ({ name }) => `${name} was created`),
    },
    errors: ['STAFF_BEYOND_REACH', 'PERMISSION_NOT_HELD', 'LABORATORY_NOT_FOUND', 'EMAIL_TAKEN', 'TOO_MANY_LOGINS'],
    metadata: { permission: 'staff.create', fresh: true },
  },
  update: {
    method: 'PUT',
    path: '/staff/:id',
    summary: 'Change, suspend, resume or rehire a person',
    description:
      'Suspending ends the person’s sessions and sockets at once. `OWN_WORK` refuses fields that decide what the ' +
      'caller’s own work counts for. `VERSION_CONFLICT` contains the current person. Another email address, role or ' +
      'deputy opens a way into an account or to its rights: `CONFIRMATION_REQUIRED` asks for a confirmation of who ' +
      'the caller is.',
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
      'CONFIRMATION_REQUIRED',
      'TOO_MANY_LOGINS',
    ],
    metadata: { permission: 'staff.edit' },
  },
  openWork: {
    method: 'GET',
    path: '/staff/:id/open-work',
    summary: 'List what a person leaves open',
    description: 'What someone else has to settle, shown before a person is suspended or exits. It prevents neither.',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(BlockerSchema)) },
    errors: ['STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.view' },
  },
  exit: {
    method: 'DELETE',
    path: '/staff/:id',
    summary: 'Record that a person has left',
    description: 'Ends the person’s sessions and sockets at once. No data is removed.',
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
  setPermissions: {
    method: 'PUT',
    path: '/staff/:id/permissions',
    summary: 'Grant and revoke permissions of a person of the staff',
    description: 'The same as `PUT /api/permissions/users/{id}`.',
    pathParams: IdParams,
    body: SetPermissionsBody,
    responses: { 200: savedPermissions },
    errors: accessErrors,
    metadata: { permission: 'permissions.edit', fresh: true },
  },
  issuePassword: {
    method: 'POST',
    path: '/staff/:id/temporary-password',
    summary: 'Issue another temporary password',
    description:
      'Ends the person’s sessions. The password is only in this response and must be changed at the next sign-in.',
    pathParams: IdParams,
    headers: idempotent,
    body: z.object({ version: VersionSchema.optional() }).default({}),
    responses: {
      200: successOf(StaffWithPasswordSchema, ({ name }) => `${name} has a new temporary password`),
    },
    errors: accessErrors,
    metadata: { permission: 'staff.edit', fresh: true },
  },
  history: historyRoute({
    path: '/staff/:id/history',
    summary: 'Get the history of a person',
    description: 'Every change to the person, newest first, with the fields before and after.',
    errors: ['STAFF_NOT_FOUND'],
    permission: 'staff.view',
  }),
  sessions: {
    method: 'GET',
    path: '/staff/:id/sessions',
    summary: 'List the sessions of a person',
    description: 'Last used first.',
    pathParams: IdParams,
    responses: { 200: successOf(z.array(SessionSchema)) },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  endSessions: {
    method: 'DELETE',
    path: '/staff/:id/sessions',
    summary: 'Sign a person out everywhere',
    description: 'Ends every session and socket of the person.',
    pathParams: IdParams,
    responses: { 200: doneOf('All sessions have ended') },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
  endSession: {
    method: 'DELETE',
    path: '/staff/:id/sessions/:sessionId',
    summary: 'End a session of a person',
    description: 'Its token is refused from then on.',
    pathParams: IdParams.extend({ sessionId: IdSchema }),
    responses: { 200: doneOf('The session has ended') },
    errors: ['STAFF_BEYOND_REACH', 'STAFF_NOT_FOUND', 'SESSION_NOT_FOUND'],
    metadata: { permission: 'staff.edit' },
  },
});
