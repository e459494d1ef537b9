import { pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionQuery } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import {
  CreateReportScheduleBody,
  GenerateReportBody,
  ReportDriftSchema,
  ReportHistoryQuery,
  ReportScheduleSchema,
  ReportSchema,
  UpdateReportScheduleBody,
} from './report.schema.js';

/** Every route also requires the permission of the kind, see `reportPermissions`: 403 without it. */
export const reportsContract = defineRoutes({
  generateExcel: {
    method: 'POST',
    path: '/reports/generate-excel',
    summary: 'Generate an Excel report of a period',
    description:
      'The caller also needs the permission for the kind of report. The file is sent while it’s written. ' +
      '`X-Report-Id` is its id in the history, and the event `report:progress` reports its progress. Closing the ' +
      'connection cancels it. `UNAVAILABLE` while several files of the caller are being written.',
    body: GenerateReportBody,
    responses: { 200: fileOf() },
    errors: ['LABORATORY_NOT_FOUND', 'REPORT_TOO_LARGE'],
    metadata: { permission: 'reports.export' },
  },
  history: {
    method: 'GET',
    path: '/reports/history',
    summary: 'List generated reports',
    description: 'Newest first. Only kinds and laboratories of which the caller could generate a report.',
    query: ReportHistoryQuery,
    responses: { 200: pageOf(ReportSchema) },
    metadata: { permission: 'reports.view' },
  },
  file: {
    method: 'GET',
    path: '/reports/history/:id/file',
    summary: 'Download a generated report again',
    description: 'The file as it was sent. `REPORT_FILE_GONE` if it’s no longer kept.',
    pathParams: IdParams,
    responses: { 200: fileOf() },
    errors: ['REPORT_NOT_FOUND', 'REPORT_FILE_GONE'],
    metadata: { permission: 'reports.export' },
  },
  drift: {
    method: 'GET',
    path: '/reports/history/:id/drift',
    summary: 'Compare a generated report with the current data',
    description: 'Reads the rows of the report again and compares them with those that were sent.',
    pathParams: IdParams,
    responses: { 200: successOf(ReportDriftSchema) },
    errors: ['REPORT_NOT_FOUND', 'REPORT_FILE_GONE', 'REPORT_TOO_LARGE'],
    metadata: { permission: 'reports.export' },
  },
  schedules: {
    method: 'GET',
    path: '/reports/schedules',
    summary: 'List scheduled reports',
    description: 'Only kinds and laboratories of which the caller could generate a report.',
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(ReportScheduleSchema) },
    metadata: { permission: 'reports.export' },
  },
  createSchedule: {
    method: 'POST',
    path: '/reports/schedules',
    summary: 'Schedule a report',
    description: 'The caller becomes the owner, and needs the permission for the kind of report.',
    headers: idempotent,
    body: CreateReportScheduleBody,
    responses: { 201: successOf(ReportScheduleSchema, ({ name }) => `${name} was scheduled`) },
    errors: ['LABORATORY_NOT_FOUND', 'REPORT_SCHEDULE_LIMIT'],
    metadata: { permission: 'reports.export' },
  },
  schedule: {
    method: 'GET',
    path: '/reports/schedules/:id',
    summary: 'Get a scheduled report',
    description: 'The schedule with its next run and what the caller can do with it.',
    pathParams: IdParams,
    responses: { 200: successOf(ReportScheduleSchema) },
    errors: ['REPORT_SCHEDULE_NOT_FOUND'],
    metadata: { permission: 'reports.export' },
  },
  updateSchedule: {
    method: 'PUT',
    path: '/reports/schedules/:id',
    summary: 'Change, pause or resume a scheduled report',
    description:
      'The caller becomes its owner, unless they only pause it. Otherwise, reports that have failed are tried again.',
    pathParams: IdParams,
    body: UpdateReportScheduleBody,
    responses: {
      200: successOf(ReportScheduleSchema, ({ name }) => `${name} was saved`),
    },
    errors: ['REPORT_SCHEDULE_LIMIT', 'REPORT_SCHEDULE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'reports.export' },
  },
  removeSchedule: {
    method: 'DELETE',
    path: '/reports/schedules/:id',
    summary: 'Remove a scheduled report',
    description: 'Its reports stay in the history.',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(ReportScheduleSchema, ({ name }) => `${name} was removed`),
    },
    errors: ['REPORT_SCHEDULE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'reports.export' },
  },
});
