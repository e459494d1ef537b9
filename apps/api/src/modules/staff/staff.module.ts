import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { Absences, Deputies } from './deputies';
import { StaffAssignment } from './staff-assignment';
import { StaffBulkService } from './staff-bulk.service';
import { staffRecords } from './staff-records';
import { StaffSheetService } from './staff-sheet.service';
import { StaffController } from './staff.controller';
import { StaffDemo } from './staff.demo';
import { StaffLaboratoryFacts } from './staff.laboratory-facts';
import { StaffMigration } from './staff.migration';
import { StaffFacts } from './staff-facts';
import { StaffPort } from './staff.port';
import { StaffService } from './staff.service';
import { USER_MODEL, userSchema } from './user.document';
import { UserRepository } from './user.repository';

/** Passwords and sessions come from the access module, which is global because it depends on this one for accounts. */
@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: USER_MODEL, schema: userSchema }])],
  controllers: [StaffController],
  providers: [
    UserRepository,
    staffRecords,
    StaffAssignment,
    StaffService,
    StaffBulkService,
    StaffSheetService,
    StaffPort,
    StaffFacts,
    Absences,
    Deputies,
    StaffMigration,
    StaffLaboratoryFacts,
    StaffDemo,
  ],
  exports: [StaffPort, StaffFacts, Absences],
})
export class StaffModule {}
