import { ActionPathSchema, IdSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { invalidate } from '../../data/live';
import { keyOfAll } from '../../data/queries';

/** Where a push message leads: marks its notification as read, and goes on to what it is about. */
export function OpenNotificationPage() {
  const queryClient = useQueryClient();
  const [query] = useSearchParams();
  const id = IdSchema.safeParse(query.get('id')).data;
  // Only within the product: an address can be sent by anybody.
  const to = ActionPathSchema.safeParse(query.get('to')).data ?? paths.notifications;
  useEffect(() => {
    if (id === undefined) return;
    const read = async () => {
      await api.notifications.read.mutate({ params: { id }, body: {} });
      // The next page may have counted it before.
      await invalidate(queryClient, [keyOfAll('notifications')]);
    };
    // If it cannot be marked, it stays unread, and nothing is lost.
    read().catch(() => undefined);
  }, [id, queryClient]);
  return <Navigate to={to} replace />;
}
