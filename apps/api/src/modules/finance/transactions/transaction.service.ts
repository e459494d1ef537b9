import { isDeepStrictEqual } from 'node:util';
import {
  type AuditEntry,
  type Duplicate,
  type DuplicateQuery,
  entryFaults,
  type FieldError,
  financialYearOf,
  type LedgerSeal,
  type NewTransaction,
  type Page,
  type Reversal,
  type Transaction,
  type TransactionListItem,
  type TransactionListQuery,
  type UpdateTransactionBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { PageRequest } from '../../../platform/audit/audit-log';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { Ledgers } from '../../../platform/ledger/ledgers';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { PeriodCloseService } from '../period-close/period-close.service';
import { likenessOf, referenceKeyOf } from './transaction-derived';
import { TransactionDuplicates } from './transaction-duplicates.service';
import { TransactionFilters } from './transaction-filters.service';
import { type Entry, TransactionPostingService } from './transaction-posting.service';
import { TransactionStore } from './transaction-store';
import type { TransactionRow } from './transaction.document';
import { toDuplicate, toListItem } from './transaction.mapper';
import { dateFault, flagsOf, type PostingContext, postingContext } from './transaction.policy';
import { TransactionRepository } from './transaction.repository';

const MAX_DUPLICATES = 5;

/** The fields of a contra entry that can be edited; the others equal those of the original. */
const editableInReversal: readonly string[] = ['description', 'reference'];

@Injectable()
export class TransactionService {
  constructor(
    private readonly transactions: TransactionRepository,
    private readonly filters: TransactionFilters,
    private readonly store: TransactionStore,
    private readonly posting: TransactionPostingService,
    private readonly repeated: TransactionDuplicates,
    private readonly laboratories: LaboratoriesPort,
    private readonly periods: PeriodCloseService,
    private readonly ledgers: Ledgers,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: TransactionListQuery): Promise<Page<TransactionListItem>> {
    const scope = actor.scope('transactions.view');
    const closed = await this.periods.closedDays();
    const filter = await this.filters.of(actor, scope, query);
    const known = await this.filters.knownCount(actor, scope, query, filter);
    const { items: rows, ...total } = await this.transactions.list(scope, filter, query, known);
    const laboratories = await this.laboratories.findAll(laboratoryIdsOf(rows));
    const items = rows.map((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      if (!laboratory) throw new Error(`The laboratory of ${row.transactionNo} is missing`);
      return toListItem(row, actor, { laboratory, closedThrough: closed.of(row.laboratoryId.toHexString()) });
    });
    return { items, ...total };
  }

  /** Entries of the given laboratory, by default of the viewer's own or, without one, of all laboratories. */
  async duplicates(actor: Actor, { reference, laboratoryId, except }: DuplicateQuery): Promise<Duplicate[]> {
    const scope = actor.scope('transactions.view');
    const referenceKey = referenceKeyOf(reference);
    const filter = { referenceKey, laboratoryId: laboratoryId ?? scope.laboratoryId ?? undefined, except };
    return (await this.transactions.findDuplicates(scope, filter, MAX_DUPLICATES)).map(toDuplicate);
  }

  get(actor: Actor, id: string): Promise<Transaction> {
    return this.store.records.get(actor, 'transactions.view', id);
  }

  history(actor: Actor, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
    return this.store.records.history(actor, 'transactions.view', id, page);
  }

  async seal(actor: Actor, id: string): Promise<{ seal: LedgerSeal | null }> {
    const row = await this.store.records.getOrThrow(actor.scope('transactions.view'), id);
    return { seal: await this.ledgers.sealOf('money', row) };
  }

  /**
   * Creates an entry or, with `reversalOf`, the contra entry of an approved one.
   * @throws DomainError VALIDATION_FAILED, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   PERIOD_LOCKED, DUPLICATE_ENTRY, TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, TRANSACTION_HAS_REVERSAL.
   */
  create(actor: Actor, body: NewTransaction | Reversal): Promise<Transaction> {
    const scope = actor.scope('transactions.create');
    const locked = ('laboratoryId' in body ? body.laboratoryId : null) ?? scope.laboratoryId;
    return this.unitOfWork.exclusive('finance', locked, async () => {
      if (body.reversalOf !== undefined) return this.store.present(actor, await this.posting.reverse(actor, body));
      const { laboratoryId, reversalOf: _, confirmDuplicate, ...entry } = body;
      const laboratory = await this.posting.laboratoryToPostTo(scope, laboratoryId);
      const dated = { ...entry, date: entry.date ?? businessDay(this.clock.now(), laboratory.timezone) };
      if (!confirmDuplicate) await this.repeated.assertNone(actor, { ...dated, laboratoryId: laboratory._id });
      return this.store.present(actor, await this.posting.postOne(actor, { laboratory, entry: dated }));
    });
  }

  /**
   * The entry becomes pending again, without approvals or a rejection, and its exceptions are determined anew.
   * @throws DomainError VALIDATION_FAILED, VERSION_CONFLICT, TRANSACTION_NOT_FOUND, TRANSACTION_IMMUTABLE,
   *   TRANSACTION_CANCELLED, TRANSACTION_HAS_REVERSAL, PERIOD_LOCKED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   DUPLICATE_ENTRY where the change makes it look like another entry.
   */
  update(actor: Actor, id: string, body: UpdateTransactionBody): Promise<Transaction> {
    const { version, confirmDuplicate = false, ...changes } = body;
    return this.submit(actor, id, version, { action: 'edit', changes, confirmDuplicate });
  }

  /**
   * As an edit that changes nothing.
   * @throws DomainError as `update`, and TRANSACTION_NOT_REJECTED.
   */
  resubmit(actor: Actor, id: string, version: number): Promise<Transaction> {
    return this.submit(actor, id, version, { action: 'resubmit', changes: {}, confirmDuplicate: true });
  }

  private submit(
    actor: Actor,
    id: string,
    version: number,
    {
      action,
      changes,
      confirmDuplicate,
    }: { action: 'edit' | 'resubmit'; changes: Partial<Entry>; confirmDuplicate: boolean },
  ): Promise<Transaction> {
    const options = {
      permission: 'transactions.edit',
      action: action === 'edit' ? 'updated' : 'resubmitted',
      policy: (before: TransactionRow) => this.store.refusalOf(actor, action, before),
    } as const;
    const next = async (before: TransactionRow): Promise<Partial<TransactionRow>> => {
      const { laboratory, closedThrough } = await this.store.contextOf(before);
      const now = this.clock.now();
      const context = postingContext(laboratory, closedThrough, now);
      const entry = { ...entryOf(before), ...changes };
      assertValid(actor, before, entry, context);
      if (!confirmDuplicate && becomesAnother(before, entry)) {
        await this.repeated.assertNone(actor, { ...before, ...entry });
      }
      if (before.reversalOf && before.status === 'rejected') {
        await this.posting.relinkOriginal(actor, actor.scope('transactions.edit'), before);
      }
      return {
        ...entry,
        flags: flagsOf(entry, context),
        flaggedAt: now,
        status: 'pending',
        approvals: [],
        rejection: null,
        editedBy: { _id: objectId(actor.userId), name: actor.name },
      };
    };
    return this.store.inTurn(actor.scope('transactions.edit'), { _id: id }, () =>
      this.store.records.change(actor, id, version, options, next),
    );
  }

  /**
   * Keeps the row and its number.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_CANCELLABLE, TRANSACTION_CANCELLED, VERSION_CONFLICT.
   */
  cancel(actor: Actor, id: string, version: number | undefined): Promise<Transaction> {
    const options = {
      permission: 'transactions.cancel',
      action: 'cancelled',
      policy: (before: TransactionRow) => this.store.refusalOf(actor, 'cancel', before),
      also: (_: TransactionRow, after: TransactionRow) =>
        this.posting.releaseOriginal(actor, actor.scope('transactions.cancel'), after),
    } as const;
    return this.store.inTurn(actor.scope('transactions.cancel'), { _id: id }, () =>
      this.store.records.change(actor, id, version, options, () => ({ status: 'cancelled' })),
    );
  }
}

function entryOf(row: TransactionRow): Entry {
  const { type, date, amountPaise, category, paymentMethod, reference, party, description } = row;
  return { type, date, amountPaise, category, paymentMethod, reference, party, description };
}

/** @throws DomainError VALIDATION_FAILED with every field, PERIOD_LOCKED on the date. */
function assertValid(actor: Actor, before: TransactionRow, entry: Entry, context: PostingContext): void {
  const errors = before.reversalOf
    ? copiedFieldFaults(before, entry)
    : [...financialYearFaults(before, entry), ...entryFaults(entry)];
  const fault = dateFault(entry.date, actor.role, context);
  if (fault?.code === 'VALIDATION_FAILED') errors.push({ field: 'date', message: fault.message });
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', { errors, message: errors[0]?.message });
  if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
}

/** Whether an edit could make the entry a duplicate: one that stays as it is was asked about when it was entered. */
function becomesAnother(before: TransactionRow, entry: Entry): boolean {
  if (before.reversalOf) return false;
  return before.status === 'rejected' || !isDeepStrictEqual(likenessOf(before), likenessOf(entry));
}

function copiedFieldFaults(before: TransactionRow, entry: Entry): FieldError[] {
  const fields = Object.keys(entry) as (keyof Entry)[];
  return fields
    .filter((field) => entry[field] !== before[field] && !editableInReversal.includes(field))
    .map((field) => ({ field, message: 'A reversal must match the original entry here' }));
}

function financialYearFaults(before: TransactionRow, { date }: Entry): FieldError[] {
  const year = financialYearOf(before.date);
  if (financialYearOf(date) === year) return [];
  const message = `${before.transactionNo} belongs to the financial year ${year}. Cancel it and create a new entry.`;
  return [{ field: 'date', message }];
}

function laboratoryIdsOf(rows: readonly TransactionRow[]): ObjectId[] {
  return [...new Map(rows.map(({ laboratoryId: id }) => [id.toHexString(), id])).values()];
}
