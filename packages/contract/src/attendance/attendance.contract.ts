import { AuditEntrySchema } from '../common/audit.js';
import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import { z } from 'zod';
import { attendanceAnalyticsRoute } from './attendance-analytics.js';
import { attendanceRehearsalRoute } from './attendance-rehearsal.js';
import { ClockStateSchema, QrCodeSchema } from './clock.schema.js';
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
  ClockOutBody,
  CorrectionBody,
  CreateAttendanceBody,
  MyAttendanceQuery,
  OfflinePunchBody,
  PunchBody,
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
  clock: {
    method: 'GET',
    path: '/attendance/clock',
    summary: "Get the state of one's own clock",
    responses: { 200: successOf(ClockStateSchema) },
    metadata: { permission: 'attendance.clock' },
  },
  /** For a display on the wall. People who may only see their own attendance cannot read it. */
  qrCode: {
    method: 'GET',
    path: '/attendance/qr-code',
    summary: 'Get the current code of a laboratory',
    query: LaboratoryDayQuery.pick({ laboratoryId: true }),
    responses: { 200: successOf(QrCodeSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.create' },
  },
  /** `ALREADY_CLOCKED_IN` contains the open record. */
  clockIn: {
    method: 'POST',
    path: '/attendance/clock-in',
    summary: 'Clock in at the laboratory',
    headers: idempotent,
    body: PunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'You are clocked in') },
    errors: [
      'CODE_INVALID',
      'CODE_EXPIRED',
      'CODE_OF_REMOVED_DISPLAY',
      'CODE_OF_OTHER_LABORATORY',
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'DAY_FULL',
      'ALREADY_CLOCKED_IN',
      'CODE_REUSED',
    ],
    metadata: { permission: 'attendance.clock' },
  },
  /** A code is refused as when clocking in; without a code it always succeeds. */
  clockOut: {
    method: 'POST',
    path: '/attendance/clock-out',
    summary: 'Clock out of the laboratory',
    headers: idempotent,
    body: ClockOutBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'You are clocked out') },
    errors: ['NOT_CLOCKED_IN'],
    metadata: { permission: 'attendance.clock' },
  },
  startBreak: {
    method: 'POST',
    path: '/attendance/break-start',
    summary: 'Start a break',
    headers: idempotent,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your break has started') },
    errors: ['DAY_FULL', 'NOT_CLOCKED_IN', 'ALREADY_ON_BREAK'],
    metadata: { permission: 'attendance.clock' },
  },
  endBreak: {
    method: 'POST',
    path: '/attendance/break-end',
    summary: 'End the break',
    headers: idempotent,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your break has ended') },
    errors: ['NOT_CLOCKED_IN', 'NOT_ON_BREAK'],
    metadata: { permission: 'attendance.clock' },
  },
  /**
   * Exactly once per code, person and action, and per `punchId`, also if the request with that key arrived after all;
   * repeating it returns the record. Always needs approval. Refused as `clockIn` is, but a code or a tap is accepted for
   * 72 hours.
   */
  offlinePunch: {
    method: 'POST',
    path: '/attendance/offline-punches',
    summary: 'Send a clocking that was made offline',
    body: OfflinePunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your clocking was sent') },
    errors: [
      'CODE_INVALID',
      'CODE_EXPIRED',
      'OFFLINE_PUNCH_TOO_OLD',
      'CODE_OF_REMOVED_DISPLAY',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ALREADY_CLOCKED_IN',
      'NOT_CLOCKED_IN',
      'OFFLINE_PUNCH_IMPOSSIBLE',
    ],
    metadata: { permission: 'attendance.clock' },
  },
  requestCorrection: {
    method: 'POST',
    path: '/attendance/corrections',
    summary: "Request the correction of one's own day",
    headers: idempotent,
    body: CorrectionBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was sent') },
    errors: ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'ATTENDANCE_OPEN', 'CORRECTION_PENDING'],
    metadata: { permission: 'attendance.clock' },
  },
  withdrawCorrection: {
    method: 'POST',
    path: '/attendance/:id/withdraw-correction',
    summary: "Withdraw one's own request",
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was withdrawn') },
    errors: ['ATTENDANCE_NOT_FOUND', 'NO_CORRECTION'],
    metadata: { permission: 'attendance.clock' },
  },
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
  history: {
    method: 'GET',
    path: '/attendance/:id/history',
    summary: 'Get the history of an attendance record',
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema) },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  /** Needs approval by somebody else. Only for people of a lower role. */
  create: {
    method: 'POST',
    path: '/attendance',
    summary: 'Enter a day manually',
    headers: idempotent,
    body: CreateAttendanceBody,
    responses: {
      201: successOf(AttendanceRecordSchema, ({ userId }) => `The day of ${userId.name} was entered`),
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
    query: z.object({ version: z.coerce.number<number>().int().min(1).optional() }),
    responses: { 200: doneOf('The record was removed') },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.remove' },
  },
});
