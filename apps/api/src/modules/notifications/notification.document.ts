import {
  type NotificationBody,
  notificationPriorities,
  type NotificationPriority,
  type NotificationType,
  notificationTypes,
  type Permission,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../platform/mongo/scoped-repository';
import { storedFields } from '../../platform/mongo/schema-parts';

type Named = { _id: Types.ObjectId; name: string };

/** What one person is notified of. */
export type NotificationRow = Stored & {
  recipientId: Types.ObjectId;
  /** As it was when the notification was sent, as is that of the sender. */
  recipientName: string;
  /** Null where it is about the whole network. */
  laboratoryId: Types.ObjectId | null;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  actionUrl: string | null;
  actionLabel: string | null;
  isRead: boolean;
  readAt: Date | null;
  isSystemGenerated: boolean;
  sender: Named | null;
  /**
   * The permission that the recipient needs; null if they need none. Absent from notifications stored before this field
   * existed: their messages were sent within a day.
   */
  permission?: Permission | null;
  /** The broadcast that it is a copy of. */
  broadcastId: Types.ObjectId | null;
  /** Later events of the same group are added to this notification until it is read. */
  group: string | null;
  /** The number of events that it stands for, and what replaces message and path when there are several. */
  count: number;
  summary: { message: string; actionUrl: string } | null;
  /** When it deletes itself. */
  expiresAt: Date;
};

/** A message to many people, which is delivered in chunks and continued by another process if this one dies. */
export type BroadcastRow = Stored &
  Pick<NotificationBody, 'type' | 'priority' | 'title' | 'message'> & {
    /** Null for everyone. */
    laboratoryId: Types.ObjectId | null;
    actionUrl: string | null;
    actionLabel: string | null;
    sender: Named;
    recipients: number;
    delivered: number;
    /** The last person who has it, in the order of ids. */
    deliveredThrough: Types.ObjectId | null;
    finished: boolean;
  };

export const NOTIFICATION_MODEL = 'Notification';
export const BROADCAST_MODEL = 'Broadcast';

const optionalId = { type: Schema.Types.ObjectId, default: null } as const;
const text = { type: String, required: true } as const;
const optionalText = { type: String, default: null } as const;
const named = new Schema({ _id: Schema.Types.ObjectId, name: String });

const content = {
  type: { type: String, enum: notificationTypes, required: true },
  priority: { type: String, enum: notificationPriorities, required: true },
  title: text,
  message: text,
  actionUrl: optionalText,
  actionLabel: optionalText,
  sender: { type: named, default: null },
} as const;

export const notificationSchema = new Schema<NotificationRow>(
  {
    recipientId: { type: Schema.Types.ObjectId, required: true },
    recipientName: text,
    laboratoryId: optionalId,
    ...content,
    isRead: { type: Boolean, required: true },
    readAt: { type: Date, default: null },
    isSystemGenerated: { type: Boolean, required: true },
    permission: optionalText,
    broadcastId: optionalId,
    group: optionalText,
    count: { type: Number, required: true },
    summary: { type: new Schema({ message: String, actionUrl: String }, { _id: false }), default: null },
    expiresAt: { type: Date, required: true },
    ...storedFields,
  },
  { collection: 'notifications', versionKey: false },
);
// The list of a person, all and unread; the latter also counts them.
notificationSchema.index({ recipientId: 1, createdAt: -1, _id: -1 });
notificationSchema.index({ recipientId: 1, isRead: 1, createdAt: -1, _id: -1 });
// The list of everyone's.
notificationSchema.index({ createdAt: -1, _id: -1 });
notificationSchema.index({ laboratoryId: 1, createdAt: -1, _id: -1 });
notificationSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
notificationSchema.index(
  { group: 1, recipientId: 1 },
  { unique: true, partialFilterExpression: { group: { $type: 'string' } } },
);
notificationSchema.index(
  { broadcastId: 1, recipientId: 1 },
  { unique: true, partialFilterExpression: { broadcastId: { $type: 'objectId' } } },
);

export const broadcastSchema = new Schema<BroadcastRow>(
  {
    laboratoryId: optionalId,
    ...content,
    recipients: { type: Number, required: true },
    delivered: { type: Number, required: true },
    deliveredThrough: optionalId,
    finished: { type: Boolean, required: true },
    ...storedFields,
  },
  { collection: 'broadcasts', versionKey: false },
);
broadcastSchema.index({ createdAt: 1 }, { partialFilterExpression: { finished: false } });
