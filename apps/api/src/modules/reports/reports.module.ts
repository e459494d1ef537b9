import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { RetentionModule } from '../network/retention.module';
import { StaffModule } from '../staff/staff.module';
import { ReportContents } from './report-contents.service';
import { ReportSourcesModule } from './report-sources.module';
import { ReportJobs } from './report-jobs';
import { ReportScheduleService } from './report-schedule.service';
import { ReportWriter } from './report-writer';
import { ReportController } from './report.controller';
import { REPORT_MODEL, REPORT_SCHEDULE_MODEL, reportScheduleSchema, reportSchema } from './report.document';
import { ReportRepository, ReportScheduleRepository } from './report.repository';
import { ReportService } from './report.service';

@Module({
  imports: [
    LaboratoriesModule,
    RetentionModule,
    StaffModule,
    NotificationsModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: REPORT_MODEL, schema: reportSchema },
      { name: REPORT_SCHEDULE_MODEL, schema: reportScheduleSchema },
    ]),
  ],
  controllers: [ReportController],
  providers: [
    ReportRepository,
    ReportScheduleRepository,
    ReportContents,
    ReportWriter,
    ReportService,
    ReportScheduleService,
    ReportJobs,
  ],
})
export class ReportsModule {}
