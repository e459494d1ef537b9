import type { TransactionListItem } from '@shifa/contract';
import { amountWords } from '../transaction.fields';
import { RejectDialog } from './reject-dialog';
import type { Decide } from './use-decide';

type RejectEntryProps = { entry: TransactionListItem; decide: Decide; onCancel: () => void };

/** Asks why one entry is rejected, and rejects it. */
export function RejectEntry({ entry, decide, onCancel }: RejectEntryProps) {
  const { transactionNo, party } = entry;
  return (
    <RejectDialog
      title={`Reject entry ${transactionNo}`}
      pending={decide.pending}
      error={decide.refusal?.message}
      onReject={(reason) => decide.reject(entry, reason)}
      onCancel={onCancel}
    >
      <strong>{amountWords(entry)}</strong>
      {party !== null && `, ${party}`}
    </RejectDialog>
  );
}
