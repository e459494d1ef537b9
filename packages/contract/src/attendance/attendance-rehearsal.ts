import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { IdSchema } from '../common/id.js';
import { rehearsalOf } from '../common/rehearsal.js';
import { dayThresholds } from './attendance.policy.js';
import { AttendancePersonSchema } from './attendance.schema.js';

const count = z.coerce.number<number>();

/** The policies of the laboratory as proposed; those that are left out stay as they are. */
export const AttendanceRehearsalQuery = z.object({
  laboratoryId: IdSchema,
  graceLateMinutes: count.pipe(dayThresholds.graceLateMinutes).optional(),
  halfDayBelowMinutes: count.pipe(dayThresholds.halfDayBelowMinutes).optional(),
  overtimeAfterMinutes: count.pipe(dayThresholds.overtimeAfterMinutes).optional(),
});
export type AttendanceRehearsalQuery = z.infer<typeof AttendanceRehearsalQuery>;

const RehearsedDaysSchema = z.object({
  lateDays: z.number().int(),
  lateMinutes: z.number().int(),
  halfDays: z.number().int(),
  overtimeMinutes: z.number().int(),
  /** Days that have to be approved, such as those with overtime. */
  exceptionalDays: z.number().int(),
});
export type RehearsedDays = z.infer<typeof RehearsedDaysSchema>;

/** A row for each person, those with the most changed days first. */
export const AttendanceRehearsalSchema = rehearsalOf(
  { person: AttendancePersonSchema, changedDays: z.number().int() },
  RehearsedDaysSchema,
  RehearsedDaysSchema,
);
export type AttendanceRehearsal = z.infer<typeof AttendanceRehearsalSchema>;

export const attendanceRehearsalRoute = {
  method: 'GET',
  path: '/attendance/rehearsal',
  summary: 'Preview other attendance thresholds',
  description:
    'Computes the completed days of the last 30 and 90 days again with the proposed thresholds of a laboratory, and ' +
    'returns what would have changed. Writes nothing.',
  query: AttendanceRehearsalQuery,
  responses: { 200: successOf(AttendanceRehearsalSchema) },
  errors: ['LABORATORY_NOT_FOUND'],
  metadata: { permission: 'laboratories.edit', also: 'attendance.view' },
} as const;
