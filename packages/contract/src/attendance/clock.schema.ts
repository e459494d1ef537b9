import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { AttendanceRecordSchema } from './attendance.schema.js';
import { DayShiftSchema } from './day-shift.schema.js';
import { DayKindSchema, DayLeaveSchema } from './attendance.status.js';

/** The person's own clock. */
export const ClockStateSchema = z.object({
  state: enumOf(['out', 'in', 'on_break']),
  /** The open record, or the record of today. */
  record: AttendanceRecordSchema.nullable(),
  /** The day before, while its clock-out is hours ago and today has no record: what a night shift ends with. */
  last: AttendanceRecordSchema.pick({ workDate: true, workedMinutes: true })
    .extend({ clockOut: InstantSchema })
    .nullable(),
  now: InstantSchema,
  today: BusinessDaySchema,
  timezone: z.string(),
  dayKind: DayKindSchema,
  /** The name of the holiday. */
  holiday: z.string().nullable(),
  leave: DayLeaveSchema.nullable(),
  shift: DayShiftSchema.nullable(),
  startsAt: InstantSchema.nullable(),
  endsAt: InstantSchema.nullable(),
  actions: actionsOf('clockIn', 'clockOut', 'startBreak', 'endBreak'),
});
export type ClockState = z.infer<typeof ClockStateSchema>;

/** The code on the wall of a laboratory, which changes every 30 seconds. */
export const QrCodeSchema = z.object({
  token: z.string(),
  /** The end of the window; the code is accepted for one more. */
  expiresAt: InstantSchema,
  refreshInMs: z.number().int(),
  laboratoryId: IdSchema,
  /** A link that needs sign-in, so that a phone's own camera can open it. */
  url: z.string(),
  svg: z.string(),
});
export type QrCode = z.infer<typeof QrCodeSchema>;
