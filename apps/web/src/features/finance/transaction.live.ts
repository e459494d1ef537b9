import type { TransactionEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../lib/socket';
import { laboratoryQueries } from '../laboratories/laboratory.queries';
import { transactionQueries } from './transaction.queries';

/** An import or a bulk approval tells of hundreds of entries at once; what they change is fetched once. */
const TOGETHER_MS = 250;

/** Fetches again, where it is shown, whatever writes on entries have made untrue. */
export async function invalidateTransactions(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const untrue = [
    transactionQueries.lists,
    transactionQueries.allTotals,
    transactionQueries.allStats,
    transactionQueries.allReports,
    transactionQueries.waitingCount.queryKey,
    laboratoryQueries.allStats,
    ...ids.flatMap((id) => [transactionQueries.detail(id).queryKey, transactionQueries.histories(id)]),
  ];
  await Promise.all(untrue.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Others' changes reach every open screen at once, and an open entry or form learns who made them. */
export const transactionLive: Live = (socket, queryClient) => {
  const changed = new Set<string>();
  const flush = () => {
    const ids = [...changed];
    changed.clear();
    void invalidateTransactions(queryClient, ids);
  };
  const onChange = (change: TransactionEvent) => {
    queryClient.setQueryData(transactionQueries.change(change._id).queryKey, change);
    if (changed.size === 0) setTimeout(flush, TOGETHER_MS);
    changed.add(change._id);
  };
  socket.on('transaction:created', onChange);
  socket.on('transaction:updated', onChange);
  socket.on('transaction:approved', onChange);
  socket.on('transaction:rejected', onChange);
};
