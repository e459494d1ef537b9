import {
  type FieldError,
  faultsBetween,
  financialYearOf,
  isWaiting,
  type Transaction,
  type UpdateTransactionBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { objectId } from '../../platform/mongo/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import type { Entry } from './new-transaction';
import { PeriodLocks } from './period-lock.service';
import { TransactionPlaces } from './transaction-places';
import { TransactionRecord } from './transaction-record';
import { TransactionReversal } from './transaction-reversal';
import { type Books, booksOf, faultOfDate, flagsOf } from './transaction-rules';
import type { TransactionRow } from './transaction.document';

type Changes = Omit<UpdateTransactionBody, 'version'>;

/** What a contra entry may change: the rest is the original's. */
const ofReversal: readonly string[] = ['description', 'reference'];

/** Changing and cancelling an entry that is not approved. */
@Injectable()
export class TransactionChangeService {
  constructor(
    private readonly record: TransactionRecord,
    private readonly places: TransactionPlaces,
    private readonly reversals: TransactionReversal,
    private readonly locks: PeriodLocks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The entry is pending again, without approvals or a rejection, and judged anew.
   * @throws DomainError VALIDATION_FAILED, VERSION_CONFLICT, TRANSACTION_NOT_FOUND, TRANSACTION_IMMUTABLE,
   *   TRANSACTION_CANCELLED, TRANSACTION_HAS_REVERSAL, PERIOD_LOCKED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  update(actor: Actor, id: string, { version, ...changes }: UpdateTransactionBody): Promise<Transaction> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('transactions.edit');
      const before = await this.record.found(scope, id);
      await this.record.mustAllow(actor, 'edit', before);
      await this.record.mustBeAt(actor, before, version);
      const entry = merged(before, changes);
      const laboratory = await this.places.of(before);
      const books = booksOf(laboratory, await this.locks.through(), this.clock.now());
      mustHold(actor, before, entry, books);
      if (!isWaiting(before.status)) await this.places.meet(laboratory._id.toHexString());
      if (before.reversalOf && before.status === 'rejected') await this.reversals.takeUp(actor, scope, before);
      const after = await this.record.write(
        scope,
        before,
        {
          ...entry,
          flags: flagsOf(entry, books),
          status: 'pending',
          approvals: [],
          rejection: null,
          editedBy: { _id: objectId(actor.userId), name: actor.name },
        },
        { actor, deed: 'updated' },
      );
      return this.record.told(actor, after);
    });
  }

  /**
   * Row and number are kept.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_CANCELLABLE, TRANSACTION_CANCELLED, VERSION_CONFLICT.
   */
  cancel(actor: Actor, id: string, version: number | undefined): Promise<Transaction> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope('transactions.cancel');
      const before = await this.record.found(scope, id);
      await this.record.mustAllow(actor, 'cancel', before);
      await this.record.mustBeAt(actor, before, version);
      const after = await this.record.write(scope, before, { status: 'cancelled' }, { actor, deed: 'cancelled' });
      if (after.reversalOf) await this.reversals.free(actor, scope, after);
      return this.record.told(actor, after);
    });
  }
}

function merged(before: TransactionRow, changes: Changes): Entry {
  const { type, date, amountPaise, category, paymentMethod, reference, party, description } = before;
  return { type, date, amountPaise, category, paymentMethod, reference, party, description, ...changes };
}

/** @throws DomainError VALIDATION_FAILED with each field, PERIOD_LOCKED on the date. */
function mustHold(actor: Actor, before: TransactionRow, entry: Entry, books: Books): void {
  const errors = before.reversalOf
    ? changedFigures(before, entry)
    : [...yearLeft(before, entry), ...faultsBetween(entry)];
  const fault = faultOfDate(entry.date, actor.role, books);
  if (fault?.code === 'VALIDATION_FAILED') errors.push({ field: 'date', message: fault.message });
  if (errors.length > 0) throw new DomainError('VALIDATION_FAILED', { errors, message: errors[0]?.message });
  if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
}

function changedFigures(before: TransactionRow, entry: Entry): FieldError[] {
  const fields = Object.keys(entry) as (keyof Entry)[];
  return fields
    .filter((field) => entry[field] !== before[field] && !ofReversal.includes(field))
    .map((field) => ({ field, message: 'A reversal keeps this from the entry that it reverses' }));
}

function yearLeft(before: TransactionRow, { date }: Entry): FieldError[] {
  const year = financialYearOf(before.date);
  if (financialYearOf(date) === year) return [];
  const message = `${before.transactionNo} belongs to the financial year ${year}: cancel it and enter it anew`;
  return [{ field: 'date', message }];
}
