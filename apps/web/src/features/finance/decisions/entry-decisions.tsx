import { lacksReceipt, type TransactionListItem, plural } from '@shifa/contract';
import { Actions } from '../../../screens/actions/actions';
import type { Selection } from '../../../screens/list/use-selection';
import { useBulkDecisions } from '../../../screens/inbox/bulk-decisions';
import type { BulkDecisions, Decision } from '../../../screens/inbox/use-decisions';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useShowConflict } from '../conflict';
import { reasonHelp, transactionActions } from '../transaction.actions';
import { formatEntryCount, formatSums } from '../transaction.format';
import { MAX_DECIDED, transactionResource } from '../transaction.resource';

/** Decisions on several entries at once. */
export const entryDecisions: BulkDecisions<TransactionListItem> = {
  resource: transactionResource,
  perRequest: 100,
  mostSelected: MAX_DECIDED,
  summarize: formatSums,
  approvalNote: (entries) => {
    const missing = entries.filter(lacksReceipt).length;
    const receipts =
      missing === 0
        ? ''
        : ` ${formatEntryCount(missing)} ${plural(missing, 'has', 'have')} no receipt, but ${plural(missing, 'needs', 'need')} one.`;
    return `You can't undo an approval. An approved entry can only be reversed.${receipts}`;
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
  const were = `${formatEntryCount(decided.length)} ${plural(decided.length, 'was', 'were')}`;
  if (decision === 'reject') return `${were} rejected`;
  const partial = decided.filter(({ status }) => status === 'partially_approved').length;
  if (partial === 0) return `${were} approved`;
  return `${were} approved, ${describePartial(partial, decided.length)} a second approval`;
}

function describePartial(partial: number, all: number): string {
  if (partial === all) return plural(partial, 'and needs', 'and each needs');
  return `${partial} of them ${plural(partial, 'needs', 'need')}`;
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
