import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { BroadcastSchema } from './notification.schema.js';

/** To the person only. */
export const notificationEvents = {
  /** Read or deleted, here or elsewhere: what is shown is to be fetched again. */
  'notification:changed': z.object({ at: InstantSchema }),
  /** To the sender of a broadcast, while it is being delivered. */
  'broadcast:progressed': BroadcastSchema,
} as const;
