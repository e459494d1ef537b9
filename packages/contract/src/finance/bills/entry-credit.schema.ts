import { z } from 'zod';
import { BusinessDaySchema } from '../../common/day.js';
import { IdSchema } from '../../common/id.js';

const NumberedSchema = z.object({ _id: IdSchema, number: z.string() });

/** What a contra entry says of the credit note of a supplier that it is for. The original entry stays approved. */
export const EntryCreditSchema = z.object({
  /** As the supplier wrote it. */
  number: z.string(),
  /** The day on the credit note. */
  date: BusinessDaySchema,
  return: NumberedSchema,
  /** The id is also that of the original entry. */
  bill: NumberedSchema,
  order: NumberedSchema,
});
export type EntryCredit = z.infer<typeof EntryCreditSchema>;
