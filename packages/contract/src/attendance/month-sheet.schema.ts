import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema, MonthSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { SheetFormatSchema } from '../common/sheet.js';
import { ReasonSchema } from '../common/text.js';
import { AttendancePersonSchema } from './attendance.schema.js';
import { type LeaveType, leaveTypes } from './leave.schema.js';

/** `leave_casual`: the days of one type of leave. */
export type LeaveFigure = `leave_${LeaveType}`;
export const leaveFigures = leaveTypes.map((type) => `leave_${type}` as const);

/** Each day of the month belongs to exactly one of these parts, or with one half to each of two. */
export const monthParts = [
  'worked',
  'weeklyOff',
  'holiday',
  ...leaveFigures,
  'absent',
  'unrecorded',
  'undecided',
  'elsewhere',
  'notEmployed',
] as const;
export type MonthPart = (typeof monthParts)[number];

export const monthCounts = ['nights', 'lateDays', 'halfDays', 'overtimeMinutes', 'pendingOvertimeMinutes'] as const;

/** Every number of a line; days in halves, durations in minutes. */
export const monthFigures = ['calendarDays', 'paid', 'lossOfPay', ...monthParts, ...monthCounts] as const;
export type MonthFigure = (typeof monthFigures)[number];

const figure = z.number().min(0);

export const MonthFiguresSchema = z.object(
  Object.fromEntries(monthFigures.map((name) => [name, figure])) as Record<MonthFigure, typeof figure>,
);
export type MonthFigures = z.infer<typeof MonthFiguresSchema>;

const leaveFigure = figure.nullable();

/** A person's month. Paid, loss of pay, undecided, elsewhere and not employed add up to the days of the calendar. */
export const MonthLineSchema = z.object({
  person: AttendancePersonSchema,
  /** The types of leave are null for viewers without `leave.view` of the person. */
  figures: MonthFiguresSchema.extend(
    Object.fromEntries(leaveFigures.map((name) => [name, leaveFigure])) as Record<LeaveFigure, typeof leaveFigure>,
  ),
  /** Of all types. */
  leaveDays: figure,
});
export type MonthLine = z.infer<typeof MonthLineSchema>;

export const pendingKinds = [
  'open',
  'correction',
  'missed_clock_out',
  'overtime',
  'record',
  'leave',
  'absences',
] as const;
export const PendingKindSchema = enumOf(pendingKinds);
export type PendingKind = (typeof pendingKinds)[number];

/** What has to be decided before a month can be closed. */
export const PendingInMonthSchema = z.object({
  kind: PendingKindSchema,
  /** Of the record or the leave; null for absences that no one can decide on, and for leave that the viewer can't see. */
  _id: IdSchema.nullable(),
  person: AttendancePersonSchema.nullable(),
  day: BusinessDaySchema,
});
export type PendingInMonth = z.infer<typeof PendingInMonthSchema>;

/** A figure that would be another one today. A person who is missing on one of the sides has 0 there. */
export const MonthDriftSchema = z.object({
  person: AttendancePersonSchema,
  figure: enumOf(monthFigures),
  closed: figure,
  now: figure,
});
export type MonthDrift = z.infer<typeof MonthDriftSchema>;

export const monthClosingStatuses = ['closed', 'reopened'] as const;
export const MonthClosingStatusSchema = enumOf(monthClosingStatuses);

/** One closing of a laboratory's month. A month that was reopened can be closed again, as the next number. */
export const MonthClosingSchema = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  month: MonthSchema,
  /** 1 for the first closing of this month. */
  number: z.number().int().min(1),
  status: MonthClosingStatusSchema,
  people: z.number().int().min(0),
  closedBy: z.string(),
  closedAt: InstantSchema,
  reopenedBy: z.string().nullable(),
  reopenedAt: InstantSchema.nullable(),
  reopenReason: z.string().nullable(),
  version: VersionSchema,
});
export type MonthClosing = z.infer<typeof MonthClosingSchema>;

/** Of this many pending items and figures that drifted, each is listed; `total` counts all. */
export const MAX_LISTED_IN_MONTH = 100;
/** The closings that a sheet lists; older ones are in the audit log. */
export const MAX_LISTED_CLOSINGS = 20;

const listed = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: z.number().int().min(0), items: z.array(item).max(MAX_LISTED_IN_MONTH) });

/** A laboratory's month for payroll: as it was closed or, while it is open, as it is now. */
export const MonthSheetSchema = z.object({
  month: MonthSchema,
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  /** The closing that applies; null while the month is open. */
  closing: MonthClosingSchema.nullable(),
  /** By name. */
  lines: z.array(MonthLineSchema),
  /** Sent with `close`, so that no other figures are closed. Null in a closed month, and for those who see only their own. */
  figuresDigest: z.string().nullable(),
  /** Of everyone in the viewer's scope, also if the viewer can't decide on it. */
  pending: listed(PendingInMonthSchema),
  /** Empty while the month is open. */
  drift: listed(MonthDriftSchema),
  /** The latest first. */
  closings: z.array(MonthClosingSchema).max(MAX_LISTED_CLOSINGS),
  actions: actionsOf('close', 'reopen'),
});
export type MonthSheet = z.infer<typeof MonthSheetSchema>;

export const MonthSheetQuery = z.object({
  laboratoryId: IdSchema.optional(),
  /** The month before the current one when omitted. */
  month: MonthSchema.optional(),
});
export type MonthSheetQuery = z.infer<typeof MonthSheetQuery>;

/** All laboratories that the viewer may export when none is named. */
export const MonthSheetExportQuery = MonthSheetQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type MonthSheetExportQuery = z.infer<typeof MonthSheetExportQuery>;

export const CloseMonthBody = z.object({
  laboratoryId: IdSchema,
  month: MonthSchema,
  /** Of the sheet whose figures are to be closed; whatever the figures are when omitted. */
  figuresDigest: z.string().max(100).optional(),
});
export type CloseMonthBody = z.infer<typeof CloseMonthBody>;

export const ReopenMonthBody = z.object({ reason: ReasonSchema, version: VersionSchema });
export type ReopenMonthBody = z.infer<typeof ReopenMonthBody>;
