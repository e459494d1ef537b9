import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { matchRoutes, useRoutes } from 'react-router-dom';
import { LoadingScreen } from '../../components/loading/loading-screen';
import { signOut } from '../../features/auth/auth.actions';
import { authLive, useFreshUser } from '../../features/auth/auth.queries';
import { useLiveNotifications } from '../../features/notifications/use-live-notifications';
import { lazyComponent, preloadElement } from '../../lib/lazy-component';
import { createQueryClient } from '../../lib/query-client';
import type { Live } from '../../lib/socket';
import { useUser } from '../../lib/use-session';
import { AppLayout, PageBoundary } from '../layout/app-layout';
import { ALONE, routesOf } from './section';
import { sections } from './sections';
import { Toasts } from '../toasts';
import { laboratoryShown, useFollowLaboratory } from '../use-follow-laboratory';
import { useLiveUpdates } from '../use-live-updates';
import { useShownLocation } from '../use-shown-location';

const ForcedPasswordPage = lazyComponent(
  async () => (await import('../../features/auth/forced-password-page')).ForcedPasswordPage,
);

/** Everything that only a signed-in person needs. It is thrown away at sign-out, and what it had fetched with it. */
export function SignedInApp() {
  const { mustChangePassword } = useUser();
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Toasts>
        {mustChangePassword ? (
          <Suspense fallback={<LoadingScreen />}>
            <ForcedPasswordPage />
          </Suspense>
        ) : (
          <Shell />
        )}
      </Toasts>
    </QueryClientProvider>
  );
}

const routes = routesOf(sections);
// The page is fetched while the session is still being checked.
for (const { route } of matchRoutes(routes, window.location) ?? []) preloadElement(route.element);

const sectionLives: readonly Live[] = [authLive, ...sections.flatMap(({ live = [] }) => live)];
const sectionNotices = sections.flatMap(({ notices = [] }) => notices);

function Shell() {
  const { role } = useUser();
  const location = useShownLocation();
  const { live: notificationLive, bell } = useLiveNotifications(sectionNotices);
  const followLive = useFollowLaboratory(role === 'super_admin' ? laboratoryShown(location) : undefined);
  const [lives] = useState(() => [...sectionLives, notificationLive, followLive]);
  useFreshUser();
  useLiveUpdates(lives);
  const page = useRoutes(routes, location);
  if (matchRoutes(routes, location)?.some(({ route }) => route.handle === ALONE)) {
    return (
      <PageBoundary pathname={location.pathname} fallback={<LoadingScreen />}>
        {page}
      </PageBoundary>
    );
  }
  return (
    <AppLayout bell={bell} pathname={location.pathname} onLogout={signOut}>
      {page}
    </AppLayout>
  );
}
