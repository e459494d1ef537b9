import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { LaboratoryStatusSchema } from './laboratory.schema.js';

const LaboratoryEvent = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  status: LaboratoryStatusSchema,
  version: VersionSchema,
  /** Who did it, so that their own screens need not tell them. */
  by: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  at: InstantSchema,
});
export type LaboratoryEvent = z.infer<typeof LaboratoryEvent>;

/** Reach who may see the laboratory. `laboratory:deleted` tells of an archiving. */
export const laboratoryEvents = {
  'laboratory:created': LaboratoryEvent,
  'laboratory:updated': LaboratoryEvent,
  'laboratory:deleted': LaboratoryEvent,
} as const;
