import { type Approvers, needsSuperAdmin, permissionLabel } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { capacityFor, lacks, type Refusal } from '../../platform/domain/policy';
import { objectId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { type Account, Deputies } from '../staff/staff.port';
import { digestEntry } from './entry/entry';
import { Entries } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import {
  conflictOfInterest,
  isOwn,
  describeDependence,
  type TransactionContext,
  transactionPolicy,
  withApproval,
} from './entry/entry.rules';
import { approversOf, isClosed } from './entry/new-entry';

type Context = TransactionContext & { laboratory: LaboratoryRow };

/** A holder of the permission, with the entry as the approval would leave it. */
type Candidate = { actor: Actor; reason: string | null; after: TransactionRow | null };

const order = ['final', 'first', null] as const;

/** Who can approve an entry: the policy of the decision, asked for each account that holds the permission. */
@Injectable()
export class EntryApprovers {
  constructor(
    private readonly store: Entries,
    private readonly deputies: Deputies,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_ALREADY_DECIDED. */
  async of(viewer: Actor, id: string): Promise<Approvers> {
    const entry = await this.store.records.getOrThrow(viewer.scope('transactions.view'), id);
    const context = await this.store.readContext(entry);
    await this.store.records.assertAllowed(viewer, entry, transactionPolicy.approvers(viewer, entry, context));
    const people = await this.deputies.candidatesFor('transactions.approve', entry.laboratoryId);
    const now = this.clock.now();
    const candidates = people.flatMap(
      ({ account, actor }) => judgeCandidate(account, actor, entry, context, now) ?? [],
    );
    return {
      people: listPeople(viewer, entry, candidates),
      obstacle: findObstacle(viewer, entry, candidates, context),
    };
  }
}

/** Undefined for someone who lacks the permission. */
function judgeCandidate(
  account: Account,
  person: Actor,
  entry: TransactionRow,
  context: Context,
  now: Date,
): Candidate | undefined {
  const { as: actor, refused } = capacityFor(person, (as) => transactionPolicy.approve(as, entry, context));
  if (refused?.code === 'FORBIDDEN') return undefined;
  const { timezone } = context.laboratory;
  if (refused) return { actor, reason: explainRefusal(refused, actor, entry, timezone), after: null };
  const { temporaryPasswordExpiresAt: expiresAt } = account;
  if (expiresAt !== null && expiresAt <= now) return { actor, reason: EXPIRED, after: null };
  const dependence = conflictOfInterest(actor, entry);
  const note = dependence && describeDependence(dependence, timezone);
  const by = { ...actor.person, role: actor.role };
  const approval = { by, at: now, content: digestEntry(entry), ...(note !== undefined && { note }) };
  const after = { ...entry, ...withApproval(entry, approval) };
  return { actor, reason: after.status === 'approved' ? null : (note ?? null), after };
}

const EXPIRED = 'The temporary password of this account has expired';

/** The refusal as it reads about someone else. */
function explainRefusal({ code, message }: Refusal, actor: Actor, entry: TransactionRow, timezone: string): string {
  switch (code) {
    case 'OWN_TRANSACTION':
      return isOwn(actor, { ...entry, editedBy: null }) ? 'Entered this entry' : 'Last edited this entry';
    case 'APPROVED_BY_SAME_PERSON':
      return 'Gave the first approval';
    case 'SUPER_ADMIN_NEEDED': {
      const dependence = actor.role === 'super_admin' ? conflictOfInterest(actor, entry) : undefined;
      return dependence ? describeDependence(dependence, timezone) : 'Only a super admin can give the second approval';
    }
    default:
      return message;
  }
}

function listPeople(viewer: Actor, entry: TransactionRow, candidates: readonly Candidate[]): Approvers['people'] {
  const people = candidates.map(({ actor: { userId, name, role, laboratoryId }, reason, after }) => {
    const owner = { laboratoryId: laboratoryId === null ? null : objectId(laboratoryId), personId: objectId(userId) };
    const isVisible = userId === viewer.userId || lacks(viewer, 'staff.view', owner) === undefined;
    const person = isVisible ? { _id: userId, name } : namedIn(entry, userId);
    const approval = after && (after.status === 'approved' ? ('final' as const) : ('first' as const));
    return { person, role, approval, reason };
  });
  const distinct = new Map(
    people.map(({ person, ...rest }) => [person?._id ?? JSON.stringify(rest), { person, ...rest }]),
  );
  return [...distinct.values()].toSorted((a, b) => order.indexOf(a.approval) - order.indexOf(b.approval));
}

/** Someone whom everyone sees who sees the entry. */
function namedIn({ createdBy, editedBy, approvals }: TransactionRow, userId: string) {
  const named = [createdBy, ...(editedBy ? [editedBy] : []), ...approvals.map(({ by }) => by)];
  const person = named.find(({ _id }) => _id.toHexString() === userId);
  return person ? { _id: userId, name: person.name } : null;
}

function findObstacle(
  viewer: Actor,
  entry: TransactionRow,
  candidates: readonly Candidate[],
  context: Context,
): Approvers['obstacle'] {
  const able = candidates.filter(({ after }) => after !== null);
  const canComplete = able.some(({ after }) => {
    if (!after || after.status === 'approved') return after !== null;
    return able.some(({ actor }) => transactionPolicy.approve(actor, after, context) === undefined);
  });
  if (canComplete) return null;
  const isFirstPossible = able.length > 0;
  const remedy = remedyFor(entry, able, context);
  const what = isFirstPossible
    ? 'Someone can give the first approval, but no one can give the second yet'
    : 'No one can approve this yet';
  const advice = {
    permission: `give someone else in ${context.laboratory.name} the permission “${permissionLabel('transactions.approve')}”`,
    super_admin: `give someone else the role of super admin${isClosedFor(entry, context) ? ', or reopen the period' : ''}`,
  }[remedy];
  // The person who is given it by the author depends on the author; see `conflictOfInterest`.
  const byAnother = isOwn(viewer, entry)
    ? ' Ask another person to do so: if you do, the approval counts only as the first of two.'
    : '';
  return { message: `${what}: ${advice}.${byAnother}`, remedy };
}

/** Whether another super admin is missing, or anyone with the permission will do. */
function remedyFor(entry: TransactionRow, able: readonly Candidate[], context: Context) {
  if (isClosedFor(entry, context)) return 'super_admin';
  const left = able.map(({ after }) => after ?? entry);
  // An approval by an independent super admin leaves the second one to anyone.
  const needed = (left.length > 0 ? left : [entry]).every(({ flags, approvals }) =>
    needsSuperAdmin(flags, approversOf(approvals)),
  );
  return needed ? 'super_admin' : 'permission';
}

function isClosedFor({ date }: TransactionRow, { closedThrough }: Context): boolean {
  return isClosed(date, closedThrough);
}
