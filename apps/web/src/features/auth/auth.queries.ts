import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../data/api';
import { keyOf, queryOf } from '../../data/queries';
import { session } from '../../data/session';
import type { Live } from '../../data/socket';
import { useUser } from '../../data/use-session';
import { stored } from '../../lib/storage';
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

/**
 * Fetches the signed-in person again whenever the window gets the focus, as their permissions may have changed, and
 * when another tab stored a change. What an open page shows and allows follows their permissions.
 */
export function useFreshUser(): void {
  const queryClient = useQueryClient();
  const own = useUser();
  const { data: user } = useQuery({ ...signedInUser, initialData: own });
  useEffect(() => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user !== user) session.update(user);
  }, [user]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (!stored.user.isChangedBy(event) || event.newValue === null) return;
      void queryClient.invalidateQueries({ queryKey: signedInUser.queryKey });
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [queryClient]);

  const rights = JSON.stringify([own.permissions, own.deputyOf]);
  const shownWith = useRef(rights);
  useEffect(() => {
    if (shownWith.current === rights) return;
    shownWith.current = rights;
    void queryClient.invalidateQueries();
  }, [rights, queryClient]);
}
