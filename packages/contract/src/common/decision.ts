import { z } from 'zod';
import { ErrorCodeSchema } from './error.js';
import { IdSchema, VersionSchema } from './id.js';
import { ReasonSchema } from './text.js';

const reasonOfRejection = {
  path: ['reason'],
  error: 'Reason is required',
  check: ({ approved, reason }: { approved: boolean; reason?: string | undefined }) => approved || reason !== undefined,
};

/** An approval, or a rejection with its reason. */
export const DecisionBody = z
  .object({ approved: z.boolean(), reason: ReasonSchema.optional(), version: VersionSchema.optional() })
  .refine(reasonOfRejection.check, reasonOfRejection);
export type DecisionBody = z.infer<typeof DecisionBody>;

export const MAX_DECISIONS = 100;

/** Up to 100 documents, each decided independently; the result explains those that could not be decided. */
export const DecisionsBody = z
  .object({
    items: z
      .array(z.object({ _id: IdSchema, version: VersionSchema.optional() }))
      .min(1, 'Choose at least one')
      .max(MAX_DECISIONS, `At most ${MAX_DECISIONS} at once`),
    approved: z.boolean().default(true),
    reason: ReasonSchema.optional(),
  })
  .refine(reasonOfRejection.check, reasonOfRejection);
export type DecisionsBody = z.infer<typeof DecisionsBody>;

export const DecisionsSchema = z.object({
  decided: z.number().int(),
  results: z.array(
    z.object({
      _id: IdSchema,
      /** The display name. */
      name: z.string(),
      /** Why it could not be decided; null if it was. */
      fault: z.object({ code: ErrorCodeSchema, message: z.string() }).nullable(),
    }),
  ),
});
export type Decisions = z.infer<typeof DecisionsSchema>;
