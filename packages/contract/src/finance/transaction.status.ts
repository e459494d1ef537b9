import type { Role } from '../common/role.js';

export const transactionStatuses = [
  'pending',
  'partially_approved',
  'approved',
  'rejected',
  'cancelled',
  'reversed',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  pending: 'Pending',
  partially_approved: 'Partially approved',
  approved: 'Approved',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  reversed: 'Reversed',
};

/** What can happen to an entry. */
export type TransactionDeed = 'edit' | 'attach' | 'approve' | 'reject' | 'cancel' | 'reverse';

const deedsIn: Record<TransactionStatus, readonly TransactionDeed[]> = {
  pending: ['edit', 'attach', 'approve', 'reject', 'cancel'],
  // An edit starts the approval over; cancelling would pass over who approved already.
  partially_approved: ['edit', 'attach', 'approve', 'reject'],
  approved: ['reverse'],
  rejected: ['edit', 'attach', 'cancel'],
  cancelled: [],
  reversed: [],
};

/** Whether an entry in this status lets the deed be done, whoever does it. */
export function statusAllows(status: TransactionStatus, deed: TransactionDeed): boolean {
  return deedsIn[status].includes(deed);
}

/**
 * What totals count. A reversed entry stays where it was counted, since its contra entry, counted negative on its own
 * day, takes it back: closed days keep their totals.
 */
export const countedStatuses = ['approved', 'reversed'] as const satisfies readonly TransactionStatus[];
/** What is shown beside the totals. */
export const waitingStatuses = ['pending', 'partially_approved'] as const satisfies readonly TransactionStatus[];

export function isCounted(status: TransactionStatus): boolean {
  return (countedStatuses as readonly TransactionStatus[]).includes(status);
}

export function isWaiting(status: TransactionStatus): boolean {
  return (waitingStatuses as readonly TransactionStatus[]).includes(status);
}

/** What is out of the ordinary about an entry, judged when it is entered and at each edit. */
export const transactionFlags = ['above_limit', 'back_dated', 'locked_period'] as const;
export type TransactionFlag = (typeof transactionFlags)[number];

export const transactionFlagLabels: Record<TransactionFlag, string> = {
  above_limit: 'Above the approval limit',
  back_dated: 'Back-dated',
  locked_period: 'Posted into a closed period',
};

/** Two for what is above the laboratory's limit or dated too far back, one of them a super_admin's; else one. */
export function approvalsNeeded(flags: readonly TransactionFlag[]): 1 | 2 {
  return flags.includes('above_limit') || flags.includes('back_dated') ? 2 : 1;
}

/** The approval ladder: what an entry becomes by the approvals it has, in any order, each another person's. */
export function statusAfterApprovals(
  flags: readonly TransactionFlag[],
  approvals: readonly { role: Role }[],
): 'pending' | 'partially_approved' | 'approved' {
  if (approvals.length === 0) return 'pending';
  if (approvalsNeeded(flags) === 1) return 'approved';
  const complete = approvals.length >= 2 && approvals.some(({ role }) => role === 'super_admin');
  return complete ? 'approved' : 'partially_approved';
}

/** Whether no one but a super_admin can take the next step: a first approval is there, and it was not theirs. */
export function awaitsSuperAdmin(flags: readonly TransactionFlag[], approvals: readonly { role: Role }[]): boolean {
  return approvalsNeeded(flags) === 2 && approvals.length > 0 && !approvals.some(({ role }) => role === 'super_admin');
}
