import { z } from 'zod';
import { BusinessDaySchema } from '../common/day.js';
import { SumsSchema } from './finance-report.schema.js';

const period = z.object({ from: BusinessDaySchema, to: BusinessDaySchema });

/** A laboratory's current month; entries that wait are not in the sums. */
export const FinanceSummarySchema = SumsSchema.extend({ period, pendingCount: z.number().int() });
