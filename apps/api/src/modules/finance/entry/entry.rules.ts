import {
  approvalsNeeded,
  errorCatalogue,
  needsSuperAdmin,
  type Permission,
  plural,
  statusAfterApprovals,
  statusAllows,
  type TransactionAction,
} from '@shifa/contract';
import type { Actor, Influence } from '../../../platform/domain/actor';
import { Decider, decisionPolicy, type DecisionRules, influenceInWords } from '../../../platform/decisions/decider';
import { lacks, notOffered, type Policy, type Refusal, refusal } from '../../../platform/domain/policy';
import { formatInstant } from '../../../platform/time/format-time';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { CreditRow } from '../bills/bill.document';
import type { TransactionRow } from './entry.document';
import { approversOf, closedPeriod } from './new-entry';

type Judged = Pick<
  TransactionRow,
  | 'laboratoryId'
  | 'date'
  | 'status'
  | 'flags'
  | 'approvals'
  | 'rejection'
  | 'reversalOf'
  | 'reversedBy'
  | 'createdBy'
  | 'editedBy'
>;

export type TransactionContext = {
  laboratory: Pick<LaboratoryRow, 'status' | 'timezone'>;
  /** The last closed day; null when every period is open. */
  closedThrough: string | null;
  /** What differs on the bill that a pending entry is for; see `BillMatches`. */
  differences: readonly string[];
  /** A credit on the bill of the entry, pending or approved. */
  credit?: Pick<CreditRow, 'number' | 'transactionNo'> | undefined;
};

/** Who can do what with an entry. The refusals are also the reasons that screens show at disabled actions. */
export const transactionPolicy: Policy<TransactionAction, Judged, TransactionContext> = {
  edit: (viewer, entry, { laboratory }) =>
    notPermitted(viewer, 'transactions.edit', entry) ??
    wrongStatus('edit', entry, () => immutable(entry)) ??
    laboratoryUsePolicy.enterRecords(laboratory),
  attach: (viewer, entry, { closedThrough }) =>
    notPermitted(viewer, 'transactions.edit', entry) ??
    wrongStatus('attach', entry, () => immutable(entry)) ??
    (entry.status === 'approved'
      ? closedPeriod(entry.date, viewer.role, closedThrough, 'attach a receipt to an approved entry in that period')
      : undefined),
  approve: (viewer, entry, context) => decisionPolicy(approvalRules)(viewer, entry, context),
  reject: (viewer, entry, context) => decisionPolicy(rejectionRules)(viewer, entry, context),
  approvers: (viewer, entry) =>
    (statusAllows(entry.status, 'approvers') ? undefined : notOffered('TRANSACTION_ALREADY_DECIDED')) ??
    notPermitted(viewer, 'transactions.view', entry),
  resubmit: (viewer, entry, { laboratory, closedThrough }) =>
    (statusAllows(entry.status, 'resubmit') ? undefined : notOffered('TRANSACTION_NOT_REJECTED')) ??
    notPermitted(viewer, 'transactions.edit', entry) ??
    laboratoryUsePolicy.enterRecords(laboratory) ??
    closedPeriod(entry.date, viewer.role, closedThrough),
  cancel: (viewer, entry) =>
    notPermitted(viewer, 'transactions.cancel', entry) ??
    wrongStatus('cancel', entry, () => refusal('TRANSACTION_NOT_CANCELLABLE')),
  reverse: (viewer, entry, { laboratory, credit }) =>
    notPermitted(viewer, 'transactions.create', entry) ??
    irreversible(entry) ??
    creditRefusal(credit) ??
    laboratoryUsePolicy.enterRecords(laboratory),
};

function decisionRules(action: 'approve' | 'reject'): DecisionRules<Judged, TransactionContext> {
  return {
    permission: 'transactions.approve',
    concerned: authorsOf,
    open: (as, entry, { laboratory }) =>
      notPermitted(as, 'transactions.approve', entry) ??
      wrongStatus(action, entry, () => alreadyDecided(entry, laboratory.timezone)),
    own: () => refusal('OWN_TRANSACTION', action === 'reject' ? OWN_REJECTION : undefined),
    // A dependent approval is the first of two; a rejection needs no second one.
    dependent: 'first_of_two',
    timezoneOf: ({ laboratory }) => laboratory.timezone,
  };
}

export const approvalRules: DecisionRules<Judged, TransactionContext> = {
  ...decisionRules('approve'),
  further: (as, entry, { laboratory, closedThrough, differences }, dependence) =>
    (hasApproved(as, entry) ? refusal('APPROVED_BY_SAME_PERSON') : undefined) ??
    closedPeriod(entry.date, as.role, closedThrough) ??
    differenceRefusal(differences) ??
    missingSuperAdmin(as, entry, laboratory.timezone, dependence),
};

export const rejectionRules = decisionRules('reject');

/** The differences that a message names. */
const MAX_NAMED = 3;

function differenceRefusal(differences: readonly string[]): Refusal | undefined {
  if (differences.length === 0) return undefined;
  const others = differences.length - MAX_NAMED;
  const more = others > 0 ? `; and ${plural(others, '1 more difference', `${others} more differences`)}` : '';
  const message = `${differences.slice(0, MAX_NAMED).join('; ')}${more}. Receive what is missing, or reject the entry and ask the supplier for another bill.`;
  return { ...refusal('BILL_DIFFERS', message), external: true };
}

const OWN_REJECTION = "You can't reject an entry you entered or last edited. Edit or cancel it instead.";

function notPermitted(viewer: Actor, permission: Permission, { laboratoryId, createdBy }: Judged): Refusal | undefined {
  return lacks(viewer, permission, { laboratoryId, personId: createdBy._id });
}

function wrongStatus(action: TransactionAction, { status }: Judged, otherwise: () => Refusal): Refusal | undefined {
  if (statusAllows(status, action)) return undefined;
  return status === 'cancelled' ? refusal('TRANSACTION_CANCELLED') : otherwise();
}

function immutable({ status, reversalOf }: Judged): Refusal {
  if (status === 'reversed') return refusal('TRANSACTION_IMMUTABLE', "A reversed entry can't be changed");
  return refusal('TRANSACTION_IMMUTABLE', reversalOf ? "An approved reversal can't be changed" : undefined);
}

function alreadyDecided(entry: Judged, timezone: string): Refusal {
  return refusal('TRANSACTION_ALREADY_DECIDED', lastDecision(entry, timezone)?.text);
}

function irreversible({ status, reversalOf, reversedBy }: Judged): Refusal | undefined {
  if (reversalOf) return refusal('TRANSACTION_NOT_REVERSIBLE', "A reversal can't be reversed. Create a new entry.");
  if (reversedBy) {
    const state = status === 'reversed' ? 'has reversed this entry' : 'reverses this entry and is awaiting approval';
    return refusal('TRANSACTION_HAS_REVERSAL', `${reversedBy.transactionNo} ${state}`);
  }
  if (statusAllows(status, 'reverse')) return undefined;
  return refusal('TRANSACTION_NOT_REVERSIBLE', 'Only an approved entry can be reversed');
}

export function creditRefusal(credit: TransactionContext['credit']): Refusal | undefined {
  if (!credit) return undefined;
  const { number, transactionNo } = credit;
  const message = `${transactionNo} enters credit note ${number} for this bill. As long as it counts, the bill can't be reversed.`;
  return { ...refusal('TRANSACTION_HAS_REVERSAL', message), external: true };
}

/** Also where the person who the viewer acts for entered or last edited the entry. */
export function isOwn(viewer: Actor, { createdBy, editedBy }: Judged): boolean {
  return viewer.represents(createdBy._id) || (editedBy !== null && viewer.represents(editedBy._id));
}

function hasApproved(viewer: Actor, { approvals }: Judged): boolean {
  return approvals.some(({ by }) => viewer.represents(by._id));
}

function missingSuperAdmin(
  viewer: Actor,
  entry: Judged,
  timezone: string,
  dependence: Influence | undefined,
): Refusal | undefined {
  const { flags, approvals } = entry;
  if (!needsSuperAdmin(flags, approversOf(approvals))) return undefined;
  const { message } = errorCatalogue.SUPER_ADMIN_NEEDED;
  const note = approvals.find((approval) => approval.note !== undefined)?.note;
  if (viewer.role !== 'super_admin') {
    return refusal('SUPER_ADMIN_NEEDED', note === undefined ? message : `${message}. ${note}.`);
  }
  if (!dependence) return undefined;
  return refusal(
    'SUPER_ADMIN_NEEDED',
    `Another super admin must approve this entry: ${influenceInWords(dependence, 'your', timezone)}`,
  );
}

/**
 * Who entered or last edited the entry and had control of the viewer's account, or gave it the permission to approve,
 * within the last 30 days. The approval then is not independent, and counts only as the first of two.
 */
export function conflictOfInterest(viewer: Actor, entry: Judged): Influence | undefined {
  return viewer.influenceBy(authorsOf(entry), 'transactions.approve');
}

function authorsOf({ createdBy, editedBy }: Judged) {
  return [createdBy, ...(editedBy ? [editedBy] : [])];
}

/** What is stored with a dependent approval, for everyone who looks at the entry. */
export function describeDependence(dependence: Influence, timezone: string): string {
  return `Counts only as the first of two approvals: ${influenceInWords(dependence, 'this', timezone)}`;
}

/** What a viewer who can approve should know before; undefined if the approval counts as any other. */
export function findApprovalNote(person: Actor, entry: Judged, context: TransactionContext): string | undefined {
  const { decider } = Decider.judged(approvalRules, person, entry, context);
  if (!decider?.dependence) return undefined;
  const { as: viewer, dependence } = decider;
  const after = (dependent: boolean) => [...approversOf(entry.approvals), { role: viewer.role, dependent }];
  const isDifferent = needsSuperAdmin(entry.flags, after(true)) !== needsSuperAdmin(entry.flags, after(false));
  if (!isDifferent) return undefined;
  return `Your approval counts only as the first of two, so a super admin must also approve: ${influenceInWords(dependence, 'your', context.laboratory.timezone)}`;
}

/** Whether the amount, or what is unusual about the entry, calls for two approvals. */
export function needsTwoApprovals({ flags, approvals }: Pick<TransactionRow, 'flags' | 'approvals'>): boolean {
  return approvalsNeeded(flags, approversOf(approvals)) === 2;
}

/** `Asha Rao approved this entry on Nov 21, 2026, 2:45 PM GMT+5:30`; undefined before the first decision. */
export function lastDecision(
  { approvals, rejection }: Pick<TransactionRow, 'approvals' | 'rejection'>,
  timezone: string,
): { at: Date; text: string } | undefined {
  const approval = approvals.at(-1);
  const last = rejection ? { ...rejection, verb: 'rejected' } : approval && { ...approval, verb: 'approved' };
  return (
    last && { at: last.at, text: `${last.by.name} ${last.verb} this entry on ${formatInstant(last.at, timezone)}` }
  );
}

/**
 * The approvals including the new one, and the resulting status. Earlier ones are on the same content, also those that
 * have no digest yet: any change since would have ended them.
 */
export function withApproval(
  { flags, approvals: before }: Pick<TransactionRow, 'flags' | 'approvals'>,
  approval: TransactionRow['approvals'][number] & { content: string },
): Pick<TransactionRow, 'approvals' | 'status'> {
  const { content } = approval;
  const approvals = [...before.map((earlier) => ({ ...earlier, content: earlier.content ?? content })), approval];
  return { approvals, status: statusAfterApprovals(flags, approversOf(approvals)) };
}
