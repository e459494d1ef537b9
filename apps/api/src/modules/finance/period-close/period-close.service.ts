import type { PendingBeforeClose, PeriodClose, SetPeriodCloseBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { roomOf } from '../../../platform/realtime/rooms';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { TransactionRepository } from '../transactions/transaction.repository';
import { PERIOD_CLOSE_ID, PeriodCloseRepository, type PeriodCloseRow } from './period-close.repository';

/** Counters that transactions take in order to conflict with each other, one per laboratory. */
const POSTING = 'posting';

/** The closed periods of the network. */
@Injectable()
export class PeriodCloseService {
  private readonly records: Records<PeriodCloseRow, PeriodClose, 'period-lock:updated'>;

  constructor(
    private readonly periods: PeriodCloseRepository,
    private readonly transactions: TransactionRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'period-lock',
      noun: 'closing date',
      repository: periods.rows,
      notFound: 'NOT_FOUND',
      laboratoryOf: () => null,
      present: (_, row) => toPeriodClose(row),
      changed: eventKind<EntityChanged<PeriodCloseRow>>('period-lock.changed'),
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
    return (await this.periods.get())?.lockedThrough ?? null;
  }

  /**
   * Serializes transactions that post, edit or approve entries of a laboratory with transactions that close a period or
   * archive the laboratory: of two concurrent ones, the later one restarts and sees what the earlier one wrote.
   * Laboratories do not wait for each other, apart from the first entry of each.
   */
  async serializeOn(laboratoryId: string): Promise<void> {
    const isNotYetSeenByClosing = async () => {
      await this.counters.take(POSTING, 1);
      return 0;
    };
    await this.counters.take(`${POSTING}:${laboratoryId}`, 1, isNotYetSeenByClosing);
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
      if (!(await this.periods.get())) await this.periods.insertOpen(now);
      // Conflicts with the first entry of any laboratory, and with further entries of all laboratories.
      await this.counters.take(POSTING, 1);
      await this.counters.takeEach(`${POSTING}:`);
      const options = { permission: 'transactions.lock' } as const;
      return this.records.change(actor, PERIOD_CLOSE_ID, version, options, () => ({ lockedThrough }));
    });
  }
}

function assertNetworkWide(actor: Actor, field: string): void {
  if (actor.scope('transactions.lock').reachesAll) return;
  throw DomainError.onField('FORBIDDEN', field, 'Only people who manage the whole network can close periods');
}

function toPeriodClose(row: PeriodCloseRow | null): PeriodClose {
  if (!row) return { _id: PERIOD_CLOSE_ID, lockedThrough: null, updatedBy: null, updatedAt: null, version: 1 };
  const { lockedThrough, updatedBy, updatedAt, version } = row;
  return { _id: PERIOD_CLOSE_ID, lockedThrough, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
