import { type AttendanceRecord, AttendanceRecordSchema, type Leave, LeaveSchema } from '@shifa/contract';
import { api } from '../../data/api';
import { formatDay } from '../../lib/format';
import { totalOf } from '../../data/queries';
import { queryOf } from '../../data/queries';
import { defineResource } from '../../data/resource';

/** What the lists, the forms, the actions and the pages of attendance records have in common. */
export const attendanceResource = defineResource({
  noun: 'record',
  plural: 'records',
  entity: 'attendance',
  list: api.attendance.list,
  get: api.attendance.get,
  summaries: [
    ...[api.attendance.mine, api.attendance.clock, api.attendance.board, api.attendance.month],
    ...[api.attendance.report, api.attendance.stats, api.attendance.people, api.monthSheets.sheet],
  ],
  schema: AttendanceRecordSchema,
  nameOf: ({ userId, workDate }: Pick<AttendanceRecord, 'userId' | 'workDate'>) =>
    `${userId.name}, ${formatDay(workDate)}`,
});

/** The person's own clock. */
export const clockQuery = queryOf(api.attendance.clock);

/** What the lists, the actions and the calendar of leaves have in common. */
export const leaveResource = defineResource({
  noun: 'leave',
  plural: 'leaves',
  entity: 'leave',
  list: api.leaves.list,
  get: api.leaves.get,
  summaries: [
    ...[api.leaves.balance, api.leaves.teamBalances, api.attendance.board, api.attendance.people],
    ...[api.attendance.month, api.attendance.stats, api.monthSheets.sheet],
  ],
  schema: LeaveSchema,
  nameOf: ({ userId, from, to }: Pick<Leave, 'userId' | 'from' | 'to'>) =>
    from === to ? `${userId.name}, ${formatDay(from)}` : `${userId.name}, ${formatDay(from)} to ${formatDay(to)}`,
});

/** How many records the viewer may decide on. */
export const recordsWaitingForMe = {
  ...attendanceResource.page({ waitingForMe: 'true', limit: 1 }),
  select: totalOf,
};

/** How many leave requests the viewer may decide on. */
export const leavesWaitingForMe = { ...leaveResource.page({ waitingForMe: 'true', limit: 1 }), select: totalOf };
