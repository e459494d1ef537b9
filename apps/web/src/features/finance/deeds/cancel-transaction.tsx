import Typography from '@mui/material/Typography';
import { TransactionSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { useVersionedAction } from '../../../components/versions/use-versioned-action';
import { api, bodyOf } from '../../../lib/api';
import { amountWords } from '../transaction.fields';
import { invalidateTransactions } from '../transaction.live';
import { refusalWords } from './refusal-words';
import type { TransactionInHand } from './use-transaction-actions';

type CancelTransactionProps = { entry: TransactionInHand; onClose: () => void };

/** Takes an entry out of the approval for good; its row and its number stay. */
export function CancelTransaction({ entry, onClose }: CancelTransactionProps) {
  const queryClient = useQueryClient();
  const { _id, transactionNo, party } = entry;
  const cancel = useVersionedAction({
    document: { name: transactionNo, version: entry.version },
    schema: TransactionSchema,
    outcome: 'was cancelled',
    send: (version) => bodyOf(api.transactions.cancel.mutate({ params: { id: _id }, query: { version } })),
    onDone: onClose,
    invalidate: () => invalidateTransactions(queryClient, [_id]),
  });
  return (
    <ConfirmDialog
      open
      title={`Cancel entry ${transactionNo}`}
      verb="Cancel entry"
      cancelLabel="Keep entry"
      destructive
      pending={cancel.pending}
      error={cancel.error ? refusalWords(cancel.error) : undefined}
      onConfirm={cancel.run}
      onCancel={onClose}
    >
      <Typography className="tabular" sx={{ overflowWrap: 'anywhere' }}>
        <strong>{amountWords(entry)}</strong>
        {party !== null && `, ${party}`}. It can no longer be approved or changed, and counts nowhere. The entry and its
        number are kept.
      </Typography>
    </ConfirmDialog>
  );
}
