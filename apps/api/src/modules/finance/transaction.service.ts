import type { AuditEntry, NewTransaction, Page, Reversal, Transaction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog, type PageRequest } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { TransactionPlaces } from './transaction-places';
import { TransactionPosting } from './transaction-posting';
import { TransactionRecord } from './transaction-record';
import { TransactionReversal } from './transaction-reversal';

/** Making entries and reading their story. */
@Injectable()
export class TransactionService {
  constructor(
    private readonly record: TransactionRecord,
    private readonly places: TransactionPlaces,
    private readonly posting: TransactionPosting,
    private readonly reversals: TransactionReversal,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async get(actor: Actor, id: string): Promise<Transaction> {
    return this.record.told(actor, await this.record.found(actor.scope('transactions.view'), id));
  }

  async history(actor: Actor, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
    await this.record.found(actor.scope('transactions.view'), id);
    return this.audit.history('transaction', id, page);
  }

  /**
   * A new entry, or with `reversalOf` the contra entry of an approved one.
   * @throws DomainError VALIDATION_FAILED, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   PERIOD_LOCKED, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, TRANSACTION_HAS_REVERSAL.
   */
  create(actor: Actor, body: NewTransaction | Reversal): Promise<Transaction> {
    return this.unitOfWork.run(async () => {
      if (body.reversalOf !== undefined) return this.record.told(actor, await this.reversals.enter(actor, body));
      const { laboratoryId, reversalOf: _, ...entry } = body;
      const laboratory = await this.places.toPost(actor.scope('transactions.create'), laboratoryId);
      return this.record.told(actor, await this.posting.postOne(actor, { laboratory, entry }));
    });
  }
}
