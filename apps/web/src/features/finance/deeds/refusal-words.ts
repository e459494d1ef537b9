import { ApiError } from '../../../lib/api-error';
import { formatMoment } from '../../../lib/format';
import { deedBehind, refusalOf } from '../decide/refusal';

/** Why a deed was not done, who was faster and when, and whether it still can be. */
export function refusalWords(error: unknown): string {
  const { message, faster } = refusalOf(error);
  if (!faster) return message;
  const { by, at, entry } = faster;
  const isReversing = entry.status === 'approved' && entry.reversedBy !== null;
  const deed = isReversing ? 'entered the reversal of' : deedBehind[entry.status];
  // The server refuses first what can no longer be done; what it refuses for the version alone still can.
  const isLate = error instanceof ApiError && error.code === 'VERSION_CONFLICT';
  const rest = isLate ? 'Nothing was done yet: look at it first, or go on all the same' : message;
  return `${by ?? 'The system'} ${deed} this entry at ${formatMoment(at)}. ${rest}.`;
}
