import { z } from 'zod';
import { successOf } from '../common/envelope.js';
import { defineRoutes } from '../common/route.js';
import { LaboratorySchema } from '../laboratories/laboratory.schema.js';

export const NetworkSettingsSchema = z.object({
  /** By name, as `docs/operating.md` lists them. A value that is secret or not set is null. */
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Every laboratory that is not archived, by name, at most 500. */
  laboratories: z.array(LaboratorySchema.pick({ _id: true, name: true, code: true, policies: true })),
});
export type NetworkSettings = z.infer<typeof NetworkSettingsSchema>;

export const networkContract = defineRoutes({
  settings: {
    method: 'GET',
    path: '/settings/network',
    summary: 'The policies of all laboratories and how this installation is configured',
    responses: { 200: successOf(NetworkSettingsSchema) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
});
