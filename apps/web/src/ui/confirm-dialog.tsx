import Button from '@mui/material/Button';
import { type ReactNode, useId } from 'react';
import { AppDialog } from './app-dialog';
import { Banner } from './feedback/banner';

/** What can be pending can be stopped: the way out always works. */
export type Stoppable =
  | { pending?: undefined; onStop?: undefined }
  | {
      pending: boolean;
      /** Gives up waiting for the server; the dialog stays. */
      onStop: () => void;
    };

type ConfirmDialogProps = {
  open: boolean;
  /** Names the action: `Archive laboratory`. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb on the button: `Archive`. */
  verb: string;
  /** The label of the way out. */
  cancelLabel?: string;
  destructive?: boolean;
  /** Something can be typed: a click beside the dialog leaves it open, so that nothing typed is lost. */
  hasInput?: boolean;
  /** It is not known yet whether the action is possible; only the way out works. */
  checking?: boolean;
  /** Why the action was refused; the dialog stays. */
  error?: string;
  onConfirm: () => void;
  onCancel: () => void;
} & Stoppable;

/** Asks before an action that is hard to undo. The safe choice has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    verb,
    cancelLabel = 'Cancel',
    destructive,
    hasInput = false,
    pending = false,
    checking = false,
    error,
    onConfirm,
    onStop,
    onCancel,
  } = props;
  const id = useId();
  const cancel = pending ? onStop : onCancel;
  return (
    <AppDialog
      open={open}
      hasInput={hasInput}
      pending={pending}
      onClose={cancel}
      role="alertdialog"
      aria-describedby={id}
      title={title}
      cancelLabel={cancelLabel}
      decision={
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          loading={pending || checking}
          data-decisive
          data-send-key={destructive ? undefined : 'enter'}
          onClick={() => onConfirm()}
        >
          {verb}
        </Button>
      }
    >
      <div id={id}>{children}</div>
      {error && <Banner tone="error">{error}</Banner>}
    </AppDialog>
  );
}
