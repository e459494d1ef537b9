import { monthFigureLabels } from './month-figures.js';
import { type MonthFigure, monthFigures, type MonthLine } from './month-sheet.schema.js';
import {
  CODE_HEADER,
  isPayrollName,
  type PayrollColumn,
  type PayrollFormat,
  type PayrollLayout,
  type PayrollName,
  type PayrollTime,
  type PayrollValue,
  VALUE_HEADER,
} from './payroll-format.js';

export const payrollValueLabels: Record<PayrollValue, string> = {
  employeeCode: 'Employee code',
  name: 'Name',
  department: 'Department',
  laboratoryCode: 'Laboratory code',
  laboratory: 'Laboratory',
  month: 'Month',
  ...monthFigureLabels,
};

type Shape = { layout: PayrollLayout; columns: readonly PayrollColumn[] };

/** `field` as in the errors of an answer: `columns.2.header`. */
export type PayrollFault = { field: string; message: string };

/** Why a column cannot be part of a format: each value and each header once, and a name of the person. */
export function payrollFaults({ layout, columns }: Shape): PayrollFault[] {
  const reserved = layout === 'rows' ? [CODE_HEADER, VALUE_HEADER].map(keyOf) : [];
  const faults = columns.flatMap(({ value, header }, index) => {
    const at = (field: string, message: string) => ({ field: `columns.${index}.${field}`, message });
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
      : [{ field: 'columns', message: 'Add the employee code, by which payroll knows people' }]),
    ...(columns.some(({ value }) => !isPayrollName(value))
      ? []
      : [{ field: 'columns', message: 'Add at least one figure' }]),
  ];
  return [...faults, ...missing];
}

function keyOf(header: string): string {
  return header.trim().toLowerCase();
}

const usual: readonly PayrollValue[] = [
  'employeeCode',
  'name',
  'department',
  'laboratoryCode',
  'month',
  'calendarDays',
  'paid',
  'lossOfPay',
  'worked',
  'weeklyOff',
  'holiday',
  ...monthFigures.filter((name) => name.startsWith('leave_')),
  'absent',
  'nights',
  'lateDays',
  'halfDays',
  'overtimeMinutes',
];

/** Until someone changes it: the labels of the screen, times in hours. */
export const defaultPayrollFormat: Pick<PayrollFormat, 'layout' | 'time' | 'columns'> = {
  layout: 'columns',
  time: 'hours',
  columns: usual.map((value) => ({ value, header: payrollValueLabels[value] })),
};

const durations: readonly PayrollValue[] = ['overtimeMinutes', 'pendingOvertimeMinutes'] satisfies MonthFigure[];

/** Of whom a line is, and of when. */
export type PayrollSubject = { line: MonthLine; laboratory: { code: string; name: string }; month: string };
export type PayrollCell = string | number | null;
export type PayrollHeading = { header: string; kind: 'text' | 'number' };

/** The headers of a file in this format, in their order. */
export function payrollHeadings({ layout, columns }: Pick<PayrollFormat, 'layout' | 'columns'>): PayrollHeading[] {
  const headingOf = ({ value, header }: PayrollColumn) =>
    ({ header, kind: isPayrollName(value) ? 'text' : 'number' }) as const;
  if (layout === 'columns') return columns.map(headingOf);
  const names = columns.filter(({ value }) => isPayrollName(value)).map(headingOf);
  return [...names, { header: CODE_HEADER, kind: 'text' }, { header: VALUE_HEADER, kind: 'number' }];
}

/**
 * The rows of one person in this format. Figures that are 0, or that the viewer
 * can't see, have no row of their own in the layout `rows`.
 */
export function payrollRows(
  { layout, columns, time }: Pick<PayrollFormat, 'layout' | 'columns' | 'time'>,
  subject: PayrollSubject,
): PayrollCell[][] {
  const cellOf = ({ value }: PayrollColumn) => payrollCell(value, subject, time);
  if (layout === 'columns') return [columns.map(cellOf)];
  const names = columns.filter(({ value }) => isPayrollName(value)).map(cellOf);
  return columns.flatMap((column) => {
    if (isPayrollName(column.value)) return [];
    const cell = cellOf(column);
    return cell === 0 || cell === null ? [] : [[...names, column.header, cell]];
  });
}

function payrollCell(value: PayrollValue, { line, laboratory, month }: PayrollSubject, time: PayrollTime): PayrollCell {
  if (!isPayrollName(value)) {
    const amount = line.figures[value];
    if (amount === null) return null;
    return time === 'hours' && durations.includes(value) ? Math.round((amount * 100) / 60) / 100 : amount;
  }
  const names: Record<PayrollName, string | null> = {
    employeeCode: line.person.employeeCode,
    name: line.person.name,
    department: line.person.department,
    laboratoryCode: laboratory.code,
    laboratory: laboratory.name,
    month,
  };
  return names[value];
}
