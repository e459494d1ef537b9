import { LiveNotificationSchema, transactionTypeLabels } from '@shifa/contract';
import { paths } from '../../config/paths';
import { formatMoney } from '../../lib/format';
import type { Live } from '../../lib/socket';
import type { LiveNotificationStore } from './live-notifications';

/** Adds events that concern the head of the network to the live panel. */
export function notificationLive(store: LiveNotificationStore): Live {
  return (socket) => {
    socket.on('laboratory:created', ({ name, code }) =>
      store.add({ type: 'success', title: 'Laboratory Created', message: `${name} (${code})` }),
    );
    socket.on('transaction:approved', ({ _id, transactionNo, type, amountPaise }) =>
      store.add({
        type: 'success',
        title: 'Transaction Approved',
        message: `${transactionNo}, ${transactionTypeLabels[type].toLowerCase()} of ${formatMoney(amountPaise)}`,
        action: { label: 'View entry', path: `${paths.transactions}?entry=${_id}` },
      }),
    );
    socket.on('notification', (payload) => {
      const notification = LiveNotificationSchema.safeParse(payload);
      if (notification.success) store.add(notification.data);
    });
  };
}
