import { z } from 'zod';
import { InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { VersionSchema } from '../common/id.js';
import { requiredText } from '../common/text.js';
import { monthFigures } from './month-sheet.schema.js';

/** What names a row. */
export const payrollNames = ['employeeCode', 'name', 'department', 'laboratoryCode', 'laboratory', 'month'] as const;
export type PayrollName = (typeof payrollNames)[number];

export const payrollValues = [...payrollNames, ...monthFigures] as const;
export type PayrollValue = (typeof payrollValues)[number];

/** One row per person with a column per figure, or one row per person and figure with its code. */
export const payrollLayouts = ['columns', 'rows'] as const;
export type PayrollLayout = (typeof payrollLayouts)[number];
export const payrollTimes = ['hours', 'minutes'] as const;
export type PayrollTime = (typeof payrollTimes)[number];

/** The headers of the last two columns of the layout `rows`. */
export const CODE_HEADER = 'Code';
export const VALUE_HEADER = 'Value';

const MAX_HEADER = 60;

const PayrollColumnSchema = z.object({
  value: enumOf(payrollValues, 'Choose a value'),
  /** The header or, in the layout `rows`, the code of a figure. */
  header: requiredText('Header is required')
    .max(MAX_HEADER, `Header must be at most ${MAX_HEADER} characters`)
    // Line breaks, tabs and characters that no program shows.
    .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u, "Header can't contain line breaks or invisible characters"),
});
export type PayrollColumn = z.infer<typeof PayrollColumnSchema>;

export const isPayrollName = (value: PayrollValue): value is PayrollName =>
  (payrollNames as readonly string[]).includes(value);

const fields = {
  layout: enumOf(payrollLayouts),
  time: enumOf(payrollTimes),
  columns: z.array(PayrollColumnSchema).min(1, 'Add a column').max(payrollValues.length),
};

/** The columns and codes that the payroll program of the network takes. */
export const PayrollFormatSchema = z.object({
  ...fields,
  /** Name of the person who last changed it; null if no one has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type PayrollFormat = z.infer<typeof PayrollFormatSchema>;

/** Beyond this, `payrollFaults` says which columns cannot be. */
export const SetPayrollFormatBody = z.object({ ...fields, version: VersionSchema });
export type SetPayrollFormatBody = z.infer<typeof SetPayrollFormatBody>;
