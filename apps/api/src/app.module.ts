import { dirname, join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Env } from './env';
import { AccessModule } from './modules/access/access.module';
import { AttendanceModule } from './modules/attendance/attendance.module';
import { AuditModule } from './modules/audit/audit.module';
import { BackupsModule } from './modules/backups/backups.module';
import { DashboardModule } from './modules/dashboard/dashboard.module';
import { FinanceModule } from './modules/finance/finance.module';
import { InventoryModule } from './modules/inventory/inventory.module';
import { LaboratoriesModule } from './modules/laboratories/laboratories.module';
import { MessagesModule } from './modules/messages/messages.module';
import { NetworkModule } from './modules/network/network.module';
import { NotificationsModule } from './modules/notifications/notifications.module';
import { PermissionsModule } from './modules/permissions/permissions.module';
import { PreferencesModule } from './modules/preferences/preferences.module';
import { PurchaseOrdersModule } from './modules/purchasing/purchase-orders.module';
import { PurchasingModule } from './modules/purchasing/purchasing.module';
import { ReportsModule } from './modules/reports/reports.module';
import { StaffModule } from './modules/staff/staff.module';
import { SupportModule } from './modules/support/support.module';
import { WEB_ROOT, WebController } from './platform/http/web';
import { PlatformModule } from './platform/platform.module';

/** The built web app. The folder does not exist in a container, where nginx serves the web app. */
export const BUILT_WEB = join(dirname(require.resolve('#package.json')), '../web/dist');

export type AppOptions = Pick<
  Env,
  'jwtSecret' | 'redisUrl' | 'support' | 'trustProxy' | 'publicUrl' | 'logLevel' | 'backups'
> &
  Partial<Pick<Env, 'metrics' | 'mail' | 'pushAllowedHosts' | 'gateway' | 'provider'>> & {
    /** Certificates of push services to trust besides the public ones, in PEM. */
    pushCertificates?: string;
    mongodbUri: string;
    webRoot: string | null;
    /** Whether jobs run; without them, nothing is sent either. */
    jobs: boolean;
  };

/** Combines all modules of the product. */
@Module({})
export class AppModule {
  static forRoot({ webRoot, ...env }: AppOptions): DynamicModule {
    const { mongodbUri, redisUrl, jwtSecret, support } = env;
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ mongodbUri, redisUrl, secret: jwtSecret, metrics: env.metrics, jobs: env.jobs }),
        AccessModule.forRoot({ jwtSecret, publicUrl: env.publicUrl, provider: env.provider }),
        LaboratoriesModule,
        DashboardModule,
        FinanceModule,
        InventoryModule,
        PurchaseOrdersModule,
        PurchasingModule,
        AttendanceModule,
        StaffModule,
        NotificationsModule,
        MessagesModule.forRoot({
          mail: env.mail,
          push: {
            contact: `mailto:${support.email}`,
            allowedHosts: env.pushAllowedHosts ?? [],
            certificates: env.pushCertificates,
          },
          gateway: env.gateway,
          publicUrl: env.publicUrl,
          secret: jwtSecret,
        }),
        PermissionsModule,
        PreferencesModule,
        ReportsModule,
        AuditModule,
        BackupsModule.forRoot(env.backups),
        SupportModule.forRoot(support),
        NetworkModule.forRoot(env),
      ],
      // Last, because it handles every request that no other controller handles.
      controllers: [WebController],
      providers: [{ provide: WEB_ROOT, useValue: webRoot }],
    };
  }
}
