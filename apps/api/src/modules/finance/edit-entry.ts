import { isDeepStrictEqual } from 'node:util';
import {
  entryFaults,
  type FieldError,
  financialYearOf,
  type Transaction,
  type UpdateTransactionBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { Clock } from '../../platform/time/clock';
import { EnterEntry } from './enter-entry';
import { Entries } from './entry/entries';
import {
  dateFault,
  determineFlags,
  duplicateKeys,
  type EntryFields,
  postingContext,
  type PostingContext,
} from './entry/new-entry';
import type { TransactionRow } from './entry/entry.document';
import { ReverseEntry } from './reverse-entry';

/** The fields of a contra entry that can be edited; the others equal the fields of the original. */
const editableInReversal: readonly string[] = ['description', 'reference'];

/** What the bill of an entry says; a bill is never changed. */
const fixedByBill = ['type', 'amountPaise', 'party'] as const;

/** Edits, resubmits and cancels entries. */
@Injectable()
export class EditEntry {
  constructor(
    private readonly store: Entries,
    private readonly entering: EnterEntry,
    private readonly reversals: ReverseEntry,
    private readonly clock: Clock,
  ) {}

  /**
   * The entry becomes pending again, without approvals or a rejection, and its exceptions are determined again.
   * @throws DomainError VALIDATION_FAILED, VERSION_CONFLICT, TRANSACTION_NOT_FOUND, TRANSACTION_IMMUTABLE,
   *   TRANSACTION_CANCELLED, TRANSACTION_HAS_REVERSAL, PERIOD_LOCKED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   DUPLICATE_ENTRY where the change makes it look like another entry.
   */
  edit(actor: Actor, id: string, body: UpdateTransactionBody): Promise<Transaction> {
    const { version, confirmDuplicate = false, ...changes } = body;
    return this.submit(actor, id, version, { action: 'edit', changes, confirmDuplicate });
  }

  /**
   * As an edit that changes nothing. What was entered again since the rejection is a duplicate; only an edit confirms it.
   * @throws DomainError as `edit`, and TRANSACTION_NOT_REJECTED.
   */
  resubmit(actor: Actor, id: string, version: number): Promise<Transaction> {
    return this.submit(actor, id, version, { action: 'resubmit', changes: {}, confirmDuplicate: false });
  }

  private submit(
    actor: Actor,
    id: string,
    version: number,
    {
      action,
      changes,
      confirmDuplicate,
    }: { action: 'edit' | 'resubmit'; changes: Partial<EntryFields>; confirmDuplicate: boolean },
  ): Promise<Transaction> {
    const options = {
      permission: 'transactions.edit',
      action: action === 'edit' ? 'updated' : 'resubmitted',
      policy: (before: TransactionRow) => this.store.findRefusal(actor, action, before),
    } as const;
    const next = async (before: TransactionRow): Promise<Partial<TransactionRow>> => {
      const { laboratory, closedThrough } = await this.store.readContext(before);
      const now = this.clock.now();
      const context = postingContext(laboratory, closedThrough, now);
      const entry = { ...entryOf(before), ...changes };
      assertValid(actor, before, entry, context);
      if (!confirmDuplicate && couldBecomeDuplicate(before, entry)) {
        await this.entering.assertNoDuplicate(actor, { ...before, ...entry });
      }
      if (before.reversalOf && before.status === 'rejected') {
        await this.reversals.relinkOriginal(actor, actor.scope('transactions.edit'), before);
      }
      return {
        ...entry,
        flags: determineFlags(entry, context),
        flaggedAt: now,
        status: 'pending',
        approvals: [],
        rejection: null,
        editedBy: actor.person,
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
      policy: (before: TransactionRow) => this.store.findRefusal(actor, 'cancel', before),
      also: (_: TransactionRow, after: TransactionRow) =>
        this.reversals.releaseOriginal(actor, actor.scope('transactions.cancel'), after),
    } as const;
    return this.store.inTurn(actor.scope('transactions.cancel'), { _id: id }, () =>
      this.store.records.change(actor, id, version, options, () => ({ status: 'cancelled' })),
    );
  }
}

function entryOf(row: TransactionRow): EntryFields {
  const { type, date, amountPaise, category, paymentMethod, reference, party, description } = row;
  return { type, date, amountPaise, category, paymentMethod, reference, party, description };
}

/** @throws DomainError VALIDATION_FAILED with every field, PERIOD_LOCKED on the date. */
function assertValid(actor: Actor, before: TransactionRow, entry: EntryFields, context: PostingContext): void {
  const errors = before.reversalOf
    ? [...creditedFieldFaults(before, entry), ...copiedFieldFaults(before, entry)]
    : [...billedFieldFaults(before, entry), ...financialYearFaults(before, entry), ...entryFaults(entry)];
  const fault = dateFault(entry.date, actor.role, context);
  if (fault?.code === 'VALIDATION_FAILED') errors.push({ field: 'date', message: fault.message });
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', { errors, message: errors[0]?.message });
  if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
}

/** Whether an edit could make the entry a duplicate: one that stays as it is was asked about when it was entered. */
function couldBecomeDuplicate(before: TransactionRow, entry: EntryFields): boolean {
  if (before.reversalOf) return false;
  return before.status === 'rejected' || !isDeepStrictEqual(duplicateKeys(before), duplicateKeys(entry));
}

function copiedFieldFaults(before: TransactionRow, entry: EntryFields): FieldError[] {
  const fields = Object.keys(entry) as (keyof EntryFields)[];
  return fields
    .filter((field) => entry[field] !== before[field] && !editableInReversal.includes(field))
    .map((field) => ({ field, message: 'A reversal must match the original entry here' }));
}

function creditedFieldFaults({ credit, reference }: TransactionRow, entry: EntryFields): FieldError[] {
  if (!credit || entry.reference === reference) return [];
  const message = `This is credit note ${credit.number}. Cancel the entry and enter the credit note again.`;
  return [{ field: 'reference', message }];
}

function billedFieldFaults(before: TransactionRow, entry: EntryFields): FieldError[] {
  if (!before.bill) return [];
  const message = `This is on bill ${before.bill.number}. Cancel the entry and enter the bill again.`;
  return fixedByBill.filter((field) => entry[field] !== before[field]).map((field) => ({ field, message }));
}

function financialYearFaults(before: TransactionRow, { date }: EntryFields): FieldError[] {
  const year = financialYearOf(before.date);
  if (financialYearOf(date) === year) return [];
  const message = `${before.transactionNo} belongs to the financial year ${year}. Cancel it and create a new entry.`;
  return [{ field: 'date', message }];
}
