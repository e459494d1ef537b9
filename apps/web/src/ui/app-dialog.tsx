import Button from '@mui/material/Button';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { useOnPhone } from './use-on-phone';

type AppDialogProps = Omit<DialogProps, 'title' | 'open' | 'onClose' | 'onSubmit' | 'fullScreen' | 'fullWidth'> & {
  title: ReactNode;
  /** The buttons, the decisive one last; by default one that closes it. */
  actions?: ReactNode;
  open?: boolean;
  onClose?: (event: object, reason: 'backdropClick' | 'escapeKeyDown' | 'closeClick') => void;
  /** Something can be typed or chosen: a click beside the dialog leaves it open, so that nothing is lost. */
  hasInput?: boolean;
  /** Makes it a form, which has input. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** For content that needs the whole window of a phone. */
  fillsPhone?: boolean;
  /** What is not part of the content, such as a question about leaving. */
  beside?: ReactNode;
};

/** A dialog that is named by its title. */
export function AppDialog(props: AppDialogProps) {
  const { title, actions, open = true, onClose, onSubmit, fillsPhone = false, beside, children, ...others } = props;
  const { hasInput = onSubmit !== undefined, ...dialog } = others;
  const id = useId();
  const onPhone = useOnPhone();
  const parts = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>{children}</Stack>
      </DialogContent>
      <DialogActions>
        {actions ?? (
          <Button variant="outlined" color="inherit" autoFocus onClick={(event) => onClose?.(event, 'closeClick')}>
            Close
          </Button>
        )}
      </DialogActions>
    </>
  );
  return (
    <Dialog
      maxWidth="xs"
      {...dialog}
      open={open}
      onClose={(event, reason) => {
        if (!hasInput || reason !== 'backdropClick') onClose?.(event, reason);
      }}
      fullWidth
      fullScreen={fillsPhone && onPhone}
      aria-labelledby={id}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit}>
          {parts}
        </form>
      ) : (
        parts
      )}
      {beside}
    </Dialog>
  );
}
