import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Env } from './env';
import { AccessModule } from './modules/access/access.module';
import { AttendanceModule } from './modules/attendance/attendance.module';
import { FinanceModule } from './modules/finance/finance.module';
import { InventoryModule } from './modules/inventory/inventory.module';
import { LaboratoriesModule } from './modules/laboratories/laboratories.module';
import { NotificationsModule } from './modules/notifications/notifications.module';
import { PermissionsModule } from './modules/permissions/permissions.module';
import { PreferencesModule } from './modules/preferences/preferences.module';
import { StaffModule } from './modules/staff/staff.module';
import { WEB_ROOT, WebController } from './platform/http/web';
import { requestLogging } from './platform/logging';
import { PlatformModule } from './platform/platform.module';

/** The built web app. The folder does not exist in a container, where nginx serves the web app. */
export const BUILT_WEB = join(__dirname, '../../web/dist');

export type AppOptions = Pick<Env, 'jwtSecret' | 'redisUrl'> & {
  mongodbUri: string;
  webRoot: string | null;
  logger: Logger;
};

/** Combines all modules of the product. */
@Module({})
export class AppModule {
  static forRoot({ mongodbUri, redisUrl, jwtSecret, webRoot, logger }: AppOptions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        requestLogging(logger),
        PlatformModule.forRoot({ mongodbUri, redisUrl, secret: jwtSecret }),
        AccessModule.forRoot({ jwtSecret }),
        LaboratoriesModule,
        FinanceModule,
        InventoryModule,
        AttendanceModule,
        StaffModule,
        NotificationsModule,
        PermissionsModule,
        PreferencesModule,
      ],
      // Last, because it handles every request that no other controller handles.
      controllers: [WebController],
      providers: [{ provide: WEB_ROOT, useValue: webRoot }],
    };
  }
}
