import { zodResolver } from '@hookform/resolvers/zod';
import { CreateNotificationBody, NotificationBody } from '@shifa/contract';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../../data/api';
import { type KeyedSending, send } from '../../../data/queries';

export type SendMode = 'individual' | 'laboratory' | 'all';

export type CreateValues = Record<
  'recipientId' | 'laboratoryId' | 'type' | 'priority' | 'title' | 'message' | 'actionUrl' | 'actionLabel',
  string
> & { mode: SendMode };

export type NotificationToSend = NotificationBody & { recipientId?: string; laboratoryId?: string };

export const blank: CreateValues = {
  mode: 'individual',
  recipientId: '',
  laboratoryId: '',
  type: '',
  priority: '',
  title: '',
  message: '',
  actionUrl: '',
  actionLabel: '',
};

/** What is still to be chosen before it can be sent. */
export function missingIn({ mode, recipientId, laboratoryId }: CreateValues): string | undefined {
  if (mode === 'individual' && recipientId === '') return 'Please select a user';
  return mode === 'laboratory' && laboratoryId === '' ? 'Please select a laboratory' : undefined;
}

const bodies: Record<SendMode, z.ZodType<NotificationToSend>> = {
  individual: CreateNotificationBody.omit({ laboratoryId: true }),
  laboratory: NotificationBody.extend({ laboratoryId: z.string().min(1, 'Please select a laboratory') }),
  all: NotificationBody,
};

export const resolver: Resolver<CreateValues, unknown, NotificationToSend> = (values, context, options) => {
  const body = z.custom<CreateValues>().transform((typed): unknown => typed);
  return zodResolver(body.pipe(bodies[values.mode]))(values, context, options);
};

export const failures: Record<SendMode, string> = {
  individual: 'Failed to create notification',
  laboratory: 'Failed to broadcast notification',
  all: 'Failed to broadcast to all',
};

export function sendNotification(
  { recipientId = '', laboratoryId = '', ...body }: NotificationToSend,
  mode: SendMode,
  given: KeyedSending,
): Promise<unknown> {
  if (mode === 'individual') return send(api.notifications.create, { body: { ...body, recipientId } }, given);
  if (mode === 'all') return send(api.notifications.broadcastAll, { body }, given);
  return send(api.notifications.broadcast, { params: { id: laboratoryId }, body }, given);
}
