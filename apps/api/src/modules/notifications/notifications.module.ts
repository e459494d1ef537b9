import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { RetentionModule } from '../network/retention.module';
import { StaffModule } from '../staff/staff.module';
import { BroadcastService } from './broadcast.service';
import { Notices } from './notices';
import { GroupCounts } from './group-counts';
import { NotificationController } from './notification.controller';
import { BROADCAST_MODEL, broadcastSchema, NOTIFICATION_MODEL, notificationSchema } from './notification.document';
import { BroadcastRepository, NotificationRepository } from './notification.repository';
import { NotificationService } from './notification.service';
import { SecurityNotices } from './security.notices';
import { StaffNotices } from './staff.notices';

@Module({
  imports: [
    LaboratoriesModule,
    RetentionModule,
    StaffModule,
    MongooseModule.forFeature([
      { name: NOTIFICATION_MODEL, schema: notificationSchema },
      { name: BROADCAST_MODEL, schema: broadcastSchema },
    ]),
  ],
  controllers: [NotificationController],
  providers: [
    NotificationRepository,
    BroadcastRepository,
    Notices,
    GroupCounts,
    NotificationService,
    BroadcastService,
    SecurityNotices,
    StaffNotices,
  ],
  exports: [Notices, GroupCounts],
})
export class NotificationsModule {}
