import {
  type BulkDecideBody,
  type BulkDecision,
  type DecisionBody,
  isWaiting,
  type Transaction,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { Decider } from '../../platform/decisions/decider';
import { refusal } from '../../platform/domain/policy';
import type { InSteps } from '../../platform/idempotency/idempotency';
import type { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import { decideEach } from '../../platform/records/decide-each';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { BillCosts } from './bill-costs';
import { digestEntry } from './entry/entry';
import { ReverseEntry } from './reverse-entry';
import { Entries } from './entry/entries';
import type { TransactionRow } from './entry/entry.document';
import {
  approvalRules,
  lastDecision,
  needsTwoApprovals,
  describeDependence,
  rejectionRules,
  type TransactionContext,
  withApproval,
} from './entry/entry.rules';
import { isClosed } from './entry/new-entry';

type Decision = Pick<DecisionBody, 'approved' | 'reason'>;

/** Approvals and rejections. */
@Injectable()
export class DecideEntries {
  constructor(
    private readonly store: Entries,
    private readonly reversals: ReverseEntry,
    private readonly costs: BillCosts,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /**
   * Approves or rejects the given version, by default the one that is current when the request arrives: no one has
   * reviewed later changes.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_ALREADY_DECIDED, TRANSACTION_CANCELLED, VERSION_CONFLICT,
   *   OWN_TRANSACTION, APPROVED_BY_SAME_PERSON, SUPER_ADMIN_NEEDED, PERIOD_LOCKED, CONFIRMATION_REQUIRED.
   */
  async decide(actor: Actor, id: string, { version, ...decision }: DecisionBody): Promise<Transaction> {
    const scope = actor.scope('transactions.approve');
    const reviewed = await this.store.records.versionToDecide(scope, id, version);
    return this.store.present(actor, await this.decideVersion(actor, id, { ...decision, version: reviewed }));
  }

  /** @throws DomainError TRANSACTION_NOT_FOUND if any of them is outside the scope; then none is decided. */
  decideMany(actor: Actor, { entries: items, ...decision }: BulkDecideBody): InSteps<BulkDecision> {
    const scope = actor.scope('transactions.approve');
    const decided = new Map<string, TransactionRow>();
    return decideEach(
      this.store.records,
      scope,
      { items, ...decision },
      {
        assertAll: (rows) => {
          if (decision.approved && rows.some(needsTwoApprovals)) actor.assertConfirmed(this.clock.now());
        },
        decide: async (id, one, { laboratoryId }) =>
          decided.set(id, await this.decideVersion(actor, id, { ...one, laboratoryId })),
        describe: async ({ _id, transactionNo }) => {
          const id = _id.toHexString();
          // Someone else may have decided on one that is refused here.
          const { status } = decided.get(id) ?? (await this.store.records.getOrThrow(scope, id));
          return { transactionNo, status };
        },
      },
    );
  }

  private decideVersion(
    actor: Actor,
    id: string,
    {
      version,
      laboratoryId,
      approved,
      reason = '',
    }: Decision & { version: number; laboratoryId?: ObjectId | undefined },
  ): Promise<TransactionRow> {
    const scope = actor.scope('transactions.approve');
    return this.store.inTurn(scope, { _id: id, laboratoryId }, async () => {
      const before = await this.store.records.getOrThrow(scope, id);
      await this.assertVersion(actor, before, version);
      const context = await this.store.readContext(before);
      const judged = Decider.judged(approved ? approvalRules : rejectionRules, actor, before, context);
      const decider = await this.store.records.assertDecidable(actor, before, judged);
      return approved ? this.approve(decider, scope, before, context) : this.reject(decider, scope, before, reason);
    });
  }

  private async approve(
    decider: Decider,
    scope: LabScope,
    before: TransactionRow,
    { laboratory, closedThrough }: TransactionContext,
  ): Promise<TransactionRow> {
    const { as: actor, dependence } = decider;
    const at = this.clock.now();
    if (needsTwoApprovals(before)) actor.assertConfirmed(at);
    const by = { ...actor.person, role: actor.role };
    const content = digestEntry(before);
    const note = dependence && { note: describeDependence(dependence, laboratory.timezone) };
    const approval = withApproval(before, { by, at, content, ...note });
    const isException = isClosed(before.date, closedThrough);
    const flags = isException ? [...new Set([...before.flags, 'locked_period' as const])] : before.flags;
    const write = { actor, action: 'approved', at, decider };
    const after = await this.store.records.write(scope, before, { ...approval, flags }, write);
    if (after.status === 'approved') {
      await this.reversals.completeReversal(actor, scope, after);
      await this.costs.updateCosts(actor, after);
    }
    return after;
  }

  private async reject(
    decider: Decider,
    scope: LabScope,
    before: TransactionRow,
    reason: string,
  ): Promise<TransactionRow> {
    const { as: actor } = decider;
    const at = this.clock.now();
    const by = actor.person;
    const rejection = { reason, by, at, content: digestEntry(before) };
    const write = { actor, action: 'rejected', at, decider };
    const after = await this.store.records.write(scope, before, { rejection, status: 'rejected' }, write);
    await this.reversals.releaseOriginal(actor, scope, after);
    return after;
  }

  /** @throws DomainError TRANSACTION_ALREADY_DECIDED after another decision, else VERSION_CONFLICT. */
  private async assertVersion(actor: Actor, current: TransactionRow, version: number): Promise<void> {
    if (current.version === version) return;
    const { timezone } = await this.laboratories.getOwner(current);
    const decision = lastDecision(current, timezone);
    const isFinal = !isWaiting(current.status) && current.status !== 'cancelled';
    if (decision && (isFinal || decision.at.getTime() === current.updatedAt.getTime())) {
      await this.store.records.assertAllowed(actor, current, refusal('TRANSACTION_ALREADY_DECIDED', decision.text));
    }
    await this.store.records.assertVersion(actor, current, version);
  }
}
