import { type LeaveAction, type Role } from '@shifa/contract';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/http/policy';
import { addDays } from '../../../platform/time/business-day';
import { changeRefusal, ownRefusal, tooLow } from '../days/approver';
import type { LeaveRow } from './leave.document';

type Judged = Pick<LeaveRow, 'userId' | 'laboratoryId' | 'status' | 'from' | 'to' | 'decidedBy'>;

export type LeaveContext = {
  /** The role of the person on leave. */
  role: Role;
  /** In the laboratory of the leave. */
  today: string;
  timezone: string;
};

export const leaveDecisions: DecisionRules<Judged, LeaveContext> = {
  permission: 'leave.approve',
  concerned: ({ userId }) => [{ _id: userId }],
  open: (as, leave) => lacks(as, 'leave.approve', ownerOf(leave)) ?? decided(leave),
  own: (as, { userId }) => ownRefusal(as, userId, 'OWN_LEAVE'),
  further: (as, _, { role }) => tooLow(as, role),
  dependent: 'refused',
  timezoneOf: ({ timezone }) => timezone,
};

/** Attendance is settled after this many days. */
const CANCELLABLE_DAYS = 31;

/**
 * Who can do what with a leave. The person withdraws a request, and cancels approved leave before its first day.
 * Whoever could decide on it can cancel it until 31 days after its last day.
 */
export const leavePolicy: Policy<LeaveAction, Judged, LeaveContext> = {
  approve: decisionPolicy(leaveDecisions),
  reject: decisionPolicy(leaveDecisions),
  cancel: (viewer, leave, { role, today, timezone }) => {
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
      changeRefusal(
        viewer,
        { userId: leave.userId, role },
        { own: 'OWN_LEAVE', permission: 'leave.approve', timezone },
      );
    if (refused) return refused;
    const message = `Leave can be cancelled until ${CANCELLABLE_DAYS} days after its last day`;
    return today > addDays(leave.to, CANCELLABLE_DAYS) ? refusal('LEAVE_ENDED', message) : undefined;
  },
};

function decided(leave: Judged): Refusal | undefined {
  if (leave.status === 'pending') return undefined;
  if (leave.status === 'cancelled')
    return { ...refusal('LEAVE_ALREADY_DECIDED', 'This leave was cancelled'), hidden: true };
  const message = `${leave.decidedBy?.name ?? 'The system'} ${leave.status} this leave`;
  return { ...refusal('LEAVE_ALREADY_DECIDED', message), hidden: true };
}

function ownerOf({ laboratoryId, userId }: Judged) {
  return { laboratoryId, personId: userId };
}
