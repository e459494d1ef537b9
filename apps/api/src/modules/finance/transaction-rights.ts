import {
  awaitsSuperAdmin,
  type ErrorCode,
  errorCatalogue,
  type Permission,
  statusAllows,
  type TransactionDeed,
  type TransactionListItem,
} from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import type { ObjectId } from '../../platform/mongo/object-id';
import { formatInstant } from '../../platform/time/format-time';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { rolesOf } from './transaction-derived';
import { closedLaboratory, lockOn } from './transaction-rules';
import type { TransactionRow } from './transaction.document';

/** Why a deed is not to be done now, as a code and in words. */
export type Obstacle = { code: ErrorCode; message: string };

export type Judged = Pick<
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

/** Who asks, where, and through which day the books are closed. */
export type Circumstances = {
  viewer: Actor;
  laboratory: Pick<LaboratoryRow, 'status' | 'timezone'>;
  lock: string | null;
};

const permissionFor: Record<TransactionDeed, Permission> = {
  edit: 'transactions.edit',
  attach: 'transactions.edit',
  approve: 'transactions.approve',
  reject: 'transactions.approve',
  cancel: 'transactions.cancel',
  reverse: 'transactions.create',
};

/** What keeps the viewer from the deed: the services refuse with it, and the screens say it at the locked button. */
export function obstacleTo(deed: TransactionDeed, entry: Judged, circumstances: Circumstances): Obstacle | null {
  const { viewer, laboratory } = circumstances;
  if (!holds(viewer, permissionFor[deed], entry)) return obstacle('FORBIDDEN');
  return (
    stateAgainst(deed, entry, laboratory.timezone) ??
    (deed === 'edit' || deed === 'reverse' ? closedLaboratory(laboratory) : null) ??
    (deed === 'approve' || deed === 'reject' ? personAgainst(deed, entry, viewer) : null) ??
    (deed === 'approve' ? ladderAgainst(entry, circumstances) : null)
  );
}

/** Every deed, whether the viewer may do it now, and in words why not. */
export function rightsOf(entry: Judged, circumstances: Circumstances): TransactionListItem['rights'] {
  const right = (deed: TransactionDeed) => {
    const reason = obstacleTo(deed, entry, circumstances)?.message ?? null;
    return { allowed: reason === null, reason };
  };
  return {
    edit: right('edit'),
    attach: right('attach'),
    approve: right('approve'),
    reject: right('reject'),
    cancel: right('cancel'),
    reverse: right('reverse'),
  };
}

/** `Asha Rao approved this entry on Nov 21, 2026, 2:45 PM GMT+5:30`; null while nobody decided anything. */
export function lastDecision(
  { approvals, rejection }: Pick<TransactionRow, 'approvals' | 'rejection'>,
  timezone: string,
): { at: Date; words: string } | null {
  const approval = approvals.at(-1);
  const last = rejection ? { ...rejection, verb: 'rejected' } : approval && { ...approval, verb: 'approved' };
  if (!last) return null;
  return { at: last.at, words: `${last.by.name} ${last.verb} this entry on ${formatInstant(last.at, timezone)}` };
}

function holds(viewer: Actor, permission: Permission, { laboratoryId, createdBy }: Judged): boolean {
  if (!viewer.may(permission)) return false;
  const scope = viewer.scope(permission);
  return scope.reaches(laboratoryId.toHexString()) && (scope.userId === null || is(createdBy, scope.userId));
}

function stateAgainst(deed: TransactionDeed, entry: Judged, timezone: string): Obstacle | null {
  const { status, reversalOf } = entry;
  if (deed === 'reverse') return irreversible(entry);
  if (statusAllows(status, deed)) return null;
  if (status === 'cancelled') return obstacle('TRANSACTION_CANCELLED');
  if (deed === 'cancel') return obstacle('TRANSACTION_NOT_CANCELLABLE');
  if (deed === 'approve' || deed === 'reject') {
    return obstacle('TRANSACTION_ALREADY_DECIDED', lastDecision(entry, timezone)?.words);
  }
  if (status === 'reversed') return obstacle('TRANSACTION_IMMUTABLE', 'A reversed entry never changes');
  return obstacle('TRANSACTION_IMMUTABLE', reversalOf ? 'An approved reversal never changes' : undefined);
}

function irreversible({ status, reversalOf, reversedBy }: Judged): Obstacle | null {
  if (reversalOf) return obstacle('TRANSACTION_NOT_REVERSIBLE', 'A reversal cannot be reversed: enter it anew instead');
  if (reversedBy) {
    const words = status === 'reversed' ? 'has reversed this entry' : 'reverses this entry and waits for approval';
    return obstacle('TRANSACTION_HAS_REVERSAL', `${reversedBy.transactionNo} ${words}`);
  }
  if (statusAllows(status, 'reverse')) return null;
  return obstacle('TRANSACTION_NOT_REVERSIBLE', 'Only an approved entry can be reversed');
}

function personAgainst(
  deed: 'approve' | 'reject',
  { createdBy, editedBy, approvals }: Judged,
  viewer: Actor,
): Obstacle | null {
  if (is(createdBy, viewer.userId) || is(editedBy, viewer.userId)) {
    const ownRejection = 'Nobody rejects what they entered or edited last: edit or cancel it instead';
    return obstacle('OWN_TRANSACTION', deed === 'reject' ? ownRejection : undefined);
  }
  const hasApproved = approvals.some(({ by }) => is(by, viewer.userId));
  return deed === 'approve' && hasApproved ? obstacle('APPROVED_BY_SAME_PERSON') : null;
}

function ladderAgainst({ date, flags, approvals }: Judged, { viewer, lock }: Circumstances): Obstacle | null {
  const locked = lockOn(date, viewer.role, lock);
  if (locked) return locked;
  const needsSuperAdmin = awaitsSuperAdmin(flags, rolesOf(approvals)) && viewer.role !== 'super_admin';
  return needsSuperAdmin ? obstacle('SUPER_ADMIN_NEEDED') : null;
}

function is(person: { _id: ObjectId } | null, userId: string): boolean {
  return person?._id.toHexString() === userId;
}

function obstacle(code: ErrorCode, message: string = errorCatalogue[code].message): Obstacle {
  return { code, message };
}
