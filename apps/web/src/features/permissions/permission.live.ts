import type { UserEvent } from '@shifa/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Live } from '../../lib/socket';
import { permissionQueries } from './permission.queries';

/** Fetches again, where it is shown, whatever a write on these people has made stale. */
export async function invalidatePermissions(queryClient: QueryClient, ids: readonly string[]): Promise<void> {
  const staleKeys = [
    permissionQueries.laboratories,
    ...ids.flatMap((id) => [permissionQueries.user(id).queryKey, permissionQueries.checks(id)]),
  ];
  await Promise.all(staleKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Others' changes reach open editors and tables at once, and an editor learns who made them. */
export const permissionLive: Live = (socket, queryClient) => {
  const onChange = (change: UserEvent) => {
    queryClient.setQueryData(permissionQueries.change(change._id).queryKey, change);
    void invalidatePermissions(queryClient, [change._id]);
  };
  socket.on('user:created', onChange);
  socket.on('user:updated', onChange);
};
