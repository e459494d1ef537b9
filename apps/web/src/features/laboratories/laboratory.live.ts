import type { LaboratoryEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
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

/** Others' changes reach every open screen at once, and an open page or form learns who made them. */
export const laboratoryLive: Live = (socket, queryClient) => {
  const onChange = (change: LaboratoryEvent) => {
    queryClient.setQueryData(laboratoryQueries.change(change._id).queryKey, change);
    void invalidateLaboratory(queryClient, change._id);
  };
  socket.on('laboratory:created', onChange);
  socket.on('laboratory:updated', onChange);
  socket.on('laboratory:deleted', onChange);
};
