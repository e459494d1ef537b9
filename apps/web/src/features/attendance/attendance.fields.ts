import {
  type AttendanceApproval,
  attendanceApprovalLabels,
  type AttendanceFlag,
  type AttendanceStatus,
  attendanceStatusLabels,
  type AuditEntry,
  type Punch,
} from '@shifa/contract';
import { type DescribedField, describedField } from '../../components/versions/described-field';
import { formatDay, formatMinutes } from '../../lib/format';
import { formatClock, formatFlags } from './attendance-display';
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

type StoredSegment = { in?: string; out?: string | null; clockIn?: Punch; clockOut?: Punch | null };

/** What the history of a record shows, on the clock of its laboratory. */
export function recordHistoryFields(timezone: string, workDate: string): readonly DescribedField[] {
  const at = (instant: string | null | undefined) => (instant ? formatClock(instant, timezone, workDate) : '…');
  const punch = (value: Punch | string) => at(typeof value === 'string' ? value : value.at);
  const segments = (stored: readonly StoredSegment[]) =>
    stored.map((each) => `${at(each.in ?? each.clockIn?.at)} – ${at(each.out ?? each.clockOut?.at)}`).join(', ') ||
    'None';
  const breaks = (stored: readonly { start: string; end: string | null }[]) =>
    stored.map(({ start, end }) => `${at(start)} – ${at(end)}`).join(', ') || 'None';
  return [
    describedField('clockIn', 'Clock-in', punch),
    describedField('clockIn.at', 'Clock-in', at),
    describedField('clockOut', 'Clock-out', punch),
    describedField('clockOut.at', 'Clock-out', at),
    describedField('segments', 'Work', segments),
    describedField('breaks', 'Breaks', breaks),
    describedField('status', 'Status', (status: AttendanceStatus) => attendanceStatusLabels[status]),
    describedField('lateMinutes', 'Late', formatMinutes),
    describedField('earlyMinutes', 'Left early', formatMinutes),
    describedField('workedMinutes', 'Worked', formatMinutes),
    describedField('overtimeMinutes', 'Overtime', formatMinutes),
    describedField('approvalStatus', 'Approval', (approval: AttendanceApproval) => attendanceApprovalLabels[approval]),
    describedField('flags', 'Flags', (flags: readonly AttendanceFlag[]) => formatFlags(flags) || 'None'),
    describedField('notes', 'Notes'),
    describedField('reason', 'Reason'),
    describedField('correction.reason', 'Correction requested'),
  ];
}

const actionWords: Record<string, string> = {
  created: 'entered the record',
  'clock-in': 'clocked in',
  'clock-out': 'clocked out',
  'break-start': 'started a break',
  'break-end': 'ended the break',
  'offline-punch': 'sent a clocking made without a network',
  'correction-requested': 'requested a correction',
  'correction-withdrawn': 'withdrew the correction',
  approved: 'approved the record',
  rejected: 'rejected the record',
  'auto-closed': 'closed the record without a clock-out',
  absent: 'recorded the absence',
  updated: 'corrected the times',
  removed: 'removed the record',
};

/** What was done to a record, to follow the name of whoever did it. */
export function describeRecordAction({ action }: Pick<AuditEntry, 'action'>): string {
  return actionWords[action.slice(action.indexOf('.') + 1)] ?? 'changed the record';
}
