import { z } from 'zod';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { RoleSchema } from '../common/role.js';
import { StaffStatusSchema } from './staff.schema.js';

const UserEvent = z.object({
  _id: IdSchema,
  id: IdSchema,
  name: z.string(),
  role: RoleSchema,
  status: StaffStatusSchema,
  laboratoryId: IdSchema.nullable(),
  version: VersionSchema,
  /** Who made the change; their own screens need not announce it. */
  ...changedBy,
  /** Of people changed at once, where this event stands for all of them. */
  count: z.number().int().optional(),
});
export type UserEvent = z.infer<typeof UserEvent>;

/** Sent to everyone who may see the person; `user:updated` also to the person, whose permissions may have changed. */
export const staffEvents = {
  ...eventsTo(
    { permission: 'staff.view', people: 'the person' },
    { 'user:created': UserEvent, 'user:updated': UserEvent },
  ),
} as const;
