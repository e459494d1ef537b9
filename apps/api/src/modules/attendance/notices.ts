import { AttendanceListQuery, leaveTypeLabels, type NotificationType, overtimeFlags } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EntityChanged } from '../../platform/records/records';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import { formatDay, formatLength } from '../../platform/time/format-time';
import { GroupCounts, type Notice, Notices, totalOf } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import type { LeaveRow } from './leaves/leave.repository';
import type { LeaveFact } from './leaves/leave';
import { isOnlyOvertime } from './records/day-content';
import type { AttendanceRow } from './records/record.document';
import { EnterRecord } from './records/enter-record';

const reviewPath = '/attendance/review';
const overtimePath = `${reviewPath}?show=overtime`;
const latePath = (day: string) => `/attendance/records?from=${day}&to=${day}&late=true`;
const absentPath = (day: string) => `/attendance/records?from=${day}&to=${day}&status=absent`;
const recordPath = ({ _id }: Pick<AttendanceRow, '_id'>) => `/attendance/records/${_id.toHexString()}`;
/** Where the notice of one record leads: to the record, in the review if it needs a decision. */
const pathOfOne = (listPath: string, row: AttendanceRow) =>
  listPath.startsWith(reviewPath) ? `${reviewPath}?item=${row._id.toHexString()}` : recordPath(row);
/** The person's own month, with the day open. */
const viewDay = (day: string) => ({ label: 'View attendance', path: `/attendance?day=${day}` });

/** The groups that approvers of a laboratory are notified in, with the message where one is left in them. */
const groupTypes = {
  system: '1 attendance record needs your decision.',
  overtime: '1 record with overtime needs your decision.',
  late_arrival: '1 person arrived late.',
  absent: '1 person was absent.',
} as const satisfies Partial<Record<NotificationType, string>>;
type GroupType = keyof typeof groupTypes;

/** What the view of the review page adds to the query of the address. */
const reviewed: Partial<Record<GroupType, Partial<AttendanceListQuery>>> = {
  system: { waitingForMe: true },
  overtime: { waitingForMe: true, flag: [...overtimeFlags] },
};

const groupKey = (type: GroupType, path: string, laboratoryId: ObjectId) =>
  `${type}:${path}:${laboratoryId.toHexString()}`;

/** Notifies approvers of what is out of the ordinary, and people of what happened to their own days. */
@Injectable()
export class AttendanceNotices implements OnModuleInit {
  constructor(
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly groups: GroupCounts,
    private readonly records: EnterRecord,
  ) {}

  onModuleInit(): void {
    for (const [type, one] of Object.entries(groupTypes) as [GroupType, string][]) {
      this.groups.register({
        prefix: `${type}:/attendance/`,
        permission: 'attendance.approve',
        count: totalOf(AttendanceListQuery, (actor, query) =>
          this.records.list(actor, { ...query, ...reviewed[type] }),
        ),
        one,
      });
    }
  }

  recount({ changes }: EntityChanged<AttendanceRow>): void {
    this.groups.documentsChanged(changes, groupsOf);
  }

  announceLateArrival(row: AttendanceRow): Promise<void> {
    return this.toApprovers([row], {
      type: 'late_arrival',
      title: 'Late arrival',
      message: `${row.userName} arrived ${formatLength(row.lateMinutes)} late on ${formatDay(row.workDate)}.`,
      several: `people arrived late on ${formatDay(row.workDate)}.`,
      path: latePath(row.workDate),
    });
  }

  announceOvertime(row: AttendanceRow): Promise<void> {
    return this.toApprovers([row], {
      type: 'overtime',
      title: 'Overtime',
      message: `${row.userName} worked ${formatLength(row.overtimeMinutes)} of overtime on ${formatDay(row.workDate)}.`,
      several: 'records with overtime need your decision.',
      path: overtimePath,
    });
  }

  async announceChange({ actor, action, changes }: EntityChanged<AttendanceRow>): Promise<void> {
    const isByHand = action === 'edited' || action === 'removed';
    if (isByHand) for (const { after } of changes) await this.announceEdit(actor, action, after);
    if (action === 'closed') for (const { after } of changes) await this.announceForgotten(after);
    const judged = changes.filter(({ before, after }) => {
      return before?.approvalStatus !== after.approvalStatus || before.correction !== after.correction;
    });
    if (action !== 'approved' && action !== 'rejected') {
      await this.announceWaiting(
        actor,
        judged.map(({ after }) => after).filter(({ approvalStatus }) => approvalStatus === 'pending'),
      );
      return;
    }
    for (const { before, after } of judged) if (before) await this.announceDecision(actor, action, before, after);
  }

  async announceAbsences(rows: readonly AttendanceRow[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const day = formatDay(first.workDate);
    const ids = rows.map(({ userId }) => userId.toHexString());
    await this.notices.send({
      actor: null,
      to: await this.people.findPeople(LabScope.everywhere(), ids),
      laboratoryId: first.laboratoryId,
      type: 'absent',
      priority: 'medium',
      title: 'Marked absent',
      message: `You have no clock-in on ${day}. If you worked, request a correction. If not, request leave.`,
      action: viewDay(first.workDate),
    });
    await this.toApprovers(rows, {
      type: 'absent',
      title: 'Absent',
      message: `${first.userName} was absent on ${day}.`,
      several: `people were absent on ${day}.`,
      path: absentPath(first.workDate),
    });
  }

  /** To the person, whose time counts only once they say when they left. */
  private async announceForgotten({ userId, laboratoryId, workDate }: AttendanceRow): Promise<void> {
    await this.toPerson(null, userId, laboratoryId, {
      type: 'system',
      priority: 'high',
      title: "You didn't clock out",
      message: `You didn't clock out on ${formatDay(workDate)}, so no time counts for that day yet. Enter when you left.`,
      action: { label: 'Request a correction', path: `/attendance?correct=${workDate}` },
    });
  }

  /** To the person whose times someone else changed. */
  private async announceEdit(actor: Actor | null, action: string, row: AttendanceRow): Promise<void> {
    const done = action === 'removed' ? 'removed' : 'changed';
    await this.toPerson(actor, row.userId, row.laboratoryId, {
      type: 'system',
      priority: 'high',
      title: `Attendance ${done}`,
      message: `${actor?.name ?? 'The system'} ${done} your attendance on ${formatDay(row.workDate)}: ${row.reason ?? ''}`,
      action: viewDay(row.workDate),
    });
  }

  /** Overtime alone is announced as such. Records that change at once belong to one laboratory. */
  private async announceWaiting(actor: Actor | null, rows: readonly AttendanceRow[]): Promise<void> {
    const waiting = rows.filter((row) => row.correction !== null || !isOnlyOvertime(row));
    const [first] = waiting;
    if (!first) return;
    const day = formatDay(first.workDate);
    const what = first.correction ? 'requested a correction for' : 'has an unusual record on';
    const message = first.correction?.shift
      ? `${actor?.name ?? 'A planner'} requested a shift change for ${first.userName} on ${day}.`
      : `${first.userName} ${what} ${day}.`;
    await this.toApprovers(
      waiting,
      {
        type: 'system',
        title: 'Attendance pending approval',
        message,
        several: 'attendance records need your decision.',
        path: reviewPath,
      },
      actor,
    );
  }

  private async announceDecision(
    actor: Actor | null,
    action: 'approved' | 'rejected',
    before: AttendanceRow,
    after: AttendanceRow,
  ): Promise<void> {
    const isRejected = action === 'rejected';
    // No one waits for the approval of a day that they did not ask to change.
    if (!isRejected && !before.correction) return;
    const day = formatDay(after.workDate);
    if (before.correction?.shift) return this.announceShift(actor, action, before, after);
    const what = before.correction ? `your correction for ${day}` : `your attendance on ${day}`;
    const by = actor?.name ?? 'The system';
    await this.toPerson(actor, after.userId, after.laboratoryId, {
      type: 'system',
      priority: isRejected ? 'high' : 'low',
      title: isRejected ? 'Attendance rejected' : 'Correction approved',
      message: `${by} ${action} ${what}${isRejected && after.reason ? `: ${after.reason}` : '.'}`,
      action: viewDay(after.workDate),
    });
  }

  /** To the planner who asked and, where the day follows another shift now, to the person. */
  private async announceShift(
    actor: Actor | null,
    action: 'approved' | 'rejected',
    { correction }: AttendanceRow,
    { _id, userId, userName, laboratoryId, workDate, reason }: AttendanceRow,
  ): Promise<void> {
    const isRejected = action === 'rejected';
    const by = actor?.name ?? 'The system';
    const day = formatDay(workDate);
    const title = isRejected ? 'Shift change rejected' : 'Shift change approved';
    if (correction?.requestedBy) {
      await this.toPerson(actor, correction.requestedBy, laboratoryId, {
        type: 'system',
        priority: isRejected ? 'high' : 'low',
        title,
        message: `${by} ${action} the shift change for ${userName} on ${day}${isRejected && reason ? `: ${reason}` : '.'}`,
        action: { label: 'View record', path: recordPath({ _id }) },
      });
    }
    if (isRejected) return;
    await this.toPerson(actor, userId, laboratoryId, {
      type: 'system',
      priority: 'medium',
      title: 'Your shift was changed',
      message: `Your shift on ${day} was changed, and your attendance that day was calculated again.`,
      action: viewDay(workDate),
    });
  }

  async announceRequest({ actor, row }: LeaveFact): Promise<void> {
    const notice = {
      actor,
      type: 'leave_request',
      priority: 'medium',
      title: 'Leave request',
      message: `${row.personName} requests ${describeLeave(row)}.`,
      action: { label: 'Review', path: `/attendance/leaves/review?item=${row._id.toHexString()}` },
    } as const;
    await this.notices.sendToHolders('leave.approve', row.laboratoryId, notice, { above: row.userId });
  }

  /** Also when someone else cancels a leave. */
  async announceLeaveDecision({ actor, row }: LeaveFact): Promise<void> {
    const isApproved = row.status === 'approved';
    const done = isApproved || row.status === 'cancelled' ? row.status : 'rejected';
    const reason = done === 'cancelled' ? row.cancellationReason : row.decisionReason;
    await this.toPerson(actor, row.userId, row.laboratoryId, {
      type: isApproved ? 'leave_approved' : 'leave_rejected',
      priority: isApproved ? 'medium' : 'high',
      title: `Leave ${done}`,
      message: `${actor.name} ${done} your ${describeLeave(row)}${reason ? `: ${reason}` : '.'}`,
      action: { label: 'View leave', path: `/attendance/leaves?item=${row._id.toHexString()}` },
    });
  }

  private async toPerson(
    actor: Actor | null,
    userId: ObjectId,
    laboratoryId: ObjectId,
    notice: Pick<Notice, 'type' | 'priority' | 'title' | 'message' | 'action'>,
  ): Promise<void> {
    const to = await this.people.findPeople(LabScope.everywhere(), [userId.toHexString()]);
    await this.notices.send({ ...notice, actor, laboratoryId, to });
  }

  private async toApprovers(
    rows: readonly AttendanceRow[],
    notice: { type: GroupType; title: string; message: string; several: string; path: string },
    actor: Actor | null = null,
  ): Promise<void> {
    const [first, ...others] = rows;
    if (!first) return;
    const { several, path, ...content } = notice;
    const key = groupKey(content.type, path, first.laboratoryId);
    const group = { key, count: rows.length, message: several, path };
    await this.notices.sendToHolders(
      'attendance.approve',
      first.laboratoryId,
      { ...content, actor, priority: 'medium', action: { label: 'View', path: pathOfOne(path, first) }, group },
      { above: others.length === 0 ? first.userId : undefined },
    );
  }
}

function groupsOf({ removed, laboratoryId, workDate, approvalStatus, lateMinutes, status }: AttendanceRow): string[] {
  if (removed) return [];
  return [
    ...(approvalStatus === 'pending'
      ? [groupKey('system', reviewPath, laboratoryId), groupKey('overtime', overtimePath, laboratoryId)]
      : []),
    ...(lateMinutes > 0 ? [groupKey('late_arrival', latePath(workDate), laboratoryId)] : []),
    ...(status === 'absent' ? [groupKey('absent', absentPath(workDate), laboratoryId)] : []),
  ];
}

function describeLeave({ type, from, to }: LeaveRow): string {
  const days = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return `${leaveTypeLabels[type].toLowerCase()}, ${days}`;
}
