import { eventKind } from '../../platform/events/domain-events';
import type { EntityChanged } from '../../platform/records/records';
import type { AttendanceRow } from './records/record.document';

/** Raised within the transaction of every write to an attendance record. */
export const attendanceChanged = eventKind<EntityChanged<AttendanceRow>>('attendance.changed');

// For those who must learn of it, each raised once, within the transaction.
export const lateArrival = eventKind<AttendanceRow>('attendance.late-arrival');
export const absencesMarked = eventKind<readonly AttendanceRow[]>('attendance.absent');
/** Raised again where a day that is taken up again ends with other overtime. */
export const overtimeWorked = eventKind<AttendanceRow>('attendance.overtime');
