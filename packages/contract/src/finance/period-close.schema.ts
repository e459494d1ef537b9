import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { IdSchema, VersionSchema } from '../common/id.js';

/** Closed periods of the whole network: only a super_admin can post to them, and such entries are flagged. */
export const PeriodCloseSchema = z.object({
  /** Always the same: there is one for the network. */
  _id: IdSchema,
  /** The last closed day; null when every period is open. */
  lockedThrough: BusinessDaySchema.nullable(),
  /** Name of the person who last changed it; null if nobody has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type PeriodClose = z.infer<typeof PeriodCloseSchema>;

export const SetPeriodCloseBody = z.object({
  /** No later than today in the network's time zone (Asia/Kolkata). */
  lockedThrough: BusinessDaySchema.nullable(),
  version: VersionSchema,
});
export type SetPeriodCloseBody = z.infer<typeof SetPeriodCloseBody>;

export const PendingBeforeCloseQuery = z.object({ through: BusinessDaySchema });

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
export const periodCloseEvents = {
  'period-lock:updated': z.object({
    _id: IdSchema,
    version: VersionSchema,
    by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
    at: InstantSchema,
  }),
} as const;
