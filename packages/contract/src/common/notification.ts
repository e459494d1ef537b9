import { z } from 'zod';
import { enumOf } from './enum.js';

/** A path on this site with a single leading slash. */
export const ActionPathSchema = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[^\\\s]*$/, 'Must be a path on this site');

/** A notification shown in the live panel as soon as it arrives. */
export const LiveNotificationSchema = z.object({
  type: enumOf(['success', 'error', 'warning', 'info']),
  title: z.string().max(200).default('Notification'),
  message: z.string().max(1000),
  action: z.object({ label: z.string().max(60), path: ActionPathSchema }).optional(),
});
export type LiveNotification = z.infer<typeof LiveNotificationSchema>;
