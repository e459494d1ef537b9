import { type Laboratory, LaboratorySchema } from '@shifa/contract';
import { ApiError } from '../../lib/api-error';

/** The version that was saved first, by whom and when. */
export type NewerVersion = { laboratory: Laboratory; by: string | null; at: string };

/** What a write that came too late ran into; `undefined` for any other failure. */
export function newerVersionIn(error: unknown): NewerVersion | undefined {
  if (!(error instanceof ApiError) || error.code !== 'VERSION_CONFLICT' || !error.conflict) return undefined;
  const { current, changedBy, changedAt } = error.conflict;
  const laboratory = LaboratorySchema.safeParse(current);
  return laboratory.success ? { laboratory: laboratory.data, by: changedBy, at: changedAt } : undefined;
}
