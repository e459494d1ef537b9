import {
  type BulkDecideBody,
  type BulkDecision,
  type DecisionBody,
  isWaiting,
  type Transaction,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { capacityFor, refusal } from '../../../platform/http/policy';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { PeriodCloseService } from '../period-close/period-close.service';
import { TransactionPostingService } from './transaction-posting.service';
import { TransactionStore } from './transaction-store';
import type { TransactionRow } from './transaction.document';
import { dependenceOf, isClosed, lastDecision, noteOf, transactionPolicy, withApproval } from './transaction.policy';
import { TransactionRepository } from './transaction.repository';

type Decision = Pick<DecisionBody, 'approved' | 'reason'>;
type Result = BulkDecision['results'][number];

/** Approvals and rejections. */
@Injectable()
export class TransactionDecisionService {
  constructor(
    private readonly transactions: TransactionRepository,
    private readonly store: TransactionStore,
    private readonly posting: TransactionPostingService,
    private readonly periods: PeriodCloseService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Approves or rejects the given version, by default the one that is current when the request arrives: nobody has
   * reviewed later changes.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_ALREADY_DECIDED, TRANSACTION_CANCELLED, VERSION_CONFLICT,
   *   OWN_TRANSACTION, APPROVED_BY_SAME_PERSON, SUPER_ADMIN_NEEDED, PERIOD_LOCKED.
   */
  async decide(actor: Actor, id: string, { version, ...decision }: DecisionBody): Promise<Transaction> {
    const read = await this.store.records.getOrThrow(actor.scope('transactions.approve'), id);
    return this.store.present(actor, await this.decideVersion(actor, id, version ?? read.version, decision));
  }

  /**
   * Decides each entry in its own transaction; repeated entries are decided once.
   * @throws DomainError TRANSACTION_NOT_FOUND if any of them is outside the scope; then none is decided.
   */
  async decideMany(actor: Actor, { entries, ...decision }: BulkDecideBody): Promise<() => Promise<BulkDecision>> {
    const versions = new Map(entries.toReversed().map(({ _id, version }) => [_id, version]));
    const ids = [...new Set(entries.map(({ _id }) => _id))];
    const scope = actor.scope('transactions.approve');
    const rows = await this.transactions.find(scope, { _id: { $in: ids.map(objectId) } }, { limit: ids.length });
    if (rows.length < ids.length) throw new DomainError('TRANSACTION_NOT_FOUND');
    const byId = new Map(rows.map((row) => [row._id.toHexString(), row]));
    const results: Result[] = [];
    for (const read of ids.flatMap((id) => byId.get(id) ?? [])) {
      const version = versions.get(read._id.toHexString()) ?? read.version;
      results.push(await this.resultOf(actor, scope, read, version, decision));
    }
    const decided = results.filter(({ fault }) => fault === null).length;
    return () => Promise.resolve({ decided, results });
  }

  private async resultOf(
    actor: Actor,
    scope: LabScope,
    { _id, transactionNo }: TransactionRow,
    version: number,
    decision: Decision,
  ): Promise<Result> {
    const id = _id.toHexString();
    try {
      const { status } = await this.decideVersion(actor, id, version, decision);
      return { _id: id, transactionNo, status, fault: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status } = await this.store.records.getOrThrow(scope, id);
      return { _id: id, transactionNo, status, fault: { code: error.code, message: error.message } };
    }
  }

  private decideVersion(
    actor: Actor,
    id: string,
    version: number,
    { approved, reason = '' }: Decision,
  ): Promise<TransactionRow> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('transactions.approve');
      const before = await this.store.records.getOrThrow(scope, id);
      await this.assertVersion(actor, before, version);
      const judge = transactionPolicy[approved ? 'approve' : 'reject'];
      const context = await this.store.contextOf(before);
      const { as, refused } = capacityFor(actor, (each) => judge(each, before, context));
      await this.store.records.assertAllowed(actor, before, refused);
      return approved ? this.approve(as, scope, before) : this.reject(as, scope, before, reason);
    });
  }

  private async approve(actor: Actor, scope: LabScope, before: TransactionRow): Promise<TransactionRow> {
    await this.periods.serializeOn(before.laboratoryId.toHexString());
    const at = this.clock.now();
    const by = { _id: objectId(actor.userId), name: actor.name, role: actor.role };
    const dependence = dependenceOf(actor, before);
    const { timezone } = await this.store.laboratoryOf(before);
    const approval = withApproval(before, { by, at, ...(dependence && { note: noteOf(dependence, timezone) }) });
    const isException = isClosed(before.date, await this.periods.closedThrough());
    const flags = isException ? [...new Set([...before.flags, 'locked_period' as const])] : before.flags;
    const write = { actor, action: 'approved', at };
    const after = await this.store.records.write(scope, before, { ...approval, flags }, write);
    if (after.status === 'approved') await this.posting.completeReversal(actor, scope, after);
    return after;
  }

  private async reject(actor: Actor, scope: LabScope, before: TransactionRow, reason: string): Promise<TransactionRow> {
    const at = this.clock.now();
    const rejection = { reason, by: { _id: objectId(actor.userId), name: actor.name }, at };
    const write = { actor, action: 'rejected', at };
    const after = await this.store.records.write(scope, before, { rejection, status: 'rejected' }, write);
    await this.posting.releaseOriginal(actor, scope, after);
    return after;
  }

  /** @throws DomainError TRANSACTION_ALREADY_DECIDED after another decision, else VERSION_CONFLICT. */
  private async assertVersion(actor: Actor, current: TransactionRow, version: number): Promise<void> {
    if (current.version === version) return;
    const { timezone } = await this.store.laboratoryOf(current);
    const decision = lastDecision(current, timezone);
    const isFinal = !isWaiting(current.status) && current.status !== 'cancelled';
    if (decision && (isFinal || decision.at.getTime() === current.updatedAt.getTime())) {
      await this.store.records.assertAllowed(actor, current, refusal('TRANSACTION_ALREADY_DECIDED', decision.text));
    }
    await this.store.records.assertVersion(actor, current, version);
  }
}
