import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { StaffModule } from '../staff/staff.module';
import { AttendanceDashboard } from './attendance.dashboard';
import { AttendanceLaboratoryFacts } from './attendance.laboratory-facts';
import { AttendanceReportSource } from './attendance.report';
import { AttendanceNotices } from './attendance.notices';
import { ClockController } from './clock/clock.controller';
import { ClockService } from './clock/clock.service';
import { ClockStateService } from './clock/clock-state.service';
import { CodeService } from './codes/code.service';
import { DisplayController } from './codes/display.controller';
import { DISPLAY_MODEL, displaySchema } from './codes/display.document';
import { DisplayRepository } from './codes/display.repository';
import { DisplayService } from './codes/display.service';
import { DisplayStrategy } from './codes/display.strategy';
import { PairingThrottle } from './codes/pairing-throttle';
import { AttendanceJobs } from './jobs/attendance-jobs';
import { LeavesModule } from './leaves/leaves.module';
import { AttendanceReadModel } from './overview/attendance.read-model';
import { AttendanceReportService } from './overview/attendance-report.service';
import { BoardService } from './overview/board.service';
import { DayCounts } from './overview/day-counts';
import { MonthExport } from './overview/month-export';
import { MonthService } from './overview/month.service';
import { Presences } from './overview/presences';
import { AttendanceDecisionService } from './records/decision.service';
import { AttendanceRehearsalService } from './rehearsal/rehearsal.service';
import { LeaveListener } from './records/leave.listener';
import { AttendanceController } from './records/record.controller';
import { ATTENDANCE_MODEL, attendanceSchema } from './records/record.document';
import { AttendanceMigration } from './records/record.migration';
import { AttendanceRepository } from './records/record.repository';
import { AttendanceService } from './records/record.service';
import { AttendanceStore } from './records/record-store';

@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    ReportSourcesModule,
    LeavesModule,
    MongooseModule.forFeature([
      { name: ATTENDANCE_MODEL, schema: attendanceSchema },
      { name: DISPLAY_MODEL, schema: displaySchema },
    ]),
  ],
  controllers: [ClockController, DisplayController, AttendanceController],
  providers: [
    AttendanceRepository,
    AttendanceStore,
    AttendanceMigration,
    CodeService,
    DisplayRepository,
    DisplayService,
    DisplayStrategy,
    PairingThrottle,
    ClockService,
    ClockStateService,
    AttendanceService,
    AttendanceDecisionService,
    LeaveListener,
    AttendanceReadModel,
    AttendanceReportService,
    AttendanceRehearsalService,
    BoardService,
    DayCounts,
    Presences,
    MonthService,
    MonthExport,
    AttendanceJobs,
    AttendanceDashboard,
    AttendanceLaboratoryFacts,
    AttendanceReportSource,
    AttendanceNotices,
  ],
})
export class AttendanceModule {}
