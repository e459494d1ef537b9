import type { Transaction, TransactionEvent } from '@shifa/contract';
import { deedBehind } from '../decide/refusal';

/**
 * What someone has just done to an entry, to stand between their name and «this entry». The event tells how the entry
 * stands since; that alone does not tell an approval from a receipt that was attached after it.
 */
export function recentDeed({ approvals, rejection, reversedBy }: Transaction, change: TransactionEvent): string {
  const isBy = (person: { _id: string } | undefined) => person !== undefined && person._id === change.by?._id;
  switch (change.status) {
    case 'approved':
      return reversedBy === null ? deedBehind.approved : 'entered the reversal of';
    case 'partially_approved':
      return isBy(approvals.at(-1)?.by) ? deedBehind.partially_approved : deedBehind.pending;
    case 'rejected':
      return isBy(rejection?.by) ? deedBehind.rejected : deedBehind.pending;
    default:
      return deedBehind[change.status];
  }
}
