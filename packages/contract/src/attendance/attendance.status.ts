import { enumOf } from '../common/enum.js';

export const attendanceStatuses = [
  'present',
  'late',
  'half_day',
  'absent',
  'on_leave',
  'holiday',
  'weekly_off',
  'missed_clock_out',
] as const;
export const AttendanceStatusSchema = enumOf(attendanceStatuses);
export type AttendanceStatus = (typeof attendanceStatuses)[number];

export const attendanceStatusLabels: Record<AttendanceStatus, string> = {
  present: 'Present',
  late: 'Late',
  half_day: 'Half day',
  absent: 'Absent',
  on_leave: 'On leave',
  holiday: 'Holiday',
  weekly_off: 'Weekly off',
  missed_clock_out: 'Missed clock-out',
};

/** Only what is out of the ordinary needs a decision. */
export const attendanceApprovals = ['not_required', 'pending', 'approved', 'rejected'] as const;
export const AttendanceApprovalSchema = enumOf(attendanceApprovals);
export type AttendanceApproval = (typeof attendanceApprovals)[number];

export const attendanceApprovalLabels: Record<AttendanceApproval, string> = {
  not_required: 'Not needed',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
};

/** Why a record needs a decision. */
export const attendanceFlags = [
  'manual_entry',
  'edited',
  'correction',
  'missed_clock_out',
  'overtime',
  'holiday_work',
  'work_on_leave',
  'outside_fence',
  'no_location',
  'inaccurate_location',
  'shared_device',
  'late_scan',
  'impossible_travel',
  'offline_punch',
  'offline_tap',
] as const;
export const AttendanceFlagSchema = enumOf(attendanceFlags);
export type AttendanceFlag = (typeof attendanceFlags)[number];

export const attendanceFlagLabels: Record<AttendanceFlag, string> = {
  manual_entry: 'Entered manually',
  edited: 'Edited',
  correction: 'Correction requested',
  missed_clock_out: 'Missed clock-out',
  overtime: 'Overtime',
  holiday_work: 'Work on a day off',
  work_on_leave: 'Work on a day of leave',
  outside_fence: 'Away from the laboratory',
  no_location: 'No position',
  inaccurate_location: 'Position too inaccurate to judge',
  shared_device: 'Device shared with another person',
  late_scan: 'Code scanned just before it expired',
  impossible_travel: 'Impossible travel',
  offline_punch: 'Scanned offline',
  offline_tap: 'Clocked offline by the phone’s clock, without a code',
};

/** Rejecting a record that has no other flags removes the overtime and keeps the working day. */
export const overtimeFlags = ['overtime', 'holiday_work'] as const satisfies readonly AttendanceFlag[];

/** What a day is on the calendar of a person. */
export const dayKinds = ['working', 'weekly_off', 'holiday'] as const;
export const DayKindSchema = enumOf(dayKinds);
export type DayKind = (typeof dayKinds)[number];

/** The part of a day that is covered by approved leave. */
export const dayLeaves = ['full', 'first_half', 'second_half'] as const;
export const DayLeaveSchema = enumOf(dayLeaves);
export type DayLeave = (typeof dayLeaves)[number];
