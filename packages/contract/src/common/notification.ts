import { z } from 'zod';

/** A path on this site, with one leading slash. */
export const ActionPathSchema = z
  .string()
  .max(300)
  .regex(/^\/(?!\/)[^\\\s]*$/, 'Must be a path on this site');

/** What the live panel shows as it arrives. */
export const LiveNotificationSchema = z.object({
  type: z.enum(['success', 'error', 'warning', 'info']),
  title: z.string().max(200).default('Notification'),
  message: z.string().max(1000),
  action: z.object({ label: z.string().max(60), path: ActionPathSchema }).optional(),
});
export type LiveNotification = z.infer<typeof LiveNotificationSchema>;
