import { ActionPathSchema, IdSchema } from '@shifa/contract';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../config/paths';
import { api } from '../../data/api';

/** Where a push message leads: marks its notification as read, and goes on to what it is about. */
export function OpenNotificationPage() {
  const [query] = useSearchParams();
  const id = IdSchema.safeParse(query.get('id')).data;
  // Only within the product: an address can be sent by anybody.
  const to = ActionPathSchema.safeParse(query.get('to')).data ?? paths.notifications;
  useEffect(() => {
    // If it cannot be marked, it stays unread, and nothing is lost.
    if (id !== undefined) api.notifications.read.mutate({ params: { id }, body: {} }).catch(() => undefined);
  }, [id]);
  return <Navigate to={to} replace />;
}
