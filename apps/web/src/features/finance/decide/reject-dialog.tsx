import type { ReactNode } from 'react';
import { ReasonDialog } from '../../../components/form/reason-dialog';

type RejectDialogProps = {
  /** What is rejected: a number and an amount, or how many. */
  children: ReactNode;
  title?: string;
  verb?: string;
  pending?: boolean;
  /** Why it was refused; the dialog and the reason stay. */
  error?: string;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

/** Asks why, in 5 to 500 characters, before a rejection; Ctrl+Enter sends. */
export function RejectDialog({ title = 'Reject entry', verb = 'Reject', onReject, ...dialog }: RejectDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title={title}
      verb={verb}
      help="Whoever entered it reads this, and can mend the entry and send it again. Ctrl+Enter rejects."
      destructive
      onSend={onReject}
    />
  );
}
