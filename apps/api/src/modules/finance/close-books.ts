import { type PendingBeforeClose, type PeriodClose, serverEvents, type SetPeriodCloseBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { NETWORK_DOCUMENT_ID } from '../../platform/mongo/network-document';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { eventFields } from '../../platform/records/declared-fields';
import { type Records, RecordsFactory } from '../../platform/records/records';
import { roomOf } from '../../platform/realtime/rooms';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, toLaboratoryName } from '../laboratories/laboratories.port';
import { PeriodCloseRepository, type PeriodCloseRow } from './books/book.repository';
import { Books, isOfNetwork, periodsChanged, FINANCE_LOCK } from './books/books';
import { EntryRepository } from './entry/entry.repository';

/** The closed periods of the network and of laboratories. */
@Injectable()
export class CloseBooks {
  private readonly records: Records<PeriodCloseRow, PeriodClose, 'period-lock:updated'>;

  constructor(
    private readonly periods: PeriodCloseRepository,
    private readonly books: Books,
    private readonly transactions: EntryRepository,
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
      named: null,
      laboratoryOf: ({ _id }) => (isOfNetwork(_id) ? null : _id),
      present: (viewer) => this.get(viewer),
      changed: periodsChanged,
      live: {
        permission: 'transactions.view',
        event: () => 'period-lock:updated' as const,
        payload: (row, actor) => eventFields(serverEvents['period-lock:updated'], row, actor),
        rooms: ({ _id }) => (isOfNetwork(_id) ? [roomOf.holdersAnywhere('transactions.view')] : []),
      },
    });
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
    const counts = await this.transactions.countWaiting(scope, await this.books.closedDays(), through);
    const laboratories = await this.laboratories.findAll(counts.map(({ _id }) => _id));
    return {
      laboratories: counts.flatMap(({ _id, count }) => {
        const laboratory = laboratories.get(_id.toHexString());
        return laboratory ? [{ ...toLaboratoryName(laboratory), count }] : [];
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
    return this.unitOfWork.exclusive(FINANCE_LOCK, laboratoryId ?? NETWORK_DOCUMENT_ID, async () => {
      await this.books.close(laboratory?._id ?? null, lockedThrough, now);
      const options = { permission: 'transactions.lock' } as const;
      return this.records.change(actor, laboratoryId ?? NETWORK_DOCUMENT_ID, version, options, () => ({
        lockedThrough,
      }));
    });
  }
}

function assertNetworkWide(actor: Actor, field: string): void {
  if (actor.scope('transactions.lock').reachesAll) return;
  throw DomainError.onField('FORBIDDEN', field, 'Only people who manage the whole network can close periods');
}

function toClosed(row: PeriodCloseRow | null): Omit<PeriodClose, 'laboratories'> {
  if (!row) return { _id: NETWORK_DOCUMENT_ID, lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  const { _id, lockedThrough, updatedBy, updatedAt, version } = row;
  return { _id: _id.toHexString(), lockedThrough, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
