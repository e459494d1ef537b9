import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';

const ClosedSchema = z.object({
  /** Of the laboratory; for the network always the same. */
  _id: IdSchema,
  /** The last closed day; null when every period is open. */
  lockedThrough: BusinessDaySchema.nullable(),
  /** Name of the person who last changed it; null if no one has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  /** 1 if no one has changed it. */
  version: VersionSchema,
});

/**
 * Closed periods: only a super_admin can post to them, and such entries are flagged. Those of the network apply to every
 * laboratory; a laboratory can be closed further by itself.
 */
export const PeriodCloseSchema = ClosedSchema.extend({
  /** The laboratories within the viewer's scope that were ever closed by themselves. */
  laboratories: z.array(ClosedSchema),
});
export type PeriodClose = z.infer<typeof PeriodCloseSchema>;

/** The last closed day of a laboratory: the later one of its own and the network's. Without a laboratory, the network's. */
export function closedThroughIn(
  { lockedThrough, laboratories }: Pick<PeriodClose, 'lockedThrough' | 'laboratories'>,
  laboratoryId: string | undefined,
): string | null {
  return laterOf(lockedThrough, laboratories.find(({ _id }) => _id === laboratoryId)?.lockedThrough ?? null);
}

/** The later one of two last closed days. */
export function laterOf(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

export const SetPeriodCloseBody = z.object({
  /** No later than today, in the time zone of the laboratory or of the network (Asia/Kolkata). */
  lockedThrough: BusinessDaySchema.nullable(),
  /** By default the whole network. */
  laboratoryId: IdSchema.optional(),
  version: VersionSchema,
});
export type SetPeriodCloseBody = z.infer<typeof SetPeriodCloseBody>;

export const PendingBeforeCloseQuery = z.object({ through: BusinessDaySchema, laboratoryId: IdSchema.optional() });

/** The undecided entries that would be closed, by laboratory, those with the most first. */
export const PendingBeforeCloseSchema = z.object({
  laboratories: z.array(
    z.object({ _id: IdSchema, name: z.string(), code: z.string(), count: z.number().int().min(1) }),
  ),
});
export type PendingBeforeClose = z.infer<typeof PendingBeforeCloseSchema>;

/**
 * Sent to everyone who may see entries when periods were closed or reopened, because it can change what they may decide. Screens fetch the
 * rest, as far as they may see it.
 */
export const periodCloseEvents = eventsTo(
  { permission: 'transactions.view' },
  {
    'period-lock:updated': z.object({
      _id: IdSchema,
      version: VersionSchema,
      ...changedBy,
    }),
  },
);
