import type { LaboratoryEvent, TransactionEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import { gathered } from '../../lib/gathered';
import { laboratoryOptions } from '../../lib/laboratory-options';
import type { Live } from '../../lib/socket';
import { laboratoryQueries } from './laboratory.queries';

/** Fetches again, where it is shown, whatever a write on a laboratory has made untrue. */
export async function invalidateLaboratory(queryClient: QueryClient, id: string): Promise<void> {
  const untrue = [
    laboratoryQueries.lists,
    laboratoryOptions.queryKey,
    laboratoryQueries.detail(id).queryKey,
    laboratoryQueries.stats(id).queryKey,
    laboratoryQueries.histories(id),
  ];
  await Promise.all(untrue.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * Others' changes reach every open screen at once, and an open page or form learns who made them. What is entered in
 * the finances of a laboratory changes its figures.
 */
export const laboratoryLive: Live = (socket, queryClient) => {
  const onChange = (change: LaboratoryEvent) => {
    queryClient.setQueryData(laboratoryQueries.change(change._id).queryKey, change);
    void invalidateLaboratory(queryClient, change._id);
  };
  socket.on('laboratory:created', onChange);
  socket.on('laboratory:updated', onChange);
  socket.on('laboratory:deleted', onChange);

  const earned = gathered((ids) => {
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: laboratoryQueries.stats(id).queryKey });
  });
  const onEntry = ({ laboratoryId }: TransactionEvent) => earned(laboratoryId);
  socket.on('transaction:created', onEntry);
  socket.on('transaction:updated', onEntry);
  socket.on('transaction:approved', onEntry);
  socket.on('transaction:rejected', onEntry);
};
