import type { z } from 'zod';
import { ApiError } from '../../lib/api-error';

/** The version that was saved first, by whom and when. */
export type NewerVersion<Stored> = { document: Stored; by: string | null; at: string };

/** What a write that came too late ran into; `undefined` for any other failure. */
export function newerVersionIn<Stored>(schema: z.ZodType<Stored>, error: unknown): NewerVersion<Stored> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT' || !error.conflict) return undefined;
  const { current, changedBy, changedAt } = error.conflict;
  const stored = schema.safeParse(current);
  return stored.success ? { document: stored.data, by: changedBy, at: changedAt } : undefined;
}
