import { defaultRetention, type Retention as RetentionData, type SetRetentionBody } from '@shifa/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { DomainEvents, eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { NETWORK_DOCUMENT_ID } from '../../platform/mongo/network-document';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../platform/records/records';
import { Clock } from '../../platform/time/clock';
import { RetentionRepository, type RetentionRow } from './retention.repository';

const DAY_MS = 86_400_000;

type Days = typeof defaultRetention;

const retentionChanged = eventKind<EntityChanged<RetentionRow>>('retention.changed');

/** How many days the network keeps what it may remove. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly records: Records<RetentionRow, RetentionData>;
  /** As this process last read it, because every notification asks. Other processes learn of a change hourly. */
  private known: Days = defaultRetention;

  constructor(
    private readonly repository: RetentionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    events: DomainEvents,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'retention',
      shown: { permission: 'settings.view', fields: { notificationDays: true, reportFileDays: true } },
      repository: repository.rows,
      notFound: 'NOT_FOUND',
      laboratoryOf: () => null,
      present: (_, row) => toRetention(row),
      changed: retentionChanged,
    });
    events.after(retentionChanged, ({ changes }) => {
      for (const { after } of changes) this.known = after;
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.reload();
  }

  /** When a notification that is sent now is removed. */
  endOfNotification(now: Date): Date {
    return daysAfter(now, this.known.notificationDays);
  }

  /** When the files of a report are removed. */
  endOfReportFiles({ createdAt }: { createdAt: Date }): Date {
    return daysAfter(createdAt, this.known.reportFileDays);
  }

  @Job('retention', '50 5 * * * *')
  async reload(): Promise<void> {
    this.known = (await this.repository.get()) ?? defaultRetention;
  }

  async get(): Promise<RetentionData> {
    return toRetention(await this.repository.get());
  }

  /** @throws DomainError VERSION_CONFLICT with the current retention. */
  set(actor: Actor, { notificationDays, reportFileDays, version }: SetRetentionBody): Promise<RetentionData> {
    return this.unitOfWork.run(async () => {
      if (!(await this.repository.get())) await this.repository.insertFirst(defaultRetention, this.clock.now());
      const options = { permission: 'settings.edit' } as const;
      return this.records.change(actor, NETWORK_DOCUMENT_ID, version, options, () => ({
        notificationDays,
        reportFileDays,
      }));
    });
  }
}

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}

function toRetention(row: RetentionRow | null): RetentionData {
  if (!row) return { ...defaultRetention, updatedBy: null, updatedAt: null, version: 1 };
  const { notificationDays, reportFileDays, updatedBy, updatedAt, version } = row;
  return { notificationDays, reportFileDays, updatedBy, updatedAt: updatedAt.toISOString(), version };
}
