import { z } from 'zod';
import { BusinessDaySchema, daysBetween, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { PageQuery } from '../common/page.js';
import { ReasonSchema, wholeNumber } from '../common/text.js';
import { AttendancePersonSchema } from './attendance.schema.js';
import { DayLeaveSchema } from './attendance.status.js';
import { RosterPolicySchema } from './roster.policy.js';
import { ShiftTypeSchema } from './shift-type.schema.js';

export const MAX_ROSTER_DAYS = 31;
/** The people of one page of the board, and the most of one bulk change. */
export const ROSTER_PAGE_PEOPLE = 500;
export const MAX_PLANNED_PEOPLE = 200;
/** The days of one bulk change from the first to the last, so that what surrounds them can be read at once. */
export const MAX_PLANNED_SPAN_DAYS = 92;

const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = ({ from, to }: { from: string; to: string }) => from > to || daysBetween(from, to) <= MAX_ROSTER_DAYS;

/** What is planned for a person on a day: a shift type by its id, a day off, or null for the person's weekly shift. */
export const RosterValueSchema = z.union([IdSchema, z.literal('off')]).nullable();
export type RosterValue = z.infer<typeof RosterValueSchema>;

/** Asks that a day that has a record follows another shift. The times stay as they are. */
export const ReplaceShiftBody = z.object({ shift: RosterValueSchema, reason: ReasonSchema, version: VersionSchema });
export type ReplaceShiftBody = z.infer<typeof ReplaceShiftBody>;

/** The times of a shift on the laboratory's clock; an end that is not after the start is on the next day. */
export const RosterTimesSchema = z.object({ start: z.string(), end: z.string(), breakMinutes: z.number().int() });
export type RosterTimes = z.infer<typeof RosterTimesSchema>;

/** A person's day in the roster. Days that were never planned have no cell, and are at version 0. */
export const RosterCellSchema = z.object({
  day: BusinessDaySchema,
  /** The planned value; only for planners. */
  draft: RosterValueSchema.optional(),
  /** The published value; absent until the day is published for the first time. */
  published: RosterValueSchema.optional(),
  /** The times at which it was published, where the shift type has others now. */
  publishedTimes: RosterTimesSchema.optional(),
  /** Whether publishing would change the day; only for planners. */
  changed: z.literal(true).optional(),
  version: z.number().int().min(0),
});
export type RosterCell = z.infer<typeof RosterCellSchema>;

export const conflictKinds = [
  'not_employed',
  'leave',
  'holiday',
  'overlap',
  'other_laboratory',
  'rest',
  'nights',
  'days',
  'hours',
  'skill',
] as const;
export type ConflictKind = (typeof conflictKinds)[number];

export const conflictLabels: Record<ConflictKind, string> = {
  not_employed: 'Not employed',
  leave: 'Leave',
  holiday: 'Holiday',
  overlap: 'Overlapping shifts',
  other_laboratory: 'Other laboratory',
  rest: 'Rest between shifts',
  nights: 'Nights in a row',
  days: 'Days in a row',
  hours: 'Hours a week',
  skill: 'Missing skill',
};

/** Why a planned day is a problem. `forbid` prevents publishing. */
export const RosterConflictSchema = z.object({
  day: BusinessDaySchema,
  kind: enumOf(conflictKinds),
  effect: enumOf(['warn', 'forbid']),
  message: z.string(),
});
export type RosterConflict = z.infer<typeof RosterConflictSchema>;

/** At most 31 days of a laboratory: of the caller's own when none is named. */
export const RosterBoardQuery = z
  .object({
    laboratoryId: IdSchema.optional(),
    from: BusinessDaySchema,
    to: BusinessDaySchema,
    /** Of at most 500 people. */
    page: PageQuery.shape.page,
    /** Only this person. */
    userId: IdSchema.optional(),
  })
  .refine(isInOrder, { path: ['to'], error: 'Must not be before the first day' })
  .refine(isShort, { path: ['to'], error: `A roster shows at most ${MAX_ROSTER_DAYS} days` });
export type RosterBoardQuery = z.infer<typeof RosterBoardQuery>;

export const RosterPersonSchema = z.object({
  person: AttendancePersonSchema,
  joiningDate: BusinessDaySchema,
  exitDate: BusinessDaySchema.nullable(),
  skills: z.array(z.string()),
  /** What applies on days without a published value: of the person or, if they have none, of the laboratory. */
  weekly: RosterTimesSchema.extend({
    /** Days of work, 0 is Sunday. */
    weekdays: z.array(z.number().int()),
    of: enumOf(['person', 'laboratory']),
  }),
  /** Approved leave within the days of context; without `leave.view`, each of its days as a full one. */
  leaves: z.array(z.object({ from: BusinessDaySchema, to: BusinessDaySchema, part: DayLeaveSchema })),
  /** From `contextFrom` to `contextTo`. */
  cells: z.array(RosterCellSchema),
  /** Published days in other laboratories, within the days of context; only for planners. */
  elsewhere: z.array(z.object({ day: BusinessDaySchema, laboratory: z.string() })),
  /** Of the planned days from `from` to `to`; only for planners. */
  conflicts: z.array(RosterConflictSchema),
});
export type RosterPerson = z.infer<typeof RosterPersonSchema>;

/** The people of a laboratory by name, with what is planned and published for each day. */
export const RosterBoardSchema = z.object({
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string(), timezone: z.string() }),
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  /** Cells reach 14 days further on both sides, since rest, days in a row and hours a week depend on them. */
  contextFrom: BusinessDaySchema,
  contextTo: BusinessDaySchema,
  /** The laboratory's. Days before it can no longer be planned. */
  today: BusinessDaySchema,
  /** Whether the caller plans this roster. Others see published values only. */
  canPlan: z.boolean(),
  /** Why the caller cannot plan now, such as an archived laboratory; null if they can, or lack the permission. */
  lockedReason: z.string().nullable(),
  shiftTypes: z.array(
    ShiftTypeSchema.pick({
      _id: true,
      name: true,
      code: true,
      colour: true,
      start: true,
      end: true,
      breakMinutes: true,
      department: true,
      skills: true,
      minimumStaff: true,
      status: true,
    }),
  ),
  holidays: z.array(z.object({ day: BusinessDaySchema, name: z.string() })),
  policy: RosterPolicySchema,
  people: z.array(RosterPersonSchema),
  /** Of all people of the laboratory, not only of this page: required and planned by shift type and day. */
  coverage: z.array(
    z.object({
      day: BusinessDaySchema,
      shiftTypeId: IdSchema,
      required: z.number().int(),
      planned: z.number().int(),
      published: z.number().int(),
      /** Of those planned, or published for those who don’t plan, who have every skill and are not away. */
      able: z.number().int(),
    }),
  ),
  /** Days from today on that publishing from `from` to `to` would change, of all who belong to it on them; 0 for those who don’t plan. */
  unpublished: z.number().int(),
  /** Of these days as they are now, to be sent when they are published; null for those who see only their own row. */
  unpublishedDigest: z.string().nullable(),
  page: z.number().int(),
  pages: z.number().int(),
  /** All people who belong to the laboratory within the days. */
  total: z.number().int(),
});
export type RosterBoard = z.infer<typeof RosterBoardSchema>;
export type RosterShiftType = RosterBoard['shiftTypes'][number];

const areUnique = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  new Set(items.map(keyOf)).size === items.length;

/** A change of one day. `version` is that of the cell on which it is based, 0 for a day without one. */
export const PlannedCellSchema = z.object({
  day: BusinessDaySchema,
  shift: RosterValueSchema,
  version: wholeNumber(0, Number.MAX_SAFE_INTEGER),
});
export type PlannedCell = z.infer<typeof PlannedCellSchema>;

/** At most 200 people with at most 31 days each: all or none are planned. */
export const PlanRosterBody = z.object({
  laboratoryId: IdSchema,
  people: z
    .array(
      z.object({
        userId: IdSchema,
        cells: z
          .array(PlannedCellSchema)
          .min(1, 'Plan at least one day')
          .max(MAX_ROSTER_DAYS, `At most ${MAX_ROSTER_DAYS} days of a person at once`)
          .refine((cells) => areUnique(cells, ({ day }) => day), 'Each day can appear once'),
      }),
    )
    .min(1, 'Plan at least one day')
    .max(MAX_PLANNED_PEOPLE, `At most ${MAX_PLANNED_PEOPLE} people at once`)
    .refine((people) => areUnique(people, ({ userId }) => userId), 'Each person can appear once'),
});
export type PlanRosterBody = z.infer<typeof PlanRosterBody>;

/** The cells as they are now. */
export const PlannedRosterSchema = z.object({
  people: z.array(z.object({ userId: IdSchema, cells: z.array(RosterCellSchema) })),
  /** Days that differ from what was there before. */
  changed: z.number().int(),
});
export type PlannedRoster = z.infer<typeof PlannedRosterSchema>;

/** A day that another planner changed: `conflict.current` of `ROSTER_CHANGED` is a list of these, at most 200. */
export const ChangedCellSchema = z.object({
  userId: IdSchema,
  day: BusinessDaySchema,
  draft: RosterValueSchema,
  version: z.number().int(),
  changedBy: z.string().nullable(),
  changedAt: InstantSchema,
});
export type ChangedCell = z.infer<typeof ChangedCellSchema>;

export const PublishRosterBody = z
  .object({
    laboratoryId: IdSchema,
    from: BusinessDaySchema,
    to: BusinessDaySchema,
    /** That of the board on which the planner saw what would be published; without it, anything is published. */
    unpublishedDigest: z.string().max(100).optional(),
  })
  .refine(isInOrder, { path: ['to'], error: 'Must not be before the first day' })
  .refine(isShort, { path: ['to'], error: `Publish at most ${MAX_ROSTER_DAYS} days at once` });
export type PublishRosterBody = z.infer<typeof PublishRosterBody>;

/** One publication of a laboratory's roster. */
export const RosterPublicationSchema = z.object({
  _id: IdSchema,
  laboratoryId: IdSchema,
  /** 1 for the first of the laboratory. */
  number: z.number().int(),
  from: BusinessDaySchema,
  to: BusinessDaySchema,
  changedDays: z.number().int(),
  /** Those whose days changed; each gets one message. */
  changedPeople: z.number().int(),
  publishedBy: z.string().nullable(),
  publishedAt: InstantSchema,
});
export type RosterPublication = z.infer<typeof RosterPublicationSchema>;

export const RosterPublicationsQuery = PageQuery.pick({ page: true, limit: true }).extend({
  /** The caller's own laboratory when omitted. */
  laboratoryId: IdSchema.optional(),
});
export type RosterPublicationsQuery = z.infer<typeof RosterPublicationsQuery>;
