import type { BulkDecision, TransactionListItem } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import { invalidateTransactions } from '../transaction.live';
import { entriesWords } from '../transaction.fields';

/** The most entries that one request decides. */
export const MOST_AT_ONCE = 100;

export type BulkDeed = 'approve' | 'reject';

/** An entry that a bulk decision left as it was, and why. */
export type Undecided = { _id: string; transactionNo: string; reason: string };

type BulkDecideOptions = {
  deed: BulkDeed;
  /** Gets the ids of what was decided, and what was not. */
  onSettled: (decided: string[], undecided: Undecided[]) => void;
};

/** Approves or rejects many entries, each by itself; those that could not be decided say why. */
export function useBulkDecide({ deed, onSettled }: BulkDecideOptions) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const decision = useMutation({
    mutationFn: ({ entries, reason }: { entries: readonly TransactionListItem[]; reason?: string }) => {
      const chosen = entries.map(({ _id, version }) => ({ _id, version }));
      return bodyOf(
        api.transactions.bulkApprove.mutate({
          body: { entries: chosen, approved: deed === 'approve', reason },
          headers: { 'idempotency-key': idempotencyKey() },
        }),
      );
    },
    onSuccess: ({ data: { results } }) => {
      const undecided = results.flatMap(undecidedOf);
      const decided = results.flatMap(({ _id, fault }) => (fault === null ? [_id] : []));
      if (decided.length > 0) enqueueSnackbar(outcomeOf(deed, results), { variant: 'success' });
      onSettled(decided, undecided);
    },
    onSettled: (_answer, _error, { entries }) =>
      invalidateTransactions(
        queryClient,
        entries.map(({ _id }) => _id),
      ),
  });
  return {
    run: (entries: readonly TransactionListItem[], reason?: string) => decision.mutate({ entries, reason }),
    pending: decision.isPending,
    fault: decision.error ? messageOf(decision.error, 'The decision did not reach the server') : undefined,
  };
}

type Results = BulkDecision['results'];

function undecidedOf({ _id, transactionNo, fault }: Results[number]): Undecided[] {
  return fault === null ? [] : [{ _id, transactionNo, reason: fault.message }];
}

function outcomeOf(deed: BulkDeed, results: Results): string {
  const decided = results.filter(({ fault }) => fault === null);
  const were = (count: number) => `${entriesWords(count)} ${count === 1 ? 'was' : 'were'}`;
  if (deed === 'reject') return `${were(decided.length)} rejected`;
  const half = decided.filter(({ status }) => status === 'partially_approved').length;
  if (half === 0) return `${were(decided.length)} approved`;
  return `${were(decided.length)} approved, ${formatHalf(half, decided.length)} a second approval`;
}

function formatHalf(half: number, all: number): string {
  if (half === all) return half === 1 ? 'and needs' : 'and each needs';
  return `${half} of them ${half === 1 ? 'needs' : 'need'}`;
}
