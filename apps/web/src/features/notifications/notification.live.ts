import { type LiveNotification, LiveNotificationSchema, type ServerEvent } from '@shifa/contract';
import type { LiveNotices } from '../../lib/live';
import type { Live } from '../../lib/socket';
import type { LiveNotificationStore } from './live-notifications';

/** Adds the notices of the sections, and notifications sent as such, to the live panel. */
export function notificationLive(store: LiveNotificationStore, notices: readonly LiveNotices[]): Live {
  return (socket) => {
    for (const [event, describe] of notices.flatMap((of) => Object.entries(of))) {
      socket.on(event as ServerEvent, (payload: object) =>
        store.add((describe as (payload: object) => LiveNotification)(payload)),
      );
    }
    socket.on('notification', (payload) => {
      const notification = LiveNotificationSchema.safeParse(payload);
      if (notification.success) store.add(notification.data);
    });
  };
}
