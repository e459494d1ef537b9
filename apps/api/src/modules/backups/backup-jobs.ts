import { Inject, Injectable } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import type { BackupSettings } from '../../env';
import { DomainError } from '../../platform/domain/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { BackupNotices } from './backup.notices';
import { BackupRepository } from './backup.repository';
import { BACKUP_SETTINGS, BackupService } from './backup.service';
import { isTooOld, nextBackup } from './backup-rules';

/** People come first after a start. */
const STARTUP_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/**
 * Starts automatic backups, also one that was due while the server was stopped, and watches their age. Only the process
 * that started the embedded database has settings, so no other process does this.
 */
@Injectable()
export class BackupJobs {
  private startedAt: Date | undefined;
  private toldAt: Date | undefined;

  constructor(
    @Inject(BACKUP_SETTINGS) private readonly settings: BackupSettings | null,
    private readonly service: BackupService,
    private readonly repository: BackupRepository,
    private readonly notices: BackupNotices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('backups', '25 * * * * *')
  async run(): Promise<void> {
    if (!this.settings) return;
    await this.service.recover();
    const now = this.clock.now();
    this.startedAt ??= now;
    const { time } = this.settings;
    if (time === null || this.service.isRunning || now.getTime() - this.startedAt.getTime() < STARTUP_MS) return;
    const rows = await this.repository.all();
    if (nextBackup(rows, time, now) <= now) await this.start();
    else if (isTooOld(rows, now)) await this.tell(now);
  }

  /** A person can be faster. */
  private async start(): Promise<void> {
    try {
      await this.service.start(null);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'BACKUP_RUNNING')) throw error;
    }
  }

  /** At most once a day. */
  private async tell(now: Date): Promise<void> {
    if (this.toldAt && now.getTime() - this.toldAt.getTime() < DAY_MS) return;
    this.toldAt = now;
    await this.unitOfWork.run(() => this.notices.tooOld());
  }
}
