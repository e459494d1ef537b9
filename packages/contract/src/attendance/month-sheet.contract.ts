import { successOf } from '../common/envelope.js';
import { IdParams } from '../common/id.js';
import { defineRoutes, fileOf, idempotent } from '../common/route.js';
import {
  CloseMonthBody,
  MonthClosingSchema,
  MonthSheetExportQuery,
  MonthSheetQuery,
  MonthSheetSchema,
  ReopenMonthBody,
} from './month-sheet.schema.js';
import { PayrollFormatSchema, SetPayrollFormatBody } from './payroll-format.js';

/** What payroll takes of a laboratory's month. */
export const monthSheetContract = defineRoutes({
  sheet: {
    method: 'GET',
    path: '/attendance/month-sheet',
    summary: 'Get the month sheet of a laboratory',
    description:
      'A line per person: as the month was closed or, while it’s open, as it is now. With what is pending, and the ' +
      'figures that have changed since it was closed. People with the scope “own” get their own line. ' +
      'Without `leave.view`, the days of leave have no types.',
    query: MonthSheetQuery,
    responses: { 200: successOf(MonthSheetSchema) },
    errors: ['LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.view' },
  },
  export: {
    method: 'GET',
    path: '/attendance/month-sheet/export',
    summary: 'Export the month sheet for payroll',
    description:
      'In the columns of the payroll format of the network. Closed months are exported as they were closed; the name of ' +
      'a file with a month that’s still open ends with `draft`. Without `leave.view`, the cells of types of leave are empty.',
    query: MonthSheetExportQuery,
    responses: { 200: fileOf() },
    errors: ['EXPORT_TOO_LARGE', 'LABORATORY_NOT_FOUND'],
    metadata: { permission: 'attendance.export' },
  },
  close: {
    method: 'POST',
    path: '/attendance/month-sheet/close',
    summary: 'Close a month of a laboratory',
    description:
      'Once the month is over and nothing of it is pending; `MONTH_UNDECIDED` lists what is, with the path of each. ' +
      'The lines are stored. With the digest of the sheet, `MONTH_CHANGED` refuses figures that have changed since it ' +
      'was read. From then on, only a super admin can change days of the month.',
    headers: idempotent,
    body: CloseMonthBody,
    responses: {
      201: successOf(MonthClosingSchema, 'The month was closed'),
    },
    errors: [
      'LABORATORY_NOT_FOUND',
      'LABORATORY_ARCHIVED',
      'MONTH_NOT_OVER',
      'MONTH_UNDECIDED',
      'MONTH_CHANGED',
      'MONTH_ALREADY_CLOSED',
    ],
    metadata: { permission: 'attendance.lock' },
  },
  reopen: {
    method: 'PUT',
    path: '/attendance/month-sheet/closings/:id/reopen',
    summary: 'Reopen a month',
    description: 'The closing stays in the history with the reason. The month can be closed again.',
    pathParams: IdParams,
    body: ReopenMonthBody,
    responses: { 200: successOf(MonthClosingSchema, 'The month was reopened') },
    errors: ['MONTH_CLOSING_NOT_FOUND', 'MONTH_ALREADY_REOPENED', 'LABORATORY_ARCHIVED', 'VERSION_CONFLICT'],
    metadata: { permission: 'attendance.lock' },
  },
  payrollFormat: {
    method: 'GET',
    path: '/settings/network/payroll-format',
    summary: 'Get the payroll format',
    description: 'The columns and codes of the month sheet as a file.',
    responses: { 200: successOf(PayrollFormatSchema) },
    metadata: { permission: 'settings.view', scope: 'all' },
  },
  setPayrollFormat: {
    method: 'PUT',
    path: '/settings/network/payroll-format',
    summary: 'Set the payroll format',
    description: 'Files that are exported from then on have these columns.',
    body: SetPayrollFormatBody,
    responses: { 200: successOf(PayrollFormatSchema, 'The payroll format was saved') },
    errors: ['NOT_FOUND', 'VERSION_CONFLICT'],
    metadata: { permission: 'settings.edit', scope: 'all' },
  },
});
