import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { VersionSchema } from '../common/id.js';

/** Closed periods of the whole network: only a super_admin can post to them, and such entries are flagged. */
export const PeriodCloseSchema = z.object({
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
