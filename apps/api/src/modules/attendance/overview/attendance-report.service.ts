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
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { readBoth, rowsByKey, rowsByTime, totalsOf } from '../../../platform/time/analysis-rows';
import { businessDay, monthOf, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { isTimeGroup } from '../../../platform/time/report-period';
import { Analyses, LaboratoriesPort } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { AttendanceReadModel, type TotalsGroup } from './attendance.read-model';
import { noTotals, sumOf } from './day-totals';

const MAX_ROWS = 1000;

type Row = AttendanceReport['rows'][number];
type GroupBy = AttendanceReportQuery['groupBy'];
type Part = { key: string; totals: AttendanceTotals };

/** Sums of attendance over a period. */
@Injectable()
export class AttendanceReportService {
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
    return { ...period, rows, totals: sumOf(merged.map(({ totals }) => totals)) };
  }

  /** People and laboratories with the lowest attendance first. */
  async analytics(actor: Actor, query: AttendanceAnalyticsQuery): Promise<AttendanceAnalytics> {
    const { groupBy } = query;
    const { scope, period, previous } = await this.analyses.frame(actor, 'attendance.view', query);
    const readGroup = isTimeGroup(groupBy) ? 'day' : groupBy;
    const readings = await readBoth({ period, previous }, (days) => this.read(scope, { ...days, groupBy: readGroup }));
    const all = isTimeGroup(groupBy)
      ? rowsByTime(groupBy, readings, keyOf, valuesOf)
      : rowsByKey(readings, keyOf, (key) => key, valuesOf).toSorted(
          (a, b) => rank(a) - rank(b) || a.key.localeCompare(b.key),
        );
    const rows = all.slice(0, MAX_ROWS);
    const names = isTimeGroup(groupBy)
      ? undefined
      : await this.namesOf(
          groupBy,
          rows.map(({ key }) => objectId(key)),
        );
    return {
      groupBy,
      period,
      previousPeriod: previous,
      rows: rows.map((row) => ({ ...row, label: names ? (names.get(row.key) ?? '–') : row.label })),
      omittedRows: all.length - rows.length,
      totals: totalsOf(readings, valuesOf),
    };
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
    const names =
      groupBy === 'day'
        ? undefined
        : await this.namesOf(
            groupBy,
            rows.map(({ key }) => objectId(key)),
          );
    return rows
      .map(({ key, totals }) => ({ key, label: names ? (names.get(key) ?? '–') : key, totals }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
  }

  private async namesOf(groupBy: 'person' | 'laboratory', ids: readonly ObjectId[]): Promise<Map<string, string>> {
    if (groupBy === 'laboratory') {
      const laboratories = await this.laboratories.findAll(ids);
      return new Map([...laboratories].map(([id, { name }]) => [id, name]));
    }
    const people = await this.people.findPeople(
      LabScope.everywhere(),
      ids.map((id) => id.toHexString()),
    );
    return new Map(people.map(({ _id, name, employeeCode }) => [_id.toHexString(), `${name} (${employeeCode})`]));
  }
}

function keyOf({ key }: Part): string {
  return key;
}

function valuesOf(parts: readonly Part[]): AttendanceValues {
  const totals = sumOf(parts.map((part) => part.totals));
  return { ...totals, attendanceRate: attendanceRateOf(totals) };
}

/** Without a rate, last. */
function rank({ values }: AttendanceAnalytics['rows'][number]): number {
  return values.attendanceRate ?? 2;
}
