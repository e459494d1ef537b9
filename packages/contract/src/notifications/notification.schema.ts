import { z } from 'zod';
import { InstantSchema, TimeOfDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { ActionPathSchema, NotificationLevelSchema } from '../common/notification.js';
import { FlagQuery, PageQuery } from '../common/page.js';
import { requiredText } from '../common/text.js';

export const notificationTypes = [
  'late_arrival',
  'absent',
  'overtime',
  'announcement',
  'warning',
  'reminder',
  'leave_request',
  'leave_approved',
  'leave_rejected',
  'system',
] as const;
export const NotificationTypeSchema = enumOf(notificationTypes);
export type NotificationType = (typeof notificationTypes)[number];

export const notificationTypeLabels: Record<NotificationType, string> = {
  late_arrival: 'Late arrival',
  absent: 'Absent',
  overtime: 'Overtime',
  announcement: 'Announcement',
  warning: 'Warning',
  reminder: 'Reminder',
  leave_request: 'Leave request',
  leave_approved: 'Leave approved',
  leave_rejected: 'Leave rejected',
  system: 'System',
};

/** The types that people can send. */
export const sendableTypes = ['announcement', 'system', 'reminder', 'warning'] as const;

/** The types that a person can turn off: news about others. What concerns the person always arrives. */
export const mutableTypes = ['late_arrival', 'absent', 'overtime', 'warning', 'reminder', 'leave_request'] as const;
export type MutableType = (typeof mutableTypes)[number];

export const notificationPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const NotificationPrioritySchema = enumOf(notificationPriorities, 'Priority is required');
export type NotificationPriority = (typeof notificationPriorities)[number];

export const MAX_TITLE_LENGTH = 200;
export const MAX_MESSAGE_LENGTH = 1000;

const blankAsAbsent = (input: unknown) => (input === '' || input === null ? undefined : input);

/** What a person writes, the person who receives it. The limits and messages are those of specification section 5. */
export const NotificationBody = z.object({
  type: enumOf(sendableTypes, 'Type is required'),
  priority: NotificationPrioritySchema,
  title: requiredText('Title is required').max(MAX_TITLE_LENGTH, 'Title too long'),
  message: requiredText('Message is required').max(MAX_MESSAGE_LENGTH, 'Message too long'),
  /** Where the button of the notification leads. */
  actionUrl: z.preprocess(blankAsAbsent, ActionPathSchema.optional()),
  actionLabel: z.preprocess(blankAsAbsent, z.string().trim().max(60, 'Must be at most 60 characters').optional()),
});
export type NotificationBody = z.infer<typeof NotificationBody>;
export type NotificationInput = z.input<typeof NotificationBody>;

export const CreateNotificationBody = NotificationBody.extend({
  recipientId: z.string('Please select a user').regex(/^[0-9a-f]{24}$/, 'Please select a user'),
  /** Must be that of the recipient, if given. */
  laboratoryId: z.union([IdSchema, z.literal('')]).optional(),
});
export type CreateNotificationBody = z.infer<typeof CreateNotificationBody>;

export const NotificationListQuery = PageQuery.pick({ page: true, limit: true }).extend({
  isRead: FlagQuery.optional(),
  type: NotificationTypeSchema.optional(),
  /**
   * Only what may have arrived since, for a client that was disconnected: the `asOf` of an earlier response. A few
   * minutes before it are included, so the client skips the ids that it knows.
   */
  since: InstantSchema.optional(),
});
export type NotificationListQuery = z.infer<typeof NotificationListQuery>;

/** For super admins: everyone's notifications. */
export const AllNotificationsQuery = NotificationListQuery.omit({ since: true }).extend({
  laboratoryId: IdSchema.optional(),
});
export type AllNotificationsQuery = z.infer<typeof AllNotificationsQuery>;

/** At most as many as the live panel keeps. */
export const MAX_READ_AT_ONCE = 50;

export const ReadNotificationsBody = z
  .object({
    /** Only these: ids of live notifications, which for a broadcast are that of the broadcast. */
    ids: z.array(IdSchema).min(1).max(MAX_READ_AT_ONCE).optional(),
  })
  .prefault({});

export const NotificationSchema = z.object({
  _id: IdSchema,
  title: z.string(),
  message: z.string(),
  type: NotificationTypeSchema,
  priority: NotificationPrioritySchema,
  /** The `type` of its live event. */
  level: NotificationLevelSchema,
  isRead: z.boolean(),
  readAt: InstantSchema.nullable(),
  /** For a notification that sums up several events, the time of the latest. */
  createdAt: InstantSchema,
  isSystemGenerated: z.boolean(),
  recipientId: z.object({ _id: IdSchema, name: z.string() }),
  /** The laboratory that it is about; null where it is about the network. */
  laboratoryId: IdSchema.nullable(),
  /** Who wrote it; null for the system. */
  sender: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  actionUrl: z.string().nullable(),
  actionLabel: z.string().nullable(),
  /** Shared by the copies of a broadcast. A live notification of a broadcast has it as its `_id`. */
  broadcastId: IdSchema.nullable(),
});
export type Notification = z.infer<typeof NotificationSchema>;

/** The state of a message to many people. */
export const BroadcastSchema = z.object({
  broadcastId: IdSchema,
  recipients: z.number().int(),
  /** Grows up to `recipients`; everyone has it then. */
  delivered: z.number().int(),
});
export type Broadcast = z.infer<typeof BroadcastSchema>;

/** Fields of a list of notifications besides the page. */
export const notificationListFields = {
  unreadCount: z.number().int(),
  /** When the list was read; see `since`. */
  asOf: InstantSchema,
};

/** When a person does not want to be interrupted, in the time zone of their laboratory; may span midnight. */
export const QuietHoursSchema = z
  .object({ from: TimeOfDaySchema, to: TimeOfDaySchema })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Must differ from the start' });
export type QuietHours = z.infer<typeof QuietHoursSchema>;

export const NotificationPreferencesSchema = z.object({
  /** These types are not sent to the person. */
  muted: z.array(enumOf(mutableTypes)).max(mutableTypes.length),
  /** Notifications of this time arrive without a sound, a panel or a toast, unless they are urgent. */
  quietHours: QuietHoursSchema.nullable(),
});
export type NotificationPreferences = z.infer<typeof NotificationPreferencesSchema>;

/** Whether the person does not want to be interrupted at a local time `HH:MM`. */
export function isQuiet({ quietHours }: Pick<NotificationPreferences, 'quietHours'>, time: string): boolean {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/** How many minutes pass from one local time `HH:MM` to the next time that it is the other; a whole day if it is now. */
export function minutesBetween(from: string, to: string): number {
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return ((minutes(to) - minutes(from) + 1_440 - 1) % 1_440) + 1;
}
