import { AttendanceListQuery, LeaveListQuery, MyAttendanceQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DocumentNames } from '../../platform/audit/document-names';
import type { Actor } from '../../platform/http/actor';
import { objectId } from '../../platform/mongo/object-id';
import { monthOf } from '../../platform/time/business-day';
import { formatDay } from '../../platform/time/format-time';
import { type AttentionCheck, countOfList, type DashboardRequest, DashboardSources } from '../dashboard/dashboard.port';
import { ClockStateService } from './clock/clock-state.service';
import { LeaveService } from './leaves/leave.service';
import { BoardService } from './overview/board.service';
import { sumOf, totalsOf } from './overview/day-totals';
import { AttendanceService } from './records/record.service';
import { AttendanceRepository } from './records/record.repository';

/** The person's own day, and who is at work, on the dashboard. */
@Injectable()
export class AttendanceDashboard implements OnModuleInit {
  constructor(
    private readonly sources: DashboardSources,
    private readonly names: DocumentNames,
    private readonly clockState: ClockStateService,
    private readonly boards: BoardService,
    private readonly records: AttendanceService,
    private readonly repository: AttendanceRepository,
    private readonly leaves: LeaveService,
  ) {}

  onModuleInit(): void {
    this.names.register({
      entity: 'attendance',
      permission: 'attendance.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { userName: 1, workDate: 1 } } as const;
        const rows = await this.repository.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, userName, workDate }) => [_id, `${userName}, ${formatDay(workDate)}`] as const);
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
  }

  private async ownDay(actor: Actor) {
    const clock = await this.clockState.state(actor);
    const { from } = monthOf(clock.today);
    const period = { from, to: clock.today };
    const rows = await this.repository.ofPersonBetween(objectId(actor.userId), period);
    return { clock, month: { ...period, totals: sumOf(rows.map(totalsOf)) } };
  }

  /** Days of the viewer on which no time counts until they say when they left. */
  private forgotten(actor: Actor): AttentionCheck[] {
    return [
      {
        level: 'warning',
        names: ['day on which you did not clock out', 'days on which you did not clock out'],
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
        names: ['attendance record waits for your decision', 'attendance records wait for your decision'],
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
        names: ['leave request waits for your decision', 'leave requests wait for your decision'],
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
