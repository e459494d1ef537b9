import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { eventsTo } from '../common/event.js';
import { BroadcastSchema } from './notification.schema.js';

export const notificationEvents = {
  /** Read or deleted, here or elsewhere: what is shown is to be fetched again. */
  ...eventsTo({ people: 'the person' }, { 'notification:changed': z.object({ at: InstantSchema }) }),
  /** While it is being delivered. */
  ...eventsTo({ people: 'the sender' }, { 'broadcast:progressed': BroadcastSchema }),
} as const;
