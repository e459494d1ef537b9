import { lacksReceipt, type TransactionListItem } from '@shifa/contract';
import { Actions } from '../../../screens/actions/actions';
import type { Selection } from '../../../screens/list/use-selection';
import { useBulkDecisions } from '../../../screens/inbox/bulk-decisions';
import type { BulkDecisions, Decision } from '../../../screens/inbox/use-decisions';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useShowConflict } from '../conflict';
import { approvedOutcome, finalText, receiptsMissingText, rejectedText } from '../finance.messages';
import { reasonHelp, transactionActions } from '../transaction.actions';
import { formatSums } from '../transaction.format';
import { MAX_DECIDED, transactionResource } from '../transaction.resource';

/** Decisions on several entries at once. */
export const entryDecisions: BulkDecisions<TransactionListItem> = {
  resource: transactionResource,
  perRequest: 100,
  mostSelected: MAX_DECIDED,
  summarize: formatSums,
  approvalNote: (entries) => {
    const missing = entries.filter(lacksReceipt).length;
    return missing === 0 ? finalText : `${finalText} ${receiptsMissingText(missing)}`;
  },
  reasonHelp: () => reasonHelp,
  send: async ({ decision, items, reason, key, signal }) => {
    const { results } = await send(
      api.transactions.bulkApprove,
      {
        body: {
          entries: items.map(({ _id, version }) => ({ _id, version })),
          approved: decision === 'approve',
          reason,
        },
      },
      { key, signal },
    );
    return {
      decided: results.flatMap(({ _id, status, fault }) => (fault === null ? [{ _id, status }] : [])),
      undecided: results.flatMap(({ _id, transactionNo, fault }) =>
        fault === null ? [] : [{ _id, name: transactionNo, reason: fault.message }],
      ),
    };
  },
  describe: describeOutcome,
};

function describeOutcome(decision: Decision, decided: readonly { status: string }[]): string {
  if (decision === 'reject') return rejectedText(decided.length);
  return approvedOutcome(decided.length, decided.filter(({ status }) => status === 'partially_approved').length);
}

/** Decides the selected entries of the list. */
export function TransactionSelectionBar({ selection }: { selection: Selection<TransactionListItem> }) {
  const onFailed = useShowConflict();
  return (
    <Actions of={transactionActions} onDone={({ item }) => selection.drop([item._id])} onFailed={onFailed}>
      <SelectionDecisions selection={selection} />
    </Actions>
  );
}

function SelectionDecisions({ selection }: { selection: Selection<TransactionListItem> }) {
  const bulk = useBulkDecisions({ bulk: entryDecisions, selection, onDecided: selection.drop });
  return (
    <>
      {bulk.bar}
      {bulk.dialog}
    </>
  );
}
