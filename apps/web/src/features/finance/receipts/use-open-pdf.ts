import type { Receipt } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { messageOf } from '../../../lib/api-error';
import { saveBlob } from '../../../lib/save-file';
import { receiptFile } from './receipt.queries';

/** Long enough for the other window to have read it. */
const READ_MS = 60_000;

/** Opens a receipt in a window of its own or, where the browser allows none, hands it to the downloads. */
export function useOpenPdf(transactionId: string) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const open = useMutation({
    mutationFn: (receipt: Receipt) => queryClient.query(receiptFile(transactionId, receipt)),
    onSuccess: (file, { fileName }) => {
      const address = URL.createObjectURL(file);
      setTimeout(() => URL.revokeObjectURL(address), READ_MS);
      if (!window.open(address, '_blank')) saveBlob(file, fileName);
    },
    onError: (error) => enqueueSnackbar(messageOf(error, 'The receipt could not be opened'), { variant: 'error' }),
  });
  return {
    open: (receipt: Receipt) => {
      if (!open.isPending) open.mutate(receipt);
    },
    /** The receipt that is being fetched. */
    opening: open.isPending ? open.variables._id : undefined,
  };
}
