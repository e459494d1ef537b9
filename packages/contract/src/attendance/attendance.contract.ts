import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionQuery } from '../common/id.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import { historyRoute } from '../common/route-families.js';
import { attendanceAnalyticsRoute } from './attendance-analytics.js';
import { attendanceRehearsalRoute } from './attendance-rehearsal.js';
import { clockRoutes } from './clock.contract.js';
import {
  AttendanceMonthExportQuery,
  AttendanceMonthQuery,
  AttendanceMonthSchema,
  AttendanceReportQuery,
  AttendanceReportSchema,
  AttendanceStatsSchema,
  DayBoardSchema,
  LaboratoryDayQuery,
  PeopleOnDayQuery,
  PersonOnDaySchema,
} from './attendance-overview.schema.js';
import {
  AttendanceListQuery,
  AttendanceRecordSchema,
  CreateAttendanceBody,
  MyAttendanceQuery,
  UpdateAttendanceBody,
} from './attendance.schema.js';

export const attendanceContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance',
    summary: 'List attendance records',
    query: AttendanceListQuery,
    responses: { 200: pageOf(AttendanceRecordSchema) },
    metadata: { permission: 'attendance.view' },
  },
  /** The viewer's own records in every laboratory. */
  mine: {
    method: 'GET',
    path: '/attendance/me',
    summary: "List one's own attendance records",
    query: MyAttendanceQuery,
    responses: { 200: pageOf(AttendanceRecordSchema) },
    metadata: { permission: 'attendance.view' },
  },
  ...clockRoutes,
  /** The viewer's own laboratory when omitted. */
  board: {
    method: 'GET',
    path: '/attendance/board',
    summary: "Get a laboratory's people on one day",
    query: LaboratoryDayQuery,
    responses: { 200: successOf(DayBoardSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  people: {
    method: 'GET',
    path: '/attendance/people',
    summary: 'List where people stand on a day',
    query: PeopleOnDayQuery,
    responses: { 200: pageOf(PersonOnDaySchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  month: {
    method: 'GET',
    path: '/attendance/month',
    summary: "Get a laboratory's month",
    query: AttendanceMonthQuery,
    responses: { 200: successOf(AttendanceMonthSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  /** The month sheet with its totals, up to 32 MB of text. */
  exportMonth: {
    method: 'GET',
    path: '/attendance/month/export',
    summary: 'Export a month as an Excel file',
    query: AttendanceMonthExportQuery,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE', 'LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.export' },
  },
  report: {
    method: 'GET',
    path: '/attendance/report',
    summary: 'Sum up attendance by person, day or laboratory',
    query: AttendanceReportQuery,
    responses: { 200: successOf(AttendanceReportSchema) },
    metadata: { permission: 'attendance.view' },
  },
  analytics: attendanceAnalyticsRoute,
  rehearsal: attendanceRehearsalRoute,
  stats: {
    method: 'GET',
    path: '/attendance/stats',
    summary: 'Get the attendance of a day',
    query: LaboratoryDayQuery,
    responses: { 200: successOf(AttendanceStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  get: {
    method: 'GET',
    path: '/attendance/:id',
    summary: 'Get an attendance record',
    pathParams: IdParams,
    responses: { 200: successOf(AttendanceRecordSchema) },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  /** Every change, newest first. */
  history: historyRoute({
    path: '/attendance/:id/history',
    summary: 'Get the history of an attendance record',
    errors: ['ATTENDANCE_NOT_FOUND'],
    permission: 'attendance.view',
  }),
  /** Needs approval by somebody else. Only for people of a lower role. */
  create: {
    method: 'POST',
    path: '/attendance',
    summary: 'Enter a day manually',
    headers: idempotent,
    body: CreateAttendanceBody,
    responses: {
      201: successOf(AttendanceRecordSchema, ({ userId }) => `${userId.name}’s day was entered`),
    },
    errors: ['STAFF_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'ATTENDANCE_DAY_TAKEN'],
    metadata: { permission: 'attendance.create' },
  },
  /** Needs approval by somebody else. */
  update: {
    method: 'PUT',
    path: '/attendance/:id',
    summary: 'Correct the times of a record',
    pathParams: IdParams,
    body: UpdateAttendanceBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'The record was corrected') },
    errors: [
      'OWN_ATTENDANCE',
      'ATTENDANCE_NOT_FOUND',
      'VERSION_CONFLICT',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ATTENDANCE_OPEN',
    ],
    metadata: { permission: 'attendance.edit' },
  },
  approve: {
    method: 'PUT',
    path: '/attendance/:id/approve',
    summary: 'Approve or reject a record',
    pathParams: IdParams,
    body: DecisionBody,
    responses: {
      200: successOf(AttendanceRecordSchema, ({ approvalStatus, userId, workDate }) =>
        approvalStatus === 'rejected'
          ? `${userId.name}, ${workDate}: rejected`
          : `${userId.name}, ${workDate}: approved`,
      ),
    },
    errors: [
      'OWN_ATTENDANCE',
      'OWN_ENTRY',
      'APPROVER_TOO_LOW',
      'APPROVER_DEPENDENT',
      'ATTENDANCE_NOT_FOUND',
      'VERSION_CONFLICT',
      'ATTENDANCE_ALREADY_DECIDED',
    ],
    metadata: { permission: 'attendance.approve' },
  },
  bulkApprove: {
    method: 'POST',
    path: '/attendance/bulk-approve',
    summary: 'Approve or reject several records',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.approve' },
  },
  /** The record no longer counts, and stays in the history. */
  remove: {
    method: 'DELETE',
    path: '/attendance/:id',
    summary: 'Remove a record',
    pathParams: IdParams,
    query: VersionQuery,
    responses: { 200: doneOf('The record was removed') },
    errors: ['ATTENDANCE_NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.remove' },
  },
});
