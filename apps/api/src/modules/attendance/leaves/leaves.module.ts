import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { LaboratoriesModule } from '../../laboratories/laboratories.module';
import { StaffModule } from '../../staff/staff.module';
import {
  ATTENDANCE_BOOK_MODEL,
  attendanceBookSchema,
  CODE_USE_MODEL,
  codeUseSchema,
} from '../codes/attendance-book.document';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';
import { Subjects } from '../days/subjects';
import { CompensatoryDays, LeaveBalances } from './leave-balances';
import { LeaveAbsences } from './leave-absences';
import { LeaveDays } from './leave-days';
import { LeaveStore } from './leave-store';
import { LeaveController } from './leave.controller';
import { LEAVE_MODEL, leaveSchema } from './leave.document';
import { LeaveRepository } from './leave.repository';
import { LeaveService } from './leave.service';

@Module({
  imports: [
    LaboratoriesModule,
    StaffModule,
    MongooseModule.forFeature([
      { name: LEAVE_MODEL, schema: leaveSchema },
      { name: ATTENDANCE_BOOK_MODEL, schema: attendanceBookSchema },
      { name: CODE_USE_MODEL, schema: codeUseSchema },
    ]),
  ],
  controllers: [LeaveController],
  providers: [
    Subjects,
    AttendanceBookRepository,
    LeaveRepository,
    LeaveStore,
    LeaveBalances,
    CompensatoryDays,
    LeaveService,
    LeaveDays,
    LeaveAbsences,
  ],
  exports: [Subjects, AttendanceBookRepository, LeaveService, LeaveRepository, LeaveDays, CompensatoryDays],
})
export class LeavesModule {}
