import { DecisionBody, DecisionsBody, DecisionsSchema, ReasonQuery } from '../common/decision.js';
import { doneOf, pageOf, successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
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
import { ReplaceShiftBody } from './roster.schema.js';

/** What refuses a change of someone’s record. */
const changeErrors = [
  'OWN_ATTENDANCE',
  'APPROVER_TOO_LOW',
  'APPROVER_DEPENDENT',
  'ATTENDANCE_NOT_FOUND',
  'VERSION_CONFLICT',
  'ATTENDANCE_OPEN',
  'CORRECTION_PENDING',
  'MONTH_CLOSED',
] as const;

export const attendanceContract = defineRoutes({
  list: {
    method: 'GET',
    path: '/attendance',
    summary: 'List attendance records',
    description:
      'Records of the caller’s scope, the latest day first. Days are those of each laboratory’s calendar. People ' +
      'with the scope “own” get their own records.',
    query: AttendanceListQuery,
    responses: { 200: pageOf(AttendanceRecordSchema) },
    metadata: { permission: 'attendance.view' },
  },
  mine: {
    method: 'GET',
    path: '/attendance/me',
    summary: 'List one’s own attendance records',
    description: 'The caller’s own records in every laboratory, the latest day first.',
    query: MyAttendanceQuery,
    responses: { 200: pageOf(AttendanceRecordSchema) },
    metadata: { permission: 'attendance.view' },
  },
  ...clockRoutes,
  board: {
    method: 'GET',
    path: '/attendance/board',
    summary: 'Get a laboratory’s people on one day',
    description:
      'The people of the laboratory on that day, each with where they are. Without `laboratoryId`, it’s the ' +
      'caller’s own laboratory; without `day`, today.',
    query: LaboratoryDayQuery,
    responses: { 200: successOf(DayBoardSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  people: {
    method: 'GET',
    path: '/attendance/people',
    summary: 'List people with where they are on a day',
    description:
      'Without `laboratoryId`, people of the caller’s own laboratory or, for callers without one, of all ' +
      'laboratories in scope. The day is each laboratory’s today by default.',
    query: PeopleOnDayQuery,
    responses: { 200: pageOf(PersonOnDaySchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  month: {
    method: 'GET',
    path: '/attendance/month',
    summary: 'Get a laboratory’s month',
    description: 'A mark for each person and day, with totals for each person. Defaults to the current month.',
    query: AttendanceMonthQuery,
    responses: { 200: successOf(AttendanceMonthSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  exportMonth: {
    method: 'GET',
    path: '/attendance/month/export',
    summary: 'Export a month as an Excel file',
    description: 'The month sheet with its totals, as a file with up to 32 MB of text.',
    query: AttendanceMonthExportQuery,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE', 'LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.export' },
  },
  report: {
    method: 'GET',
    path: '/attendance/report',
    summary: 'Sum up attendance by person, day or laboratory',
    description:
      'Rows with totals, by name or day, for a period of up to 366 days. It defaults to the current month through ' +
      'today.',
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
    description:
      'Counts of the people who are expected, present, late, absent and on leave. Callers without a laboratory get ' +
      'all laboratories in scope unless they name one.',
    query: LaboratoryDayQuery,
    responses: { 200: successOf(AttendanceStatsSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  get: {
    method: 'GET',
    path: '/attendance/:id',
    summary: 'Get an attendance record',
    description: 'The record with its shift, the evidence of each punch and the calculation of its times.',
    pathParams: IdParams,
    responses: { 200: successOf(AttendanceRecordSchema) },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  history: historyRoute({
    path: '/attendance/:id/history',
    summary: 'Get the history of an attendance record',
    description: 'Every change to the record, newest first, with the fields before and after.',
    errors: ['ATTENDANCE_NOT_FOUND'],
    permission: 'attendance.view',
  }),
  create: {
    method: 'POST',
    path: '/attendance',
    summary: 'Enter an attendance record manually',
    description:
      'Only for people with a lower role than the caller. Someone else has to approve the record. `CORRECTION_PENDING`: ' +
      'the person requested a correction of the day, which is to be decided first.',
    headers: idempotent,
    body: CreateAttendanceBody,
    responses: {
      201: successOf(AttendanceRecordSchema, ({ userId }) => `${userId.name}’s day was entered`),
    },
    errors: [
      'STAFF_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ATTENDANCE_DAY_TAKEN',
      'CORRECTION_PENDING',
      'MONTH_CLOSED',
    ],
    metadata: { permission: 'attendance.create' },
  },
  update: {
    method: 'PUT',
    path: '/attendance/:id',
    summary: 'Correct the times of an attendance record',
    description: 'The corrected record needs approval by someone else. No one corrects their own record.',
    pathParams: IdParams,
    body: UpdateAttendanceBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'The record was corrected') },
    errors: [...changeErrors, 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'attendance.edit' },
  },
  replaceShift: {
    method: 'POST',
    path: '/attendance/:id/shift',
    summary: 'Request a shift change for a recorded day',
    description:
      'Asks that the day be calculated with a shift type of the laboratory, as a day off, or with the person’s weekly ' +
      'shift. Recorded times don’t change. The shift counts once someone else approves it. No one requests it for ' +
      'their own day.',
    headers: idempotent,
    pathParams: IdParams,
    body: ReplaceShiftBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'The shift change was requested') },
    errors: [...changeErrors, 'SHIFT_TYPE_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'attendance.roster' },
  },
  approve: {
    method: 'PUT',
    path: '/attendance/:id/approve',
    summary: 'Approve or reject an attendance record',
    description: 'No one decides on their own record or on one that they entered. A rejection needs a reason.',
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
      'MONTH_CLOSED',
    ],
    metadata: { permission: 'attendance.approve' },
  },
  bulkApprove: {
    method: 'POST',
    path: '/attendance/bulk-approve',
    summary: 'Approve or reject several attendance records',
    description:
      'Up to 100 records. Each is decided independently, and the result explains those that couldn’t be decided.',
    headers: idempotent,
    body: DecisionsBody,
    responses: { 200: successOf(DecisionsSchema) },
    errors: ['ATTENDANCE_NOT_FOUND'],
    metadata: { permission: 'attendance.approve' },
  },
  remove: {
    method: 'DELETE',
    path: '/attendance/:id',
    summary: 'Remove an attendance record',
    description: 'The record no longer counts. It’s kept in the history with the reason, which the person is told.',
    pathParams: IdParams,
    query: ReasonQuery,
    responses: { 200: doneOf('The record was removed') },
    errors: changeErrors,
    metadata: { permission: 'attendance.remove' },
  },
});
