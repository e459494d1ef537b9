import {
  type AttendanceApproval,
  attendanceApprovalLabels,
  type AttendanceFlag,
  type AttendanceRecord,
  type AttendanceStatus,
  attendanceStatusLabels,
  type AuditEntry,
  type DayKind,
  type DayLeave,
} from '@shifa/contract';
import { type DescribedField, describedField } from '../../screens/form/described-field';
import { formatDay, formatMinutes, formatTimeOfDay } from '../../lib/format';
import {
  dayInWords,
  dayKindLabels,
  dayLeaveLabels,
  formatClock,
  formatFlags,
  shiftInWords,
} from './attendance-display';
import type { LocalPeriod, WorkedTimes } from './worked-times';

/** The fields of a record in the form. A text that was not entered is empty. */
export type RecordValues = WorkedTimes & Record<'userId' | 'workDate' | 'notes' | 'reason', string>;

const formatPeriods = (periods: readonly LocalPeriod[]) =>
  periods.length === 0
    ? 'None'
    : periods.map((period) => `${period.in.slice(11) || '…'}–${period.out.slice(11) || '…'}`).join(', ');

/** The fields of a record, in the order of the form. */
export const recordFields: readonly DescribedField<keyof RecordValues>[] = [
  describedField('workDate', 'Day', (day: string) => formatDay(day)),
  describedField('segments', 'Work', formatPeriods),
  describedField('breaks', 'Breaks', formatPeriods),
  describedField('notes', 'Notes'),
  describedField('reason', 'Reason'),
];

/** What the history of a record shows, on the clock of its laboratory. */
export function recordHistoryFields(timezone: string, workDate: string): readonly DescribedField[] {
  const span = (from: string, to: string | null | undefined) =>
    `${formatClock(from, timezone, workDate)} – ${to ? formatClock(to, timezone, workDate) : '…'}`;
  const segments = (stored: AttendanceRecord['segments']) =>
    stored.map(({ clockIn, clockOut }) => span(clockIn.at, clockOut?.at));
  const breaks = (stored: AttendanceRecord['breaks']) => stored.map(({ start, end }) => span(start, end));
  const requested = ({ segments: asked, shift, reason }: NonNullable<AttendanceRecord['correction']>) =>
    `${shift ? dayInWords(shift) : asked.map((each) => span(each.in, each.out)).join(', ')}: ${reason}`;
  return [
    spansField('segments', 'Work', segments),
    spansField('breaks', 'Breaks', breaks),
    describedField('shift', 'Shift', shiftInWords),
    describedField('shift.start', 'Start of the shift', formatTimeOfDay),
    describedField('shift.end', 'End of the shift', formatTimeOfDay),
    describedField('shift.breakMinutes', 'Break of the shift', formatMinutes),
    describedField('shift.rostered', 'Shift type', ({ name }: { name: string }) => name),
    describedField('dayKind', 'Day', (kind: DayKind) => dayKindLabels[kind]),
    describedField('leave', 'Leave', (part: DayLeave) => dayLeaveLabels[part]),
    describedField('status', 'Status', (status: AttendanceStatus) => attendanceStatusLabels[status]),
    describedField('lateMinutes', 'Late', formatMinutes),
    describedField('earlyMinutes', 'Left early', formatMinutes),
    describedField('workedMinutes', 'Worked', formatMinutes),
    describedField('overtimeMinutes', 'Overtime', formatMinutes),
    describedField('approvalStatus', 'Approval', (approval: AttendanceApproval) => attendanceApprovalLabels[approval]),
    describedField('flags', 'Flags', (flags: readonly AttendanceFlag[]) => formatFlags(flags) || 'None'),
    describedField('notes', 'Notes'),
    describedField('reason', 'Reason'),
    describedField('correction', 'Requested', requested),
  ];
}

/** Spans have one key: a removed and an added one are the same, of which an end was entered or corrected. */
function spansField(path: string, label: string, print: (stored: never) => string[]): DescribedField {
  return {
    ...describedField(path, label, (stored: never) => print(stored).join(', ') || 'None'),
    members: (stored) => print((stored ?? []) as never).map((span) => ({ key: path, facts: [span] })),
  };
}

const actionWords: Record<string, string> = {
  entered: 'entered the day by hand',
  edited: 'corrected the times',
  removed: 'removed the record',
  'clocked-in': 'clocked in',
  'clocked-out': 'clocked out',
  'break-started': 'started a break',
  'break-ended': 'ended the break',
  'correction-requested': 'requested a correction',
  'shift-requested': 'requested a shift change',
  'correction-withdrawn': 'withdrew the request',
  approved: 'approved the record',
  rejected: 'rejected the record',
  closed: 'closed the record, as no one clocked out',
  'marked-absent': 'recorded the absence',
  'leave-changed': 'applied a change of leave',
};

/** What was done to a record, to follow the name of the person who did it. */
export function describeRecordAction({ action }: Pick<AuditEntry, 'action'>): string {
  return actionWords[action.slice(action.indexOf('.') + 1)] ?? 'changed the record';
}
