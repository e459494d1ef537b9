import type { TransactionEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { batched } from '../../lib/batched';
import type { Live } from '../../lib/socket';
import { transactionQueries } from './transaction.queries';

/** Fetches again, where it is shown, whatever writes on entries have made stale. */
export async function invalidateTransactions(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const staleKeys = [
    transactionQueries.lists,
    transactionQueries.allTotals,
    transactionQueries.allStats,
    transactionQueries.allReports,
    transactionQueries.waitingCount.queryKey,
    ...ids.flatMap((id) => [transactionQueries.detail(id).queryKey, transactionQueries.histories(id)]),
  ];
  await Promise.all(staleKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Others' changes reach every open screen at once, and an open entry or form learns who made them. */
export const transactionLive: Live = (socket, queryClient) => {
  const changed = batched((ids) => void invalidateTransactions(queryClient, ids));
  const onChange = (change: TransactionEvent) => {
    queryClient.setQueryData(transactionQueries.change(change._id).queryKey, change);
    changed(change._id);
  };
  socket.on('transaction:created', onChange);
  socket.on('transaction:updated', onChange);
  socket.on('transaction:approved', onChange);
  socket.on('transaction:rejected', onChange);
};
