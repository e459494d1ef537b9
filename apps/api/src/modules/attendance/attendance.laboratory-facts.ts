import type { Blocker } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { LeaveRepository } from './leaves/leave.repository';
import { AttendanceReadModel } from './overview/attendance.read-model';
import { AttendanceRepository } from './records/record.repository';

/** Provides laboratories with facts about attendance. */
@Injectable()
export class AttendanceLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly staffFacts: StaffFacts,
    private readonly records: AttendanceRepository,
    private readonly readModel: AttendanceReadModel,
    private readonly leaves: LeaveRepository,
  ) {}

  onModuleInit(): void {
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('attendance.view')) return [];
        const records = await this.blockers(actor.scope('attendance.view'), userIds);
        if (!actor.may('leave.view')) return records;
        const count = await this.leaves.count(actor.scope('leave.view'), { ...among(userIds), status: 'pending' });
        const name = count === 1 ? 'leave request awaiting approval' : 'leave requests awaiting approval';
        const filter = { userId: [...userIds], status: ['pending'] };
        return count === 0 ? records : [...records, { name, count, resource: 'leave', filter }];
      },
    });
    this.facts.register({
      exist: async (laboratoryId) => (await this.records.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: (laboratoryId) => this.blockers(LabScope.ofLaboratory(laboratoryId)),
      lock: 'attendance',
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
  }

  /** Of everyone within the scope, or of some people. */
  private async blockers(scope: LabScope, userIds?: readonly string[]): Promise<Blocker[]> {
    const people = userIds && among(userIds);
    const open = await this.records.count(scope, { ...people, open: true });
    const pending = await this.records.count(scope, { ...people, approvalStatus: 'pending', removed: false });
    const userId = userIds && { userId: [...userIds] };
    const blockers: Blocker[] = [];
    if (open > 0) {
      const name = open === 1 ? 'person clocked in' : 'people clocked in';
      blockers.push({ name, count: open, resource: 'attendance', filter: { ...userId, open: ['true'] } });
    }
    if (pending > 0) {
      const name = pending === 1 ? 'attendance record awaiting approval' : 'attendance records awaiting approval';
      blockers.push({
        name,
        count: pending,
        resource: 'attendance',
        filter: { ...userId, approvalStatus: ['pending'] },
      });
    }
    return blockers;
  }
}

function among(userIds: readonly string[]) {
  return { userId: { $in: userIds.map((id) => objectId(id)) } };
}
