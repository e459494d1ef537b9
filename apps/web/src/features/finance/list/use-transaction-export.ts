import type { SheetFormat } from '@shifa/contract';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { saveAnswer } from '../../../lib/save-file';
import { narrowingOf, type TransactionListState } from './transaction-list-state';

const WAIT_MS = 120_000;

/** Saves the list as it is filtered and sorted, whatever its page. */
export function useTransactionExport(state: TransactionListState) {
  const { enqueueSnackbar } = useSnackbar();
  const file = useMutation({
    mutationFn: (format: SheetFormat) =>
      api.transactions.export.query({ query: { ...narrowingOf(state), sort: state.sort, format }, waitMs: WAIT_MS }),
    onMutate: () => enqueueSnackbar('The file is being made'),
    onSuccess: (answer, format) => saveAnswer(answer, `transactions.${format}`),
    onError: (error) => enqueueSnackbar(messageOf(error, 'The list could not be exported'), { variant: 'error' }),
  });
  return { save: (format: SheetFormat) => file.mutate(format), pending: file.isPending };
}
