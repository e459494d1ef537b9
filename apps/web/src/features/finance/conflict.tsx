import {
  type contract,
  type Transaction,
  type TransactionListItem,
  TransactionSchema,
  type TransactionStatus,
} from '@shifa/contract';
import { Banner } from '../../ui/feedback/banner';
import { RelativeTime } from '../../ui/relative-time';
import { ApiError, failedWith, messageOf } from '../../lib/api-error';
import { formatMoment, formatRelative } from '../../lib/format';
import type { Change } from '../../data/queries';
import type { Failed } from '../../screens/actions/item-actions';
import { resubmitDuplicateText } from './finance.messages';
import { useOpenedEntry } from './finance-navigation';

/** Someone else's action that came first, and the entry since then. */
type Conflict = { by: string; at: string; entry: Transaction };

/** The conflict behind a failed action; `undefined` for any other failure. */
export function conflictIn(error: unknown): Conflict | undefined {
  if (!(error instanceof ApiError) || !error.conflict) return undefined;
  const { current, changedBy, changedAt } = error.conflict;
  const { data: entry } = TransactionSchema.safeParse(current);
  return entry && { by: changedBy ?? 'The system', at: changedAt, entry };
}

/** Opens an entry that someone else decided first. */
export function useShowConflict(): (failed: Failed<TransactionListItem>) => void {
  const { show } = useOpenedEntry();
  return ({ item, error }) => {
    if (conflictIn(error)) show(item);
  };
}

/** The action that led to a status. */
const actionBehind: Record<TransactionStatus, string> = {
  pending: 'changed',
  partially_approved: 'gave the first approval to',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  reversed: 'reversed',
};

const RECEIPT = 'attached a receipt to';

/** Whether the version of that moment is a receipt that was attached, which the status does not tell. */
function isReceipt({ receipts }: Transaction, at: string): boolean {
  return receipts.some(({ uploadedAt }) => uploadedAt === at);
}

function actionIn({ entry, at }: Conflict): string {
  return isReceipt(entry, at) ? RECEIPT : actionBehind[entry.status];
}

const failureOf = (error: unknown) => messageOf(error, "Couldn't send the decision");

/** Why a decision failed, in one line. */
export function describeDecisionFailure(error: unknown): string {
  const conflict = conflictIn(error);
  if (!conflict) return failureOf(error);
  const { by, at, entry } = conflict;
  return `${by} ${actionIn(conflict)} ${entry.transactionNo} ${formatRelative(at)}. Your decision wasn't saved.`;
}

/** Why a cancellation or a reversal failed, and whether it is still possible. */
export function describeActionFailure(error: unknown): string {
  const conflict = conflictIn(error);
  if (!conflict) return failureOf(error);
  const { by, at, entry } = conflict;
  const isReversing = entry.status === 'approved' && entry.reversedBy !== null;
  const action = isReversing && !isReceipt(entry, at) ? 'entered the reversal of' : actionIn(conflict);
  // The server checks first whether the action is possible at all; a version conflict means that it still is.
  const isPossible = failedWith<typeof contract.transactions.approve>(error, 'VERSION_CONFLICT');
  const rest = isPossible ? 'Nothing has been done yet: check the entry first, or continue anyway' : failureOf(error);
  return `${by} ${action} this entry at ${formatMoment(at)}. ${rest}.`;
}

/** Why an entry was not sent for approval again, and how to send it nevertheless. */
export function describeResubmitFailure(error: unknown): string {
  const isDuplicate = failedWith<typeof contract.transactions.resubmit>(error, 'DUPLICATE_ENTRY');
  return isDuplicate ? resubmitDuplicateText(messageOf(error, '')) : describeActionFailure(error);
}

/** Explains why a decision failed, above the entry in its current state. */
export function DecisionFailure({ error }: { error: unknown }) {
  const conflict = conflictIn(error);
  if (!conflict) return <Banner tone="error">{failureOf(error)}</Banner>;
  const { by, at } = conflict;
  return (
    <Banner tone="warning">
      <strong>{by}</strong> {actionIn(conflict)} this entry <RelativeTime instant={at} />. Your decision wasn't saved.
      Here is the current version.
    </Banner>
  );
}

/** The last action on an entry according to a live event, to be followed by the entry: `approved`. */
export function describeEvent(change: Change): string {
  return actionBehind[(change as Change & { status: TransactionStatus }).status];
}

/** The decision that led to an entry's current version, if its author is the one who made that version. */
export function describeDecision({ status, approvals }: Transaction, by: string | null): string | undefined {
  const decided = status === 'partially_approved' || status === 'approved';
  return decided && approvals.at(-1)?.by.name === by ? `${actionBehind[status]} this entry` : undefined;
}

/**
 * The same for an entry that has been fetched since. The status alone does not tell an approval from a receipt that was
 * attached after it.
 */
export function describeRecentChange(entry: Transaction, change: Change): string {
  if (isReceipt(entry, change.at)) return RECEIPT;
  const { approvals, rejection, reversedBy } = entry;
  const { status } = change as Change & { status: TransactionStatus };
  const isBy = (person: { _id: string } | undefined) => person !== undefined && person._id === change.by?._id;
  switch (status) {
    case 'approved':
      return reversedBy === null ? actionBehind.approved : 'entered the reversal of';
    case 'partially_approved':
      return isBy(approvals.at(-1)?.by) ? actionBehind.partially_approved : actionBehind.pending;
    case 'rejected':
      return isBy(rejection?.by) ? actionBehind.rejected : actionBehind.pending;
    default:
      return actionBehind[status];
  }
}
