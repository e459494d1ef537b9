import Stack from '@mui/material/Stack';
import { type Transaction, transactionTypeLabels } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { ReasonDialog } from '../../../components/form/reason-dialog';
import { api, bodyOf } from '../../../lib/api';
import { formatDay, formatMoney } from '../../../lib/format';
import { idempotencyKey } from '../../../lib/idempotency';
import { transactionQueries } from '../transaction.queries';
import { invalidateTransactions } from '../transaction.live';
import { refusalWords } from './refusal-words';
import type { TransactionInHand } from './use-transaction-actions';

type ReverseTransactionProps = {
  entry: TransactionInHand;
  onClose: () => void;
  /** Gets the contra entry. */
  onReversed: (contra: Transaction) => void;
};

/** Takes an approved entry back by a contra entry, and says why. */
export function ReverseTransaction({ entry, onClose, onReversed }: ReverseTransactionProps) {
  const { _id, transactionNo, type, date, amountPaise, party } = entry;
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [key] = useState(idempotencyKey);
  const reverse = useMutation({
    mutationFn: (description: string) =>
      bodyOf(
        api.transactions.create.mutate({
          body: { reversalOf: _id, description },
          headers: { 'idempotency-key': key },
        }),
      ),
    onSuccess: ({ data: contra }) => {
      enqueueSnackbar(`${contra.transactionNo} was entered: it reverses ${transactionNo} once it is approved`, {
        variant: 'success',
      });
      queryClient.setQueryData(transactionQueries.detail(contra._id).queryKey, contra);
      onReversed(contra);
    },
    onSettled: () => invalidateTransactions(queryClient, [_id]),
  });
  return (
    <ReasonDialog
      title={`Reverse entry ${transactionNo}`}
      verb="Reverse entry"
      help="It becomes the description of the contra entry, and whoever approves that reads it."
      pending={reverse.isPending}
      error={reverse.error ? refusalWords(reverse.error) : undefined}
      onSend={(reason) => reverse.mutate(reason)}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <span>
          {transactionTypeLabels[type]} of <strong>{formatMoney(amountPaise)}</strong>
          {party !== null && `, ${party}`}, of {formatDay(date)}.
        </span>
        <span>
          A contra entry of the same amount is entered, dated today, and waits for approval. Once it is approved, the
          two come to nothing; the original stays in its period as it is.
        </span>
      </Stack>
    </ReasonDialog>
  );
}
