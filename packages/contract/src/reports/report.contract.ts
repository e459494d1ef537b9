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
  /**
   * The file is sent while it is written, which does not wait for the reader. `X-Report-Id` is its id in the history;
   * `report:progress` reports its progress. Closing the connection cancels it. `UNAVAILABLE` while several files of the
   * person are being written.
   */
  generateExcel: {
    method: 'POST',
    path: '/reports/generate-excel',
    summary: 'Generate an Excel report of a period',
    body: GenerateReportBody,
    responses: { 200: fileOf() },
    errors: ['LABORATORY_NOT_FOUND', 'REPORT_TOO_LARGE'],
    metadata: { permission: 'reports.export' },
  },
  /** Newest first; only kinds and laboratories that the viewer could generate a report of. */
  history: {
    method: 'GET',
    path: '/reports/history',
    summary: 'List generated reports',
    query: ReportHistoryQuery,
    responses: { 200: pageOf(ReportSchema) },
    metadata: { permission: 'reports.view' },
  },
  /** The file as it was sent. `REPORT_FILE_GONE` if it is no longer kept. */
  file: {
    method: 'GET',
    path: '/reports/history/:id/file',
    summary: 'Download a generated report again',
    pathParams: IdParams,
    responses: { 200: fileOf() },
    errors: ['REPORT_NOT_FOUND', 'REPORT_FILE_GONE'],
    metadata: { permission: 'reports.export' },
  },
  /** Reads the rows of the report again and compares them with those that were sent. */
  drift: {
    method: 'GET',
    path: '/reports/history/:id/drift',
    summary: 'Compare a generated report with the current data',
    pathParams: IdParams,
    responses: { 200: successOf(ReportDriftSchema) },
    errors: ['REPORT_NOT_FOUND', 'REPORT_FILE_GONE'],
    metadata: { permission: 'reports.export' },
  },
  schedules: {
    method: 'GET',
    path: '/reports/schedules',
    summary: 'List scheduled reports',
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(ReportScheduleSchema) },
    metadata: { permission: 'reports.export' },
  },
  createSchedule: {
    method: 'POST',
    path: '/reports/schedules',
    summary: 'Schedule a report',
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
    pathParams: IdParams,
    responses: { 200: successOf(ReportScheduleSchema) },
    errors: ['REPORT_SCHEDULE_NOT_FOUND'],
    metadata: { permission: 'reports.export' },
  },
  /** The person who saves it becomes its owner. */
  updateSchedule: {
    method: 'PUT',
    path: '/reports/schedules/:id',
    summary: 'Change, pause or resume a scheduled report',
    pathParams: IdParams,
    body: UpdateReportScheduleBody,
    responses: {
      200: successOf(ReportScheduleSchema, ({ name }) => `${name} was saved`),
    },
    errors: ['REPORT_SCHEDULE_LIMIT', 'REPORT_SCHEDULE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'reports.export' },
  },
  /** Its reports stay in the history. */
  removeSchedule: {
    method: 'DELETE',
    path: '/reports/schedules/:id',
    summary: 'Remove a scheduled report',
    pathParams: IdParams,
    query: VersionQuery,
    responses: {
      200: successOf(ReportScheduleSchema, ({ name }) => `${name} was removed`),
    },
    errors: ['REPORT_SCHEDULE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'reports.export' },
  },
});
