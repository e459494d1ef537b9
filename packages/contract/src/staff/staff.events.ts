import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
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
  /** Who did it, so that their own screens need not tell them. */
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  at: InstantSchema,
});
export type UserEvent = z.infer<typeof UserEvent>;

/**
 * Reach who may see the person. `user:updated` also reaches the person themself, whose permissions may be others from
 * then on.
 */
export const staffEvents = {
  'user:created': UserEvent,
  'user:updated': UserEvent,
} as const;
