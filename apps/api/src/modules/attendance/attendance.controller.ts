import { contract } from '@shifa/contract';
import { Controller } from '@nestjs/common';
import type { Actor, DisplayDevice } from '../../platform/domain/actor';
import { Implements, type Input } from '../../platform/http/implements';
import { describeDevice } from '../access/access.port';
import { ClockStates } from './clock/clock-state';
import { Punches } from './clock/punch';
import { Displays, PairingThrottle } from './codes/displays';
import { WallCodes } from './codes/wall-codes';
import { RequestLeave } from './leave-requests/request-leave';
import { Leaves } from './leaves/leave';
import { Boards } from './overview/board';
import { MonthExport, Months } from './overview/month';
import { RehearseThresholds } from './overview/rehearse-thresholds';
import { AttendanceStatistics } from './overview/statistics';
import { DecideRecord } from './records/decide-record';
import { EnterRecord } from './records/enter-record';
import { AttendanceRecords } from './records/record';
import { ReplaceShift } from './records/replace-shift';

const attendanceRoutes = contract.attendance;
const leaveRoutes = contract.leaves;
const displayRoutes = contract.displays;

@Controller()
export class ClockController {
  constructor(
    private readonly clock: Punches,
    private readonly states: ClockStates,
  ) {}

  @Implements(attendanceRoutes.clock)
  state(actor: Actor) {
    return this.states.state(actor);
  }

  @Implements(attendanceRoutes.clockIn)
  clockIn(actor: Actor, { body, origin }: Input<typeof attendanceRoutes.clockIn>) {
    return () => this.clock.clockIn(actor, body, describeDevice(origin.userAgent));
  }

  @Implements(attendanceRoutes.clockOut)
  clockOut(actor: Actor, { body, origin }: Input<typeof attendanceRoutes.clockOut>) {
    return () => this.clock.clockOut(actor, body, describeDevice(origin.userAgent));
  }

  @Implements(attendanceRoutes.startBreak)
  startBreak(actor: Actor) {
    return () => this.clock.startBreak(actor);
  }

  @Implements(attendanceRoutes.endBreak)
  endBreak(actor: Actor) {
    return () => this.clock.endBreak(actor);
  }

  @Implements(attendanceRoutes.offlinePunch)
  offlinePunch(actor: Actor, { body, origin }: Input<typeof attendanceRoutes.offlinePunch>) {
    return this.clock.punchedOffline(actor, body, describeDevice(origin.userAgent));
  }
}

@Controller()
export class AttendanceController {
  constructor(
    private readonly store: AttendanceRecords,
    private readonly records: EnterRecord,
    private readonly shifts: ReplaceShift,
    private readonly decisions: DecideRecord,
  ) {}

  @Implements(attendanceRoutes.list)
  list(actor: Actor, { query }: Input<typeof attendanceRoutes.list>) {
    return this.records.list(actor, query);
  }

  @Implements(attendanceRoutes.mine)
  mine(actor: Actor, { query }: Input<typeof attendanceRoutes.mine>) {
    return this.records.mine(actor, query);
  }

  @Implements(attendanceRoutes.get)
  get(actor: Actor, { params }: Input<typeof attendanceRoutes.get>) {
    return this.records.get(actor, params.id);
  }

  @Implements(attendanceRoutes.history)
  history(actor: Actor, { params, query }: Input<typeof attendanceRoutes.history>) {
    return this.store.records.history(actor, 'attendance.view', params.id, query);
  }

  @Implements(attendanceRoutes.create)
  create(actor: Actor, { body }: Input<typeof attendanceRoutes.create>) {
    return () => this.records.create(actor, body);
  }

  @Implements(attendanceRoutes.update)
  update(actor: Actor, { params, body }: Input<typeof attendanceRoutes.update>) {
    return this.records.update(actor, params.id, body);
  }

  @Implements(attendanceRoutes.replaceShift)
  replaceShift(actor: Actor, { params, body }: Input<typeof attendanceRoutes.replaceShift>) {
    return () => this.shifts.request(actor, params.id, body);
  }

  @Implements(attendanceRoutes.remove)
  remove(actor: Actor, { params, query }: Input<typeof attendanceRoutes.remove>) {
    return this.records.remove(actor, params.id, query);
  }

  @Implements(attendanceRoutes.requestCorrection)
  requestCorrection(actor: Actor, { body }: Input<typeof attendanceRoutes.requestCorrection>) {
    return () => this.records.requestCorrection(actor, body);
  }

  @Implements(attendanceRoutes.withdrawCorrection)
  withdrawCorrection(actor: Actor, { params, body }: Input<typeof attendanceRoutes.withdrawCorrection>) {
    return this.decisions.withdraw(actor, params.id, body.version);
  }

  @Implements(attendanceRoutes.approve)
  approve(actor: Actor, { params, body }: Input<typeof attendanceRoutes.approve>) {
    return this.decisions.decide(actor, params.id, body);
  }

  @Implements(attendanceRoutes.bulkApprove)
  bulkApprove(actor: Actor, { body }: Input<typeof attendanceRoutes.bulkApprove>) {
    return this.decisions.decideMany(actor, body);
  }
}

@Controller()
export class OverviewController {
  constructor(
    private readonly boards: Boards,
    private readonly months: Months,
    private readonly monthExport: MonthExport,
    private readonly reports: AttendanceStatistics,
    private readonly rehearsals: RehearseThresholds,
  ) {}

  @Implements(attendanceRoutes.board)
  board(actor: Actor, { query }: Input<typeof attendanceRoutes.board>) {
    return this.boards.board(actor, query);
  }

  @Implements(attendanceRoutes.people)
  people(actor: Actor, { query }: Input<typeof attendanceRoutes.people>) {
    return this.boards.people(actor, query);
  }

  @Implements(attendanceRoutes.stats)
  stats(actor: Actor, { query }: Input<typeof attendanceRoutes.stats>) {
    return this.boards.stats(actor, query);
  }

  @Implements(attendanceRoutes.month)
  month(actor: Actor, { query }: Input<typeof attendanceRoutes.month>) {
    return this.months.month(actor, query);
  }

  @Implements(attendanceRoutes.exportMonth)
  exportMonth(actor: Actor, { query }: Input<typeof attendanceRoutes.exportMonth>) {
    return this.monthExport.export(actor, query);
  }

  @Implements(attendanceRoutes.analytics)
  analytics(actor: Actor, { query }: Input<typeof attendanceRoutes.analytics>) {
    return this.reports.analytics(actor, query);
  }

  @Implements(attendanceRoutes.report)
  report(actor: Actor, { query }: Input<typeof attendanceRoutes.report>) {
    return this.reports.report(actor, query);
  }

  @Implements(attendanceRoutes.rehearsal)
  rehearse(actor: Actor, { query }: Input<typeof attendanceRoutes.rehearsal>) {
    return this.rehearsals.rehearse(actor, query);
  }
}

@Controller()
export class LeaveController {
  constructor(
    private readonly store: Leaves,
    private readonly leaves: RequestLeave,
  ) {}

  @Implements(leaveRoutes.list)
  list(actor: Actor, { query }: Input<typeof leaveRoutes.list>) {
    return this.leaves.list(actor, query);
  }

  @Implements(leaveRoutes.balance)
  balance(actor: Actor, { query }: Input<typeof leaveRoutes.balance>) {
    return this.leaves.balance(actor, query);
  }

  @Implements(leaveRoutes.teamBalances)
  teamBalances(actor: Actor, { query }: Input<typeof leaveRoutes.teamBalances>) {
    return this.leaves.teamBalances(actor, query);
  }

  @Implements(leaveRoutes.preview)
  preview(actor: Actor, { query }: Input<typeof leaveRoutes.preview>) {
    return this.leaves.preview(actor, query);
  }

  @Implements(leaveRoutes.get)
  get(actor: Actor, { params }: Input<typeof leaveRoutes.get>) {
    return this.store.records.get(actor, 'leave.view', params.id);
  }

  @Implements(leaveRoutes.history)
  history(actor: Actor, { params, query }: Input<typeof leaveRoutes.history>) {
    return this.store.records.history(actor, 'leave.view', params.id, query);
  }

  @Implements(leaveRoutes.request)
  request(actor: Actor, { body }: Input<typeof leaveRoutes.request>) {
    return () => this.leaves.request(actor, body);
  }

  @Implements(leaveRoutes.decide)
  decide(actor: Actor, { params, body }: Input<typeof leaveRoutes.decide>) {
    return this.leaves.decide(actor, params.id, body);
  }

  @Implements(leaveRoutes.bulkDecide)
  bulkDecide(actor: Actor, { body }: Input<typeof leaveRoutes.bulkDecide>) {
    return this.leaves.decideMany(actor, body);
  }

  @Implements(leaveRoutes.cancel)
  cancel(actor: Actor, { params, query }: Input<typeof leaveRoutes.cancel>) {
    return this.leaves.cancel(actor, params.id, query);
  }
}

@Controller()
export class CodeController {
  constructor(
    private readonly wallCodes: WallCodes,
    private readonly displays: Displays,
    private readonly throttle: PairingThrottle,
  ) {}

  @Implements(attendanceRoutes.qrCode)
  qrCode(actor: Actor, { query, origin }: Input<typeof attendanceRoutes.qrCode>) {
    return this.wallCodes.current(actor, query.laboratoryId, origin.site);
  }

  @Implements(displayRoutes.list)
  list(actor: Actor, { query }: Input<typeof displayRoutes.list>) {
    return this.displays.list(actor, query.laboratoryId);
  }

  @Implements(displayRoutes.create)
  create(actor: Actor, { body }: Input<typeof displayRoutes.create>) {
    return () => this.displays.create(actor, body);
  }

  @Implements(displayRoutes.pair)
  pair({ body, origin }: Input<typeof displayRoutes.pair>) {
    return this.throttle.attempt(origin.ipAddress, () => this.displays.pair(body, describeDevice(origin.userAgent)));
  }

  @Implements(displayRoutes.codes)
  codes(display: DisplayDevice, { query }: Input<typeof displayRoutes.codes>) {
    return this.displays.codes(display, query.from);
  }

  @Implements(displayRoutes.remove)
  remove(actor: Actor, { params }: Input<typeof displayRoutes.remove>) {
    return this.displays.remove(actor, params.id);
  }
}
