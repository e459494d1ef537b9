import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { product } from '../../config/product';
import type { LiveNotices } from '../../data/live';
import { useUser } from '../../data/use-session';
import { arrivalToasts } from './arrival-toasts';
import { LiveNotificationStore } from './live-notifications';
import { NotificationBell, NotificationsLink } from './notification-bell';
import { notificationLive } from './notification.live';
import { notificationPreferences } from './notification.queries';

/** The bell of the viewer, and what feeds it: a live panel for super admins, a counter and toasts for everyone else. */
export function useLiveNotifications(notices: readonly LiveNotices[]) {
  const { role, laboratoryId } = useUser();
  const navigate = useNavigate();
  const ownsPanel = role === 'super_admin';
  const [store] = useState(() => new LiveNotificationStore());
  useQuery({ ...notificationPreferences, enabled: ownsPanel });
  const [live] = useState(() => {
    const viewer = { timeZone: laboratoryId?.timezone ?? product.timezone };
    if (ownsPanel) return notificationLive(store, { ...viewer, notices });
    return notificationLive(
      arrivalToasts((path) => void navigate(path)),
      { ...viewer, notices: [] },
    );
  });
  return { live, bell: ownsPanel ? <NotificationBell store={store} /> : <NotificationsLink /> };
}
