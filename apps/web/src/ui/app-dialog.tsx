import Button from '@mui/material/Button';
import Dialog, { type DialogProps } from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react';
import { useOnPhone } from './use-on-phone';

type AppDialogProps = Omit<DialogProps, 'title' | 'open' | 'onClose' | 'onSubmit' | 'fullScreen' | 'fullWidth'> & {
  title: ReactNode;
  /** The buttons, the decisive one last; by default one that closes it. */
  actions?: ReactNode;
  open?: boolean;
  onClose?: (event: object, reason: 'backdropClick' | 'escapeKeyDown' | 'closeClick') => void;
  /**
   * Something can be typed or chosen: a click beside the dialog leaves it open, and Escape and the back button ask
   * before what was typed is lost.
   */
  hasInput?: boolean;
  /** Closing stops what was sent, and keeps what was typed. */
  pending?: boolean | undefined;
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
  const { hasInput = onSubmit !== undefined, pending = false, ...dialog } = others;
  const typedIn = useRef(new Set<TextField>());
  const [discard, setDiscard] = useState<() => void>();
  const keepEditing = () => setDiscard(undefined);
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
      onInput={({ target }) => {
        if (isTextField(target)) typedIn.current.add(target);
      }}
      onClose={(event, reason) => {
        if (hasInput && reason === 'backdropClick') return;
        const close = () => onClose?.(event, reason);
        const wasTyped = [...typedIn.current].some(({ isConnected, value }) => isConnected && value !== '');
        if (hasInput && !pending && wasTyped) setDiscard(() => close);
        else close();
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
      {discard && (
        <AppDialog
          role="alertdialog"
          title="Discard what you typed"
          onClose={keepEditing}
          actions={
            <>
              <Button variant="outlined" color="inherit" autoFocus onClick={keepEditing}>
                Keep editing
              </Button>
              <Button
                variant="contained"
                color="error"
                onClick={() => {
                  keepEditing();
                  discard();
                }}
              >
                Discard
              </Button>
            </>
          }
        >
          This closes the dialog and discards what you typed.
        </AppDialog>
      )}
    </Dialog>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

function isTextField(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(target.type);
}
