import {
  type AttendanceAnalytics,
  type AttendanceAnalyticsQuery,
  attendanceRateOf,
  type AttendanceReport,
  type AttendanceReportQuery,
  type AttendanceTotals,
  type AttendanceValues,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, monthOf, NETWORK_TIMEZONE, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { isTimeGroup } from '../../../platform/time/report-period';
import {
  Analyses,
  labelledAnalysis,
  readBoth,
  rowsByKey,
  rowsByTime,
  computeTotals,
} from '../../laboratories/analyses.port';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { employmentFault } from '../days/calendar';
import { Subjects } from '../days/subjects';
import { Rosters } from '../rosters/rosters';
import { LeaveRepository } from '../leaves/leave.repository';
import { AttendanceRepository } from '../records/record.repository';
import type { AttendanceRow } from '../records/record.document';

type Counted = Pick<
  AttendanceRow,
  'status' | 'approvalStatus' | 'workedMinutes' | 'lateMinutes' | 'overtimeMinutes' | 'leave'
>;

const halves: readonly AttendanceRow['leave'][] = ['first_half', 'second_half'];

export const noTotals: AttendanceTotals = {
  days: 0,
  presentDays: 0,
  lateDays: 0,
  halfDays: 0,
  absentDays: 0,
  leaveDays: 0,
  workedMinutes: 0,
  lateMinutes: 0,
  overtimeMinutes: 0,
  pendingOvertimeMinutes: 0,
};

/**
 * What a record adds to the totals. A rejected record counts only as a day, except where only its overtime was rejected:
 * its overtime is 0 by then, and the day counts.
 */
export function toTotals(row: Counted & Pick<AttendanceRow, 'overtimeRefused'>): AttendanceTotals {
  const counts = row.approvalStatus !== 'rejected' || row.overtimeRefused;
  const isHere = counts && (row.status === 'present' || row.status === 'late' || row.status === 'missed_clock_out');
  return {
    days: 1,
    presentDays: Number(isHere),
    lateDays: Number(counts && row.lateMinutes > 0),
    halfDays: Number(counts && row.status === 'half_day'),
    // Half a day of leave does not excuse the other half.
    absentDays: row.status !== 'absent' ? 0 : halves.includes(row.leave) ? 0.5 : 1,
    leaveDays: 0,
    workedMinutes: counts ? row.workedMinutes : 0,
    lateMinutes: counts ? row.lateMinutes : 0,
    overtimeMinutes: counts ? row.overtimeMinutes : 0,
    pendingOvertimeMinutes: row.approvalStatus === 'pending' ? row.overtimeMinutes : 0,
  };
}

export function sumTotals(all: readonly AttendanceTotals[]): AttendanceTotals {
  return sumFields(noTotals, all);
}

/** The sum of every number. */
export function sumFields<Numbers extends Record<string, number>>(zero: Numbers, all: readonly Numbers[]): Numbers {
  return all.reduce((sum, one) => {
    return Object.fromEntries(Object.keys(zero).map((key) => [key, (sum[key] ?? 0) + (one[key] ?? 0)])) as Numbers;
  }, zero);
}

const MAX_ROWS = 1000;
const LEAVES_AT_ONCE = 200;

type Row = AttendanceReport['rows'][number];
type GroupBy = AttendanceReportQuery['groupBy'];
type Part = { key: string; totals: AttendanceTotals };
type LeaveQuery = { from: string; to: string; groupBy: GroupBy; laboratoryId?: ObjectId };
export type TotalsGroup = AttendanceTotals & { key: string };

const groupFields = { person: '$userId', day: '$workDate', laboratory: '$laboratoryId' } as const;

/** Aggregations over attendance records, with the rules of `toTotals`. */
@Injectable()
export class AttendanceReadModel {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly leaves: LeaveRepository,
    private readonly rosters: Rosters,
    private readonly subjects: Subjects,
    private readonly people: StaffPort,
  ) {}

  async totals(scope: LabScope, filter: Filter, groupBy: GroupBy): Promise<TotalsGroup[]> {
    const groups = await this.repository.aggregate<Partial<AttendanceTotals> & { _id: string | ObjectId }>(scope, [
      { $match: filter },
      { $group: { _id: groupFields[groupBy], ...sums } },
    ]);
    return groups.map(({ _id, ...totals }) => ({ ...noTotals, ...totals, key: String(_id) }));
  }

  /** Days of approved leave on working days, by the key of the group. */
  async leaveDays(scope: LabScope, { from, to, groupBy, laboratoryId }: LeaveQuery): Promise<Map<string, number>> {
    const place = laboratoryId ?? (scope.laboratoryId === null ? null : objectId(scope.laboratoryId));
    const people = place && (await this.people.employedIn(scope, [place], [from, to]));
    const userIds = people?.map(({ _id }) => _id) ?? 'everyone';
    const leaves = await this.leaves.ofPeople(userIds, { from, to, status: ['approved'] });
    const subjectOf = await this.subjects.ofAllNow(leaves);
    const days = new Map<string, number>();
    const add = (key: string, count: number) => days.set(key, (days.get(key) ?? 0) + count);
    // So many that a year of the roster of all of them can be held.
    for (let start = 0; start < leaves.length; start += LEAVES_AT_ONCE) {
      const some = leaves.slice(start, start + LEAVES_AT_ONCE);
      const laboratories = [...new Set(some.map((leave) => subjectOf(leave).laboratory))];
      const planOn = await this.rosters.plans(
        laboratories,
        [from, to],
        some.map(({ userId }) => userId),
      );
      for (const leave of some) {
        const { person, laboratory } = subjectOf(leave);
        const [first, last] = [leave.from > from ? leave.from : from, leave.to < to ? leave.to : to];
        for (const day of eachDay(first, last)) {
          if (planOn(day, person, laboratory).kind !== 'working' || employmentFault(day, person)) continue;
          const keys = { day, person: person._id.toHexString(), laboratory: laboratory._id.toHexString() };
          add(keys[groupBy], leave.part === 'full' ? 1 : 0.5);
        }
      }
    }
    return days;
  }
}

const counts = { $or: [{ $ne: ['$approvalStatus', 'rejected'] }, '$overtimeRefused'] };
const one = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
const when = (condition: object, field: string | object) => ({ $sum: { $cond: [condition, field, 0] } });
const sums = {
  days: { $sum: 1 },
  presentDays: one({ $and: [counts, { $in: ['$status', ['present', 'late', 'missed_clock_out']] }] }),
  lateDays: one({ $and: [counts, { $gt: ['$lateMinutes', 0] }] }),
  halfDays: one({ $and: [counts, { $eq: ['$status', 'half_day'] }] }),
  absentDays: when({ $eq: ['$status', 'absent'] }, { $cond: [{ $in: ['$leave', halves] }, 0.5, 1] }),
  workedMinutes: when(counts, '$workedMinutes'),
  lateMinutes: when(counts, '$lateMinutes'),
  overtimeMinutes: when(counts, '$overtimeMinutes'),
  pendingOvertimeMinutes: when({ $eq: ['$approvalStatus', 'pending'] }, '$overtimeMinutes'),
};

/** Sums of attendance over a period. */
@Injectable()
export class AttendanceStatistics {
  constructor(
    private readonly readModel: AttendanceReadModel,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly analyses: Analyses,
    private readonly clock: Clock,
  ) {}

  async report(actor: Actor, { from, to, groupBy, laboratoryId }: AttendanceReportQuery): Promise<AttendanceReport> {
    const laboratory = laboratoryId === undefined ? {} : { laboratoryId: objectId(laboratoryId) };
    const period = from && to ? { from, to } : await this.monthToDate(laboratoryId ?? actor.laboratoryId);
    const merged = await this.read(actor.scope('attendance.view'), { ...period, groupBy, ...laboratory });
    const rows = await this.labelled(groupBy, merged);
    return { ...period, rows, totals: sumTotals(merged.map(({ totals }) => totals)) };
  }

  /** People and laboratories with the lowest attendance first. */
  async analytics(actor: Actor, query: AttendanceAnalyticsQuery): Promise<AttendanceAnalytics> {
    const { groupBy } = query;
    const frame = await this.analyses.frame(actor, 'attendance.view', query);
    const readGroup = isTimeGroup(groupBy) ? 'day' : groupBy;
    const readings = await readBoth(frame, (days) => this.read(frame.scope, { ...days, groupBy: readGroup }));
    const all = isTimeGroup(groupBy)
      ? rowsByTime(groupBy, readings, keyOf, toValues)
      : rowsByKey(readings, keyOf, (key) => key, toValues).toSorted(
          (a, b) => rank(a) - rank(b) || a.key.localeCompare(b.key),
        );
    return labelledAnalysis({
      query,
      frame,
      rows: all,
      totals: computeTotals(readings, toValues),
      maxRows: MAX_ROWS,
      labels: async (rows) => {
        if (isTimeGroup(groupBy)) return ({ label }) => label;
        const nameOf = await this.names(groupBy, rows);
        return ({ key }) => nameOf(key);
      },
    });
  }

  private async monthToDate(laboratoryId: string | null): Promise<{ from: string; to: string }> {
    const laboratory = laboratoryId === null ? null : await this.laboratories.find(laboratoryId);
    const today = businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
    return { from: monthOf(today).from, to: today };
  }

  private async read(
    scope: LabScope,
    { from, to, groupBy, ...laboratory }: { from: string; to: string; groupBy: GroupBy; laboratoryId?: ObjectId },
  ): Promise<Part[]> {
    const filter = { workDate: { $gte: from, $lte: to }, removed: false, ...laboratory };
    const [groups, leaves] = await readAll(
      () => this.readModel.totals(scope, filter, groupBy),
      () => this.readModel.leaveDays(scope, { from, to, groupBy, ...laboratory }),
    );
    const keys = new Set([...groups.map(({ key }) => key), ...leaves.keys()]);
    const byKey = new Map(groups.map((group) => [group.key, group]));
    return [...keys].map((key) => {
      const { key: _, ...totals }: TotalsGroup = byKey.get(key) ?? { key, ...noTotals };
      return { key, totals: { ...totals, leaveDays: leaves.get(key) ?? 0 } };
    });
  }

  private async labelled(groupBy: GroupBy, rows: readonly Part[]): Promise<Row[]> {
    const nameOf = groupBy === 'day' ? (key: string) => key : await this.names(groupBy, rows);
    return rows
      .map(({ key, totals }) => ({ key, label: nameOf(key), totals }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  }

  private async names(
    groupBy: 'person' | 'laboratory',
    rows: readonly { key: string }[],
  ): Promise<(key: string) => string> {
    const keys = rows.map(({ key }) => key);
    if (groupBy === 'laboratory') {
      const laboratories = await this.laboratories.findAll(keys.map(objectId));
      return (key) => laboratories.get(key)?.name ?? '–';
    }
    const people = await this.people.findPeople(LabScope.everywhere(), keys);
    const names = new Map(
      people.map(({ _id, name, employeeCode }) => [_id.toHexString(), `${name} (${employeeCode})`]),
    );
    return (key) => names.get(key) ?? '–';
  }
}

function keyOf({ key }: Part): string {
  return key;
}

function toValues(parts: readonly Part[]): AttendanceValues {
  const totals = sumTotals(parts.map((part) => part.totals));
  return { ...totals, attendanceRate: attendanceRateOf(totals) };
}

/** Without a rate, last. */
function rank({ values }: AttendanceAnalytics['rows'][number]): number {
  return values.attendanceRate ?? 2;
}
