import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { DashboardModule } from '../dashboard/dashboard.module';
import { LaboratoriesModule } from '../laboratories/laboratories.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { ReportSourcesModule } from '../reports/report-sources.module';
import { StaffModule } from '../staff/staff.module';
import {
  AttendanceController,
  ClockController,
  CodeController,
  LeaveController,
  OverviewController,
} from './attendance.controller';
import { AttendanceJobs } from './attendance-jobs';
import { ClockStates } from './clock/clock-state';
import { Punches } from './clock/punch';
import {
  ATTENDANCE_BOOK_MODEL,
  attendanceBookSchema,
  AttendanceBookRepository,
  CODE_USE_MODEL,
  codeUseSchema,
} from './codes/attendance-book.repository';
import { DISPLAY_MODEL, displaySchema, DisplayRepository } from './codes/display.repository';
import { Displays, DisplayStrategy, PairingThrottle } from './codes/displays';
import { WallCodes } from './codes/wall-codes';
import { AttendanceContributions } from './contributions';
import { Subjects } from './days/subjects';
import { ExcelReport } from './excel-report';
import { LeaveBalances } from './leave-requests/leave-balances';
import { LeaveCounts } from './leave-requests/leave-counts';
import { MoveLeave } from './leave-requests/move-leave';
import { RequestLeave } from './leave-requests/request-leave';
import { Leaves } from './leaves/leave';
import { LeaveDays } from './leaves/leave-days';
import { LEAVE_MODEL, LeaveRepository, leaveSchema } from './leaves/leave.repository';
import { AttendanceNotices } from './notices';
import { MonthSheetController } from './month-sheet.controller';
import { ClosedMonths } from './month-closings/closed-months';
import {
  MONTH_CLOSING_MODEL,
  MonthClosingRepository,
  monthClosingSchema,
} from './month-closings/month-closing.repository';
import { CloseMonth } from './month-sheets/close-month';
import { ExportSheet } from './month-sheets/export-sheet';
import { MonthSheets } from './month-sheets/month-sheets';
import {
  PAYROLL_FORMAT_MODEL,
  PayrollFormatRepository,
  payrollFormatSchema,
} from './month-sheets/payroll-format.repository';
import { PayrollFormats } from './month-sheets/payroll-formats';
import { Boards } from './overview/board';
import { MonthExport, Months } from './overview/month';
import { DayCounts, Presences } from './overview/presences';
import { RehearseThresholds } from './overview/rehearse-thresholds';
import { AttendanceReadModel, AttendanceStatistics } from './overview/statistics';
import { AttendanceReactions } from './reactions';
import { DecideRecord } from './records/decide-record';
import { EnterRecord } from './records/enter-record';
import { ReplaceShift } from './records/replace-shift';
import { AttendanceRecords } from './records/record';
import { ATTENDANCE_MODEL, attendanceMigrations, attendanceSchema } from './records/record.document';
import { AttendanceRepository } from './records/record.repository';
import { RosterController, ShiftTypeController, SwapController } from './roster.controller';
import { PlanSurroundings } from './roster-planning/plan-conflicts';
import { Coverage } from './roster-planning/coverage';
import { CoverageNotices } from './roster-planning/coverage-notices';
import { CalendarThrottle, OwnRosters } from './roster-planning/own-rosters';
import { ClearRoster } from './roster-planning/clear-roster';
import { PlanRoster } from './roster-planning/plan-roster';
import { PublishRoster } from './roster-planning/publish-roster';
import { PublishedChanges } from './roster-planning/published-changes';
import { RosterAudit } from './roster-planning/roster-audit';
import { RosterBoards } from './roster-planning/roster-boards';
import { ShiftTypes } from './roster-planning/shift-types';
import { CALENDAR_LINK_MODEL, CalendarLinkRepository, calendarLinkSchema } from './rosters/calendar-link.repository';
import { OPEN_SHIFT_MODEL, OpenShiftRepository, openShiftSchema } from './rosters/open-shift.repository';
import { PublicationRepository, publicationSchema, ROSTER_PUBLICATION_MODEL } from './rosters/publication.repository';
import { ROSTER_CELL_MODEL, RosterCellRepository, rosterCellSchema } from './rosters/roster.repository';
import { Rosters } from './rosters/rosters';
import { SHIFT_TYPE_MODEL, ShiftTypeRepository, shiftTypeSchema } from './rosters/shift-type.repository';
import { SWAP_MODEL, SwapRepository, swapSchema } from './rosters/swap.repository';
import { AnswerSwap } from './swaps/answer-swap';
import { EndSwaps } from './swaps/end-swaps';
import { OpenShifts } from './swaps/open-shifts';
import { RequestSwap } from './swaps/request-swap';
import { SwapChecks } from './swaps/swap-checks';
import { SwapNotices } from './swaps/swap-notices';
import { Swaps } from './swaps/swap';

@Module({
  imports: [
    DashboardModule,
    LaboratoriesModule,
    StaffModule,
    NotificationsModule,
    ReportSourcesModule,
    MongooseModule.forFeature([
      { name: ATTENDANCE_BOOK_MODEL, schema: attendanceBookSchema },
      { name: CODE_USE_MODEL, schema: codeUseSchema },
      { name: DISPLAY_MODEL, schema: displaySchema },
      { name: LEAVE_MODEL, schema: leaveSchema },
      { name: ATTENDANCE_MODEL, schema: attendanceSchema },
      { name: MONTH_CLOSING_MODEL, schema: monthClosingSchema },
      { name: PAYROLL_FORMAT_MODEL, schema: payrollFormatSchema },
      { name: ROSTER_CELL_MODEL, schema: rosterCellSchema },
      { name: ROSTER_PUBLICATION_MODEL, schema: publicationSchema },
      { name: CALENDAR_LINK_MODEL, schema: calendarLinkSchema },
      { name: SHIFT_TYPE_MODEL, schema: shiftTypeSchema },
      { name: SWAP_MODEL, schema: swapSchema },
      { name: OPEN_SHIFT_MODEL, schema: openShiftSchema },
    ]),
  ],
  controllers: [
    LeaveController,
    ClockController,
    CodeController,
    OverviewController,
    ShiftTypeController,
    SwapController,
    RosterController,
    MonthSheetController,
    AttendanceController,
  ],
  providers: [
    Subjects,
    AttendanceBookRepository,
    DisplayRepository,
    WallCodes,
    Displays,
    DisplayStrategy,
    PairingThrottle,
    RosterCellRepository,
    PublicationRepository,
    CalendarLinkRepository,
    ShiftTypeRepository,
    Rosters,
    MonthClosingRepository,
    ClosedMonths,
    LeaveRepository,
    LeaveDays,
    Leaves,
    AttendanceRepository,
    attendanceMigrations,
    AttendanceRecords,
    EnterRecord,
    ReplaceShift,
    DecideRecord,
    LeaveBalances,
    LeaveCounts,
    RequestLeave,
    MoveLeave,
    ShiftTypes,
    PlanSurroundings,
    Coverage,
    CoverageNotices,
    ClearRoster,
    RosterBoards,
    RosterAudit,
    PlanRoster,
    PublishedChanges,
    PublishRoster,
    OwnRosters,
    CalendarThrottle,
    SwapRepository,
    OpenShiftRepository,
    SwapChecks,
    Swaps,
    SwapNotices,
    RequestSwap,
    AnswerSwap,
    OpenShifts,
    EndSwaps,
    Punches,
    ClockStates,
    Presences,
    DayCounts,
    Boards,
    Months,
    MonthExport,
    MonthSheets,
    CloseMonth,
    PayrollFormatRepository,
    PayrollFormats,
    ExportSheet,
    AttendanceReadModel,
    AttendanceStatistics,
    RehearseThresholds,
    AttendanceJobs,
    AttendanceReactions,
    AttendanceNotices,
    AttendanceContributions,
    ExcelReport,
  ],
})
export class AttendanceModule {}
