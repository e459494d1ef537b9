import { useColorScheme } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { DisplayPreferences } from '@shifa/contract';
import { Suspense, useEffect, useState } from 'react';
import { matchRoutes, useRoutes } from 'react-router-dom';
import { ErrorBoundary } from '../../ui/error-boundary';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { product } from '../../config/product';
import { checkSession, signOut } from '../../features/auth/auth.actions';
import { authLive, useFreshUser } from '../../features/auth/auth.queries';
import { useRenewedPush } from '../../features/messages/use-renewed-push';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications';
import { useOpenedByPush } from '../../features/notifications/use-opened-by-push';
import { ConfirmationHost } from '../../features/security/confirmation-host';
import { applyFormats } from '../../lib/format';
import { hasLastState, keepLastState } from '../../data/last-state';
import { keyOfRoute } from '../../data/queries';
import { lazyComponent, preloadElement } from '../../lib/lazy-component';
import { createQueryClient } from '../../data/query-client';
import { session, type SignedInUser } from '../../data/session';
import { readSessionUser } from '../../data/session-user';
import type { Live } from '../../data/socket';
import { useUser } from '../../data/use-session';
import { AppLayout } from '../layout/app-layout';
import { prefetchAt, routesOf } from './section';
import { sections } from './sections';
import { Toasts } from '../toasts';
import { laboratoryShown, useFollowLaboratory } from '../use-follow-laboratory';
import { useLiveUpdates } from '../use-live-updates';
import { useNewDay } from '../use-new-day';
import { useShownLocation } from '../use-shown-location';

const ForcedPasswordPage = lazyComponent(
  async () => (await import('../../features/auth/forced-password-page')).ForcedPasswordPage,
);

const RequiredFactorPage = lazyComponent(
  async () => (await import('../../features/security/required-factor-page')).RequiredFactorPage,
);
const FactorNotice = lazyComponent(async () => (await import('../../features/security/factor-notice')).FactorNotice);

/**
 * Everything that only a signed-in person needs. It is thrown away at sign-out, and what it had fetched with it; so it
 * is when the person gets another laboratory or role.
 */
export function SignedInApp() {
  const standing = standingOf(useUser());
  return <AppOf key={standing} standing={standing} />;
}

function AppOf({ standing }: { standing: string }) {
  const { _id, mustChangePassword, secondFactorNeeded, display } = useUser();
  useTheme(display.theme);
  const [queryClient] = useState(() => (early?.standing === standing ? early.client : clientOf(_id)));
  return (
    <QueryClientProvider client={queryClient}>
      <Toasts>
        {mustChangePassword || secondFactorNeeded?.isOverdue ? (
          <Suspense fallback={<LoadingScreen />}>
            {mustChangePassword ? (
              <ForcedPasswordPage />
            ) : (
              <RequiredFactorPage onAdded={() => void checkSession()} onLogout={signOut} />
            )}
          </Suspense>
        ) : (
          <Shell />
        )}
        <ConfirmationHost />
      </Toasts>
    </QueryClientProvider>
  );
}

// Before anything is rendered for the person, everything is formatted the way they prefer.
followFormats();
session.subscribe(followFormats);

function followFormats() {
  const now = session.current();
  if (now.status === 'signed-in') applyFormats(now.user.display);
}

/** The person's theme, on every device; without one, each device has its own. */
function useTheme(theme: DisplayPreferences['theme']) {
  const { setMode } = useColorScheme();
  useEffect(() => {
    if (theme !== null) setMode(theme);
  }, [theme, setMode]);
}

const routes = routesOf(sections);
// While the session is still being checked, the page is fetched, and with the stored token what it shows first.
let early = startEarly();
/** Settles as soon as the code of the page that the browser was opened on is there, or cannot be fetched. */
export const firstPage = Promise.all(
  (matchRoutes(routes, window.location) ?? []).map(({ route }) => preloadElement(route.element)),
);
// Answers to one token are never shown to the person of another.
session.subscribe(() => {
  if (session.token() !== early?.token) early = undefined;
});

function startEarly() {
  const token = session.token();
  const user = token === null ? undefined : readSessionUser(session.storedUser());
  if (!user || user.mustChangePassword || user.secondFactorNeeded?.isOverdue) return undefined;
  const client = clientOf(user._id);
  // What the person saw last is shown while the session is being checked.
  if (session.current().status === 'checking' && hasLastState(user._id)) {
    void checkSession();
    session.update(user);
  }
  prefetchAt(window.location, sections, user.permissions, client);
  return { token, standing: standingOf(user), client };
}

/** What decides which pages a person sees, and of what. */
function standingOf({ role, laboratoryId }: SignedInUser): string {
  return `${role} of ${laboratoryId?._id ?? 'all'}`;
}

function clientOf(owner: string) {
  const client = createQueryClient();
  const kept = sections.flatMap(({ kept = [], inbox = [] }) => [
    ...kept,
    // The inbox is shown once all its lists are there, so each of them is kept.
    ...inbox.map(({ count }) => keyOfRoute(count.queryKey)),
  ]);
  keepLastState(client, owner, kept);
  return client;
}

const sectionLives: readonly Live[] = [authLive, ...sections.flatMap(({ live = [] }) => live)];
const sectionNotices = sections.flatMap(({ notices = [] }) => notices);

function Shell() {
  const { role, _id, laboratoryId, secondFactorNeeded } = useUser();
  const location = useShownLocation();
  const { live: notificationLive, bell } = useLiveNotifications(sectionNotices);
  const followLive = useFollowLaboratory(role === 'super_admin' ? laboratoryShown(location) : undefined);
  const [lives] = useState(() => [...sectionLives, notificationLive, followLive]);
  useFreshUser();
  useOpenedByPush();
  useRenewedPush();
  useLiveUpdates(lives);
  useNewDay(laboratoryId?.timezone ?? product.timezone);
  const page = useRoutes(routes, location);
  return (
    <AppLayout
      bell={bell}
      location={location}
      onLogout={signOut}
      // Fetched when it is asked for: few people leave anything behind.
      leftBehind={() => import('./left-behind').then(({ leftBehindBy }) => leftBehindBy(_id))}
    >
      {secondFactorNeeded && (
        <ErrorBoundary fallback={() => null}>
          <Suspense fallback={null}>
            <FactorNotice dueAt={secondFactorNeeded.dueAt} />
          </Suspense>
        </ErrorBoundary>
      )}
      {page}
    </AppLayout>
  );
}
