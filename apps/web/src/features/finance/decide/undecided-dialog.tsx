import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { ResultLines } from '../../../components/bulk-results';
import { entriesWords } from '../transaction.fields';
import type { BulkDeed, Undecided } from './use-bulk-decide';

type UndecidedDialogProps = { deed: BulkDeed; undecided: readonly Undecided[]; onClose: () => void };

/** Names each entry that a bulk decision left as it was, and why; they stay chosen. */
export function UndecidedDialog({ deed, undecided, onClose }: UndecidedDialogProps) {
  const id = useId();
  const done = deed === 'approve' ? 'approved' : 'rejected';
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>
        {entriesWords(undecided.length)} not {done}
      </DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 3 }}>
          {undecided.length === 1
            ? 'It stays as it is and stays selected.'
            : 'They stay as they are and stay selected.'}
        </Typography>
        <ResultLines
          label={`Not ${done}`}
          lines={undecided.map(({ _id, transactionNo, reason }) => ({ _id, name: transactionNo, fault: reason }))}
        />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
