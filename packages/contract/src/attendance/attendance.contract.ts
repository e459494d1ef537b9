import { AuditEntrySchema } from '../common/audit.js';
import { DecisionBody, DecisionsBody, DecisionsSchema } from '../common/decision.js';
import { conflict, doneOf, notFound, pageOf, successOf } from '../common/envelope.js';
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
    responses: { 200: successOf(QrCodeSchema), ...notFound },
    metadata: { permission: 'attendance.create' },
  },
  /**
   * 409 `ALREADY_CLOCKED_IN` with the open record, `LABORATORY_SUSPENDED`, `LABORATORY_ARCHIVED`, `CODE_REUSED`;
   * 400 `CODE_INVALID`, `CODE_EXPIRED`, `CODE_OF_OTHER_LABORATORY`.
   */
  clockIn: {
    method: 'POST',
    path: '/attendance/clock-in',
    summary: 'Clock in at the laboratory',
    headers: idempotent,
    body: PunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, "You're clocked in"), ...notFound, ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** 409 `NOT_CLOCKED_IN`. A code is refused as when clocking in; without a code it always succeeds. */
  clockOut: {
    method: 'POST',
    path: '/attendance/clock-out',
    summary: 'Clock out of the laboratory',
    headers: idempotent,
    body: ClockOutBody,
    responses: { 200: successOf(AttendanceRecordSchema, "You're clocked out"), ...notFound, ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** 409 `NOT_CLOCKED_IN`, `ALREADY_ON_BREAK`. */
  startBreak: {
    method: 'POST',
    path: '/attendance/break-start',
    summary: 'Start a break',
    headers: idempotent,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your break has started'), ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** 409 `NOT_ON_BREAK`. */
  endBreak: {
    method: 'POST',
    path: '/attendance/break-end',
    summary: 'End the break',
    headers: idempotent,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your break has ended'), ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /**
   * Exactly once per code, person and action, and per `punchId`, also if the request with that key arrived after all;
   * repeating it returns the record. Always needs approval. 400 as `clockIn`, but a code or a tap is accepted for 72
   * hours, `OFFLINE_PUNCH_TOO_OLD`; 409 `ALREADY_CLOCKED_IN`, `NOT_CLOCKED_IN`, `OFFLINE_PUNCH_IMPOSSIBLE`.
   */
  offlinePunch: {
    method: 'POST',
    path: '/attendance/offline-punches',
    summary: 'Send a clocking that was made offline',
    body: OfflinePunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your time was sent'), ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** 409 `CORRECTION_PENDING`. */
  requestCorrection: {
    method: 'POST',
    path: '/attendance/corrections',
    summary: "Request the correction of one's own day",
    headers: idempotent,
    body: CorrectionBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was sent'), ...notFound, ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** 409 `NO_CORRECTION`. */
  withdrawCorrection: {
    method: 'POST',
    path: '/attendance/:id/withdraw-correction',
    summary: "Withdraw one's own request",
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was withdrawn'), ...notFound, ...conflict },
    metadata: { permission: 'attendance.clock' },
  },
  /** The viewer's own laboratory when omitted. */
  board: {
    method: 'GET',
    path: '/attendance/board',
    summary: "Get a laboratory's people on one day",
    query: LaboratoryDayQuery,
    responses: { 200: successOf(DayBoardSchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  people: {
    method: 'GET',
    path: '/attendance/people',
    summary: 'List where people stand on a day',
    query: PeopleOnDayQuery,
    responses: { 200: pageOf(PersonOnDaySchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  month: {
    method: 'GET',
    path: '/attendance/month',
    summary: "Get a laboratory's month",
    query: AttendanceMonthQuery,
    responses: { 200: successOf(AttendanceMonthSchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  /** The month sheet with its totals; 400 `EXPORT_TOO_LARGE` above 32 MB of text. */
  exportMonth: {
    method: 'GET',
    path: '/attendance/month/export',
    summary: 'Export a month as an Excel file',
    query: AttendanceMonthExportQuery,
    responses: { 200: fileOf(), ...notFound },
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
    responses: { 200: successOf(AttendanceStatsSchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  get: {
    method: 'GET',
    path: '/attendance/:id',
    summary: 'Get an attendance record',
    pathParams: IdParams,
    responses: { 200: successOf(AttendanceRecordSchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  /** Every change, newest first. */
  history: {
    method: 'GET',
    path: '/attendance/:id/history',
    summary: 'Get the history of an attendance record',
    pathParams: IdParams,
    query: PageQuery.pick({ page: true, limit: true }),
    responses: { 200: pageOf(AuditEntrySchema), ...notFound },
    metadata: { permission: 'attendance.view' },
  },
  /**
   * Needs approval by somebody else. 400 on `userId` for oneself and for people of no lower role; 409
   * `ATTENDANCE_DAY_TAKEN`; 404 `STAFF_NOT_FOUND`.
   */
  create: {
    method: 'POST',
    path: '/attendance',
    summary: 'Enter a day manually',
    headers: idempotent,
    body: CreateAttendanceBody,
    responses: {
      201: successOf(AttendanceRecordSchema, ({ userId }) => `${userId.name}’s day was entered`),
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'attendance.create' },
  },
  /** Needs approval by somebody else. 403 `OWN_ATTENDANCE`; 409 `VERSION_CONFLICT`. */
  update: {
    method: 'PUT',
    path: '/attendance/:id',
    summary: 'Correct the times of a record',
    pathParams: IdParams,
    body: UpdateAttendanceBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'The record was corrected'), ...notFound, ...conflict },
    metadata: { permission: 'attendance.edit' },
  },
  /** 403 `OWN_ATTENDANCE`, `APPROVER_TOO_LOW`, `OWN_ENTRY`; 409 `ATTENDANCE_ALREADY_DECIDED`, `VERSION_CONFLICT`. */
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
      ...notFound,
      ...conflict,
    },
    metadata: { permission: 'attendance.approve' },
  },
  bulkApprove: {
    method: 'POST',
    path: '/attendance/bulk-approve',
    summary: 'Approve or reject several records',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema), ...notFound, ...conflict },
    metadata: { permission: 'attendance.approve' },
  },
  /** The record no longer counts, and stays in the history. */
  remove: {
    method: 'DELETE',
    path: '/attendance/:id',
    summary: 'Remove a record',
    pathParams: IdParams,
    query: z.object({ version: z.coerce.number<number>().int().min(1).optional() }),
    responses: { 200: doneOf('The record was removed'), ...notFound, ...conflict },
    metadata: { permission: 'attendance.remove' },
  },
});
