import { laterOf, type PendingBeforeClose, type PeriodClose, type SetPeriodCloseBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { NETWORK_DOCUMENT_ID } from '../../../platform/mongo/network-document';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { readOnce, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { roomOf } from '../../../platform/realtime/rooms';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { TransactionRepository } from '../transactions/transaction.repository';
import { BookRepository, type BookRow } from './book.repository';
import { ClosedDays } from './closed-days';
import { PeriodCloseRepository, type PeriodCloseRow } from './period-close.repository';

const CLOSED_DAYS = 'closedDays';
/** What a transaction knows of one laboratory once it has written to its book. */
const closedThroughOf = (laboratoryId: string) => `closedThrough:${laboratoryId}`;
const periodsChanged = eventKind<EntityChanged<PeriodCloseRow>>('period-lock.changed');

/** The closed periods of the network and of laboratories. */
@Injectable()
export class PeriodCloseService {
  private readonly records: Records<PeriodCloseRow, PeriodClose, 'period-lock:updated'>;

  constructor(
    private readonly periods: PeriodCloseRepository,
    private readonly books: BookRepository,
    private readonly transactions: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
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
      laboratoryOf: ({ _id }) => (isOfNetwork(_id) ? null : _id),
      present: (viewer) => this.get(viewer),
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
        rooms: ({ _id }) => (isOfNetwork(_id) ? [roomOf.holdersAnywhere('transactions.view')] : []),
      },
    });
  }

  /** The last closed days of all laboratories. */
  async closedDays(): Promise<ClosedDays> {
    return readOnce(periodsChanged, CLOSED_DAYS, async () => {
      const rows = await this.periods.all();
      const own = rows.filter(({ _id }) => !isOfNetwork(_id));
      return new ClosedDays(
        rows.find(({ _id }) => isOfNetwork(_id))?.lockedThrough ?? null,
        new Map(own.map(({ _id, lockedThrough }) => [_id.toHexString(), lockedThrough])),
      );
    });
  }

  /** The last closed day of a laboratory, `YYYY-MM-DD`: the later one of its own and the network's; null if all are open. */
  async closedThrough(laboratoryId: string): Promise<string | null> {
    return readOnce(periodsChanged, closedThroughOf(laboratoryId), async () =>
      (await this.closedDays()).of(laboratoryId),
    );
  }

  /**
   * Takes numbers of financial years from the book of a laboratory. Laboratories do not wait for each other, apart from
   * the first entry of each.
   * @returns the last number taken of each year.
   */
  async takeNumbers(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow['numbers']> {
    const book = (await this.books.takeNumbers(laboratoryId, numbers)) ?? (await this.openBook(laboratoryId, numbers));
    // The book says what is closed, so that the transaction need not read it.
    await readOnce(periodsChanged, closedThroughOf(laboratoryId), () =>
      Promise.resolve(laterOf(book.closedThrough, book.ownClosedThrough ?? null)),
    );
    return book.numbers;
  }

  async get(viewer: Actor): Promise<PeriodClose> {
    const scope = viewer.scope('transactions.view');
    const rows = await this.periods.all();
    return {
      ...toClosed(rows.find(({ _id }) => isOfNetwork(_id)) ?? null),
      laboratories: rows.filter(({ _id }) => !isOfNetwork(_id) && scope.reaches(_id.toHexString())).map(toClosed),
    };
  }

  /**
   * Undecided entries through a day that are not in a closed period yet.
   * @throws DomainError FORBIDDEN without a network-wide scope.
   */
  async pendingThrough(
    actor: Actor,
    { through, laboratoryId }: { through: string; laboratoryId?: string | undefined },
  ): Promise<PendingBeforeClose> {
    assertNetworkWide(actor, 'through');
    const scope = laboratoryId === undefined ? LabScope.everywhere() : LabScope.ofLaboratory(laboratoryId);
    const counts = await this.transactions.countWaiting(scope, await this.closedDays(), through);
    const laboratories = await this.laboratories.findAll(counts.map(({ _id }) => _id));
    return {
      laboratories: counts.flatMap(({ _id, count }) => {
        const laboratory = laboratories.get(_id.toHexString());
        return laboratory ? [{ _id: _id.toHexString(), name: laboratory.name, code: laboratory.code, count }] : [];
      }),
    };
  }

  /**
   * Of a laboratory or, without one, of the network. What the other one has closed stays closed.
   * @throws DomainError FORBIDDEN without a network-wide scope, VALIDATION_FAILED for a future day, LABORATORY_NOT_FOUND,
   *   VERSION_CONFLICT.
   */
  async set(actor: Actor, { lockedThrough, laboratoryId, version }: SetPeriodCloseBody): Promise<PeriodClose> {
    assertNetworkWide(actor, 'lockedThrough');
    const now = this.clock.now();
    const laboratory = laboratoryId === undefined ? null : await this.laboratories.find(laboratoryId);
    if (laboratoryId !== undefined && !laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    if (lockedThrough !== null && lockedThrough > businessDay(now, laboratory?.timezone ?? NETWORK_TIMEZONE)) {
      throw DomainError.onField('VALIDATION_FAILED', 'lockedThrough', 'Must not be after today');
    }
    return this.unitOfWork.exclusive('finance', laboratoryId ?? NETWORK_DOCUMENT_ID, async () => {
      await this.closeBooks(laboratory, lockedThrough, now);
      const options = { permission: 'transactions.lock' } as const;
      return this.records.change(actor, laboratoryId ?? NETWORK_DOCUMENT_ID, version, options, () => ({
        lockedThrough,
      }));
    });
  }

  private async closeBooks(laboratory: LaboratoryRow | null, through: string | null, now: Date): Promise<void> {
    const id = laboratory?._id.toHexString();
    if (laboratory && id !== undefined) {
      if (!(await this.periods.of(id))) await this.periods.insertFirstOf(laboratory._id, now);
    } else if (!(await this.periods.get())) await this.periods.insertFirst({ lockedThrough: null }, now);
    if (id !== undefined) return this.books.close(id, through);
    this.unitOfWork.lock('finance', await this.books.laboratoryIds());
    await this.books.closeAll(through);
  }

  private async openBook(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow> {
    // A transaction that closes a period of the network does not see the new book.
    this.unitOfWork.lock('finance', NETWORK_DOCUMENT_ID);
    const { ofNetwork: closedThrough, own } = await this.closedDays();
    const book = {
      ...{ _id: objectId(laboratoryId), numbers: Object.fromEntries(numbers), closedThrough },
      ownClosedThrough: own.get(laboratoryId) ?? null,
    };
    await this.books.insert(book);
    return book;
  }
}

function assertNetworkWide(actor: Actor, field: string): void {
  if (actor.scope('transactions.lock').reachesAll) return;
  throw DomainError.onField('FORBIDDEN', field, 'Only people who manage the whole network can close periods');
}

function isOfNetwork(id: ObjectId): boolean {
  return id.toHexString() === NETWORK_DOCUMENT_ID;
}

function toClosed(row: PeriodCloseRow | null): Omit<PeriodClose, 'laboratories'> {
  if (!row) return { _id: NETWORK_DOCUMENT_ID, lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  const { _id, lockedThrough, updatedBy, updatedAt, version } = row;
  return { _id: _id.toHexString(), lockedThrough, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
