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
  open?: boolean;
  onClose?: (event: object, reason: 'backdropClick' | 'escapeKeyDown' | 'closeClick') => void;
  /** Closing stops what was sent, and keeps what was typed. */
  pending?: boolean | undefined;
  /** For content that needs the whole window of a phone. */
  fillsPhone?: boolean;
  /** What is not part of the content, such as a question about leaving. */
  beside?: ReactNode;
} & (Told | Asked);

/** Has nothing to type. */
type Told = {
  /** The buttons, the decisive one last; by default one that closes it. */
  actions?: ReactNode;
  decision?: never;
  cancelLabel?: never;
  hasInput?: never;
  holdsDraft?: never;
  onSubmit?: never;
};

/** The dialog itself has the way out, so that no one who writes a dialog can forget the question before a loss. */
type Asked = {
  actions?: never;
  /** The decisive button, after the one that closes the dialog. */
  decision: ReactNode;
  cancelLabel?: string | undefined;
  /**
   * Something can be typed or chosen, as in a form: a click beside the dialog leaves it open, and every other way out
   * asks before what was typed is lost.
   */
  hasInput?: boolean;
  /** It was opened with what someone had typed before. */
  holdsDraft?: boolean;
  /** Makes it a form, which takes the focus. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
};

/** A dialog that is named by its title. */
export function AppDialog(props: AppDialogProps) {
  const { title, actions, decision, open = true, onClose, onSubmit, fillsPhone = false, beside, ...others } = props;
  const { hasInput = onSubmit !== undefined, holdsDraft = false, pending = false, ...further } = others;
  const { cancelLabel = 'Cancel', children, ...dialog } = further;
  // The fields that were typed in, and what they held before.
  const before = useRef(new Map<TextField, string>());
  const typedIn = useRef(new Set<TextField>());
  const [discard, setDiscard] = useState<() => void>();
  const keepEditing = () => setDiscard(undefined);
  const id = useId();
  const onPhone = useOnPhone();
  const close: NonNullable<typeof onClose> = (event, reason) => {
    if (hasInput && reason === 'backdropClick') return;
    const leave = () => onClose?.(event, reason);
    const isChanged =
      holdsDraft || [...typedIn.current].some((field) => field.isConnected && isOtherThan(field, before.current));
    if (hasInput && !pending && isChanged) setDiscard(() => leave);
    else leave();
  };
  const parts = (
    <>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>{children}</Stack>
      </DialogContent>
      <DialogActions>
        {actions ?? (
          <Button
            variant="outlined"
            color="inherit"
            autoFocus={!onSubmit}
            onClick={(event) => close(event, 'closeClick')}
          >
            {decision === undefined ? 'Close' : cancelLabel}
          </Button>
        )}
        {decision}
      </DialogActions>
    </>
  );
  return (
    <Dialog
      maxWidth="xs"
      {...dialog}
      open={open}
      onFocusCapture={({ target }) => {
        if (isTextField(target) && !before.current.has(target)) before.current.set(target, target.value);
      }}
      onInput={({ target }) => {
        if (isTextField(target)) typedIn.current.add(target);
      }}
      onClose={close}
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
                data-decisive
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
  return target instanceof HTMLInputElement && !NOTHING_TYPED.includes(target.type);
}

/** A search and a password hold nothing that someone would miss. */
const NOTHING_TYPED = ['checkbox', 'radio', 'file', 'search', 'password'];

/** A date of which a part is typed has no value yet. */
function isOtherThan(field: TextField, before: ReadonlyMap<TextField, string>): boolean {
  return field.validity.badInput || field.value !== (before.get(field) ?? '');
}
