import { contract } from '@shifa/contract';
import { Controller, type DynamicModule, Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import type { BackupSettings } from '../../env';
import type { Actor } from '../../platform/domain/actor';
import { Implements } from '../../platform/http/implements';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { BACKUP_MODEL, backupSchema } from './backup.document';
import { BackupNotices } from './backup.notices';
import { BackupRepository } from './backup.repository';
import { BACKUP_SETTINGS, BackupService } from './backup.service';
import { BackupJobs } from './backup-jobs';
import { RESTORE_MODEL, RestoreRepository, restoreSchema } from './restore.repository';
import { Restores } from './restores';

const routes = contract.backups;

@Controller()
class BackupController {
  constructor(private readonly service: BackupService) {}

  @Implements(routes.list)
  list() {
    return this.service.list();
  }

  @Implements(routes.create)
  async create(actor: Actor) {
    await this.service.start(actor);
    return this.service.list();
  }
}

/** Backs up the embedded database every day and on request. With a MongoDB, it says that someone else does. */
@Module({})
export class BackupsModule {
  static forRoot(settings: BackupSettings | undefined): DynamicModule {
    return {
      module: BackupsModule,
      imports: [
        NotificationsModule,
        StaffModule,
        MongooseModule.forFeature([
          { name: BACKUP_MODEL, schema: backupSchema },
          { name: RESTORE_MODEL, schema: restoreSchema },
        ]),
      ],
      controllers: [BackupController],
      providers: [
        { provide: BACKUP_SETTINGS, useValue: settings ?? null },
        BackupRepository,
        BackupNotices,
        BackupService,
        BackupJobs,
        RestoreRepository,
        Restores,
      ],
    };
  }
}
