import { z } from 'zod';
import { ErrorCodeSchema } from './error.js';
import { IdSchema, VersionQuery, VersionSchema } from './id.js';
import { ReasonSchema } from './text.js';

export const reasonOfRejection = {
  path: ['reason'],
  error: 'Reason is required',
  check: ({ approved, reason }: { approved: boolean; reason?: string | undefined }) => approved || reason !== undefined,
};

/** An approval, or a rejection with its reason. */
export const DecisionBody = z
  .object({ approved: z.boolean(), reason: ReasonSchema.optional(), version: VersionSchema.optional() })
  .refine(reasonOfRejection.check, reasonOfRejection);
export type DecisionBody = z.infer<typeof DecisionBody>;

/** Of a removal that is refused without a reason, unless it concerns only the caller. */
export const ReasonQuery = VersionQuery.extend({ reason: ReasonSchema.optional() });
export type ReasonQuery = z.infer<typeof ReasonQuery>;

export const MAX_DECISIONS = 100;

/** Documents to decide on together, with the messages for none and for too many of them. */
export function documentsToDecide(none: string, tooMany: string) {
  return z
    .array(z.object({ _id: IdSchema, version: VersionSchema.optional() }))
    .min(1, none)
    .max(MAX_DECISIONS, tooMany);
}

/** One decision on several documents; to be refined by {@link reasonOfRejection}. */
export const sharedDecision = { approved: z.boolean().default(true), reason: ReasonSchema.optional() };

/** Up to 100 documents, each decided independently; the result explains those that could not be decided. */
export const DecisionsBody = z
  .object({
    items: documentsToDecide('Choose at least one', `At most ${MAX_DECISIONS} at once`),
    ...sharedDecision,
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
