import { z } from 'zod';

/** People who are active. */
export const StaffSummarySchema = z.object({ active: z.number().int() });
