import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LoadingScreen } from '../../components/loading/loading-screen';
import { signOut } from '../../features/auth/auth.actions';
import { authLive } from '../../features/auth/auth.live';
import { useFreshUser } from '../../features/auth/use-fresh-user';
import { dashboardLive } from '../../features/dashboard/dashboard.live';
import { transactionLive } from '../../features/finance/transaction.resource';
import { laboratoryLive } from '../../features/laboratories/laboratory.resource';
import { LiveNotificationStore } from '../../features/notifications/live-notifications';
import { notificationLive } from '../../features/notifications/notification.live';
import { NotificationBell, NotificationsLink } from '../../features/notifications/notification-bell';
import { permissionLive } from '../../features/permissions/permission.live';
import { staffLive } from '../../features/staff/staff.live';
import { createQueryClient } from '../../lib/query-client';
import type { Live } from '../../lib/socket';
import { useUser } from '../../lib/use-session';
import { AppLayout } from '../layout/app-layout';
import { Toasts } from '../toasts';
import { sharedTotalsLive } from '../shared-totals.live';
import { useLiveUpdates } from '../use-live-updates';

const ForcedPasswordPage = lazy(async () => ({
  default: (await import('../../features/auth/forced-password-page')).ForcedPasswordPage,
}));

/** Everything that only a signed-in person needs. It is thrown away at sign-out, and what it had fetched with it. */
export function SignedInRoute() {
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

/** A feature's live updates are added here with one line. */
const featureLives: readonly Live[] = [
  authLive,
  dashboardLive,
  laboratoryLive,
  staffLive,
  permissionLive,
  transactionLive,
  sharedTotalsLive,
];

function Shell() {
  const { role } = useUser();
  const ownsPanel = role === 'super_admin';
  const [store] = useState(() => new LiveNotificationStore());
  const [lives] = useState(() => [...featureLives, ...(ownsPanel ? [notificationLive(store)] : [])]);
  useFreshUser();
  useLiveUpdates(lives);
  return <AppLayout bell={ownsPanel ? <NotificationBell store={store} /> : <NotificationsLink />} onLogout={signOut} />;
}
