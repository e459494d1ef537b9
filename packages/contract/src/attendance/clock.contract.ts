import { successOf } from '../common/envelope.js';
import { IdParams, VersionSchema } from '../common/id.js';
import { defineRoutes, idempotent } from '../common/route.js';
import { z } from 'zod';
import { ClockStateSchema, QrCodeSchema } from './clock.schema.js';
import { LaboratoryDayQuery } from './attendance-overview.schema.js';
import {
  AttendanceRecordSchema,
  ClockOutBody,
  CorrectionBody,
  OfflinePunchBody,
  PunchBody,
} from './attendance.schema.js';

/** Clocking in and out, and what a person asks to have corrected. */
export const clockRoutes = defineRoutes({
  clock: {
    method: 'GET',
    path: '/attendance/clock',
    summary: 'Get the state of one’s own clock',
    description: 'Whether the caller is clocked in, with today’s shift and calendar, and what the caller can do now.',
    responses: { 200: successOf(ClockStateSchema) },
    metadata: { permission: 'attendance.clock' },
  },
  qrCode: {
    method: 'GET',
    path: '/attendance/qr-code',
    summary: 'Get the current code of a laboratory',
    description:
      'The code that a display on the wall shows. People who can only see their own attendance can’t read it.',
    query: LaboratoryDayQuery.pick({ laboratoryId: true }),
    responses: { 200: successOf(QrCodeSchema) },
    errors: ['LABORATORY_NOT_FOUND', 'LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED'],
    metadata: { permission: 'attendance.create' },
  },
  clockIn: {
    method: 'POST',
    path: '/attendance/clock-in',
    summary: 'Clock in at the laboratory',
    description:
      'The time is the server’s. Only people who belong to no laboratory name one. `ALREADY_CLOCKED_IN` contains the ' +
      'open record.',
    headers: idempotent,
    body: PunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, "You're clocked in") },
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
  clockOut: {
    method: 'POST',
    path: '/attendance/clock-out',
    summary: 'Clock out of the laboratory',
    description:
      'The time is the server’s. A code is checked as when clocking in; without a code, a clock-out always ' +
      'succeeds.',
    headers: idempotent,
    body: ClockOutBody,
    responses: { 200: successOf(AttendanceRecordSchema, "You're clocked out") },
    errors: [
      'CODE_INVALID',
      'CODE_EXPIRED',
      'CODE_OF_REMOVED_DISPLAY',
      'CODE_OF_OTHER_LABORATORY',
      'NOT_CLOCKED_IN',
      'CODE_REUSED',
    ],
    metadata: { permission: 'attendance.clock' },
  },
  startBreak: {
    method: 'POST',
    path: '/attendance/break-start',
    summary: 'Start a break',
    description: 'Belongs to the open record, at the server’s time.',
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
    description: 'Ends the break that was started, at the server’s time.',
    headers: idempotent,
    body: z.object({}).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your break has ended') },
    errors: ['NOT_CLOCKED_IN', 'NOT_ON_BREAK'],
    metadata: { permission: 'attendance.clock' },
  },
  offlinePunch: {
    method: 'POST',
    path: '/attendance/offline-punches',
    summary: 'Send a clock-in or clock-out that was made offline',
    description:
      'Counts once for each code, person and action and for each `punchId`, even if the original request arrived. ' +
      'Always needs approval. A code or a tap is accepted for 72 hours.',
    body: OfflinePunchBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your time was sent') },
    errors: [
      'CODE_INVALID',
      'CODE_EXPIRED',
      'CODE_OF_OTHER_LABORATORY',
      'OFFLINE_PUNCH_TOO_OLD',
      'CODE_OF_REMOVED_DISPLAY',
      'LABORATORY_ARCHIVED',
      'LABORATORY_SUSPENDED',
      'ALREADY_CLOCKED_IN',
      'NOT_CLOCKED_IN',
      'OFFLINE_PUNCH_IMPOSSIBLE',
      'DAY_FULL',
      'MONTH_CLOSED',
    ],
    metadata: { permission: 'attendance.clock' },
  },
  requestCorrection: {
    method: 'POST',
    path: '/attendance/corrections',
    summary: 'Request a correction of one’s own day',
    description:
      'For a day with wrong times, or one on which the caller forgot to clock in. Someone else decides on the ' +
      'request.',
    headers: idempotent,
    body: CorrectionBody,
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was sent') },
    errors: ['LABORATORY_ARCHIVED', 'LABORATORY_SUSPENDED', 'ATTENDANCE_OPEN', 'CORRECTION_PENDING', 'MONTH_CLOSED'],
    metadata: { permission: 'attendance.clock' },
  },
  withdrawCorrection: {
    method: 'POST',
    path: '/attendance/:id/withdraw-correction',
    summary: 'Withdraw one’s own request for a correction',
    description: 'Only while the request is pending.',
    pathParams: IdParams,
    body: z.object({ version: VersionSchema.optional() }).prefault({}),
    responses: { 200: successOf(AttendanceRecordSchema, 'Your request was withdrawn') },
    errors: ['ATTENDANCE_NOT_FOUND', 'VERSION_CONFLICT', 'NO_CORRECTION'],
    metadata: { permission: 'attendance.clock' },
  },
});
