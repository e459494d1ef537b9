import { LiveNotificationSchema } from '@shifa/contract';
import type { Live } from '../../lib/socket';
import type { LiveNotificationStore } from './live-notifications';

/** Puts what the network's head should hear of into the live panel. */
export function notificationLive(store: LiveNotificationStore): Live {
  return (socket) => {
    socket.on('laboratory:created', ({ name, code }) =>
      store.add({ type: 'success', title: 'Laboratory Created', message: `${name} (${code})` }),
    );
    socket.on('notification', (payload) => {
      const notification = LiveNotificationSchema.safeParse(payload);
      if (notification.success) store.add(notification.data);
    });
  };
}
