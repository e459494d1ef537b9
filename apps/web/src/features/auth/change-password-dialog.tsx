import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { ChangePasswordFields } from './change-password-fields';
import { useChangePassword } from './use-change-password';

type ChangePasswordDialogProps = { open: boolean; onClose: () => void };

/** Changes the own password. Closing it in any way discards the input. */
export function ChangePasswordDialog({ open, onClose }: ChangePasswordDialogProps) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>Change Password</DialogTitle>
      <ChangePasswordForm onClose={onClose} />
    </Dialog>
  );
}

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const { submit, ...state } = useChangePassword(onClose);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <DialogContent>
        <ChangePasswordFields {...state} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" disabled={state.done} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" disabled={state.done} loading={state.pending}>
          Update Password
        </Button>
      </DialogActions>
    </form>
  );
}
