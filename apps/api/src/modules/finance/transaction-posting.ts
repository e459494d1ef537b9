import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { objectId } from '../../platform/mongo/object-id';
import { Clock } from '../../platform/time/clock';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { type Entry, newTransaction } from './new-transaction';
import { PeriodLocks } from './period-lock.service';
import { TransactionPlaces } from './transaction-places';
import { TransactionRecord } from './transaction-record';
import { booksOf, faultOfDate, flagsOf } from './transaction-rules';
import type { TransactionRow } from './transaction.document';

/** An entry that somebody makes in a laboratory that `TransactionPlaces.toPost` found open. */
export type Posting = {
  laboratory: LaboratoryRow;
  /** The laboratory's today where the date is left out. */
  entry: Omit<Entry, 'date'> & { date?: string };
  reversalOf?: TransactionRow['reversalOf'];
};

/** Making entries: dated, flagged, numbered and written, one by hand or many from a sheet. */
@Injectable()
export class TransactionPosting {
  constructor(
    private readonly record: TransactionRecord,
    private readonly places: TransactionPlaces,
    private readonly locks: PeriodLocks,
    private readonly clock: Clock,
  ) {}

  /** @throws as `post`. */
  async postOne(actor: Actor, posting: Posting): Promise<TransactionRow> {
    const [row] = await this.post(actor, [posting]);
    if (!row) throw new Error('Nothing was entered');
    return row;
  }

  /**
   * Makes all of them, in their order, in the transaction under way.
   * @throws DomainError VALIDATION_FAILED, PERIOD_LOCKED on the date.
   */
  async post(actor: Actor, postings: readonly Posting[]): Promise<TransactionRow[]> {
    const now = this.clock.now();
    const lockedThrough = await this.locks.through();
    const createdBy = { _id: objectId(actor.userId), name: actor.name };
    const dated = postings.map(({ laboratory, entry, reversalOf }) => {
      const books = booksOf(laboratory, lockedThrough, now);
      const date = entry.date ?? books.today;
      const fault = faultOfDate(date, actor.role, books);
      if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
      const flags = flagsOf({ date, amountPaise: entry.amountPaise }, books);
      return { laboratory, entry: { ...entry, date }, flags, reversalOf };
    });
    const numbers = await this.numbersFor(dated);
    const rows = dated.map(({ laboratory, entry, flags, reversalOf }, place) =>
      newTransaction(entry, {
        transactionNo: numbers[place] ?? '',
        laboratoryId: laboratory._id,
        createdBy,
        flags,
        reversalOf,
        now,
      }),
    );
    await this.record.enter(actor, rows);
    return rows;
  }

  /** A number for each, in their order; those of a laboratory and a financial year are in a row. */
  private async numbersFor(postings: readonly { laboratory: LaboratoryRow; entry: Entry }[]): Promise<string[]> {
    const laboratories = new Map(postings.map(({ laboratory }) => [laboratory._id.toHexString(), laboratory]));
    const left = new Map<string, string[]>();
    for (const [id, laboratory] of [...laboratories].toSorted(([a], [b]) => a.localeCompare(b))) {
      const own = postings.filter((posting) => posting.laboratory._id.equals(id));
      left.set(
        id,
        await this.places.takeNumbers(
          laboratory,
          own.map(({ entry }) => entry.date),
        ),
      );
    }
    return postings.map(({ laboratory }) => left.get(laboratory._id.toHexString())?.shift() ?? '');
  }
}
