import {
  defaultRetention,
  type Retention as RetentionData,
  RetentionSchema,
  type SetRetentionBody,
} from '@shifa/contract';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { DomainEvents, eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { declaredFields } from '../../platform/records/declared-fields';
import { type NetworkSetting, NetworkSettings } from '../../platform/records/network-setting';
import type { EntityChanged } from '../../platform/records/records';
import { RetentionRepository, type RetentionRow } from './retention.repository';

const DAY_MS = 86_400_000;

type Days = typeof defaultRetention;

const retentionChanged = eventKind<EntityChanged<RetentionRow>>('retention.changed');

/** How many days the network keeps what it can remove. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  private readonly setting: NetworkSetting<RetentionRow, RetentionData>;
  /** As this process last read it, because every notification asks. Other processes learn of a change hourly. */
  private known: Days = defaultRetention;

  constructor(
    private readonly repository: RetentionRepository,
    events: DomainEvents,
    settings: NetworkSettings,
  ) {
    this.setting = settings.create({
      entity: 'retention',
      shown: { permission: 'settings.view', fields: { notificationDays: true, reportFileDays: true } },
      repository,
      permission: 'settings.edit',
      defaults: defaultRetention,
      present: (row) => declaredFields(RetentionSchema, row),
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

  get(): Promise<RetentionData> {
    return this.setting.get();
  }

  /** @throws DomainError VERSION_CONFLICT with the current retention. */
  set(actor: Actor, { notificationDays, reportFileDays, version }: SetRetentionBody): Promise<RetentionData> {
    return this.setting.set(actor, version, () => ({ notificationDays, reportFileDays }));
  }
}

function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * DAY_MS);
}
