import { z } from 'zod';
import { ErrorCodeSchema } from './error.js';
import { IdSchema } from './id.js';

/** A bulk change is all or nothing. With a dry run, the server only reports what would happen and writes nothing. */
export const DryRunSchema = z.boolean().default(false);

/** What a bulk change does, or would do, to one document. */
export const BulkResultSchema = z.object({
  _id: IdSchema,
  /** The display name. */
  name: z.string(),
  /** `field` is a dotted path. Empty if nothing would change. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
  /** Why the change is impossible; null if it is possible. */
  fault: z.object({ code: ErrorCodeSchema, message: z.string() }).nullable(),
});
export type BulkResult = z.infer<typeof BulkResultSchema>;

/** `applied` is false, and nothing was written, for a dry run or if any result has a fault. */
export const BulkAnswerSchema = z.object({ applied: z.boolean(), results: z.array(BulkResultSchema) });
export type BulkAnswer = z.infer<typeof BulkAnswerSchema>;
