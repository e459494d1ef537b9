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
  /** A code is refused as when clocking in; without a code it always succeeds. */
  clockOut: {
    method: 'POST',
    path: '/attendance/clock-out',
    summary: 'Clock out of the laboratory',
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
    responses: { 200: successOf(AttendanceRecordSchema, 'Your time was sent') },
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
    errors: ['ATTENDANCE_NOT_FOUND', 'VERSION_CONFLICT', 'NO_CORRECTION'],
    metadata: { permission: 'attendance.clock' },
  },
});
