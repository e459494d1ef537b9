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

type Shape = { layout: PayrollLayout; columns: readonly PayrollColumn[] };

/** Why a column cannot be part of a format: each value and each header once, and a name of the person. */
export function payrollFaults({ layout, columns }: Shape): { path: (string | number)[]; message: string }[] {
  const reserved = layout === 'rows' ? [CODE_HEADER, VALUE_HEADER].map(keyOf) : [];
  const faults = columns.flatMap(({ value, header }, index) => {
    const at = (field: string, message: string) => ({ path: ['columns', index, field], message });
    const earlier = columns.slice(0, index);
    const isTaken = earlier.some((other) => keyOf(other.header) === keyOf(header));
    const isReserved = isPayrollName(value) && reserved.includes(keyOf(header));
    return [
      ...(earlier.some((other) => other.value === value) ? [at('value', 'Another column has this value')] : []),
      ...(isTaken ? [at('header', 'Another column has this header')] : []),
      ...(isReserved ? [at('header', `“${header}” is a column of this layout`)] : []),
    ];
  });
  const missing = [
    ...(columns.some(({ value }) => value === 'employeeCode')
      ? []
      : [{ path: ['columns'], message: 'Add the employee code, by which payroll knows people' }]),
    ...(columns.some(({ value }) => !isPayrollName(value))
      ? []
      : [{ path: ['columns'], message: 'Add at least one figure' }]),
  ];
  return [...faults, ...missing];
}

function keyOf(header: string): string {
  return header.trim().toLowerCase();
}

function withRules<Schema extends z.ZodType<Shape>>(schema: Schema) {
  return schema.superRefine((format, context) => {
    for (const { path, message } of payrollFaults(format)) context.addIssue({ code: 'custom', path, message });
  });
}

/** The columns and codes that the payroll program of the network takes. */
export const PayrollFormatSchema = z.object({
  ...fields,
  /** Name of the person who last changed it; null if nobody has. */
  updatedBy: z.string().nullable(),
  updatedAt: InstantSchema.nullable(),
  version: VersionSchema,
});
export type PayrollFormat = z.infer<typeof PayrollFormatSchema>;

export const SetPayrollFormatBody = withRules(z.object({ ...fields, version: VersionSchema }));
export type SetPayrollFormatBody = z.infer<typeof SetPayrollFormatBody>;
