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

/** What a person can do with an entry; `approvers` shows who can approve it, `resubmit` sends a rejected one again. */
export const transactionActions = [
  'edit',
  'attach',
  'approve',
  'reject',
  'approvers',
  'resubmit',
  'cancel',
  'reverse',
] as const;
export type TransactionAction = (typeof transactionActions)[number];

const actionsByStatus: Record<TransactionStatus, readonly TransactionAction[]> = {
  pending: ['edit', 'attach', 'approve', 'reject', 'approvers', 'cancel'],
  // An edit restarts the approval; cancelling would silently discard the approval already given.
  partially_approved: ['edit', 'attach', 'approve', 'reject', 'approvers'],
  approved: ['attach', 'reverse'],
  rejected: ['edit', 'attach', 'resubmit', 'cancel'],
  cancelled: [],
  reversed: [],
};

/** Whether the status permits the action, regardless of who performs it. */
export function statusAllows(status: TransactionStatus, action: TransactionAction): boolean {
  return actionsByStatus[status].includes(action);
}

/** Whether the entry has an approval: its receipts were part of it, or were added after it, and cannot be removed. */
export function keepsReceipts(status: TransactionStatus): boolean {
  return status === 'partially_approved' || isCounted(status);
}

/** Whether a person who can attach receipts can remove this one: not an approver from an entry that is pending. */
export function canRemoveReceipt<Person>(
  { status, createdBy, editedBy }: { status: TransactionStatus; createdBy: Person; editedBy: Person | null },
  uploadedBy: Person,
  isSelf: (person: Person) => boolean,
): boolean {
  if (keepsReceipts(status)) return false;
  return !isWaiting(status) || [uploadedBy, createdBy, editedBy ?? createdBy].some(isSelf);
}

/**
 * The statuses that totals include. A reversed entry still counts on its own day, because its contra entry counts
 * negative on a later one: the totals of closed days never change.
 */
export const countedStatuses = ['approved', 'reversed'] as const satisfies readonly TransactionStatus[];
/** The statuses that are shown beside the totals as pending. */
export const waitingStatuses = ['pending', 'partially_approved'] as const satisfies readonly TransactionStatus[];

export function isCounted(status: TransactionStatus): boolean {
  return (countedStatuses as readonly TransactionStatus[]).includes(status);
}

export function isWaiting(status: TransactionStatus): boolean {
  return (waitingStatuses as readonly TransactionStatus[]).includes(status);
}

/** Exceptions, determined when an entry is created and at each edit. */
export const transactionFlags = ['above_limit', 'back_dated', 'locked_period'] as const;
export type TransactionFlag = (typeof transactionFlags)[number];

export const transactionFlagLabels: Record<TransactionFlag, string> = {
  above_limit: 'Above the approval limit',
  back_dated: 'Back-dated',
  locked_period: 'Posted to a closed period',
};

/**
 * Who has approved. The approval is `dependent` if the creator or last editor of the entry had control of the
 * approver's account, or gave it the permission, shortly before.
 */
export type Approver = { role: Role; dependent?: boolean };

/**
 * Two, one of them by an independent super_admin, for an entry above the laboratory's limit or dated too far back, or
 * after a dependent approval; otherwise one.
 */
export function approvalsNeeded(flags: readonly TransactionFlag[], approvals: readonly Approver[] = []): 1 | 2 {
  const isException = flags.includes('above_limit') || flags.includes('back_dated');
  return isException || approvals.some(({ dependent }) => dependent) ? 2 : 1;
}

/** The approval ladder: the status that results from the approvals given so far, in any order, by different people. */
export function statusAfterApprovals(
  flags: readonly TransactionFlag[],
  approvals: readonly Approver[],
): 'pending' | 'partially_approved' | 'approved' {
  if (approvals.length === 0) return 'pending';
  if (approvalsNeeded(flags, approvals) === 1) return 'approved';
  return approvals.length >= 2 && approvals.some(isIndependentSuperAdmin) ? 'approved' : 'partially_approved';
}

/** Whether only an independent super_admin can give the next approval: others have been given without one. */
export function needsSuperAdmin(flags: readonly TransactionFlag[], approvals: readonly Approver[]): boolean {
  return approvalsNeeded(flags, approvals) === 2 && approvals.length > 0 && !approvals.some(isIndependentSuperAdmin);
}

function isIndependentSuperAdmin({ role, dependent }: Approver): boolean {
  return role === 'super_admin' && !dependent;
}
