import {
  type LiveNotification,
  type Notification,
  type NotificationLevel,
  type NotificationPreferences,
  NotificationSchema,
  type NotificationType,
} from '@shifa/contract';
import { declaredFields } from '../../platform/records/declared-fields';
import { newId, objectId } from '../../platform/domain/object-id';
import type { Account } from '../staff/staff.port';
import type { NotificationRow } from './notification.document';

type Content = Pick<
  NotificationRow,
  'laboratoryId' | 'type' | 'priority' | 'title' | 'message' | 'isSystemGenerated' | 'sender'
> &
  Partial<NotificationRow>;

export type Recipient = Pick<Account, '_id' | 'name' | 'role' | 'laboratoryId' | 'preferences' | 'permissionOverrides'>;

export function newNotification(
  { _id, name }: Pick<Recipient, '_id' | 'name'>,
  content: Content,
  now: Date,
  expiresAt: Date,
) {
  return {
    _id: newId(),
    recipientId: _id,
    recipientName: name,
    actionUrl: null,
    actionLabel: null,
    isRead: false,
    readAt: null,
    permission: null,
    broadcastId: null,
    group: null,
    count: 1,
    summary: null,
    expiresAt,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...content,
  } satisfies NotificationRow;
}

/** Whether the message of a group follows its number. */
export function isNumbered(message: string): boolean {
  return !/^\p{Lu}/u.test(message);
}

/** Message and path of the event, or of all events if the notification stands for several. */
function chooseMessage({ count, summary, message, actionUrl }: NotificationRow) {
  if (count === 1 || !summary) return { message, actionUrl };
  const number = isNumbered(summary.message) ? `${count} ` : '';
  return { message: `${number}${summary.message}`, actionUrl: summary.actionUrl };
}

export function toNotification(row: NotificationRow): Notification {
  return {
    ...declaredFields(NotificationSchema, row),
    ...chooseMessage(row),
    level: levelOf(row),
    recipientId: { _id: row.recipientId.toHexString(), name: row.recipientName },
  };
}

const levels: Partial<Record<NotificationType, NotificationLevel>> = {
  warning: 'warning',
  absent: 'warning',
  late_arrival: 'warning',
  leave_approved: 'success',
  leave_rejected: 'error',
};

function levelOf({ type, priority }: NotificationRow): NotificationLevel {
  return priority === 'urgent' ? 'warning' : (levels[type] ?? 'info');
}

export function toLiveNotification(row: NotificationRow): LiveNotification {
  const { message, actionUrl: path } = chooseMessage(row);
  return {
    _id: (row.broadcastId ?? row._id).toHexString(),
    type: levelOf(row),
    title: row.title,
    message,
    ...(row.sender && { sender: row.sender.name }),
    ...(path !== null && { action: { label: row.actionLabel ?? 'Open', path } }),
  };
}

export function preferencesOf({ preferences }: Pick<Recipient, 'preferences'>): NotificationPreferences {
  return preferences.notifications ?? { muted: [], quietHours: null };
}

export const toNamed = ({ userId, name }: { userId: string; name: string }) => ({ _id: objectId(userId), name });
