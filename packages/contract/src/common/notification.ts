import { z } from 'zod';
import { enumOf } from './enum.js';
import { IdSchema } from './id.js';

/** A path on this site with a single leading slash. */
export const ActionPathSchema = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[^\\\s]*$/, 'Must be a path on this site');

/** Errors and warnings open the live panel. */
export const NotificationLevelSchema = enumOf(['success', 'error', 'warning', 'info']);
export type NotificationLevel = z.infer<typeof NotificationLevelSchema>;

/** A notification shown in the live panel as soon as it arrives. */
export const LiveNotificationSchema = z.object({
  /** Of the stored notification, if there is one, or of the broadcast that it is a copy of. */
  _id: IdSchema.optional(),
  type: NotificationLevelSchema,
  title: z.string().max(200).default('Notification'),
  message: z.string().max(1000),
  action: z.object({ label: z.string().max(60), path: ActionPathSchema }).optional(),
  /** The name of the person who sent it; absent if the system did. */
  sender: z.string().optional(),
  /** It arrives in the person's quiet hours: only counters and lists change. */
  silent: z.boolean().optional(),
});
export type LiveNotification = z.infer<typeof LiveNotificationSchema>;
