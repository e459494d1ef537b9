import { useEffect } from 'react';
import { useSession } from '../../lib/use-session';

/** Asks the server who a stored token belongs to: at start, and when another tab has signed in. */
export function useSessionCheck(): void {
  const { status } = useSession();
  useEffect(() => {
    if (status === 'checking') {
      void import('../../features/auth/auth.actions').then(({ checkSession }) => checkSession());
    }
  }, [status]);
}
