import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { optionalText } from '../common/text.js';
import { AttendancePersonSchema } from './attendance.schema.js';
import { conflictKinds, RosterTimesSchema } from './roster.schema.js';

/** The colleagues who can be asked at once to take a shift. */
export const MAX_ASKED = 20;
/** How far ahead a colleague’s shifts are offered for an exchange. */
export const EXCHANGE_DAYS = 31;

export const swapStatuses = ['offered', 'accepted', 'approved', 'rejected', 'declined', 'withdrawn', 'ended'] as const;
export const SwapStatusSchema = enumOf(swapStatuses);
export type SwapStatus = (typeof swapStatuses)[number];

export const swapStatusLabels: Record<SwapStatus, string> = {
  offered: 'Awaiting an answer',
  accepted: 'Pending approval',
  approved: 'Approved',
  rejected: 'Rejected',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
};

/** Offers a published shift of the caller to colleagues, or asks one of them for a shift in exchange. */
export const RequestSwapBody = z
  .object({
    /** The day of the caller’s shift. */
    day: BusinessDaySchema,
    userIds: z
      .array(IdSchema)
      .min(1, 'Choose at least one colleague')
      .max(MAX_ASKED, `At most ${MAX_ASKED} colleagues at once`)
      .refine((ids) => new Set(ids).size === ids.length, 'Each colleague can appear once'),
    /** The day of the colleague’s shift that the caller takes instead; only with one colleague. */
    inExchange: BusinessDaySchema.optional(),
    note: optionalText('Note', 300).optional(),
  })
  .refine(({ userIds, inExchange }) => inExchange === undefined || userIds.length === 1, {
    path: ['userIds'],
    error: 'An exchange is with one colleague',
  });
export type RequestSwapBody = z.infer<typeof RequestSwapBody>;

/** A published shift, as it was when the swap was requested. */
export const SwapShiftSchema = RosterTimesSchema.extend({
  day: BusinessDaySchema,
  name: z.string(),
  code: z.string(),
  startsAt: InstantSchema,
});
export type SwapShift = z.infer<typeof SwapShiftSchema>;

/** A conflict that the swap would cause. `reason` names only the kind where it concerns someone else than the viewer. */
export const SwapConflictSchema = z.object({
  person: z.object({ _id: IdSchema, name: z.string() }),
  day: BusinessDaySchema,
  kind: enumOf(conflictKinds),
  effect: enumOf(['warn', 'forbid']),
  reason: z.string(),
});
export type SwapConflict = z.infer<typeof SwapConflictSchema>;

/** Whom a shift can be offered to. */
export const SwapColleagueSchema = z.object({
  person: AttendancePersonSchema,
  /** Why they can’t take it; null if they can. */
  refusal: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type SwapColleague = z.infer<typeof SwapColleagueSchema>;

export const SwapColleaguesQuery = z.object({ day: BusinessDaySchema });
export const SwapColleaguesSchema = z.object({ shift: SwapShiftSchema, colleagues: z.array(SwapColleagueSchema) });
export type SwapColleagues = z.infer<typeof SwapColleaguesSchema>;

export const ExchangeShiftsQuery = z.object({ day: BusinessDaySchema, userId: IdSchema });
export const ExchangeShiftSchema = z.object({
  shift: SwapShiftSchema,
  /** Why it can’t be had in exchange; null if it can. */
  refusal: z.string().nullable(),
  warnings: z.array(z.string()),
});
export type ExchangeShift = z.infer<typeof ExchangeShiftSchema>;

export const SwapListQuery = PageQuery.pick({ page: true, limit: true }).extend({
  sort: sortBy(['createdAt', 'startsAt']).default('-createdAt'),
  laboratoryId: anyOf(IdSchema).optional(),
  status: anyOf(SwapStatusSchema).optional(),
  /** Only those that the caller offered or was asked about. */
  mine: FlagQuery.optional(),
  /** Only what the caller may decide on. */
  waitingForMe: FlagQuery.optional(),
});
export type SwapListQuery = z.infer<typeof SwapListQuery>;

export const swapActions = ['accept', 'decline', 'withdraw', 'approve', 'reject'] as const;
export type SwapAction = (typeof swapActions)[number];

export const RosterSwapSchema = z.object({
  _id: IdSchema,
  laboratoryId: z.object({ _id: IdSchema, name: z.string(), code: z.string() }),
  /** Whose shift it is. */
  userId: AttendancePersonSchema,
  shift: SwapShiftSchema,
  /** The colleague’s shift that the person takes instead. */
  inExchange: SwapShiftSchema.nullable(),
  asked: z.array(z.object({ _id: IdSchema, name: z.string(), declined: z.boolean() })),
  /** Who accepted. */
  takenBy: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  note: z.string().nullable(),
  status: SwapStatusSchema,
  /** Why it ended by itself. */
  endedBecause: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: InstantSchema.nullable(),
  decisionReason: z.string().nullable(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...swapActions),
});
export type RosterSwap = z.infer<typeof RosterSwapSchema>;
