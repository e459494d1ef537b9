import Typography from '@mui/material/Typography';
import type { TransactionListItem } from '@shifa/contract';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { entriesWords } from '../transaction.fields';
import { sumWords } from './decision-words';
import { RejectDialog } from './reject-dialog';
import { UndecidedDialog } from './undecided-dialog';
import { type BulkDeed, type Undecided, useBulkDecide } from './use-bulk-decide';

type BulkDecideDialogProps = {
  deed: BulkDeed;
  /** Those that are chosen; what the viewer may not decide stays out, and says why at the end. */
  entries: readonly TransactionListItem[];
  /** Gets the ids of what was decided, and what was not. */
  onDecided: (ids: string[], undecided: Undecided[]) => void;
  onClose: () => void;
};

/** Asks before many entries are approved or rejected at once, and tells of each that could not be. */
export function BulkDecideDialog({ deed, entries, onDecided, onClose }: BulkDecideDialogProps) {
  // As they were chosen: a list that follows events must not change what is being agreed to.
  const [chosen] = useState(entries);
  const [undecided, setUndecided] = useState<Undecided[]>();
  const open = chosen.filter(({ actions }) => actions[deed]?.allowed);
  const locked = chosen.filter(({ actions }) => !actions[deed]?.allowed);
  const bulk = useBulkDecide({
    deed,
    onSettled: (decided, refused) => {
      const left = [...refused, ...locked.map((entry) => lockedAs(deed, entry))];
      onDecided(decided, left);
      if (left.length === 0) onClose();
      else setUndecided(left);
    },
  });

  if (undecided) return <UndecidedDialog deed={deed} undecided={undecided} onClose={onClose} />;
  const what = (
    <>
      <strong>{entriesWords(open.length)}</strong>: {sumWords(open)}.{' '}
      {locked.length > 0 &&
        `${entriesWords(locked.length)} of the choice cannot be decided by you and will be left out.`}
    </>
  );
  if (deed === 'reject') {
    return (
      <RejectDialog
        title="Reject entries"
        verb={`Reject ${entriesWords(open.length)}`}
        pending={bulk.pending}
        error={bulk.fault}
        onReject={(reason) => bulk.run(open, reason)}
        onCancel={onClose}
      >
        {what}
      </RejectDialog>
    );
  }
  return (
    <ConfirmDialog
      open
      title="Approve entries"
      verb={`Approve ${entriesWords(open.length)}`}
      pending={bulk.pending}
      error={bulk.fault}
      onConfirm={() => bulk.run(open)}
      onCancel={onClose}
    >
      <Typography component="div" className="tabular">
        {what} An approval cannot be taken back; an approved entry can only be reversed.
      </Typography>
    </ConfirmDialog>
  );
}

function lockedAs(deed: BulkDeed, { _id, transactionNo, actions }: TransactionListItem): Undecided {
  return { _id, transactionNo, reason: actions[deed]?.reason ?? 'You cannot decide this entry' };
}
