import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { session } from '../../lib/session';
import { useUser } from '../../lib/use-session';
import { authQueries } from './auth.queries';

/** Asks again who the person is whenever the window is looked at again: a permission may have changed meanwhile. */
export function useFreshUser(): void {
  const { data } = useQuery({ ...authQueries.me, initialData: useUser() });
  useEffect(() => {
    const current = session.current();
    if (current.status === 'signed-in' && current.user !== data) session.update(data);
  }, [data]);
}
