import type { Transaction, TransactionListItem } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api, bodyOf } from '../../../lib/api';
import { invalidateTransactions } from '../transaction.live';
import { transactionQueries } from '../transaction.queries';
import { outcomeOf } from './decision-words';
import { type Refusal, refusalOf } from './refusal';

/** As much of an entry as a decision needs to know. */
export type EntryInHand = Pick<TransactionListItem, '_id' | 'transactionNo' | 'version'>;

type Decision = { entry: EntryInHand; reason?: string };

type DecideOptions = {
  /** Gets the entry as the decision left it. */
  onDecided?: (entry: Transaction) => void;
  /** Gets why it was not decided, where no banner stands by. */
  onRefused?: (refusal: Refusal, entry: EntryInHand) => void;
};

/**
 * Approves or rejects one entry at the version that the person saw. It says what came of it; why nothing did, and who
 * was faster, stays in `refusal` until the next decision, for a `RefusalBanner`. There is no way back from an approval.
 */
export function useDecide({ onDecided, onRefused }: DecideOptions = {}) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const known = (entry: Transaction) => queryClient.setQueryData(transactionQueries.detail(entry._id).queryKey, entry);

  const decision = useMutation({
    mutationFn: ({ entry: { _id, version }, reason }: Decision) =>
      bodyOf(
        api.transactions.approve.mutate({
          params: { id: _id },
          body: reason === undefined ? { approved: true, version } : { approved: false, reason, version },
        }),
      ),
    onSuccess: ({ data }) => {
      enqueueSnackbar(outcomeOf(data), { variant: 'success' });
      known(data);
      onDecided?.(data);
    },
    onError: (error, { entry }) => {
      const refusal = refusalOf(error);
      if (refusal.faster) known(refusal.faster.entry);
      onRefused?.(refusal, entry);
    },
    onSettled: (_answer, _error, { entry }) => invalidateTransactions(queryClient, [entry._id]),
  });

  return {
    approve: (entry: EntryInHand) => decision.mutate({ entry }),
    reject: (entry: EntryInHand, reason: string) => decision.mutate({ entry, reason }),
    pending: decision.isPending,
    /** The entry of the last decision. */
    entryId: decision.variables?.entry._id,
    refusal: decision.error ? refusalOf(decision.error) : undefined,
    forget: decision.reset,
  };
}

export type Decide = ReturnType<typeof useDecide>;
