import type { Role } from '../../common/role.js';

export const purchaseOrderStatuses = [
  'draft',
  'pending_approval',
  'approved',
  'sent',
  'partly_received',
  'received',
  'closed',
  'closed_short',
  'cancelled',
] as const;
export type PurchaseOrderStatus = (typeof purchaseOrderStatuses)[number];

export const purchaseOrderStatusLabels: Record<PurchaseOrderStatus, string> = {
  draft: 'Draft',
  pending_approval: 'Pending approval',
  approved: 'Approved',
  sent: 'Sent',
  partly_received: 'Partly received',
  received: 'Received',
  closed: 'Closed',
  closed_short: 'Closed short',
  cancelled: 'Cancelled',
};

export const purchaseOrderActions = [
  'edit',
  'submit',
  'approve',
  'reject',
  'send',
  'receive',
  'cancel',
  'close',
  'closeShort',
  'returnGoods',
] as const;
export type PurchaseOrderAction = (typeof purchaseOrderActions)[number];

const actionsByStatus: Record<PurchaseOrderStatus, readonly PurchaseOrderAction[]> = {
  draft: ['edit', 'submit', 'cancel'],
  pending_approval: ['edit', 'approve', 'reject', 'cancel'],
  approved: ['edit', 'send', 'cancel'],
  sent: ['send', 'receive', 'cancel'],
  partly_received: ['send', 'receive', 'closeShort', 'returnGoods'],
  // More than was ordered can still arrive, as far as the laboratory tolerates it.
  received: ['receive', 'close', 'returnGoods'],
  closed: ['returnGoods'],
  closed_short: ['returnGoods'],
  cancelled: [],
};

/** Whether the status permits the action, regardless of who performs it. */
export function orderStatusAllows(status: PurchaseOrderStatus, action: PurchaseOrderAction): boolean {
  return actionsByStatus[status].includes(action);
}

/** What still counts as ordered: someone has asked for it, and it can still arrive. A draft is only a note. */
export const countedAsOrdered = [
  'pending_approval',
  'approved',
  'sent',
  'partly_received',
] as const satisfies readonly PurchaseOrderStatus[];

/** Orders that the supplier has and has not fulfilled. */
export const awaitedStatuses = ['sent', 'partly_received'] as const satisfies readonly PurchaseOrderStatus[];

/** Orders that the supplier had and of which nothing more is expected. */
export const endedStatuses = ['received', 'closed', 'closed_short'] as const satisfies readonly PurchaseOrderStatus[];

export function isCountedAsOrdered(status: PurchaseOrderStatus): boolean {
  return (countedAsOrdered as readonly PurchaseOrderStatus[]).includes(status);
}

export function isAwaited(status: PurchaseOrderStatus): boolean {
  return (awaitedStatuses as readonly PurchaseOrderStatus[]).includes(status);
}

export function isEnded(status: PurchaseOrderStatus): boolean {
  return (endedStatuses as readonly PurchaseOrderStatus[]).includes(status);
}

/** `dependent`: the author controlled the approver's account shortly before; see ADR 20. */
export type OrderApprover = { role: Role; dependent: boolean };

/** The ladder of entries: two, one of them by an independent super_admin, above the limit or after a dependent approval. */
export function orderApprovalsNeeded(isAboveLimit: boolean, approvals: readonly OrderApprover[]): 1 | 2 {
  return isAboveLimit || approvals.some(({ dependent }) => dependent) ? 2 : 1;
}

/** Whether only an independent super_admin can give the next approval. */
export function orderNeedsSuperAdmin(isAboveLimit: boolean, approvals: readonly OrderApprover[]): boolean {
  const needed = orderApprovalsNeeded(isAboveLimit, approvals);
  return needed === 2 && approvals.length > 0 && !approvals.some(isIndependentSuperAdmin);
}

/** Whether the approvals given so far, by different people, suffice. */
export function isOrderApproved(isAboveLimit: boolean, approvals: readonly OrderApprover[]): boolean {
  if (approvals.length < orderApprovalsNeeded(isAboveLimit, approvals)) return false;
  return approvals.length === 1 || approvals.some(isIndependentSuperAdmin);
}

function isIndependentSuperAdmin({ role, dependent }: OrderApprover): boolean {
  return role === 'super_admin' && !dependent;
}
