import { Inject, Injectable, Logger } from '@nestjs/common';
import type { BackupSettings } from '../../env';
import { AuditLog } from '../../platform/audit/audit-log';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { PersonSessions } from '../access/access.port';
import { RestoredMessages } from '../messages/messages.port';
import { contentsIn } from './backup-folders';
import { BackupNotices } from './backup.notices';
import { BACKUP_SETTINGS } from './backup.service';
import { RestoreRepository } from './restore.repository';

/**
 * Ends what comes back to life with a restored backup although it has ended since: sessions, what was handed out for
 * signing in, and messages. The manifest in the data folder tells that it is a backup.
 */
@Injectable()
export class Restores {
  private readonly logger = new Logger(Restores.name);

  constructor(
    @Inject(BACKUP_SETTINGS) private readonly settings: BackupSettings | null,
    private readonly repository: RestoreRepository,
    private readonly sessions: PersonSessions,
    private readonly messages: RestoredMessages,
    private readonly notices: BackupNotices,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** When the backup in the data folder was made, unless its restore is on record, or the folder is no backup. */
  async findUnrecorded(): Promise<Date | undefined> {
    const contents = this.settings ? await contentsIn(this.settings.dataDir) : undefined;
    return contents && !(await this.repository.has(contents.createdAt)) ? contents.createdAt : undefined;
  }

  /**
   * Before the first job and the first request. Not in the transaction of `record`, which needs what the migrations make:
   * if the process ends in between, the next start repeats it.
   */
  async endOutdated(): Promise<void> {
    this.logger.log('A backup was restored: ending all sessions and dropping the messages that were waiting');
    await this.sessions.endEveryone();
    await this.messages.forget();
  }

  /** @param madeAt when the backup was made; null if nothing tells. */
  async record(madeAt: Date | null): Promise<void> {
    const _id = newId();
    const about = { action: 'backup.restored', entity: 'backup', entityId: _id, laboratoryId: null } as const;
    await this.unitOfWork.run(async () => {
      await this.repository.insert({ _id, madeAt, handledAt: this.clock.now() });
      await this.audit.record({ actor: null, ...about, before: null, after: madeAt && { madeAt } });
      await this.notices.restored(madeAt);
    });
  }
}
