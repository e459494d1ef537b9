import { z } from 'zod';
import { ErrorCodeSchema } from './error.js';
import { IdSchema } from './id.js';

/** A change of many as one: nothing is written unless each of them can be; a dry run only tells. */
export const DryRunSchema = z.boolean().default(false);

/** What a bulk change does, or would do, to one document. */
export const BulkResultSchema = z.object({
  _id: IdSchema,
  /** What a person calls it. */
  name: z.string(),
  /** Dotted paths; empty where nothing would change. */
  changes: z.array(z.object({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })),
  /** Why it cannot be; null where it can. */
  fault: z.object({ code: ErrorCodeSchema, message: z.string() }).nullable(),
});
export type BulkResult = z.infer<typeof BulkResultSchema>;

/** `applied` is false for a dry run, and when any of them has a fault: then nothing was written. */
export const BulkAnswerSchema = z.object({ applied: z.boolean(), results: z.array(BulkResultSchema) });
export type BulkAnswer = z.infer<typeof BulkAnswerSchema>;
