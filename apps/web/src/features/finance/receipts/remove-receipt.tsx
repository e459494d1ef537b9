import type { Receipt, Transaction } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { invalidateTransactions } from '../transaction.live';

type RemoveReceiptProps = { transaction: Transaction; receipt: Receipt; onClose: () => void };

/** Asks before a receipt is removed from its entry. */
export function RemoveReceipt({ transaction, receipt, onClose }: RemoveReceiptProps) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const remove = useMutation({
    mutationFn: () =>
      api.transactions.removeReceipt.mutate({ params: { id: transaction._id, receiptId: receipt._id } }),
    onSuccess: async () => {
      await invalidateTransactions(queryClient, [transaction._id]);
      enqueueSnackbar(`${receipt.fileName} was removed`, { variant: 'success' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      title="Remove receipt"
      verb="Remove"
      cancelLabel="Keep"
      destructive
      pending={remove.isPending}
      error={remove.error ? messageOf(remove.error, 'The receipt could not be removed') : undefined}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {receipt.fileName} is removed from {transaction.transactionNo} and cannot be brought back.
    </ConfirmDialog>
  );
}
