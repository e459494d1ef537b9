import { z } from 'zod';
import { InstantSchema } from './day.js';
import { IdSchema } from './id.js';

/** One write: who did what when, and each field before and after. */
export const AuditEntrySchema = z.object({
  _id: IdSchema,
  at: InstantSchema,
  /** Null for what the system did by itself. */
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  /** The domain event, such as `laboratory.updated`. */
  action: z.string(),
  /** Dotted paths; a value is absent where the field was. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
});
export type AuditEntry = z.infer<typeof AuditEntrySchema>;
