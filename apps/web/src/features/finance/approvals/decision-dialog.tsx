import { BulkDecideDialog } from '../decide/bulk-decide-dialog';
import { RejectEntry } from '../decide/reject-entry';
import type { Decisions } from './use-decisions';

/** Asks what a decision needs to be asked. */
export function DecisionDialog({ decisions }: { decisions: Decisions }) {
  const { asked, chosen, decide, close, settleMany } = decisions;
  if (!asked) return null;
  if (!asked.entry) {
    return <BulkDecideDialog deed={asked.deed} entries={chosen.entries} onDecided={settleMany} onClose={close} />;
  }
  const { entry } = asked;
  return <RejectEntry entry={entry} decide={decide} onCancel={close} />;
}
