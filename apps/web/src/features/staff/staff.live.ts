import type { UserEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../lib/socket';
import { staffQueries } from './staff.queries';

/** Fetches again, where it is shown, whatever a write on a person has made stale. */
export async function invalidatePerson(queryClient: QueryClient, id: string): Promise<void> {
  const staleKeys = [
    staffQueries.lists,
    staffQueries.allStats,
    staffQueries.detail(id).queryKey,
    staffQueries.sessions(id).queryKey,
    staffQueries.histories(id),
  ];
  await Promise.all(staleKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** The same for many people at once. */
export async function invalidateStaff(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['staff'] });
}

/** Others' changes reach every open screen at once, and an open page or form learns who made them. */
export const staffLive: Live = (socket, queryClient) => {
  const onChange = (change: UserEvent) => {
    queryClient.setQueryData(staffQueries.change(change._id).queryKey, change);
    void invalidatePerson(queryClient, change._id);
  };
  socket.on('user:created', onChange);
  socket.on('user:updated', onChange);
};
