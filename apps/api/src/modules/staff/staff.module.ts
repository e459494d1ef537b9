import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffBulkService } from './staff-bulk.service';
import { StaffChangeService } from './staff-change.service';
import { StaffExportService } from './staff-export.service';
import { StaffImportService } from './staff-import.service';
import { StaffPlaces } from './staff-places';
import { StaffRecord } from './staff-record';
import { StaffController } from './staff.controller';
import { StaffDemo } from './staff.demo';
import { StaffLaboratoryFacts } from './staff.laboratory-facts';
import { StaffListener } from './staff.listener';
import { StaffMigration } from './staff.migration';
import { StaffPort } from './staff.port';
import { StaffService } from './staff.service';
import { USER_MODEL, userSchema } from './user.document';
import { UserRepository } from './user.repository';

/** Passwords and sessions come from the access module, which is global: it asks this one who people are. */
@Module({
  imports: [LaboratoriesModule, MongooseModule.forFeature([{ name: USER_MODEL, schema: userSchema }])],
  controllers: [StaffController],
  providers: [
    UserRepository,
    StaffPlaces,
    StaffRecord,
    StaffService,
    StaffChangeService,
    StaffBulkService,
    StaffImportService,
    StaffExportService,
    StaffPort,
    StaffListener,
    StaffMigration,
    StaffLaboratoryFacts,
    StaffDemo,
  ],
  exports: [StaffPort],
})
export class StaffModule {}
