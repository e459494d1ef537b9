import type { Notification } from '@shifa/contract';
import type { NotificationPage } from './notification.queries';

/** What a list shows at once, before the server has answered. */
export type Change = (page: NotificationPage) => NotificationPage;

/** The list with one notification read. */
export function markedRead(id: string, at: string): Change {
  return (page) =>
    withRows(page, (row) => (row._id === id && !row.isRead ? { ...row, isRead: true, readAt: at } : row));
}

/** The list with all notifications of a person read. */
export function markedAllRead(userId: string, at: string): Change {
  return (page) => ({
    ...withRows(page, (row) =>
      row.recipientId._id === userId && !row.isRead ? { ...row, isRead: true, readAt: at } : row,
    ),
    unreadCount: 0,
  });
}

/** The list without a notification, which counts as one of the viewer's unread ones if it was. */
export function removed({ _id, isRead, recipientId }: Notification, viewerId: string): Change {
  return (page) => {
    const data = page.data.filter((row) => row._id !== _id);
    const { total } = page.pagination;
    return {
      ...page,
      data,
      pagination: { ...page.pagination, total: total - (page.data.length - data.length) },
      unreadCount: reduced(page.unreadCount, !isRead && recipientId._id === viewerId ? 1 : 0),
    };
  };
}

/** Counts one less in every list, also in one that does not show the notification. */
export function countedRead({ isRead }: Notification): Change {
  return (page) => ({ ...page, unreadCount: reduced(page.unreadCount, isRead ? 0 : 1) });
}

/**
 * The list without a change that failed: its rows as they were `before`. What else has changed since, such as another
 * change that is still being sent, stays.
 */
export function undone(page: NotificationPage, before: NotificationPage, changed: NotificationPage): NotificationPage {
  const touched = before.data.filter((row) => !changed.data.includes(row));
  const restored = touched.filter((row) => !page.data.some(({ _id }) => _id === row._id));
  const rows = page.data.map((row) => touched.find(({ _id }) => _id === row._id) ?? row);
  return {
    ...page,
    data: [...rows, ...restored].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)),
    pagination: { ...page.pagination, total: page.pagination.total + restored.length },
    unreadCount: page.unreadCount + before.unreadCount - changed.unreadCount,
  };
}

function withRows(page: NotificationPage, change: (row: Notification) => Notification): NotificationPage {
  return { ...page, data: page.data.map(change) };
}

function reduced(count: number, by: number): number {
  return Math.max(0, count - by);
}
