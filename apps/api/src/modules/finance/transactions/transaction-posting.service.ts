import { financialYearOf, type Reversal, type TransactionFlag, transactionNo } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { newId, objectId } from '../../../platform/mongo/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { PeriodCloseService } from '../period-close/period-close.service';
import { derivedFields } from './transaction-derived';
import { TransactionStore } from './transaction-store';
import type { TransactionRow } from './transaction.document';
import { dateFault, flagsOf, postingContext } from './transaction.policy';

const MAX_DESCRIPTION = 500;

/** The fields of an entry that people enter. */
export type Entry = Pick<
  TransactionRow,
  'type' | 'date' | 'amountPaise' | 'category' | 'paymentMethod' | 'reference' | 'party' | 'description'
>;

export type Posting = {
  /** As returned by `laboratoryToPostTo`. */
  laboratory: LaboratoryRow;
  /** The date defaults to the laboratory's today. */
  entry: Omit<Entry, 'date'> & { date?: string };
  reversalOf?: TransactionRow['reversalOf'];
};

/** Creates, numbers and links entries; always within the transaction of the caller. */
@Injectable()
export class TransactionPostingService {
  constructor(
    private readonly store: TransactionStore,
    private readonly laboratories: LaboratoriesPort,
    private readonly periods: PeriodCloseService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The laboratory for new entries, by default the person's own.
   * @throws DomainError VALIDATION_FAILED without a laboratory, LABORATORY_NOT_FOUND outside the scope,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async laboratoryToPostTo(scope: LabScope, laboratoryId?: string | null): Promise<LaboratoryRow> {
    return this.laboratories.toEnterIn(scope, laboratoryId);
  }

  /**
   * Takes a number for each date, in the same order. A rollback returns the numbers, so that there are no gaps.
   */
  async takeNumbers({ _id, code }: Pick<LaboratoryRow, '_id' | 'code'>, dates: readonly string[]): Promise<string[]> {
    const counts = new Map<string, number>();
    for (const year of dates.map(financialYearOf)) counts.set(year, (counts.get(year) ?? 0) + 1);
    const last = await this.periods.takeNumbers(_id.toHexString(), counts);
    const next = new Map([...counts].map(([year, count]) => [year, (last[year] ?? 0) - count + 1]));
    return dates.map((date) => {
      const year = financialYearOf(date);
      const number = next.get(year) ?? 1;
      next.set(year, number + 1);
      return transactionNo(code, date, number);
    });
  }

  /** @throws DomainError VALIDATION_FAILED, PERIOD_LOCKED on the date. */
  async post(actor: Actor, postings: readonly Posting[]): Promise<TransactionRow[]> {
    const now = this.clock.now();
    const createdBy = { _id: objectId(actor.userId), name: actor.name };
    const today = (laboratory: LaboratoryRow) => businessDay(now, laboratory.timezone);
    const dated = postings.map(({ laboratory, entry, reversalOf }) => {
      return { laboratory, entry: { ...entry, date: entry.date ?? today(laboratory) }, reversalOf };
    });
    const numbers = await this.numbersFor(dated);
    const closed = new Map<string, string | null>();
    for (const { laboratory } of dated) {
      const id = laboratory._id.toHexString();
      if (!closed.has(id)) closed.set(id, await this.periods.closedThrough(id));
    }
    const rows = dated.map(({ laboratory, entry, reversalOf }, index) => {
      const context = postingContext(laboratory, closed.get(laboratory._id.toHexString()) ?? null, now);
      const fault = dateFault(entry.date, actor.role, context);
      if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
      const [flags, laboratoryId] = [flagsOf(entry, context), laboratory._id];
      const transactionNo = numbers[index] ?? '';
      return newTransaction(entry, { transactionNo, laboratoryId, createdBy, flags, reversalOf, now });
    });
    await this.store.records.createMany({ actor }, rows);
    return rows;
  }

  /** As `post`, for a single entry. */
  async postOne(actor: Actor, posting: Posting): Promise<TransactionRow> {
    const [row] = await this.post(actor, [posting]);
    if (!row) throw new Error('No entry was created');
    return row;
  }

  /**
   * Creates the contra entry of an approved entry, dated today. The original links to it at once, so that there can be
   * only one.
   * @throws DomainError TRANSACTION_NOT_FOUND, TRANSACTION_NOT_REVERSIBLE, TRANSACTION_HAS_REVERSAL,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, PERIOD_LOCKED.
   */
  async reverse(actor: Actor, { reversalOf, description }: Reversal): Promise<TransactionRow> {
    const scope = actor.scope('transactions.create');
    const original = await this.store.records.getOrThrow(scope, reversalOf);
    this.unitOfWork.lock('finance', original.laboratoryId.toHexString());
    await this.store.assertAllowed(actor, 'reverse', original);
    const { type, amountPaise, category, paymentMethod, reference, party } = original;
    const copied = `Reversal of ${original.transactionNo}: ${original.description}`.slice(0, MAX_DESCRIPTION).trimEnd();
    const contra = await this.postOne(actor, {
      laboratory: await this.laboratoryToPostTo(scope, original.laboratoryId.toHexString()),
      entry: { type, amountPaise, category, paymentMethod, reference, party, description: description ?? copied },
      reversalOf: linkTo(original),
    });
    await this.updateOriginal(actor, scope, original, { reversedBy: linkTo(contra) });
    return contra;
  }

  /**
   * Links the original to its contra entry again when that is resubmitted after a rejection.
   * @throws DomainError TRANSACTION_HAS_REVERSAL if the original has another contra entry by now.
   */
  async relinkOriginal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    if (original?.reversedBy) {
      const message = `${original.reversedBy.transactionNo} already reverses ${original.transactionNo}`;
      throw new DomainError('TRANSACTION_HAS_REVERSAL', { message });
    }
    if (original) await this.updateOriginal(actor, scope, original, { reversedBy: linkTo(contra) });
  }

  /** Makes the original reversible again after its contra entry was rejected or cancelled. */
  async releaseOriginal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    // A contra entry that is cancelled after its rejection was released then; another may have taken its place.
    if (!original?.reversedBy?._id.equals(contra._id)) return;
    await this.updateOriginal(actor, scope, original, { reversedBy: null });
  }

  /** The contra entry has its final approval. */
  async completeReversal(actor: Actor, scope: LabScope, contra: TransactionRow): Promise<void> {
    const original = await this.originalOf(scope, contra);
    if (original) await this.updateOriginal(actor, scope, original, { status: 'reversed' }, 'reversed');
  }

  private async updateOriginal(
    actor: Actor,
    scope: LabScope,
    original: TransactionRow,
    changes: Pick<Partial<TransactionRow>, 'reversedBy' | 'status'>,
    action = 'updated',
  ): Promise<void> {
    await this.store.records.write(scope, original, changes, { actor, action });
  }

  private async originalOf(scope: LabScope, { reversalOf }: TransactionRow): Promise<TransactionRow | null> {
    return reversalOf && this.store.records.getOrThrow(scope, reversalOf._id.toHexString());
  }

  /** A number for each posting, in the same order; consecutive within a laboratory and financial year. */
  private async numbersFor(postings: readonly { laboratory: LaboratoryRow; entry: Entry }[]): Promise<string[]> {
    const laboratories = new Map(postings.map(({ laboratory }) => [laboratory._id.toHexString(), laboratory]));
    const numbers = new Map<string, string[]>();
    for (const [id, laboratory] of [...laboratories].toSorted(([a], [b]) => a.localeCompare(b))) {
      const dates = postings.filter((posting) => posting.laboratory._id.equals(id)).map(({ entry }) => entry.date);
      numbers.set(id, await this.takeNumbers(laboratory, dates));
    }
    return postings.map(({ laboratory }) => numbers.get(laboratory._id.toHexString())?.shift() ?? '');
  }
}

type Origin = Pick<TransactionRow, 'transactionNo' | 'laboratoryId' | 'createdBy'> & {
  flags: TransactionFlag[];
  reversalOf?: TransactionRow['reversalOf'];
  now: Date;
};

/** A pending entry at its first version. */
export function newTransaction(entry: Entry, { now, reversalOf = null, ...origin }: Origin): TransactionRow {
  const row = {
    ...origin,
    ...entry,
    status: 'pending' as const,
    flaggedAt: now,
    approvals: [],
    rejection: null,
    reversalOf,
    reversedBy: null,
    editedBy: null,
    receipts: [],
  };
  return {
    _id: newId(),
    ...row,
    ...derivedFields(row),
    updatedBy: origin.createdBy.name,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

function linkTo({ _id, transactionNo: number }: TransactionRow): NonNullable<TransactionRow['reversalOf']> {
  return { _id, transactionNo: number };
}
