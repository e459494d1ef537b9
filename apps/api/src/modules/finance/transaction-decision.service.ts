import {
  type BulkDecideBody,
  type BulkDecision,
  type DecideTransactionBody,
  isWaiting,
  statusAfterApprovals,
  type Transaction,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { PeriodLocks } from './period-lock.service';
import { rolesOf } from './transaction-derived';
import { TransactionPlaces } from './transaction-places';
import { TransactionRecord } from './transaction-record';
import { TransactionReversal } from './transaction-reversal';
import { lastDecision } from './transaction-rights';
import { isLocked } from './transaction-rules';
import type { TransactionRow } from './transaction.document';
import { TransactionRepository } from './transaction.repository';

type Decision = Pick<DecideTransactionBody, 'approved' | 'reason'>;
type Result = BulkDecision['results'][number];

/** Approving and rejecting. */
@Injectable()
export class TransactionDecisionService {
  constructor(
    private readonly entries: TransactionRepository,
    private readonly record: TransactionRecord,
    private readonly places: TransactionPlaces,
    private readonly reversals: TransactionReversal,
    private readonly locks: PeriodLocks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One approval, or the rejection, of the entry as it stood at the version given, else as it stood when it was asked
   * for: what changed since has not been looked at.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_ALREADY_DECIDED, TRANSACTION_CANCELLED, VERSION_CONFLICT,
   *   OWN_TRANSACTION, APPROVED_BY_SAME_PERSON, SUPER_ADMIN_NEEDED, PERIOD_LOCKED.
   */
  async decide(actor: Actor, id: string, { version, ...decision }: DecideTransactionBody): Promise<Transaction> {
    const read = await this.record.found(actor.scope('transactions.approve'), id);
    return this.record.told(actor, await this.decideAt(actor, id, version ?? read.version, decision));
  }

  /**
   * Decides each entry in a transaction of its own; an entry that is named twice is decided once.
   * @throws DomainError TRANSACTION_NOT_FOUND when any of them is out of reach; then none was decided.
   */
  async decideMany(actor: Actor, { entries, ...decision }: BulkDecideBody): Promise<() => Promise<BulkDecision>> {
    const versions = new Map(entries.toReversed().map(({ _id, version }) => [_id, version]));
    const ids = [...new Set(entries.map(({ _id }) => _id))];
    const scope = actor.scope('transactions.approve');
    const rows = await this.entries.find(scope, { _id: { $in: ids.map(objectId) } }, { limit: ids.length });
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
      const { status } = await this.decideAt(actor, id, version, decision);
      return { _id: id, transactionNo, status, fault: null };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { status } = await this.record.found(scope, id);
      return { _id: id, transactionNo, status, fault: { code: error.code, message: error.message } };
    }
  }

  private decideAt(actor: Actor, id: string, version: number, decision: Decision): Promise<TransactionRow> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('transactions.approve');
      const before = await this.record.found(scope, id);
      if (before.version !== version) throw await this.tooLate(actor, before);
      await this.record.mustAllow(actor, decision.approved ? 'approve' : 'reject', before);
      return decision.approved
        ? this.approve(actor, scope, before)
        : this.reject(actor, scope, before, decision.reason ?? '');
    });
  }

  private async approve(actor: Actor, scope: LabScope, before: TransactionRow): Promise<TransactionRow> {
    const at = this.clock.now();
    const by = { _id: objectId(actor.userId), name: actor.name, role: actor.role };
    const approvals = [...before.approvals, { by, at }];
    const status = statusAfterApprovals(before.flags, rolesOf(approvals));
    const isException = isLocked(before.date, await this.locks.through()) && !before.flags.includes('locked_period');
    const flags = isException ? [...before.flags, 'locked_period' as const] : before.flags;
    const after = await this.record.write(scope, before, { approvals, status, flags }, { actor, deed: 'approved', at });
    if (status === 'approved') await this.reversals.complete(actor, scope, after);
    return after;
  }

  private async reject(actor: Actor, scope: LabScope, before: TransactionRow, reason: string): Promise<TransactionRow> {
    const at = this.clock.now();
    const rejection = { reason, by: { _id: objectId(actor.userId), name: actor.name }, at };
    const changes = { rejection, status: 'rejected' as const };
    const after = await this.record.write(scope, before, changes, { actor, deed: 'rejected', at });
    await this.reversals.free(actor, scope, after);
    return after;
  }

  /** Somebody was faster: by a decision, or by another change. */
  private async tooLate(actor: Actor, current: TransactionRow): Promise<DomainError> {
    const { timezone } = await this.places.of(current);
    const conflict = await this.record.conflictWith(actor, current);
    const decision = lastDecision(current, timezone);
    const isOver = !isWaiting(current.status) && current.status !== 'cancelled';
    if (decision && (isOver || decision.at.getTime() === current.updatedAt.getTime())) {
      return new DomainError('TRANSACTION_ALREADY_DECIDED', { message: decision.words, conflict });
    }
    return DomainError.versionConflict('entry', current, conflict.current);
  }
}
