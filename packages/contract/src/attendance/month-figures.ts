import { leaveTypeLabels, leaveTypes } from './leave.schema.js';
import {
  type LeaveFigure,
  leaveFigures,
  type MonthFigure,
  type MonthFigures,
  type MonthPart,
  monthParts,
  type PendingKind,
} from './month-sheet.schema.js';

export const monthFigureLabels: Record<MonthFigure, string> = {
  calendarDays: 'Calendar days',
  paid: 'Days paid',
  lossOfPay: 'Loss of pay',
  worked: 'Days worked',
  weeklyOff: 'Weekly offs',
  holiday: 'Holidays',
  ...(Object.fromEntries(leaveTypes.map((type) => [`leave_${type}`, leaveTypeLabels[type]])) as Record<
    LeaveFigure,
    string
  >),
  absent: 'Days absent',
  unrecorded: 'Days without a record',
  undecided: 'Days pending',
  elsewhere: 'Days elsewhere',
  notEmployed: 'Days not employed',
  nights: 'Nights',
  lateDays: 'Late days',
  halfDays: 'Half days',
  overtimeMinutes: 'Overtime approved',
  pendingOvertimeMinutes: 'Overtime pending',
};

export const pendingKindLabels: Record<PendingKind, string> = {
  open: 'Still clocked in',
  correction: 'Correction',
  missed_clock_out: 'Missed clock-out',
  overtime: 'Overtime',
  record: 'Record to review',
  leave: 'Leave request',
  absences: 'Absences not marked yet',
};

/** What the parts are paid as. */
const paidParts: readonly MonthPart[] = [
  'worked',
  'weeklyOff',
  'holiday',
  ...leaveFigures.filter((figure) => figure !== 'leave_unpaid'),
];
const unpaidParts: readonly MonthPart[] = ['absent', 'unrecorded', 'leave_unpaid'];

type Parts = Readonly<Record<MonthPart, number>>;

/** The days that are paid, and those that are not, as the parts say. */
export function payOf(parts: Parts): Pick<MonthFigures, 'calendarDays' | 'paid' | 'lossOfPay'> {
  const sum = (names: readonly MonthPart[]) => names.reduce((total, name) => total + parts[name], 0);
  return { calendarDays: sum(monthParts), paid: sum(paidParts), lossOfPay: sum(unpaidParts) };
}
