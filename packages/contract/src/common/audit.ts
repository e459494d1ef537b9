import { z } from 'zod';
import { InstantSchema } from './day.js';
import { IdSchema } from './id.js';

/** One write: who did what and when, with each changed field before and after. */
export const AuditEntrySchema = z.object({
  _id: IdSchema,
  at: InstantSchema,
  /** Null for a change made by the system itself. */
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  /** The domain event, such as `laboratory.updated`. */
  action: z.string(),
  /**
   * `field` is a dotted path. `before` or `after` is absent when the field was absent at that point. With `entries`, the
   * field is a list, and `before` has only the entries that were removed, `after` only those that were added.
   */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.unknown().optional(),
      after: z.unknown().optional(),
      entries: z.literal(true).optional(),
    }),
  ),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;
