import { z } from 'zod';
import { BusinessDaySchema, DayRangeQuery } from './day.js';
import { enumOf } from './enum.js';
import { IdSchema } from './id.js';

const day = BusinessDaySchema.refine((text) => text >= '2000-01-01', 'Must not be before the year 2000');

/** What every analysis takes besides its `groupBy`. Without days, the period is the current month so far. */
export const AnalyticsQuery = DayRangeQuery.safeExtend({
  from: day.optional(),
  to: day.optional(),
  laboratoryId: IdSchema.optional(),
  compare: enumOf(['previous']).optional(),
});

const PeriodSchema = z.object({ from: BusinessDaySchema, to: BusinessDaySchema });

/** Values of a period in rows, each with those of the previous period if a comparison was requested. */
export function analysisOf<Group extends z.ZodType<string>, Values extends z.ZodType>(groupBy: Group, values: Values) {
  return z.object({
    groupBy,
    /** Ends today if the requested period is not over. */
    period: PeriodSchema,
    /** As long as the period; null without `compare`. */
    previousPeriod: PeriodSchema.nullable(),
    /** Days, weeks and months in chronological order, including empty ones; other groups largest first. */
    rows: z.array(
      z.object({
        /** A day, a week's Monday, a month (`YYYY-MM`), or what the rows are grouped by. */
        key: z.string(),
        label: z.string(),
        /** The part of the period that the row covers. */
        period: PeriodSchema,
        values,
        previous: values.nullable(),
      }),
    ),
    /** The number of rows that were left out; the totals include them. */
    omittedRows: z.number().int(),
    totals: z.object({ values, previous: values.nullable() }),
  });
}

export type AnalysisRow<Values> = {
  key: string;
  label: string;
  period: { from: string; to: string };
  values: Values;
  previous: Values | null;
};

export type Analysis<Group extends string, Values> = {
  groupBy: Group;
  period: { from: string; to: string };
  previousPeriod: { from: string; to: string } | null;
  rows: AnalysisRow<Values>[];
  omittedRows: number;
  totals: { values: Values; previous: Values | null };
};
