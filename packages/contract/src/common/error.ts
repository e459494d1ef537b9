import { z } from 'zod';
import { enumOf } from './enum.js';
import { errorCatalogue } from './error-catalogue.js';
import { SecondStepSchema } from './second-step.js';

export { errorCatalogue };

export type ErrorCode = keyof typeof errorCatalogue;

/** Codes that any route can answer, and that no route declares. */
export const commonErrors = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'UNAUTHENTICATED',
  'ACCOUNT_CLOSED',
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_SETUP_REQUIRED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'LIST_FULL',
  'TOO_MANY_AT_ONCE',
  'CLIENT_OUTDATED',
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** Codes that a repeated request to an idempotent route can answer besides. */
export const idempotencyErrors = [
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENT_RESPONSE_LOST',
] as const satisfies readonly ErrorCode[];

/** The code that a route with `fresh` in its policy answers without a confirmation. */
export const freshErrors = ['CONFIRMATION_REQUIRED'] as const satisfies readonly ErrorCode[];

export const ErrorCodeSchema = enumOf(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);

/** An error in one field. `field` is its dotted path in the body, the query or the path parameters. */
export const FieldErrorSchema = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof FieldErrorSchema>;

/** Something that prevents the operation, named for display: `{ name: 'active staff', count: 3 }`. */
export const BlockerSchema = z.object({
  name: z.string(),
  count: z.number().int().min(1),
  /** What is counted, so that a screen can link to its list. */
  resource: z
    .enum([
      'laboratories',
      'staff',
      'transactions',
      'inventory',
      'expiring',
      'transfers',
      'write-offs',
      'purchase-orders',
      'attendance',
      'missed',
      'leave',
    ])
    .optional(),
  /** The filter of that list, besides the laboratory. */
  filter: z.record(z.string(), z.array(z.string())).optional(),
});
export type Blocker = z.infer<typeof BlockerSchema>;

const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: ErrorCodeSchema,
  errors: z.array(FieldErrorSchema),
  requestId: z.string(),
  blockers: z.array(BlockerSchema).optional(),
  /** For a version conflict: the current document, and who last changed it and when. */
  conflict: z
    .object({ current: z.unknown(), changedBy: z.string().nullable(), changedAt: z.iso.datetime() })
    .optional(),
  /** For a sign-in that needs a second step. */
  secondStep: SecondStepSchema.optional(),
});
/** The shape of every failure response. */
// An interface, because a type alias would be expanded in the response types of every route.
export interface Failure extends z.infer<typeof failure> {}
export const FailureSchema: z.ZodType<Failure> = failure;
