import type { Broadcast, Notification } from '@shifa/contract';
import { keepPreviousData, type QueryClient, type QueryFunction, queryOptions, skipToken } from '@tanstack/react-query';
import { api } from '../../data/api';
import { keyOf, type Page, pageQuery, queryOf, type QueryOf } from '../../data/queries';

export type NotificationPage = Page<Notification> & {
  /** The viewer's own, whatever is listed. */
  unreadCount: number;
  asOf: string;
};

const { list, listAll } = api.notifications;

/** Every list of notifications, whatever its filters. */
export const listKeys = [keyOf(list), keyOf(listAll)] as const;

/** The viewer's own notifications, or everyone's, of one laboratory if it is given. */
export function notificationList(everyone: boolean, { laboratoryId, ...query }: NonNullable<QueryOf<typeof listAll>>) {
  const { queryKey, queryFn } = everyone
    ? pageQuery(listAll, { query: { ...query, ...(laboratoryId && { laboratoryId }) } })
    : pageQuery(list, { query });
  return queryOptions<NotificationPage>({
    queryKey,
    queryFn: async (context) => completed(await (queryFn as QueryFunction<IncompletePage>)(context)),
    placeholderData: keepPreviousData,
  });
}

type IncompletePage = Partial<Omit<NotificationPage, 'data'>> & {
  data: readonly (Omit<Notification, 'createdAt' | 'recipientId'> & Partial<Notification>)[];
};

/** The specification promises no more than rows and the number of unread ones. */
function completed({ data, ...page }: IncompletePage): NotificationPage {
  const onePage = { page: 1, limit: Math.max(1, data.length), total: data.length, pages: 1 };
  return {
    pagination: onePage,
    unreadCount: 0,
    asOf: '',
    ...page,
    data: data.map((row) => ({
      ...row,
      createdAt: row.createdAt ?? '',
      recipientId: row.recipientId ?? { _id: '', name: '' },
    })),
  };
}

/** Which notifications the viewer wants, and when. */
export const notificationPreferences = queryOf(api.notifications.preferences);

/** For the bell. */
export const ownUnread = notificationList(false, { limit: 1 });

/** When a list of the viewer's own notifications was last read. */
export function lastRead(queryClient: QueryClient): string | undefined {
  const lists = queryClient.getQueriesData<NotificationPage>({ queryKey: keyOf(list) });
  return lists
    .map(([, page]) => page?.asOf ?? '')
    .toSorted()
    .findLast((asOf) => asOf !== '');
}

/** How far the last broadcast of the viewer has been delivered; nothing is fetched, the socket reports it. */
export const broadcastProgress = queryOptions<Broadcast>({
  queryKey: ['broadcast progress'],
  queryFn: skipToken,
  staleTime: Infinity,
});
