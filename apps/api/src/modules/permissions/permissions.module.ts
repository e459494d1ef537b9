import { Module } from '@nestjs/common';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffModule } from '../staff/staff.module';
import { PermissionController } from './permission.controller';
import { PermissionService } from './permission.service';

@Module({
  imports: [StaffModule, LaboratoriesModule],
  controllers: [PermissionController],
  providers: [PermissionService],
})
export class PermissionsModule {}
