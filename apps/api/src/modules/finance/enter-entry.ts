import { type DuplicateEntry, financialYearOf, type NewTransaction, type Transaction } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { assertAllowed, lacks } from '../../platform/domain/policy';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { Books, FINANCE_LOCK } from './books/books';
import { toDuplicateEntry, Entries } from './entry/entries';
import {
  dateFault,
  determineFlags,
  duplicateKeys,
  type EntryFields,
  newEntry,
  postingContext,
  toPartyKey,
  toReferenceKey,
} from './entry/new-entry';
import type { TransactionRow } from './entry/entry.document';
import { EntryRepository } from './entry/entry.repository';

export type Posting = {
  /** That accepts new records. */
  laboratory: LaboratoryRow;
  /** The date defaults to the laboratory's today. */
  entry: Omit<EntryFields, 'date'> & { date?: string };
  reversalOf?: TransactionRow['reversalOf'];
  bill?: TransactionRow['bill'];
  credit?: TransactionRow['credit'];
};

type Saved = Pick<TransactionRow, 'laboratoryId' | 'type' | 'date' | 'amountPaise' | 'party' | 'reference'> & {
  _id?: TransactionRow['_id'];
};

type Paper = Pick<TransactionRow, 'laboratoryId' | 'type' | 'date'> & { party: string; number: string };

/** Enters entries: one by itself, or several for an import or a reversal within their transaction. */
@Injectable()
export class EnterEntry {
  constructor(
    private readonly store: Entries,
    private readonly transactions: EntryRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly books: Books,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError VALIDATION_FAILED, LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   PERIOD_LOCKED, DUPLICATE_ENTRY.
   */
  enter(actor: Actor, body: NewTransaction): Promise<Transaction> {
    const { laboratoryId, reversalOf: _, confirmDuplicate, ...fields } = body;
    const scope = actor.scope('transactions.create');
    return this.unitOfWork.exclusive(FINANCE_LOCK, laboratoryId ?? scope.laboratoryId, async () => {
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const entry = { ...fields, date: fields.date ?? businessDay(this.clock.now(), laboratory.timezone) };
      if (!confirmDuplicate) await this.assertNoDuplicate(actor, { ...entry, laboratoryId: laboratory._id });
      return this.store.present(actor, await this.postOne(actor, { laboratory, entry }));
    });
  }

  /**
   * For a bill or a credit note. The entry is dated today, in an open period. The paper's own date must not be in the
   * future.
   * @throws DomainError VALIDATION_FAILED on the date, PERIOD_LOCKED.
   */
  async assertDocumentDate(actor: Actor, laboratory: LaboratoryRow, date: string): Promise<void> {
    const closedThrough = await this.books.closedThrough(laboratory._id.toHexString());
    const context = postingContext(laboratory, closedThrough, this.clock.now());
    const { today } = context;
    if (date > today) {
      throw DomainError.onField('VALIDATION_FAILED', 'date', `Must not be after today, ${formatDay(today)}`);
    }
    assertAllowed(dateFault(today, actor.role, context));
  }

  /**
   * Refuses a bill or credit note for which someone has made an ordinary entry, dated in its financial year or later.
   * @throws DomainError with the code on the number.
   */
  async assertNotEnteredByHand(
    actor: Actor,
    code: 'BILL_NUMBER_TAKEN' | 'CREDIT_NUMBER_TAKEN',
    paper: Paper,
  ): Promise<void> {
    const { laboratoryId, type, party, number, date } = paper;
    const keys = { type, partyKey: toPartyKey(party), referenceKey: toReferenceKey(number) };
    const firstDay = `${financialYearOf(date).slice(0, 4)}-04-01`;
    const existing = await this.transactions.findEnteredByHand(
      LabScope.ofLaboratory(laboratoryId.toHexString()),
      keys,
      firstDay,
    );
    if (!existing) return;
    const entry = lacks(actor, 'transactions.view', { laboratoryId, personId: existing.createdBy._id })
      ? 'an entry that someone else made'
      : existing.transactionNo;
    const message = `${number} of ${party} is already entered as ${entry}. If that is the same paper, cancel or reverse that entry first. If not, check the number.`;
    throw DomainError.onField(code, 'number', message);
  }

  /**
   * Within the transaction that writes the entry: that writes to the book of the laboratory, so that the later one of two
   * at once sees the earlier one. Entries without a party and a reference are never plainly the same: patients pay the
   * same prices in cash.
   * @throws DomainError DUPLICATE_ENTRY with the newest such entry among those that the person can see.
   */
  async assertNoDuplicate(actor: Actor, entry: Saved): Promise<void> {
    const likeness = duplicateKeys(entry);
    if (likeness.partyKey === null && likeness.referenceKey === null) return;
    if (!actor.may('transactions.view')) return;
    const scope = actor.scope('transactions.view');
    const same = await this.transactions.findSame(scope, entry.laboratoryId, likeness, entry._id);
    if (!same) return;
    const { transactionNo, createdBy, createdAt, date } = same;
    throw new DomainError('DUPLICATE_ENTRY', {
      message: `${transactionNo} of ${formatDay(date)}, entered by ${createdBy.name}, has the same ${describe(entry)} and amount`,
      conflict: {
        current: toDuplicateEntry(same) satisfies DuplicateEntry,
        changedBy: createdBy.name,
        changedAt: createdAt.toISOString(),
      },
    });
  }

  /**
   * Numbers and creates entries in the transaction under way. The later ones of a laboratory and financial year have the
   * higher numbers.
   * @throws DomainError VALIDATION_FAILED, PERIOD_LOCKED on the date.
   */
  async post(actor: Actor, postings: readonly Posting[]): Promise<TransactionRow[]> {
    const now = this.clock.now();
    const createdBy = actor.person;
    const dated = postings.map(({ laboratory, entry, ...from }) => {
      const date = entry.date ?? businessDay(now, laboratory.timezone);
      return { id: laboratory._id.toHexString(), laboratory, entry: { ...entry, date }, from };
    });
    const books = new Map<string, { numbers: string[]; closedThrough: string | null }>();
    // Sorted, so that concurrent transactions write to the books in the same order.
    for (const { id, laboratory } of dated.toSorted((a, b) => a.id.localeCompare(b.id))) {
      if (books.has(id)) continue;
      const dates = dated.filter((one) => one.id === id).map(({ entry }) => entry.date);
      const numbers = await this.books.takeNumbers(laboratory, dates);
      books.set(id, { numbers, closedThrough: await this.books.closedThrough(id) });
    }
    const rows = dated.map(({ id, laboratory, entry, from }) => {
      const { numbers = [], closedThrough = null } = books.get(id) ?? {};
      const context = postingContext(laboratory, closedThrough, now);
      const fault = dateFault(entry.date, actor.role, context);
      if (fault) throw DomainError.onField(fault.code, 'date', fault.message);
      const origin = { transactionNo: numbers.shift() ?? '', laboratoryId: laboratory._id, createdBy, ...from, now };
      return newEntry(entry, { ...origin, flags: determineFlags(entry, context) });
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
}

function describe({ party, reference }: Saved): string {
  return [party && 'party', reference && 'reference', 'day'].filter(Boolean).join(', ');
}
