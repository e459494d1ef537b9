import {
  acceptableOf,
  type OrderApprover,
  orderApprovalsNeeded,
  orderNeedsSuperAdmin,
  orderStatusAllows,
  type PurchaseOrderAction,
  purchaseOrderStatusLabels,
} from '@shifa/contract';
import type { Influence } from '../../../platform/domain/actor';
import { decisionPolicy, type DecisionRules, influenceInWords } from '../../../platform/decisions/decider';
import { lacks, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { digestOf } from '../../../platform/ledger/canonical';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { PurchaseOrderRow } from './purchase-order.repository';

type Judged = Pick<
  PurchaseOrderRow,
  | 'laboratoryId'
  | 'number'
  | 'status'
  | 'createdBy'
  | 'editedBy'
  | 'approvals'
  | 'isAboveLimit'
  | 'ended'
  | 'rejection'
  | 'lines'
> & { receipts?: PurchaseOrderRow['receipts'] };

export type OrderContext = { laboratory: Pick<LaboratoryRow, 'status' | 'timezone' | 'policies'> };

/** Who can do what with an order. The refusals are also the reasons that screens show at disabled actions. */
export const purchaseOrderPolicy: Policy<PurchaseOrderAction, Judged, OrderContext> = {
  edit: entering('edit'),
  submit: entering('submit'),
  approve: (viewer, order, context) => decisionPolicy(approvalRules)(viewer, order, context),
  reject: (viewer, order, context) => decisionPolicy(rejectionRules)(viewer, order, context),
  send: entering('send'),
  receive: (viewer, order, { laboratory }) =>
    wrongStatus(order, 'receive') ??
    nothingToReceive(order, laboratory) ??
    lacks(viewer, 'purchaseOrders.receive', order) ??
    laboratoryUsePolicy.enterRecords(laboratory),
  cancel: ending('cancel'),
  close: ending('close'),
  closeShort: ending('closeShort'),
  returnGoods: (viewer, order, { laboratory }) =>
    wrongStatus(order, 'returnGoods') ??
    nothingToReturn(order) ??
    lacks(viewer, 'purchaseOrders.receive', order) ??
    laboratoryUsePolicy.enterRecords(laboratory),
};

function entering(action: PurchaseOrderAction): Policy<'one', Judged, OrderContext>['one'] {
  return (viewer, order, { laboratory }) =>
    ending(action)(viewer, order, { laboratory }) ?? laboratoryUsePolicy.enterRecords(laboratory);
}

/** Ending an order enters nothing, so that it is possible in a laboratory that is suspended. */
function ending(action: PurchaseOrderAction): Policy<'one', Judged, OrderContext>['one'] {
  return (viewer, order) => wrongStatus(order, action) ?? lacks(viewer, 'purchaseOrders.create', order);
}

function decisionRules(action: 'approve' | 'reject'): DecisionRules<Judged, OrderContext> {
  return {
    permission: 'purchaseOrders.approve',
    concerned: authorsOf,
    open: (as, order, { laboratory }) =>
      wrongStatus(order, action) ??
      lacks(as, 'purchaseOrders.approve', order) ??
      // A rejection only returns the order to its author.
      (action === 'approve' ? laboratoryUsePolicy.enterRecords(laboratory) : undefined),
    own: (as, order) =>
      authorsOf(order).some(({ _id }) => _id.toHexString() === as.userId)
        ? refusal('OWN_PURCHASE_ORDER')
        : refusal('OWN_PURCHASE_ORDER', "You're the author's deputy, so someone else must decide"),
    // A dependent approval is the first of two; a rejection needs no second one.
    dependent: 'first_of_two',
    timezoneOf: ({ laboratory }) => laboratory.timezone,
  };
}

export const approvalRules: DecisionRules<Judged, OrderContext> = {
  ...decisionRules('approve'),
  further: (as, order, { laboratory }, dependence) => {
    if (order.approvals.some(({ by }) => as.represents(by._id))) return refusal('APPROVED_BY_SAME_PERSON');
    if (!orderNeedsSuperAdmin(order.isAboveLimit, approversOf(order.approvals))) return undefined;
    if (as.role !== 'super_admin') return refusal('SUPER_ADMIN_NEEDED', 'A super admin must also approve this order');
    if (!dependence) return undefined;
    const why = influenceInWords(dependence, 'your', laboratory.timezone);
    return refusal('SUPER_ADMIN_NEEDED', `Another super admin must approve this order: ${why}`);
  },
};

export const rejectionRules = decisionRules('reject');

/** What is stored with a dependent approval, for everyone who looks at the order. */
export function describeDependence(dependence: Influence, timezone: string): string {
  return `Counts only as the first of two approvals: ${influenceInWords(dependence, 'this', timezone)}`;
}

export function approversOf(approvals: Judged['approvals']): OrderApprover[] {
  return approvals.map(({ by: { role }, note }) => ({ role, dependent: note !== null }));
}

export function approvalsNeededFor({ isAboveLimit, approvals }: Pick<Judged, 'isAboveLimit' | 'approvals'>): 1 | 2 {
  return orderApprovalsNeeded(isAboveLimit, approversOf(approvals));
}

/** The digest of what an approver decides on. What is less than that is covered; see `needsNewApproval`. */
export function digestOrder(order: Pick<PurchaseOrderRow, 'laboratoryId' | 'number' | 'basis' | 'createdBy'>): string {
  const { laboratoryId, number, basis, createdBy } = order;
  return digestOf({ laboratoryId, number, basis, createdBy: createdBy._id });
}

function authorsOf({ createdBy, editedBy }: Judged) {
  return [createdBy, ...(editedBy ? [editedBy] : [])];
}

function wrongStatus(order: Judged, action: PurchaseOrderAction): Refusal | undefined {
  if (orderStatusAllows(order.status, action)) return undefined;
  return { ...refusal('PURCHASE_ORDER_STATE', stateInWords(order)), hidden: true };
}

/** Once everything that was ordered has arrived, only what is tolerated beyond it can. */
function nothingToReceive(order: Judged, { policies }: OrderContext['laboratory']): Refusal | undefined {
  const { overDeliveryPercent } = policies.purchasing;
  if (order.status !== 'received') return undefined;
  if (order.lines.some((line) => acceptableOf(line, overDeliveryPercent) > 0)) return undefined;
  return { ...refusal('PURCHASE_ORDER_STATE', stateInWords(order)), hidden: true };
}

function nothingToReturn({ number, lines }: Judged): Refusal | undefined {
  if (lines.some(({ accepted, returned = 0 }) => accepted > returned)) return undefined;
  const isReturned = lines.some(({ accepted }) => accepted > 0);
  const message = isReturned ? `Everything of ${number} was returned` : `Nothing of ${number} was accepted`;
  return { ...refusal('PURCHASE_ORDER_STATE', message), hidden: true };
}

/** `PO-KOL-2026-27-000012 was cancelled by Asha Rao: Ordered twice` */
function stateInWords({ number, status, ended, approvals, rejection, receipts = [] }: Judged): string {
  const receipt = receipts.at(-1);
  if (status === 'cancelled' || status === 'closed' || status === 'closed_short') {
    const by = ended ? ` by ${ended.by.name}` : '';
    const why = ended?.reason ? `: ${ended.reason}` : '';
    return `${number} was ${purchaseOrderStatusLabels[status].toLowerCase()}${by}${why}`;
  }
  if (receipt) {
    const what = status === 'received' ? 'the rest' : 'a part';
    return `${receipt.by.name} received ${what} of ${number} with ${receipt.number}`;
  }
  if (status === 'approved') return `${approvals.at(-1)?.by.name ?? 'Someone'} approved ${number}`;
  if (status === 'draft') return rejection ? `${rejection.by.name} rejected ${number}` : `${number} is a draft`;
  return `${number} is ${purchaseOrderStatusLabels[status].toLowerCase()}`;
}
