import type { Transaction } from '@shifa/contract';
import { EditTransaction } from '../form/edit-transaction';
import { CancelTransaction } from './cancel-transaction';
import { ReverseTransaction } from './reverse-transaction';
import type { ChosenDeed, TransactionInHand } from './use-transaction-actions';

type TransactionDeedDialogProps = {
  deed: ChosenDeed;
  entry: TransactionInHand;
  onClose: () => void;
  /** Gets the contra entry of a reversal. */
  onReversed: (contra: Transaction) => void;
};

/** Asks what a deed needs to be asked, and does it. */
export function TransactionDeedDialog({ deed, entry, onClose, onReversed }: TransactionDeedDialogProps) {
  switch (deed) {
    case 'edit':
      return <EditTransaction id={entry._id} onClose={onClose} />;
    case 'cancel':
      return <CancelTransaction entry={entry} onClose={onClose} />;
    case 'reverse':
      return <ReverseTransaction entry={entry} onClose={onClose} onReversed={onReversed} />;
  }
}
