import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LiveNotices } from '../../lib/live';
import { useUser } from '../../lib/use-session';
import { arrivalToasts } from './arrival-toasts';
import { LiveNotificationStore } from './live-notifications';
import { NotificationBell, NotificationsLink } from './notification-bell';
import { notificationLive } from './notification.live';

/** The bell of the viewer, and what feeds it: a live panel for super admins, a counter and toasts for everyone else. */
export function useLiveNotifications(notices: readonly LiveNotices[]) {
  const { _id: viewerId, role } = useUser();
  const navigate = useNavigate();
  const ownsPanel = role === 'super_admin';
  const [store] = useState(() => new LiveNotificationStore());
  const [live] = useState(() => {
    if (ownsPanel) return notificationLive(store, { viewerId, notices });
    return notificationLive(
      arrivalToasts((path) => void navigate(path)),
      { viewerId, notices: [] },
    );
  });
  return { live, bell: ownsPanel ? <NotificationBell store={store} /> : <NotificationsLink /> };
}
