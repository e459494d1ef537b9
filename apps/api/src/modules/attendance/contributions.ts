import { AttendanceListQuery, LeaveListQuery, MyAttendanceQuery, type Blocker, plural } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { objectId } from '../../platform/domain/object-id';
import { monthOf } from '../../platform/time/business-day';
import { type AttentionCheck, countOfList, type DashboardRequest, DashboardSources } from '../dashboard/dashboard.port';
import { ClockStates } from './clock/clock-state';
import { RequestLeave } from './leave-requests/request-leave';
import { Boards } from './overview/board';
import { sumTotals, toTotals, AttendanceReadModel } from './overview/statistics';
import { EnterRecord } from './records/enter-record';
import { AttendanceRepository } from './records/record.repository';
import { LabScope } from '../../platform/domain/lab-scope';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { ReportSources } from '../reports/reports.port';
import { Absences, type PersonOnDay, StaffFacts } from '../staff/staff.port';
import { ExcelReport } from './excel-report';
import { LeaveDays, leaveOn } from './leaves/leave-days';
import { LeaveRepository } from './leaves/leave.repository';
import { ATTENDANCE_LOCK } from './month-closings/closed-months';

/** What attendance gives to other features: staff, laboratories, the dashboard and reports. */
@Injectable()
export class AttendanceContributions implements OnModuleInit {
  constructor(
    private readonly absences: Absences,
    private readonly staffFacts: StaffFacts,
    private readonly facts: LaboratoryFacts,
    private readonly sources: DashboardSources,
    private readonly reports: ReportSources,
    private readonly excelReport: ExcelReport,
    private readonly clockState: ClockStates,
    private readonly boards: Boards,
    private readonly records: EnterRecord,
    private readonly repository: AttendanceRepository,
    private readonly readModel: AttendanceReadModel,
    private readonly leaves: RequestLeave,
    private readonly leaveDays: LeaveDays,
    private readonly leaveRepository: LeaveRepository,
  ) {}

  onModuleInit(): void {
    this.absences.register((people) => this.lastDays(people));
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('attendance.view')) return [];
        const records = await this.blockers(actor.scope('attendance.view'), userIds);
        if (!actor.may('leave.view')) return records;
        return [...records, ...(await this.pendingLeaves(actor.scope('leave.view'), userIds))];
      },
    });
    this.facts.register({
      hasRecords: async (laboratoryId) =>
        (await this.repository.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const scope = LabScope.ofLaboratory(laboratoryId);
        return [...(await this.blockers(scope)), ...(await this.pendingLeaves(scope))];
      },
      lock: ATTENDANCE_LOCK,
      stats: async ({ actor, laboratoryId, from, to }) => {
        if (!actor.may('attendance.view')) return {};
        const scope = actor.scope('attendance.view');
        if (!scope.reaches(laboratoryId) || scope.userId !== null) return {};
        const filter = { laboratoryId: objectId(laboratoryId), workDate: { $gte: from, $lte: to }, removed: false };
        const [totals] = await this.readModel.totals(scope, filter, 'laboratory');
        const { presentDays = 0, halfDays = 0, absentDays = 0 } = totals ?? {};
        const expected = presentDays + halfDays + absentDays;
        const ratePercent = expected === 0 ? null : ((presentDays + halfDays / 2) / expected) * 100;
        return { attendance: { ratePercent } };
      },
    });
    this.sources.register({
      permission: 'attendance.clock',
      own: true,
      blocks: { me: ({ actor }) => this.ownDay(actor) },
      attention: ({ actor }) => this.forgotten(actor),
    });
    this.sources.register({
      permission: 'attendance.view',
      blocks: { attendance: ({ actor, laboratoryId }) => this.boards.stats(actor, { laboratoryId }) },
      columns: { attendance: ({ actor }) => this.boards.compare(actor) },
      quick: { attendance: ({ actor, laboratoryId }) => this.boards.quick(actor, laboratoryId) },
      attention: (request) => this.attention(request),
    });
    this.reports.register({
      kind: 'attendance',
      ledger: 'attendance',
      prepare: (request) => this.excelReport.prepare(request),
    });
  }

  /** Half a day of leave is no absence; two halves are. */
  private async lastDays(people: readonly PersonOnDay[]): Promise<Map<string, string>> {
    const days = people.map(({ day }) => day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return new Map();
    const ids = people.map(({ _id }) => _id);
    const approved = await this.leaveDays.approvedOn(ids, from, to);
    return new Map(
      people.flatMap(({ _id, day }) => {
        const leaves = approved.get(_id.toHexString()) ?? [];
        const covering = leaves.filter((leave) => leave.from <= day && day <= leave.to);
        const [until] = covering.map((leave) => leave.to).toSorted();
        return until !== undefined && leaveOn(covering, day) === 'full' ? [[_id.toHexString(), until] as const] : [];
      }),
    );
  }

  /** Of everyone within the scope, or of some people. */
  private async blockers(scope: LabScope, userIds?: readonly string[]): Promise<Blocker[]> {
    const people = userIds && byUserIds(userIds);
    const open = await this.repository.count(scope, { ...people, open: true });
    const pending = await this.repository.count(scope, { ...people, approvalStatus: 'pending', removed: false });
    const userId = userIds && { userId: [...userIds] };
    const blockers: Blocker[] = [];
    if (open > 0) {
      const name = plural(open, 'person clocked in', 'people clocked in');
      blockers.push({ name, count: open, resource: 'attendance', filter: { ...userId, open: ['true'] } });
    }
    if (pending > 0) {
      const name = plural(pending, 'attendance record awaiting approval', 'attendance records awaiting approval');
      blockers.push({
        name,
        count: pending,
        resource: 'attendance',
        filter: { ...userId, approvalStatus: ['pending'] },
      });
    }
    return blockers;
  }

  /** Of everyone within the scope, or of some people. */
  private async pendingLeaves(scope: LabScope, userIds?: readonly string[]): Promise<Blocker[]> {
    const count = await this.leaveRepository.count(scope, { ...(userIds && byUserIds(userIds)), status: 'pending' });
    const name = plural(count, 'leave request awaiting approval', 'leave requests awaiting approval');
    const filter = { ...(userIds && { userId: [...userIds] }), status: ['pending'] };
    return count === 0 ? [] : [{ name, count, resource: 'leave', filter }];
  }

  private async ownDay(actor: Actor) {
    const clock = await this.clockState.state(actor);
    const { from } = monthOf(clock.today);
    const period = { from, to: clock.today };
    const rows = await this.repository.ofPersonBetween(objectId(actor.userId), period);
    return { clock, month: { ...period, totals: sumTotals(rows.map(toTotals)) } };
  }

  /** Days of the viewer on which no time counts until they say when they left. */
  private forgotten(actor: Actor): AttentionCheck[] {
    return [
      {
        level: 'warning',
        names: ['day without your clock-out', 'days without your clock-out'],
        permission: 'attendance.clock',
        own: true,
        resource: 'missed',
        filter: { missed: ['true'] },
        count: async () =>
          (await this.records.mine(actor, MyAttendanceQuery.parse({ missed: 'true', limit: 1 }))).total,
      },
    ];
  }

  private attention(request: DashboardRequest): AttentionCheck[] {
    const { actor } = request;
    const waiting = { request, filter: { waitingForMe: ['true'] } };
    return [
      {
        level: 'warning',
        names: ['attendance record needs your decision', 'attendance records need your decision'],
        resource: 'attendance',
        ...countOfList({
          ...waiting,
          permission: 'attendance.approve',
          schema: AttendanceListQuery,
          list: (query) => this.records.list(actor, query),
        }),
      },
      {
        level: 'warning',
        names: ['leave request needs your decision', 'leave requests need your decision'],
        resource: 'leave',
        ...countOfList({
          ...waiting,
          permission: 'leave.approve',
          schema: LeaveListQuery,
          list: (query) => this.leaves.list(actor, query),
        }),
      },
    ];
  }
}

function byUserIds(userIds: readonly string[]) {
  return { userId: { $in: userIds.map((id) => objectId(id)) } };
}
