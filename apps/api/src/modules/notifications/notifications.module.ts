import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { RetentionModule } from '../network/retention.module';
import { StaffModule } from '../staff/staff.module';
import { BroadcastService } from './broadcast.service';
import { CredentialNotices } from './credential.notices';
import { ESCALATION_MODEL, EscalationRepository, escalationSchema } from './escalation.repository';
import { Escalations } from './escalations';
import { Notices } from './notices';
import { GroupCounts } from './group-counts';
import { NotificationController } from './notification.controller';
import { BROADCAST_MODEL, broadcastSchema, NOTIFICATION_MODEL, notificationSchema } from './notification.document';
import { BroadcastRepository, NotificationRepository } from './notification.repository';
import { NotificationService } from './notification.service';
import { REMINDER_MODEL, ReminderRepository, reminderSchema } from './reminder.repository';
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
      { name: ESCALATION_MODEL, schema: escalationSchema },
      { name: REMINDER_MODEL, schema: reminderSchema },
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
    CredentialNotices,
    EscalationRepository,
    Escalations,
    ReminderRepository,
  ],
  exports: [Notices, GroupCounts, ReminderRepository],
})
export class NotificationsModule {}
