import { BulkDecideDialog } from '../decide/bulk-decide-dialog';
import { RejectDialog } from '../decide/reject-dialog';
import { amountWords } from '../transaction.fields';
import type { Decisions } from './use-decisions';

/** Asks what a decision needs to be asked. */
export function DecisionDialog({ decisions }: { decisions: Decisions }) {
  const { asked, chosen, decide, close, settleMany } = decisions;
  if (!asked) return null;
  if (!asked.entry) {
    return <BulkDecideDialog deed={asked.deed} entries={chosen.entries} onDecided={settleMany} onClose={close} />;
  }
  const { entry } = asked;
  return (
    <RejectDialog
      title={`Reject entry ${entry.transactionNo}`}
      pending={decide.pending}
      error={decide.refusal?.message}
      onReject={(reason) => decide.reject(entry, reason)}
      onCancel={close}
    >
      <strong>{amountWords(entry)}</strong>
      {entry.party !== null && `, ${entry.party}`}
    </RejectDialog>
  );
}
