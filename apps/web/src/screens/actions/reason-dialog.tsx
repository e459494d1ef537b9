import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { reasonText } from '@shifa/contract';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { AppDialog } from '../../ui/app-dialog';
import { Banner } from '../../ui/feedback/banner';
import type { Stoppable } from '../../ui/confirm-dialog';
import { Field } from '../../ui/fields/field';

type ReasonDialogProps = {
  /** Names the action: `Reject entry`. */
  title: string;
  /** The verb on the button: `Reject`. */
  verb: string;
  cancelLabel?: string;
  /** What it is done to, and what will happen. */
  children: ReactNode;
  /** What the reason is called; `Reason` unless given. */
  label?: string;
  /** Who reads the reason. */
  help?: string;
  destructive?: boolean;
  /** Why the action was refused; the dialog and the reason stay. */
  error?: string;
  onSend: (reason: string) => void;
  onCancel: () => void;
} & Stoppable;

/**
 * Asks why, in 5 to 500 characters, before an action that others will want to understand; Ctrl+Enter sends.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, verb, cancelLabel = 'Cancel', children, label = 'Reason', help, destructive, pending = false } = props;
  const { error, onSend, onStop, onCancel } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const cancel = pending ? onStop : onCancel;
  const read = reasonText(label).safeParse(reason);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setTried(true);
    if (read.success) onSend(read.data);
    else input.current?.focus();
  };

  return (
    <AppDialog
      onClose={cancel}
      pending={pending}
      maxWidth="sm"
      onSubmit={submit}
      title={title}
      cancelLabel={cancelLabel}
      decision={
        <Button
          type="submit"
          data-decisive
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          loading={pending}
        >
          {verb}
        </Button>
      }
    >
      <Typography component="div" className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
      <Field label={label} help={help} error={tried ? read.error?.issues[0]?.message : undefined}>
        {(a11y) => (
          <OutlinedInput
            {...a11y}
            fullWidth
            multiline
            minRows={3}
            autoFocus
            inputRef={input}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {error && <Banner tone="error">{error}</Banner>}
    </AppDialog>
  );
}
