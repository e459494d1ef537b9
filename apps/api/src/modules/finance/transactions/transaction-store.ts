import type { ServerEvent, Transaction, TransactionAction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { Ledgers } from '../../../platform/ledger/ledgers';
import type { Refusal } from '../../../platform/http/policy';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { readAll, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { PeriodCloseService } from '../period-close/period-close.service';
import { auditedEntry, derivedFields, entryContentOf, protectedEntry, withoutDerived } from './transaction-derived';
import type { TransactionRow } from './transaction.document';
import { toTransaction, toTransactionEvent } from './transaction.mapper';
import { transactionPolicy } from './transaction.policy';
import { TransactionRepository } from './transaction.repository';

/**
 * Raised within the transaction of every write to an entry. Ledger totals and party suggestions depend on it. The
 * action `approved` includes the first of two approvals.
 */
export const transactionsChanged = eventKind<EntityChanged<TransactionRow>>('transactions.changed');

type TransactionServerEvent = Extract<ServerEvent, `transaction:${string}`>;

/** Entries as versioned documents, and the context in which the policy judges them. */
@Injectable()
export class TransactionStore {
  readonly records: Records<TransactionRow, Transaction, TransactionServerEvent>;

  constructor(
    repository: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly periods: PeriodCloseService,
    private readonly unitOfWork: UnitOfWork,
    records: RecordsFactory,
    ledgers: Ledgers,
  ) {
    this.records = records.for({
      entity: 'transaction',
      shown: {
        permission: 'transactions.view',
        fields: {
          transactionNo: true,
          laboratoryId: true,
          type: true,
          date: true,
          amountPaise: true,
          category: true,
          paymentMethod: true,
          reference: true,
          party: true,
          description: true,
          status: true,
          flags: true,
          approvals: true,
          rejection: true,
          reversalOf: true,
          reversedBy: true,
          createdBy: true,
          editedBy: true,
          receipts: true,
          flaggedAt: false,
          partyKey: false,
          referenceKey: false,
          flagSet: false,
          nextApprover: false,
          excludedApprovers: false,
        },
      },
      noun: 'entry',
      repository,
      notFound: 'TRANSACTION_NOT_FOUND',
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (viewer, row) => this.present(viewer, row),
      changed: transactionsChanged,
      derive: derivedFields,
      audited: auditedEntry,
      decisions: {
        of: ({ approvals, rejection }) => [
          ...approvals.map((approval) => ({ ...approval, approved: true })),
          ...(rejection ? [{ ...rejection, approved: false }] : []),
        ],
        contentOf: entryContentOf,
      },
      ledger: ledgers.register({
        name: 'money',
        repository,
        nameOf: ({ transactionNo }) => transactionNo,
        pathOf: ({ _id }) => `/finances/vouchers/${_id.toHexString()}`,
        protectedOf: protectedEntry,
        earlier: { protectedOf: withoutDerived },
      }),
      live: { permission: 'transactions.view', event: serverEventOf, payload: toTransactionEvent },
    });
  }

  async present(viewer: Actor, row: TransactionRow): Promise<Transaction> {
    return toTransaction(row, viewer, await this.contextOf(row));
  }

  async contextOf(row: Pick<TransactionRow, 'laboratoryId' | 'transactionNo'>) {
    const [laboratory, closedThrough] = await readAll(
      () => this.laboratoryOf(row),
      () => this.periods.closedThrough(row.laboratoryId.toHexString()),
    );
    return { laboratory, closedThrough };
  }

  async laboratoryOf({
    laboratoryId,
    transactionNo,
  }: Pick<TransactionRow, 'laboratoryId' | 'transactionNo'>): Promise<LaboratoryRow> {
    const laboratory = await this.laboratories.find(laboratoryId.toHexString());
    if (!laboratory) throw new Error(`The laboratory of ${transactionNo} is missing`);
    return laboratory;
  }

  async refusalOf(viewer: Actor, action: TransactionAction, row: TransactionRow): Promise<Refusal | undefined> {
    return transactionPolicy[action](viewer, row, await this.contextOf(row));
  }

  /**
   * Runs a write to an existing entry in one transaction that no other write to the entries of its laboratory overlaps.
   * The entry is read beforehand where neither the scope nor the caller knows its laboratory.
   */
  async inTurn<Result>(
    scope: LabScope,
    { _id, laboratoryId }: { _id: string; laboratoryId?: ObjectId | undefined },
    write: () => Promise<Result>,
  ): Promise<Result> {
    const known =
      scope.laboratoryId ?? (laboratoryId ?? (await this.records.getOrThrow(scope, _id)).laboratoryId).toHexString();
    return this.unitOfWork.exclusive('finance', known, write);
  }

  /** @throws DomainError with the reason that the entry's `actions` give. */
  async assertAllowed(viewer: Actor, action: TransactionAction, row: TransactionRow): Promise<void> {
    await this.records.assertAllowed(viewer, row, await this.refusalOf(viewer, action, row));
  }
}

function serverEventOf(action: string, { status }: TransactionRow): TransactionServerEvent {
  if (action === 'created' || action === 'rejected') return `transaction:${action}`;
  return action === 'approved' && status === 'approved' ? 'transaction:approved' : 'transaction:updated';
}
