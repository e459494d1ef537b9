import { nextId } from '../testing/sequence.js';
import { type Notification, NotificationSchema } from './notification.schema.js';

/** An unread announcement, as the API returns it to its recipient. */
export function notification(overrides: Partial<Notification> = {}): Notification {
  return NotificationSchema.parse({
    _id: nextId(),
    title: 'Power cut on Saturday',
    message: 'The main building has no electricity from 10:00 to 14:00.',
    type: 'announcement',
    priority: 'medium',
    level: 'info',
    isRead: false,
    readAt: null,
    createdAt: '2026-11-20T05:30:00.000Z',
    isSystemGenerated: false,
    recipientId: { _id: nextId(), name: 'Asha Rao' },
    laboratoryId: nextId(),
    sender: { _id: nextId(), name: 'Meera Nair' },
    actionUrl: null,
    actionLabel: null,
    broadcastId: null,
    ...overrides,
  });
}
