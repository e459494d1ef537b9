import { z } from 'zod';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { VersionSchema } from '../common/id.js';

/** The network's closed books: only a super_admin posts on or before the day, and such entries are flagged. */
export const PeriodLockSchema = z.object({
  /** The last closed day; null where nothing is closed. */
  lockedThrough: BusinessDaySchema.nullable(),
  /** Name of who set it last; null where nobody has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type PeriodLock = z.infer<typeof PeriodLockSchema>;

export const SetPeriodLockBody = z.object({
  /** Today in the network's calendar (Asia/Kolkata) at the latest. */
  lockedThrough: BusinessDaySchema.nullable(),
  version: VersionSchema,
});
export type SetPeriodLockBody = z.infer<typeof SetPeriodLockBody>;
