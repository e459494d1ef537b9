import { z } from 'zod';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { LaboratoryStatusSchema } from './laboratory.schema.js';

const LaboratoryEvent = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  status: LaboratoryStatusSchema,
  version: VersionSchema,
  /** Who made the change, so that their own screens need not notify them. */
  ...changedBy,
});
export type LaboratoryEvent = z.infer<typeof LaboratoryEvent>;

/** Sent to everyone who may see the laboratory. `laboratory:deleted` means that it was archived. */
export const laboratoryEvents = eventsTo(
  { permission: 'laboratories.view' },
  {
    'laboratory:created': LaboratoryEvent,
    'laboratory:updated': LaboratoryEvent,
    'laboratory:deleted': LaboratoryEvent,
  },
);
