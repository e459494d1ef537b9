import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../data/api';
import { keyOf, queryOf } from '../../data/queries';
import { session } from '../../data/session';
import type { Live } from '../../data/socket';
import { useUser } from '../../data/use-session';
import { fetchSessionUser } from './auth.actions';

export const ownSessions = queryOf(api.auth.listSessions);

const signedInUser = queryOptions({
  queryKey: keyOf(api.auth.me),
  queryFn: ({ signal }) => fetchSessionUser(signal),
});

/**
 * Fetches the signed-in person again at once when someone changed them or their laboratory: their permissions may have
 * changed, or the laboratory may have been suspended.
 */
export const authLive: Live = (socket, queryClient) => {
  socket.on('laboratory:updated', ({ _id }) => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user.laboratoryId?._id === _id) {
      void queryClient.invalidateQueries({ queryKey: signedInUser.queryKey });
    }
  });
  socket.on('user:updated', ({ _id }) => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user._id === _id) {
      void queryClient.invalidateQueries({ queryKey: signedInUser.queryKey });
    }
  });
};

/** Fetches the signed-in person again whenever the window gets the focus, as their permissions may have changed. */
export function useFreshUser(): void {
  const { data: user } = useQuery({ ...signedInUser, initialData: useUser() });
  useEffect(() => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user !== user) session.update(user);
  }, [user]);
}
