import type { Transaction, TransactionDeed } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { PeriodLocks } from './period-lock.service';
import { derivedFields, withoutDerived } from './transaction-derived';
import { TransactionPlaces } from './transaction-places';
import { obstacleTo } from './transaction-rights';
import type { TransactionRow } from './transaction.document';
import { type TransactionsChanged, transactionsChanged } from './transaction.events';
import { toTransaction } from './transaction.mapper';
import { TransactionRepository } from './transaction.repository';

type Deed = Pick<TransactionsChanged, 'actor' | 'deed'> & {
  /** What the history calls it, where `transaction.` and the deed say too little. */
  action?: string;
  /** Now, unless the caller has written the moment into the entry as well. */
  at?: Date;
};

/** Finding, writing and telling of entries: what every write of them has in common. */
@Injectable()
export class TransactionRecord {
  constructor(
    private readonly entries: TransactionRepository,
    private readonly places: TransactionPlaces,
    private readonly locks: PeriodLocks,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError TRANSACTION_NOT_FOUND, also for what is out of the scope. */
  async found(scope: LabScope, id: string): Promise<TransactionRow> {
    const row = await this.entries.findById(scope, id);
    if (!row) throw new DomainError('TRANSACTION_NOT_FOUND');
    return row;
  }

  /**
   * Refuses what the viewer may not do to the entry now, in the words of its `rights`. Where the entry's own state
   * forbids it, the refusal carries the entry, for it may have changed under the viewer's eyes.
   */
  async mustAllow(viewer: Actor, deed: TransactionDeed, current: TransactionRow): Promise<void> {
    const laboratory = await this.places.of(current);
    const obstacle = obstacleTo(deed, current, { viewer, laboratory, lock: await this.locks.through() });
    if (!obstacle) return;
    const { code, message } = obstacle;
    const conflict = code.startsWith('TRANSACTION_') ? await this.conflictWith(viewer, current) : undefined;
    throw new DomainError(code, { message, conflict });
  }

  /** @throws DomainError VERSION_CONFLICT with the entry as it stands now. */
  async mustBeAt(viewer: Actor, current: TransactionRow, version: number | undefined): Promise<void> {
    if (version === undefined || current.version === version) return;
    throw DomainError.versionConflict('entry', current, await this.told(viewer, current));
  }

  /** For the refusal of a write that came too late. */
  async conflictWith(viewer: Actor, current: TransactionRow) {
    const { updatedBy, updatedAt } = current;
    return { current: await this.told(viewer, current), changedBy: updatedBy, changedAt: updatedAt.toISOString() };
  }

  /** Enters new rows, one or many, in the transaction under way. */
  async enter(actor: Actor | null, rows: readonly TransactionRow[]): Promise<void> {
    await this.entries.insertMany([...rows]);
    await this.tell(
      { actor, deed: 'created' },
      rows.map((after) => ({ before: null, after })),
    );
  }

  /**
   * Writes the changes and what is derived from them, in the transaction under way.
   * @returns the entry as it is afterwards.
   * @throws DomainError VERSION_CONFLICT.
   */
  async write(
    scope: LabScope,
    before: TransactionRow,
    changes: Partial<TransactionRow>,
    deed: Deed,
  ): Promise<TransactionRow> {
    const { actor, at = this.clock.now() } = deed;
    const fields = {
      ...changes,
      ...derivedFields({ ...before, ...changes }),
      updatedBy: actor?.name ?? null,
    };
    const after = await this.entries.updateAt(scope, before._id.toHexString(), before.version, fields, at);
    if (!after) throw new DomainError('VERSION_CONFLICT');
    await this.tell(deed, [{ before, after }]);
    return after;
  }

  /** The entry as the viewer may see and change it. */
  async told(viewer: Actor, row: TransactionRow): Promise<Transaction> {
    const [laboratory, lock] = await Promise.all([this.places.of(row), this.locks.through()]);
    return toTransaction(row, viewer, new Map([[laboratory._id.toHexString(), laboratory]]), lock);
  }

  private async tell({ actor, deed, action }: Deed, changes: TransactionsChanged['changes']): Promise<void> {
    await this.audit.record(
      ...changes.map(({ before, after }) => ({
        actor,
        action: action ?? `transaction.${deed}`,
        entity: 'transaction',
        entityId: after._id,
        laboratoryId: after.laboratoryId,
        before: before && withoutDerived(before),
        after: withoutDerived(after),
        at: after.updatedAt,
      })),
    );
    await this.unitOfWork.raise(transactionsChanged, { actor, deed, changes });
  }
}
