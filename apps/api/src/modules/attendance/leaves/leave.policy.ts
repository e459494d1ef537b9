import { type LeaveAction, type Role } from '@shifa/contract';
import type { Actor } from '../../../platform/http/actor';
import { byCapacity, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/http/policy';
import { addDays } from '../../../platform/time/business-day';
import { mayDecideOn } from '../days/approver';
import type { LeaveRow } from './leave.document';

type Judged = Pick<LeaveRow, 'userId' | 'laboratoryId' | 'status' | 'from' | 'to' | 'decidedBy'>;

export type LeaveContext = {
  /** The role of the person on leave. */
  role: Role;
  /** In the laboratory of the leave. */
  today: string;
};

/** Attendance is settled after this many days. */
const CANCELLABLE_DAYS = 31;

/**
 * Who can do what with a leave. The person withdraws a request, and cancels approved leave before its first day.
 * Whoever could decide on it can cancel it until 31 days after its last day.
 */
export const leavePolicy: Policy<LeaveAction, Judged, LeaveContext> = {
  approve: byCapacity(
    (viewer, leave: Judged, context: LeaveContext) =>
      lacks(viewer, 'leave.approve', ownerOf(leave)) ?? undecidable(viewer, leave, context),
  ),
  reject: (viewer, leave, context) => leavePolicy.approve(viewer, leave, context),
  cancel: (viewer, leave, { role, today }) => {
    const lacking = lacks(viewer, 'leave.cancel', ownerOf(leave));
    if (lacking) return lacking;
    if (leave.status !== 'pending' && leave.status !== 'approved') return notOffered('LEAVE_ENDED');
    if (viewer.userId === leave.userId.toHexString()) {
      const isOpen = leave.status === 'pending' || today < leave.from;
      return isOpen
        ? undefined
        : refusal('LEAVE_ENDED', 'This leave has begun. Ask whoever approves leave to cancel it.');
    }
    const refused =
      lacks(viewer, 'leave.approve', ownerOf(leave)) ??
      mayDecideOn(viewer, { userId: leave.userId, role }, 'OWN_LEAVE');
    if (refused) return refused;
    const message = `Leave can be cancelled until ${CANCELLABLE_DAYS} days after its last day`;
    return today > addDays(leave.to, CANCELLABLE_DAYS) ? refusal('LEAVE_ENDED', message) : undefined;
  },
};

function undecidable(viewer: Actor, leave: Judged, { role }: LeaveContext): Refusal | undefined {
  if (leave.status === 'pending') return mayDecideOn(viewer, { userId: leave.userId, role }, 'OWN_LEAVE');
  if (leave.status === 'cancelled')
    return { ...refusal('LEAVE_ALREADY_DECIDED', 'This leave was cancelled'), hidden: true };
  const message = `${leave.decidedBy?.name ?? 'The system'} ${leave.status} this leave`;
  return { ...refusal('LEAVE_ALREADY_DECIDED', message), hidden: true };
}

function ownerOf({ laboratoryId, userId }: Judged) {
  return { laboratoryId, personId: userId };
}
