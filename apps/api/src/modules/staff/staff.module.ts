import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { StaffContributions } from './contributions';
import { Absences, Deputies } from './deputies';
import { DeputyChoice } from './deputy-choice';
import { EmailLimit } from './email-limit';
import { PREFERENCES_MODEL, PreferencesRepository, preferencesSchema } from './preferences.repository';
import { StaffAnalyticsService } from './staff-analytics.service';
import { StaffAssignment } from './staff-assignment';
import { StaffBulkService } from './staff-bulk.service';
import { staffRecords } from './staff-records';
import { StaffSheet } from './staff-sheet';
import { StaffController } from './staff.controller';
import { ExcelReport } from './excel-report';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { staffMigrations } from './migrations';
import { StaffFacts } from './staff-facts';
import { StaffPort } from './staff.port';
import { StaffService } from './staff.service';
import { USER_MODEL, userSchema } from './user.document';
import { HeadcountReadModel } from './headcount.read-model';
import { UserRepository } from './user.repository';

/** Passwords and sessions come from the access module, which is global because it depends on this one for accounts. */
@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: USER_MODEL, schema: userSchema },
      { name: PREFERENCES_MODEL, schema: preferencesSchema },
    ]),
  ],
  controllers: [StaffController],
  providers: [
    UserRepository,
    PreferencesRepository,
    HeadcountReadModel,
    staffRecords,
    StaffAssignment,
    StaffService,
    StaffAnalyticsService,
    StaffBulkService,
    StaffSheet,
    StaffPort,
    StaffFacts,
    Absences,
    Deputies,
    DeputyChoice,
    EmailLimit,
    staffMigrations,
    StaffContributions,
    ExcelReport,
  ],
  exports: [StaffPort, StaffFacts, Absences, Deputies],
})
export class StaffModule {}
