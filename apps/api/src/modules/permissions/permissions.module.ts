import { Module } from '@nestjs/common';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { PermissionController } from './permission.controller';
import { PermissionEnds } from './permission-ends';
import { PermissionService } from './permission.service';

@Module({
  imports: [StaffModule, LaboratoriesModule, NotificationsModule],
  controllers: [PermissionController],
  providers: [PermissionService, PermissionEnds],
})
export class PermissionsModule {}
