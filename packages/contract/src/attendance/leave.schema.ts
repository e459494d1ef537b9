import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, daysBetween, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { ReasonSchema } from '../common/text.js';
import { AttendancePersonSchema } from './attendance.schema.js';
import { type DayLeave, DayKindSchema, DayLeaveSchema } from './attendance.status.js';

export const leaveTypes = [
  'casual',
  'sick',
  'earned',
  'unpaid',
  'comp_off',
  'maternity',
  'paternity',
  'other',
] as const;
export const LeaveTypeSchema = enumOf(leaveTypes, 'Type is required');
export type LeaveType = (typeof leaveTypes)[number];

export const leaveTypeLabels: Record<LeaveType, string> = {
  casual: 'Casual leave',
  sick: 'Sick leave',
  earned: 'Earned leave',
  unpaid: 'Unpaid leave',
  comp_off: 'Compensatory off',
  maternity: 'Maternity leave',
  paternity: 'Paternity leave',
  other: 'Other leave',
};

export const leaveStatuses = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export const LeaveStatusSchema = enumOf(leaveStatuses);
export type LeaveStatus = (typeof leaveStatuses)[number];

export const leaveStatusLabels: Record<LeaveStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

/** The longest leave: 26 weeks, as in the Maternity Benefit Act of India. */
export const MAX_LEAVE_DAYS = 182;

type LeaveRange = { from: string; to: string; part: DayLeave };

function withRangeRules<Schema extends z.ZodType<LeaveRange>>(schema: Schema): Schema {
  return schema
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Must not be before the first day' })
    .refine(({ from, to }) => from > to || daysBetween(from, to) <= MAX_LEAVE_DAYS, {
      path: ['to'],
      error: `A leave can have at most ${MAX_LEAVE_DAYS} days`,
    })
    .refine(({ from, to, part }) => part === 'full' || from === to, {
      path: ['part'],
      error: 'Half a day of leave covers a single day',
    });
}

const range = { from: BusinessDaySchema, to: BusinessDaySchema, part: DayLeaveSchema.default('full') };

/** Days of the laboratory's calendar, both inclusive. Half a day only on a single day. */
export const RequestLeaveBody = withRangeRules(z.object({ type: LeaveTypeSchema, ...range, reason: ReasonSchema }));
export type RequestLeaveBody = z.infer<typeof RequestLeaveBody>;
export type RequestLeaveInput = z.input<typeof RequestLeaveBody>;

/** `from` and `to` select every leave that has a day between them. */
export const LeaveListQuery = PageQuery.extend({
  sort: sortBy(['from', 'createdAt']).default('-from'),
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  status: anyOf(LeaveStatusSchema).optional(),
  type: anyOf(LeaveTypeSchema).optional(),
  laboratoryId: anyOf(IdSchema).optional(),
  userId: IdSchema.optional(),
  /** Only what the viewer may decide on. */
  waitingForMe: FlagQuery.optional(),
}).refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'Must not be before the first day' });
export type LeaveListQuery = z.infer<typeof LeaveListQuery>;

export const leaveActions = ['approve', 'reject', 'cancel'] as const;
export type LeaveAction = (typeof leaveActions)[number];

export const LeaveSchema = z.object({
  _id: IdSchema,
  userId: AttendancePersonSchema,
  laboratoryId: z.object({ _id: IdSchema, name: z.string(), code: z.string() }),
  type: LeaveTypeSchema,
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  part: DayLeaveSchema,
  /** Working days of the person, in steps of a half. */
  days: z.number(),
  reason: z.string(),
  status: LeaveStatusSchema,
  decidedBy: z.string().nullable(),
  decidedAt: InstantSchema.nullable(),
  /** Why it was rejected, or a note to the approval. */
  decisionReason: z.string().nullable(),
  /** Null also in leave that was cancelled before this was kept. */
  cancelledBy: z.string().nullable(),
  cancelledAt: InstantSchema.nullable(),
  /** People need none to cancel their own leave. */
  cancellationReason: z.string().nullable(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...leaveActions),
});
export type Leave = z.infer<typeof LeaveSchema>;

/** As the request would be; the balance is that of the type. */
export const LeavePreviewQuery = withRangeRules(z.object({ type: LeaveTypeSchema.optional(), ...range }));
export type LeavePreviewQuery = z.infer<typeof LeavePreviewQuery>;

/** What a leave would take, by the person's calendar. */
export const LeavePreviewSchema = z.object({
  days: z.number(),
  calendar: z.array(
    z.object({
      day: BusinessDaySchema,
      /** Only working days count. */
      kind: DayKindSchema,
      /** The name of the holiday. */
      holiday: z.string().nullable(),
      days: z.number(),
    }),
  ),
  /** The days left of the type, null without a limit or a type; negative where the leave takes more than are left. */
  years: z.array(
    z.object({
      year: z.number().int(),
      days: z.number(),
      remainingBefore: z.number().nullable(),
      remainingAfter: z.number().nullable(),
    }),
  ),
  /** Why the request would be refused: another leave of the person takes one of the days. */
  overlap: z.string().nullable(),
});
export type LeavePreview = z.infer<typeof LeavePreviewSchema>;

export const LeaveBalanceQuery = z.object({
  /** The viewer when omitted. */
  userId: IdSchema.optional(),
  year: z.coerce.number<number>().int().min(2000).max(2100).optional(),
});
export type LeaveBalanceQuery = z.infer<typeof LeaveBalanceQuery>;

/** Days of a calendar year by type. What is pending counts as taken. */
export const LeaveBalanceSchema = z.object({
  year: z.number().int(),
  types: z.array(
    z.object({
      type: LeaveTypeSchema,
      /** Null where there is no limit. */
      entitledDays: z.number().nullable(),
      takenDays: z.number(),
      pendingDays: z.number(),
      remainingDays: z.number().nullable(),
    }),
  ),
});
export type LeaveBalance = z.infer<typeof LeaveBalanceSchema>;

/** The people of one laboratory: the viewer's own when omitted. */
export const TeamBalancesQuery = PageQuery.extend({
  laboratoryId: IdSchema.optional(),
  year: LeaveBalanceQuery.shape.year,
});
export type TeamBalancesQuery = z.infer<typeof TeamBalancesQuery>;

export const PersonBalanceSchema = LeaveBalanceSchema.extend({ person: AttendancePersonSchema });
export type PersonBalance = z.infer<typeof PersonBalanceSchema>;
