import type { AttendanceReport, AttendanceReportQuery, AttendanceTotals } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { AttendanceReadModel, type TotalsGroup } from './attendance.read-model';
import { noTotals, sumOf } from './day-totals';

const MAX_ROWS = 1000;

type Row = AttendanceReport['rows'][number];

/** Sums of attendance over a period. */
@Injectable()
export class AttendanceReportService {
  constructor(
    private readonly readModel: AttendanceReadModel,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
  ) {}

  async report(actor: Actor, { from, to, groupBy, laboratoryId }: AttendanceReportQuery): Promise<AttendanceReport> {
    const scope = actor.scope('attendance.view');
    const laboratory = laboratoryId === undefined ? {} : { laboratoryId: objectId(laboratoryId) };
    const filter = { workDate: { $gte: from, $lte: to }, removed: false, ...laboratory };
    const [groups, leaves] = await readAll(
      () => this.readModel.totals(scope, filter, groupBy),
      () => this.readModel.leaveDays(scope, { from, to, groupBy, ...laboratory }),
    );
    const keys = new Set([...groups.map(({ key }) => key), ...leaves.keys()]);
    const byKey = new Map(groups.map((group) => [group.key, group]));
    const merged = [...keys].map((key) => {
      const { key: _, ...totals }: TotalsGroup = byKey.get(key) ?? { key, ...noTotals };
      return { key, totals: { ...totals, leaveDays: leaves.get(key) ?? 0 } };
    });
    const rows = await this.labelled(groupBy, merged);
    return { from, to, rows: rows.slice(0, MAX_ROWS), totals: sumOf(merged.map(({ totals }) => totals)) };
  }

  private async labelled(
    groupBy: AttendanceReportQuery['groupBy'],
    rows: readonly { key: string; totals: AttendanceTotals }[],
  ): Promise<Row[]> {
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
