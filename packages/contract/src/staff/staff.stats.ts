import { z } from 'zod';
import { RoleSchema } from '../common/role.js';

export const LaboratoryStaffStatsSchema = z.object({
  total: z.number().int(),
  byRole: z.partialRecord(RoleSchema, z.number().int()),
});
