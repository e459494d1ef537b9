import type { Notification } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useErrorToast } from '../../ui/use-error-toast';
import { api } from '../../data/api';
import { messageOf, unlessGone } from '../../lib/api-error';
import { invalidate } from '../../data/live';
import { keyOfAll } from '../../data/queries';
import { useUser } from '../../data/use-session';
import { type Change, countedRead, markedAllRead, markedRead, removed, undone } from './notification-changes';
import { listKeys, type NotificationPage } from './notification.queries';

/** Reading and deleting notifications: shown at once, taken back if the server refuses. */
export function useNotificationActions() {
  const queryClient = useQueryClient();
  const { _id: viewerId } = useUser();
  const toast = useErrorToast();

  async function apply(change: Change, send: () => Promise<unknown>, failure: string): Promise<boolean> {
    toast.clear();
    await Promise.all(listKeys.map((queryKey) => queryClient.cancelQueries({ queryKey })));
    const changes = listKeys
      .flatMap((queryKey) => queryClient.getQueriesData<NotificationPage>({ queryKey }))
      .flatMap(([queryKey, before]) => (before ? [{ queryKey, before, changed: change(before) }] : []));
    for (const { queryKey, changed } of changes) queryClient.setQueryData(queryKey, changed);
    try {
      await send();
      return true;
    } catch (error) {
      for (const { queryKey, before, changed } of changes) {
        queryClient.setQueryData<NotificationPage>(queryKey, (now) => now && undone(now, before, changed));
      }
      toast.show(error, messageOf(error, failure));
      return false;
    } finally {
      void invalidate(queryClient, [keyOfAll('notifications')]);
    }
  }

  const now = () => new Date().toISOString();
  return {
    read: (notification: Notification) => {
      const { _id: id } = notification;
      const [mark, count] = [markedRead(id, now()), countedRead(notification)];
      const request = () => api.notifications.read.mutate({ params: { id }, body: {} });
      return apply((page) => count(mark(page)), request, 'Failed to mark as read');
    },
    readAll: () => {
      const request = () => api.notifications.readAll.mutate({ body: {} });
      return apply(markedAllRead(viewerId, now()), request, 'Failed to mark all as read');
    },
    /** Live notifications by their `_id`, which for a broadcast is not that of the viewer's copy. */
    readShown: (ids: string[]) => {
      const request = () => api.notifications.readAll.mutate({ body: { ids } });
      return apply((page) => page, request, 'Failed to mark as read');
    },
    remove: (notification: Notification) => {
      const request = () => api.notifications.remove.mutate({ params: { id: notification._id } }).catch(unlessGone);
      return apply(removed(notification, viewerId), request, 'Failed to delete notification');
    },
  };
}
