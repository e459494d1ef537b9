import type { PeriodLock, SetPeriodLockBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { PERIOD_LOCK_ID, type PeriodLockRow } from './period-lock.document';
import { toPeriodLock } from './period-lock.mapper';
import { PeriodLockRepository } from './period-lock.repository';

/** Through which day the network's books are closed. */
@Injectable()
export class PeriodLocks {
  constructor(
    private readonly locks: PeriodLockRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The last closed day, `YYYY-MM-DD`; `null` where nothing is closed. */
  async through(): Promise<string | null> {
    const row = await this.locks.find();
    return row?.lockedThrough ?? null;
  }

  async get(): Promise<PeriodLock> {
    return toPeriodLock(await this.locks.find());
  }

  /**
   * @throws DomainError FORBIDDEN to who does not reach the whole network, VALIDATION_FAILED after the network's
   *   today, VERSION_CONFLICT.
   */
  set(actor: Actor, { lockedThrough, version }: SetPeriodLockBody): Promise<PeriodLock> {
    if (!actor.scope('transactions.lock').reachesAll) {
      throw DomainError.onField('FORBIDDEN', 'lockedThrough', 'Only who reaches the whole network closes its books');
    }
    const today = businessDay(this.clock.now(), NETWORK_TIMEZONE);
    if (lockedThrough !== null && lockedThrough > today) {
      throw DomainError.onField('VALIDATION_FAILED', 'lockedThrough', 'Must not be after today');
    }
    return this.unitOfWork.run(async () => {
      const before = await this.locks.find();
      mustBeAt(before, version);
      const after = await this.write(actor, before, lockedThrough);
      await this.audit.record({
        actor,
        action: 'period-lock.updated',
        entity: 'period-lock',
        entityId: PERIOD_LOCK_ID,
        laboratoryId: null,
        before: before ?? { lockedThrough: null, updatedBy: null },
        after,
      });
      return toPeriodLock(after);
    });
  }

  private async write(
    actor: Actor,
    before: PeriodLockRow | null,
    lockedThrough: string | null,
  ): Promise<PeriodLockRow> {
    const now = this.clock.now();
    const changes = { lockedThrough, updatedBy: actor.name, updatedAt: now };
    if (before) {
      const after = await this.locks.updateAt(before.version, changes);
      if (!after) throw new DomainError('VERSION_CONFLICT');
      return after;
    }
    const first: PeriodLockRow = { _id: PERIOD_LOCK_ID, ...changes, version: 2, createdAt: now };
    await this.locks.insert(first);
    return first;
  }
}

/** Unwritten books are at version 1. */
function mustBeAt(current: PeriodLockRow | null, version: number): void {
  const told = toPeriodLock(current);
  if (told.version === version) return;
  if (!current) throw new DomainError('VERSION_CONFLICT');
  throw DomainError.versionConflict('lock', current, told);
}
