import type { PendingBeforeClose, PeriodClose, SetPeriodCloseBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { NETWORK_DOCUMENT_ID } from '../../../platform/mongo/network-document';
import { objectId } from '../../../platform/mongo/object-id';
import { readOnce, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { roomOf } from '../../../platform/realtime/rooms';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { TransactionRepository } from '../transactions/transaction.repository';
import { BookRepository, type BookRow } from './book.repository';
import { PeriodCloseRepository, type PeriodCloseRow } from './period-close.repository';

/** A counter that transactions take in order to conflict: those that close a period, and those that open a book. */
const BOOKS = 'posting';

const CLOSED_THROUGH = 'closedThrough';
const NO_NUMBERS: ReadonlyMap<string, number> = new Map();
const periodsChanged = eventKind<EntityChanged<PeriodCloseRow>>('period-lock.changed');

/** The closed periods of the network. */
@Injectable()
export class PeriodCloseService {
  private readonly records: Records<PeriodCloseRow, PeriodClose, 'period-lock:updated'>;

  constructor(
    private readonly periods: PeriodCloseRepository,
    private readonly books: BookRepository,
    private readonly transactions: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'period-lock',
      shown: { permission: 'transactions.view', fields: { lockedThrough: true } },
      noun: 'closing date',
      repository: periods.rows,
      notFound: 'NOT_FOUND',
      laboratoryOf: () => null,
      present: (_, row) => toPeriodClose(row),
      changed: periodsChanged,
      live: {
        permission: 'transactions.view',
        event: () => 'period-lock:updated' as const,
        payload: ({ _id, version, updatedAt }, actor) => ({
          _id: _id.toHexString(),
          version,
          by: actor && { _id: actor.userId, name: actor.name },
          at: updatedAt.toISOString(),
        }),
        rooms: () => [roomOf.holdersAnywhere('transactions.view')],
      },
    });
  }

  /** The last closed day, `YYYY-MM-DD`; null when every period is open. */
  async closedThrough(): Promise<string | null> {
    return readOnce(periodsChanged, CLOSED_THROUGH, async () => (await this.periods.get())?.lockedThrough ?? null);
  }

  /**
   * Waits for the other transactions of this process that write to the book of the laboratory, instead of conflicting
   * with them. To be called before the transaction reads anything.
   */
  async takeTurns(...laboratoryIds: string[]): Promise<void> {
    await this.unitOfWork.takeTurns(...laboratoryIds.map((id) => `book:${id}`));
  }

  /**
   * Writes to the book of a laboratory: takes numbers of financial years, and serializes transactions that post, edit or
   * approve entries of the laboratory with transactions that close a period or archive the laboratory. Of two concurrent
   * ones, the later one restarts and sees what the earlier one wrote. Laboratories do not wait for each other, apart
   * from the first entry of each.
   * @returns the last number taken of each year.
   */
  async writeBook(laboratoryId: string, numbers = NO_NUMBERS): Promise<BookRow['numbers']> {
    const book = (await this.books.write(laboratoryId, numbers)) ?? (await this.openBook(laboratoryId, numbers));
    // The book says what the network does, so that the transaction need not read it.
    await readOnce(periodsChanged, CLOSED_THROUGH, () => Promise.resolve(book.closedThrough));
    return book.numbers;
  }

  async get(): Promise<PeriodClose> {
    return toPeriodClose(await this.periods.get());
  }

  /**
   * Undecided entries through a day that are not in a closed period yet.
   * @throws DomainError FORBIDDEN without a network-wide scope.
   */
  async pendingThrough(actor: Actor, through: string): Promise<PendingBeforeClose> {
    assertNetworkWide(actor, 'through');
    const counts = await this.transactions.countWaiting(LabScope.everywhere(), {
      after: await this.closedThrough(),
      through,
    });
    const laboratories = await this.laboratories.findAll(counts.map(({ _id }) => _id));
    return {
      laboratories: counts.flatMap(({ _id, count }) => {
        const laboratory = laboratories.get(_id.toHexString());
        return laboratory ? [{ _id: _id.toHexString(), name: laboratory.name, code: laboratory.code, count }] : [];
      }),
    };
  }

  /** @throws DomainError FORBIDDEN without a network-wide scope, VALIDATION_FAILED for a future day, VERSION_CONFLICT. */
  set(actor: Actor, { lockedThrough, version }: SetPeriodCloseBody): Promise<PeriodClose> {
    assertNetworkWide(actor, 'lockedThrough');
    const now = this.clock.now();
    if (lockedThrough !== null && lockedThrough > businessDay(now, NETWORK_TIMEZONE)) {
      throw DomainError.onField('VALIDATION_FAILED', 'lockedThrough', 'Must not be after today');
    }
    return this.unitOfWork.run(async () => {
      if (!(await this.periods.get())) await this.periods.insertFirst({ lockedThrough: null }, now);
      // Conflicts with the first entry of any laboratory, and with further entries of all laboratories.
      await this.counters.take(BOOKS, 1);
      await this.books.closeAll(lockedThrough);
      const options = { permission: 'transactions.lock' } as const;
      return this.records.change(actor, NETWORK_DOCUMENT_ID, version, options, () => ({ lockedThrough }));
    });
  }

  private async openBook(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow> {
    // A transaction that closes a period does not see the new book.
    await this.counters.take(BOOKS, 1);
    const closedThrough = await this.closedThrough();
    const book = { _id: objectId(laboratoryId), numbers: Object.fromEntries(numbers), writes: 1, closedThrough };
    await this.books.insert(book);
    return book;
  }
}

function assertNetworkWide(actor: Actor, field: string): void {
  if (actor.scope('transactions.lock').reachesAll) return;
  throw DomainError.onField('FORBIDDEN', field, 'Only people who manage the whole network can close periods');
}

function toPeriodClose(row: PeriodCloseRow | null): PeriodClose {
  if (!row) return { _id: NETWORK_DOCUMENT_ID, lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  const { lockedThrough, updatedBy, updatedAt, version } = row;
  return { _id: NETWORK_DOCUMENT_ID, lockedThrough, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
