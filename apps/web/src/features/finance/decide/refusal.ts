import { type Transaction, TransactionSchema, type TransactionStatus } from '@shifa/contract';
import { ApiError, messageOf } from '../../../lib/api-error';
import { formatRelative } from '../../../lib/format';

/** Why a decision was not taken. */
export type Refusal = {
  message: string;
  /** Who did something to the entry first, where that is why; the entry as it stands since. */
  faster?: { by: string | null; at: string; entry: Transaction };
};

/** What a decision ran into, in words, with who was faster where somebody was. */
export function refusalOf(error: unknown): Refusal {
  const message = messageOf(error, 'The decision did not reach the server');
  if (!(error instanceof ApiError) || !error.conflict) return { message };
  const { current, changedBy, changedAt } = error.conflict;
  const entry = TransactionSchema.safeParse(current);
  return entry.success ? { message, faster: { by: changedBy, at: changedAt, entry: entry.data } } : { message };
}

/** What somebody did to an entry that stands as it does: `approved`. */
export const deedBehind: Record<TransactionStatus, string> = {
  pending: 'changed',
  partially_approved: 'gave one approval to',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  reversed: 'reversed',
};

/** A refusal in one line, as it is to be read at this moment. */
export function refusalLine({ message, faster }: Refusal): string {
  if (!faster) return message;
  const { by, at, entry } = faster;
  return `${by ?? 'The system'} ${deedBehind[entry.status]} ${entry.transactionNo} ${formatRelative(at)}. Your decision was not taken.`;
}
