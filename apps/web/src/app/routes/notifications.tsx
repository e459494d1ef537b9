import { paths } from '../../config/paths';
import { notificationListLive } from '../../features/notifications/notification.live';
import { page, type Section } from './section';

export const notifications: Section = {
  path: paths.notifications,
  permission: 'notifications.view',
  pages: [
    {
      index: true,
      element: page(() => import('../../features/notifications/notifications-page'), 'NotificationsPage'),
    },
    {
      path: 'open',
      element: page(() => import('../../features/notifications/open-notification-page'), 'OpenNotificationPage'),
    },
  ],
  live: [notificationListLive],
};
