import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { StaffModule } from '../staff/staff.module';
import { AttendanceLaboratoryFacts } from './attendance.laboratory-facts';
import { AttendanceNotices } from './attendance.notices';
import { ClockController } from './clock/clock.controller';
import { ClockService } from './clock/clock.service';
import { ClockStateService } from './clock/clock-state.service';
import {
  ATTENDANCE_BOOK_MODEL,
  attendanceBookSchema,
  CODE_USE_MODEL,
  codeUseSchema,
} from './codes/attendance-book.document';
import { AttendanceBookRepository } from './codes/attendance-book.repository';
import { AttendanceDemo } from './demo/attendance.demo';
import { CodeService } from './codes/code.service';
import { AttendanceJobs } from './jobs/attendance-jobs';
import { LeavesModule } from './leaves/leaves.module';
import { AttendanceReadModel } from './overview/attendance.read-model';
import { AttendanceReportService } from './overview/attendance-report.service';
import { BoardService } from './overview/board.service';
import { MonthService } from './overview/month.service';
import { AttendanceDecisionService } from './records/decision.service';
import { LeaveListener } from './records/leave.listener';
import { AttendanceController } from './records/record.controller';
import { ATTENDANCE_MODEL, attendanceSchema } from './records/record.document';
import { AttendanceRepository } from './records/record.repository';
import { AttendanceService } from './records/record.service';
import { AttendanceStore } from './records/record-store';

@Module({
  imports: [
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    LeavesModule,
    MongooseModule.forFeature([
      { name: ATTENDANCE_MODEL, schema: attendanceSchema },
      { name: ATTENDANCE_BOOK_MODEL, schema: attendanceBookSchema },
      { name: CODE_USE_MODEL, schema: codeUseSchema },
    ]),
  ],
  controllers: [ClockController, AttendanceController],
  providers: [
    AttendanceRepository,
    AttendanceBookRepository,
    AttendanceStore,
    CodeService,
    ClockService,
    ClockStateService,
    AttendanceService,
    AttendanceDecisionService,
    LeaveListener,
    AttendanceReadModel,
    AttendanceReportService,
    BoardService,
    MonthService,
    AttendanceJobs,
    AttendanceLaboratoryFacts,
    AttendanceNotices,
    AttendanceDemo,
  ],
})
export class AttendanceModule {}
