import type { TransactionEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { gathered } from '../../lib/gathered';
import type { Live } from '../../lib/socket';
import { transactionQueries } from './transaction.queries';

/** Fetches again, where it is shown, whatever writes on entries have made untrue. */
export async function invalidateTransactions(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const untrue = [
    transactionQueries.lists,
    transactionQueries.allTotals,
    transactionQueries.allStats,
    transactionQueries.allReports,
    transactionQueries.waitingCount.queryKey,
    ...ids.flatMap((id) => [transactionQueries.detail(id).queryKey, transactionQueries.histories(id)]),
  ];
  await Promise.all(untrue.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Others' changes reach every open screen at once, and an open entry or form learns who made them. */
export const transactionLive: Live = (socket, queryClient) => {
  const changed = gathered((ids) => void invalidateTransactions(queryClient, ids));
  const onChange = (change: TransactionEvent) => {
    queryClient.setQueryData(transactionQueries.change(change._id).queryKey, change);
    changed(change._id);
  };
  socket.on('transaction:created', onChange);
  socket.on('transaction:updated', onChange);
  socket.on('transaction:approved', onChange);
  socket.on('transaction:rejected', onChange);
};
