import type { Blocker } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { Clock } from '../../platform/time/clock';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { AttendanceBookRepository } from './codes/attendance-book.repository';
import { AttendanceReadModel } from './overview/attendance.read-model';
import { AttendanceRepository } from './records/record.repository';

/** Provides laboratories with facts about attendance. */
@Injectable()
export class AttendanceLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly records: AttendanceRepository,
    private readonly readModel: AttendanceReadModel,
    private readonly books: AttendanceBookRepository,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.facts.register({
      exist: async (laboratoryId) => (await this.records.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: (laboratoryId) => this.blockers(LabScope.ofLaboratory(laboratoryId)),
      serialize: (laboratoryId) => this.books.touch(objectId(laboratoryId), this.clock.now()),
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

  private async blockers(scope: LabScope): Promise<Blocker[]> {
    const open = await this.records.count(scope, { open: true });
    const pending = await this.records.count(scope, { approvalStatus: 'pending', removed: false });
    const blockers: Blocker[] = [];
    if (open > 0) {
      const name = open === 1 ? 'person clocked in' : 'people clocked in';
      blockers.push({ name, count: open, resource: 'attendance', filter: { open: ['true'] } });
    }
    if (pending > 0) {
      const name = pending === 1 ? 'attendance record awaiting approval' : 'attendance records awaiting approval';
      blockers.push({ name, count: pending, resource: 'attendance', filter: { approvalStatus: ['pending'] } });
    }
    return blockers;
  }
}
