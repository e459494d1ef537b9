import { type ReactNode, Suspense, useEffect } from 'react';
import { type Location, Navigate, useLocation } from 'react-router-dom';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { isSectionPath, paths } from '../../config/paths';
import { requestAhead } from '../../data/http';
import { lazyComponent } from '../../lib/lazy-component';
import { session, type SignedInUser } from '../../data/session';
import { useSession, useUser } from '../../data/use-session';

/** Where a person was, and who it was: someone else starts at their own start page. */
type Origin = { from?: Pick<Location, 'pathname' | 'search' | 'hash'>; owner?: string | undefined };

const checking = <LoadingScreen message="Checking authentication..." />;

/** Asks the server who a stored token belongs to: at start, and when another tab has signed in. */
const SessionCheck = lazyComponent(async () => {
  const { checkSession } = await import('../../features/auth/auth.actions');
  return function SessionCheck() {
    useEffect(() => void checkSession(), []);
    return checking;
  };
});

if (session.token() !== null) {
  requestAhead('/api/auth/me');
  void SessionCheck.preload();
}

function CheckingSession() {
  return (
    <Suspense fallback={checking}>
      <SessionCheck />
    </Suspense>
  );
}

/** Only for a signed-in person; anyone else is sent to sign in and comes back here afterwards. */
export function RequireSession({ children }: { children: ReactNode }) {
  const current = useSession();
  const { pathname, search, hash } = useLocation();
  switch (current.status) {
    case 'checking':
      return <CheckingSession />;
    case 'signed-in':
      return children;
    case 'signed-out': {
      // After a deliberate logout the next person does not start where the last one was.
      const state: Origin =
        current.reason === 'left' ? {} : { from: { pathname, search, hash }, owner: session.owner() };
      return <Navigate to={paths.login} replace state={state} />;
    }
  }
}

/** Where the person starts; the dashboard, if the section is no longer part of the product. */
function startPageOf({ display: { startPage } }: SignedInUser): string {
  return isSectionPath(startPage) ? startPage : paths.dashboard;
}

/** Leads to the person's start page. */
export function Start() {
  return <Navigate to={startPageOf(useUser())} replace />;
}

/** Only for signed-out visitors; anyone else goes back to where they came from. */
export function PublicOnly({ children }: { children: ReactNode }) {
  const current = useSession();
  const state = useLocation().state as Origin | null;
  switch (current.status) {
    case 'checking':
      return <CheckingSession />;
    case 'signed-in': {
      const isOwn = state?.owner === undefined || state.owner === current.user._id;
      return <Navigate to={(isOwn && state?.from) || startPageOf(current.user)} replace />;
    }
    case 'signed-out':
      return children;
  }
}
