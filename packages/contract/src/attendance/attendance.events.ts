import { z } from 'zod';
import { BusinessDaySchema, MonthSchema } from '../common/day.js';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { AttendanceApprovalSchema, AttendanceStatusSchema } from './attendance.status.js';
import { LeaveStatusSchema } from './leave.schema.js';
import { MonthClosingStatusSchema } from './month-sheet.schema.js';
import { OpenShiftStatusSchema } from './open-shift.schema.js';
import { SwapStatusSchema } from './roster-swap.schema.js';

const AttendanceEvent = z.object({
  _id: IdSchema,
  userId: z.object({ _id: IdSchema, name: z.string() }),
  laboratoryId: IdSchema,
  workDate: BusinessDaySchema,
  status: AttendanceStatusSchema,
  approvalStatus: AttendanceApprovalSchema,
  open: z.boolean(),
  lateMinutes: z.number().int(),
  version: VersionSchema,
  ...changedBy,
});
export type AttendanceEvent = z.infer<typeof AttendanceEvent>;

const LeaveEvent = z.object({
  _id: IdSchema,
  userId: z.object({ _id: IdSchema, name: z.string() }),
  laboratoryId: IdSchema,
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  status: LeaveStatusSchema,
  version: VersionSchema,
  ...changedBy,
});
export type LeaveEvent = z.infer<typeof LeaveEvent>;

/** Which days of a laboratory's roster changed; open boards fetch them again. */
const RosterEvent = z.object({
  laboratoryId: IdSchema,
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  /** Who planned or published. */
  by: z.string(),
});
export type RosterEvent = z.infer<typeof RosterEvent>;

/** Which month of a laboratory was closed or reopened; open sheets fetch it again. */
const MonthEvent = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  month: MonthSchema,
  status: MonthClosingStatusSchema,
  version: VersionSchema,
  ...changedBy,
});
export type MonthEvent = z.infer<typeof MonthEvent>;
const SwapEvent = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  day: BusinessDaySchema,
  status: SwapStatusSchema,
  version: VersionSchema,
  ...changedBy,
});

const OpenShiftEvent = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  day: BusinessDaySchema,
  status: OpenShiftStatusSchema,
  version: VersionSchema,
  ...changedBy,
});

/** Sent to the person and to everyone who may view their attendance. `attendance:updated` covers everything else. */
export const attendanceEvents = {
  ...eventsTo(
    { permission: 'attendance.view', people: 'the person' },
    {
      'attendance:clock-in': AttendanceEvent,
      'attendance:clock-out': AttendanceEvent,
      'attendance:updated': AttendanceEvent,
    },
  ),
  ...eventsTo({ permission: 'leave.view', people: 'the person' }, { 'leave:updated': LeaveEvent }),
  ...eventsTo({ permission: 'attendance.view' }, { 'month:updated': MonthEvent }),
  ...eventsTo({ permission: 'attendance.roster' }, { 'roster:planned': RosterEvent }),
  ...eventsTo(
    { permission: 'attendance.view', people: 'the people whose days changed' },
    { 'roster:published': RosterEvent },
  ),
  ...eventsTo(
    { permission: 'attendance.view', people: 'the people of the swap' },
    { 'roster-swap:updated': SwapEvent },
  ),
  ...eventsTo({ permission: 'attendance.view' }, { 'open-shift:updated': OpenShiftEvent }),
} as const;
