import { z } from 'zod';
import { BusinessDaySchema, daysBetween } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { AttendancePersonSchema, AttendanceRecordSchema, isPeriod, periodFault } from './attendance.schema.js';
import { DayShiftSchema } from './day-shift.schema.js';

/** Sums of records that are not rejected; durations in minutes. */
export const AttendanceTotalsSchema = z.object({
  days: z.number().int(),
  presentDays: z.number().int(),
  lateDays: z.number().int(),
  halfDays: z.number().int(),
  /** In halves: of a day with half a day of leave, only the other half can be missed. */
  absentDays: z.number().multipleOf(0.5),
  leaveDays: z.number(),
  workedMinutes: z.number().int(),
  lateMinutes: z.number().int(),
  overtimeMinutes: z.number().int(),
  /** Of those, overtime that no one has decided yet. */
  pendingOvertimeMinutes: z.number().int(),
});
export type AttendanceTotals = z.infer<typeof AttendanceTotalsSchema>;

export const LaboratoryDayQuery = z.object({
  laboratoryId: IdSchema.optional(),
  /** Today on the laboratory's calendar when omitted. */
  day: BusinessDaySchema.optional(),
});
export type LaboratoryDayQuery = z.infer<typeof LaboratoryDayQuery>;

/** Where a person stands on a day. `not_yet` means that the shift has not ended and no one clocked in. */
export const presences = ['in', 'on_break', 'left', 'not_yet', 'absent', 'on_leave', 'off'] as const;
export const PresenceSchema = enumOf(presences);
export type Presence = (typeof presences)[number];

export const presenceLabels: Record<Presence, string> = {
  in: 'In now',
  on_break: 'On a break',
  left: 'Left',
  not_yet: 'Not yet in',
  absent: 'Absent',
  on_leave: 'On leave',
  off: 'Day off',
};

/** What the people of a board can be narrowed to; each is also a count of {@link AttendanceStatsSchema}. */
export const boardGroups = ['expected', 'in', 'late', 'left', 'absent', 'on_leave', 'not_yet'] as const;
export type BoardGroup = (typeof boardGroups)[number];

export const BoardPersonSchema = z.object({
  person: AttendancePersonSchema,
  presence: PresenceSchema,
  shift: DayShiftSchema.nullable(),
  record: AttendanceRecordSchema.pick({
    _id: true,
    clockIn: true,
    clockOut: true,
    status: true,
    lateMinutes: true,
    workedMinutes: true,
    overtimeMinutes: true,
    approvalStatus: true,
    flags: true,
  }).nullable(),
});
export type BoardPerson = z.infer<typeof BoardPersonSchema>;

/** A laboratory's people on one day, at most 500. */
export const DayBoardSchema = z.object({
  day: BusinessDaySchema,
  timezone: z.string(),
  holiday: z.string().nullable(),
  people: z.array(BoardPersonSchema),
});
export type DayBoard = z.infer<typeof DayBoardSchema>;

/** People of one laboratory or, for viewers without a home laboratory who name none, of all active ones. */
export const PeopleOnDayQuery = PageQuery.extend({
  laboratoryId: IdSchema.optional(),
  /** Each laboratory's own today when omitted. */
  day: BusinessDaySchema.optional(),
  show: enumOf(boardGroups).optional(),
});
export type PeopleOnDayQuery = z.infer<typeof PeopleOnDayQuery>;

/** Where a person of a laboratory stands on its day; by laboratory, then by name. */
export const PersonOnDaySchema = BoardPersonSchema.extend({
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  day: BusinessDaySchema,
  holiday: z.string().nullable(),
});
export type PersonOnDay = z.infer<typeof PersonOnDaySchema>;

export const AttendanceMonthQuery = z.object({
  laboratoryId: IdSchema.optional(),
  /** `YYYY-MM`; the current month when omitted. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month')
    .optional(),
  /** Only this person. */
  userId: IdSchema.optional(),
});
export type AttendanceMonthQuery = z.infer<typeof AttendanceMonthQuery>;

/** All laboratories that the viewer may export when none is named. */
export const AttendanceMonthExportQuery = AttendanceMonthQuery.pick({ laboratoryId: true, month: true });
export type AttendanceMonthExportQuery = z.infer<typeof AttendanceMonthExportQuery>;

/** Present, late, absent, on leave, holiday, weekly off, half day, missed clock-out. */
export const dayMarks = ['P', 'L', 'A', 'H', 'WO', 'HD', 'LT', 'MC'] as const;
export type DayMark = (typeof dayMarks)[number];

/** As on the printed muster roll. */
export const dayMarkLabels: Record<DayMark, string> = {
  P: 'Present',
  L: 'On leave',
  A: 'Absent',
  H: 'Holiday',
  WO: 'Weekly off',
  HD: 'Half day',
  LT: 'Present, late',
  MC: 'Missed clock-out',
};

/** A laboratory's month: a row per person, a mark per day; null for days to come or before the person joined. */
export const AttendanceMonthSchema = z.object({
  month: z.string(),
  days: z.array(z.object({ day: BusinessDaySchema, weekday: z.number().int(), holiday: z.string().nullable() })),
  people: z.array(
    z.object({
      person: AttendancePersonSchema,
      marks: z.array(z.object({ mark: enumOf(dayMarks), recordId: IdSchema.nullable() }).nullable()),
      totals: AttendanceTotalsSchema,
    }),
  ),
});
export type AttendanceMonth = z.infer<typeof AttendanceMonthSchema>;

/** Without days, the current month through today. */
export const AttendanceReportQuery = z
  .object({
    from: BusinessDaySchema.optional(),
    to: BusinessDaySchema.optional(),
    groupBy: enumOf(['person', 'day', 'laboratory']).default('person'),
    laboratoryId: IdSchema.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    error: 'Enter both the first and the last day, or neither',
  })
  .refine(isPeriod, periodFault)
  .refine(({ from, to }) => !from || !to || from > to || daysBetween(from, to) <= 366, {
    path: ['to'],
    error: 'A period can have at most 366 days',
  });
export type AttendanceReportQuery = z.infer<typeof AttendanceReportQuery>;

/** A row for every person, day or laboratory with records, by name or day, and the totals of all of them. */
export const AttendanceReportSchema = z.object({
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  rows: z.array(z.object({ key: z.string(), label: z.string(), totals: AttendanceTotalsSchema })),
  totals: AttendanceTotalsSchema,
});
export type AttendanceReport = z.infer<typeof AttendanceReportSchema>;

const count = z.number().int().min(0);

/**
 * A day of a laboratory, or of the network. Each number equals the board's or the list's under the same filter, and
 * everyone expected is in now, has left, is not yet in, or is absent.
 */
export const AttendanceStatsSchema = z.object({
  day: BusinessDaySchema,
  expected: count,
  inNow: count,
  late: count,
  left: count,
  absent: count,
  onLeave: count,
  notYet: count,
  pendingApprovals: count,
  pendingLeaves: count,
});
export type AttendanceStats = z.infer<typeof AttendanceStatsSchema>;
