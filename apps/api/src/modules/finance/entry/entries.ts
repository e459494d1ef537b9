import {
  approvalsNeeded,
  type Duplicate,
  type DuplicateEntry,
  DuplicateEntrySchema,
  type ServerEvent,
  serverEvents,
  type Transaction,
  type TransactionAction,
  type TransactionEvent,
  type TransactionListItem,
  TransactionListItemSchema,
  TransactionSchema,
  TransactionSummarySchema,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { Ledgers } from '../../../platform/ledger/ledgers';
import { actionsFor, type Refusal } from '../../../platform/domain/policy';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { readAll, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { LaboratoriesPort, type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { BillMatches } from '../bills/bill-matches';
import { Books, FINANCE_LOCK } from '../books/books';
import { auditedEntry, digestEntry, protectedEntry } from './entry';
import type { TransactionRow } from './entry.document';
import { findApprovalNote, type TransactionContext, transactionPolicy } from './entry.rules';
import { EntryRepository } from './entry.repository';
import { approversOf, derivedFields, withoutDerived } from './new-entry';

/**
 * Raised within the transaction of every write to an entry. Ledger totals and party suggestions depend on it. The
 * action `approved` includes the first of two approvals.
 */
export const transactionsChanged = eventKind<EntityChanged<TransactionRow>>('transactions.changed');

type TransactionServerEvent = Extract<ServerEvent, `transaction:${string}`>;

/** Entries as versioned documents, and the context in which the policy judges them. */
@Injectable()
export class Entries {
  readonly records: Records<TransactionRow, Transaction, TransactionServerEvent>;

  constructor(
    repository: EntryRepository,
    private readonly bills: BillMatches,
    private readonly laboratories: LaboratoriesPort,
    private readonly books: Books,
    private readonly unitOfWork: UnitOfWork,
    records: RecordsFactory,
    ledgers: Ledgers,
  ) {
    this.records = records.for({
      entity: 'transaction',
      shown: {
        permission: 'transactions.view',
        of: TransactionSchema,
        fields: {
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
      named: { fields: ['transactionNo'], as: ({ transactionNo }) => transactionNo },
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
        contentOf: digestEntry,
      },
      ledger: ledgers.register({
        name: 'money',
        repository,
        nameOf: ({ transactionNo }) => transactionNo,
        pathOf: ({ _id }) => `/finances/vouchers/${_id.toHexString()}`,
        protectedOf: protectedEntry,
        earlier: { protectedOf: withoutDerived },
      }),
      live: { permission: 'transactions.view', event: chooseEvent, payload: toTransactionEvent },
    });
  }

  async present(viewer: Actor, row: TransactionRow): Promise<Transaction> {
    return toTransaction(row, viewer, await this.readContext(row));
  }

  async readContext(row: Pick<TransactionRow, '_id' | 'laboratoryId' | 'bill'>) {
    const [laboratory, closedThrough, bill, creditOf] = await readAll(
      () => this.laboratories.getOwner(row),
      () => this.books.closedThrough(row.laboratoryId.toHexString()),
      () => this.bills.ofEntry(row),
      () => this.bills.creditsOf([row]),
    );
    const differences = bill?.differences.map(({ message }) => message) ?? [];
    return { laboratory, closedThrough, bill, differences, credit: creditOf(row._id) };
  }

  async findRefusal(viewer: Actor, action: TransactionAction, row: TransactionRow): Promise<Refusal | undefined> {
    return transactionPolicy[action](viewer, row, await this.readContext(row));
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
    return this.unitOfWork.exclusive(FINANCE_LOCK, known, write);
  }

  /** @throws DomainError with the reason that the entry's `actions` give. */
  async assertAllowed(viewer: Actor, action: TransactionAction, row: TransactionRow): Promise<void> {
    await this.records.assertAllowed(viewer, row, await this.findRefusal(viewer, action, row));
  }
}

function chooseEvent(action: string, { status }: TransactionRow): TransactionServerEvent {
  if (action === 'created' || action === 'rejected') return `transaction:${action}`;
  return action === 'approved' && status === 'approved' ? 'transaction:approved' : 'transaction:updated';
}

type Context = TransactionContext & {
  laboratory: Pick<LaboratoryRow, '_id' | 'name' | 'code' | 'timezone' | 'status'>;
};

/** A row of the grid. */
export function toListItem(row: TransactionRow, viewer: Actor, context: Context): TransactionListItem {
  const actions = actionsFor(transactionPolicy, viewer, row, context);
  return {
    ...declaredFields(TransactionListItemSchema, row),
    laboratoryId: toZonedLaboratory(context.laboratory),
    approvalsGiven: row.approvals.length,
    approvalsNeeded: approvalsNeeded(row.flags, approversOf(row.approvals)),
    receiptCount: row.receipts.length,
    approvalNote: actions.approve?.allowed ? findApprovalNote(viewer, row, context) : undefined,
    actions,
  };
}

function toTransaction(row: TransactionRow, viewer: Actor, context: Context & Pick<Transaction, 'bill'>): Transaction {
  const approvals = row.approvals.map(({ by, at, note }) => ({
    by: { ...toPerson(by), role: by.role },
    at: at.toISOString(),
    note: note ?? undefined,
  }));
  return {
    ...declaredFields(TransactionSchema, row),
    ...toListItem(row, viewer, context),
    approvals,
    bill: context.bill,
  };
}

export function toDuplicate(row: Pick<TransactionRow, keyof Duplicate>): Duplicate {
  return declaredFields(TransactionSummarySchema, row);
}

export function toDuplicateEntry(row: TransactionRow): DuplicateEntry {
  return declaredFields(DuplicateEntrySchema, row);
}

function toTransactionEvent(row: TransactionRow, actor: Actor | null): TransactionEvent {
  return eventFields(serverEvents['transaction:updated'], row, actor);
}

function toPerson({ _id, name }: TransactionRow['createdBy']): { _id: string; name: string } {
  return { _id: _id.toHexString(), name };
}
