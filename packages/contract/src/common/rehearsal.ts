import { z } from 'zod';
import { BusinessDaySchema } from './day.js';

/** The periods of a rehearsal, in days through today. */
export const rehearsalPeriods = [30, 90] as const;

/** More records of a period are counted, and only the newest of them are judged. */
export const MAX_REHEARSED = 50_000;
export const MAX_REHEARSAL_ROWS = 100;

/** What a changed policy would have changed: each value as it is recorded, and as it would have been. */
export function rehearsalOf<Row extends z.ZodRawShape, OfRow extends z.ZodType, Sums extends z.ZodType>(
  row: Row,
  ofRow: OfRow,
  sums: Sums,
) {
  return z.object({
    /** In the order of `rehearsalPeriods`. */
    periods: z.array(
      z.object({
        days: z.number().int(),
        from: BusinessDaySchema,
        to: BusinessDaySchema,
        /** Records of the period, and how many of them were judged: all of them, up to `MAX_REHEARSED`. */
        total: z.number().int(),
        judged: z.number().int(),
        /** Judged records that would have been different. */
        changed: z.number().int(),
        before: sums,
        after: sums,
        /** At most `MAX_REHEARSAL_ROWS`; only those with a difference. */
        rows: z.array(z.object({ ...row, before: ofRow, after: ofRow })),
        /** The number of rows that were left out; the sums include them. */
        omittedRows: z.number().int(),
      }),
    ),
  });
}
