import type { AttendanceReportQuery, AttendanceTotals } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { PipelineStage } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { eachDay } from '../../../platform/time/business-day';
import { dayKindOf } from '../days/person-calendar';
import { Subjects } from '../days/subjects';
import type { LeaveRow } from '../leaves/leave.document';
import { LeaveRepository } from '../leaves/leave.repository';
import { AttendanceRepository } from '../records/record.repository';
import { noTotals } from './day-totals';

type GroupBy = AttendanceReportQuery['groupBy'];
type LeaveQuery = { from: string; to: string; groupBy: GroupBy; laboratoryId?: ObjectId };
export type TotalsGroup = AttendanceTotals & { key: string };

const groupFields = { person: '$userId', day: '$workDate', laboratory: '$laboratoryId' } as const;

/** Aggregations over attendance records, with the rules of `totalsOf`. */
@Injectable()
export class AttendanceReadModel {
  constructor(
    private readonly records: AttendanceRepository,
    private readonly leaves: LeaveRepository,
    private readonly subjects: Subjects,
  ) {}

  async totals(scope: LabScope, filter: Filter, groupBy: GroupBy): Promise<TotalsGroup[]> {
    const groups = await this.records.aggregate<Partial<AttendanceTotals> & { _id: string | ObjectId }>(scope, [
      { $match: filter },
      { $group: { _id: groupFields[groupBy], ...sums } },
    ] as PipelineStage[]);
    return groups.map(({ _id, ...totals }) => ({ ...noTotals, ...totals, key: String(_id) }));
  }

  /** Days of approved leave on working days, by the key of the group. */
  async leaveDays(scope: LabScope, { from, to, groupBy, laboratoryId }: LeaveQuery): Promise<Map<string, number>> {
    const within = {
      status: 'approved',
      from: { $lte: to },
      to: { $gte: from },
      ...(laboratoryId && { laboratoryId }),
    };
    const leaves = await this.leaves.findAll(scope, within);
    const subjectOf = await this.subjects.ofAll(leaves);
    const days = new Map<string, number>();
    const add = (key: string, count: number) => days.set(key, (days.get(key) ?? 0) + count);
    for (const leave of leaves) {
      const { person, laboratory } = subjectOf(leave);
      const [first, last] = [leave.from > from ? leave.from : from, leave.to < to ? leave.to : to];
      for (const day of eachDay(first, last)) {
        if (dayKindOf(day, person, laboratory) !== 'working') continue;
        add(keyOf(groupBy, leave, day), leave.part === 'full' ? 1 : 0.5);
      }
    }
    return days;
  }
}

const counts = { $or: [{ $ne: ['$approvalStatus', 'rejected'] }, '$overtimeRefused'] };
const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
const when = (condition: object, field: string) => ({ $sum: { $cond: [condition, field, 0] } });
const sums = {
  days: { $sum: 1 },
  presentDays: one({ $and: [counts, { $in: ['$status', ['present', 'late', 'missed_clock_out']] }] }),
  lateDays: one({ $and: [counts, { $gt: ['$lateMinutes', 0] }] }),
  halfDays: one({ $and: [counts, { $eq: ['$status', 'half_day'] }] }),
  absentDays: one({ $eq: ['$status', 'absent'] }),
  workedMinutes: when(counts, '$workedMinutes'),
  lateMinutes: when(counts, '$lateMinutes'),
  overtimeMinutes: when(counts, '$overtimeMinutes'),
  pendingOvertimeMinutes: when({ $eq: ['$approvalStatus', 'pending'] }, '$overtimeMinutes'),
};

function keyOf(groupBy: GroupBy, { userId, laboratoryId }: LeaveRow, day: string): string {
  if (groupBy === 'day') return day;
  return (groupBy === 'person' ? userId : laboratoryId).toHexString();
}
