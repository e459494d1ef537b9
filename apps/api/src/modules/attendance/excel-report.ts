import {
  attendanceApprovalLabels,
  attendanceFlagLabels,
  attendanceStatusLabels,
  type DayMark,
  roleLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { batched } from '../../platform/batched';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { addDays, eachDay, monthOf } from '../../platform/time/business-day';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import {
  column,
  type ReportContent,
  type ReportRequest,
  type SheetRow,
  type SheetTable,
} from '../reports/reports.port';
import { StaffPort } from '../staff/staff.port';
import { type Subject, Subjects } from './days/subjects';
import { LeaveDays, leaveOn } from './leaves/leave-days';
import { AttendanceReadModel, noTotals } from './overview/statistics';
import { markDay } from './overview/month';
import type { AttendanceRow } from './records/record.document';
import { AttendanceRepository } from './records/record.repository';
import { Rosters } from './rosters/rosters';

const { text, day, count, moment, total } = column;

/** Read together with their people and laboratories. */
const AT_ONCE = 200;
const DAYS_OF_MONTH = 31;

const rules = [
  "A shift counts on the day it starts, in the laboratory's time zone.",
  'Rejected records count only in “Days recorded”. If only overtime was rejected, the day counts without it. Times are in minutes.',
  'Days present include late days and days without a clock-out; half days are counted separately.',
  'Leave means approved leave on working days; half a day counts as 0.5.',
  'Month grid: P present, L leave, A absent, H holiday, WO weekly off, HD half day; blank if nothing is recorded.',
  'The totals of the month grid count its marks. “Per person” counts half days of leave and absence as 0.5.',
];

/** The attendance report: totals, marks and records of a period. */
@Injectable()
export class ExcelReport {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly readModel: AttendanceReadModel,
    private readonly subjects: Subjects,
    private readonly people: StaffPort,
    private readonly leaves: LeaveDays,
    private readonly rosters: Rosters,
  ) {}

  async prepare(request: ReportRequest): Promise<ReportContent> {
    const { scope, from, to } = request;
    const filter = { workDate: { $gte: from, $lte: to }, removed: false };
    const exceptional = { $or: [{ 'flags.0': { $exists: true } }, { approvalStatus: { $ne: 'not_required' } }] };
    return {
      count: await this.repository.count(scope, filter),
      noun: 'attendance records',
      rules,
      tables: [
        { name: 'Per person', columns: personColumns, rows: this.perPerson(request, filter) },
        { name: 'Month grid', columns: gridColumns, rows: this.grid(request) },
        this.log('Daily log', request, filter, { keyColumns: 2 }),
        this.log('Exceptions', request, { $and: [filter, exceptional] }),
      ],
    };
  }

  private async *perPerson({ scope, from, to, laboratories }: ReportRequest, filter: Filter): AsyncGenerator<SheetRow> {
    const only = laboratories.size === 1 ? [...laboratories.keys()][0] : undefined;
    const groups = await this.readModel.totals(scope, filter, 'person');
    const leaveDays = await this.readModel.leaveDays(scope, {
      from,
      to,
      groupBy: 'person',
      ...(only !== undefined && { laboratoryId: objectId(only) }),
    });
    const totals = new Map(groups.map((group) => [group.key, group]));
    const ids = [...new Set([...totals.keys(), ...leaveDays.keys()])].filter(
      (id) => scope.userId === null || id === scope.userId,
    );
    const people = await this.people.findPeople(LabScope.everywhere(), ids);
    for (const person of people.toSorted((a, b) => a.sortName.localeCompare(b.sortName))) {
      const id = person._id.toHexString();
      const sums = totals.get(id) ?? noTotals;
      yield [
        ...[person.employeeCode, person.name, roleLabels[person.role]],
        laboratories.get(person.laboratoryId?.toHexString() ?? '')?.code ?? null,
        ...[sums.days, sums.presentDays, sums.lateDays, sums.halfDays],
        // With two decimals, as amounts have.
        ...[sums.absentDays, leaveDays.get(id) ?? 0].map((days) => Math.round(days * 100)),
        ...[sums.workedMinutes, sums.lateMinutes, sums.overtimeMinutes, sums.pendingOvertimeMinutes],
      ];
    }
  }

  private async *grid(request: ReportRequest): AsyncGenerator<SheetRow> {
    for (let month = monthOf(request.from); month.from <= request.to; month = monthOf(addDays(month.to, 1))) {
      const from = month.from < request.from ? request.from : month.from;
      const to = month.to > request.to ? request.to : month.to;
      for (const laboratory of request.laboratories.values()) yield* this.readGrid(laboratory, request, { from, to });
    }
  }

  private async *readGrid(
    laboratory: LaboratoryRow,
    { scope }: ReportRequest,
    { from, to }: { from: string; to: string },
  ): AsyncGenerator<SheetRow> {
    const found = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from, to });
    const leaves = await this.leaves.approvedOn(
      found.map(({ _id }) => _id),
      from,
      to,
    );
    const marked = new Map<string, Pick<AttendanceRow, '_id' | 'status'>>();
    const filter = { laboratoryId: laboratory._id, workDate: { $gte: from, $lte: to }, removed: false };
    for await (const row of this.repository.marksForReport(scope, filter)) {
      marked.set(`${row.userId.toHexString()} ${row.workDate}`, row);
    }
    const planOn = await this.rosters.plans([laboratory], [from, to], 'everyone');
    const days = eachDay(from, to);
    for (const person of found) {
      const id = person._id.toHexString();
      const marks = new Map<number, string>();
      for (const one of days) {
        const leave = leaveOn(leaves.get(id) ?? [], one);
        const { kind } = planOn(one, person, laboratory);
        const cell = markDay(marked.get(`${id} ${one}`), { day: one, person, kind, leave });
        if (cell) marks.set(Number(one.slice(8)), shownMarks[cell.mark]);
      }
      const counted = (mark: string) => [...marks.values()].filter((shown) => shown === mark).length;
      yield [
        ...[from.slice(0, 7), laboratory.code, person.employeeCode, person.name],
        ...Array.from({ length: DAYS_OF_MONTH }, (_, index) => marks.get(index + 1) ?? null),
        ...[counted('P'), counted('A'), counted('L'), counted('HD')],
      ];
    }
  }

  private log(
    name: string,
    { scope }: ReportRequest,
    filter: Filter,
    options: Pick<SheetTable, 'keyColumns'> = {},
  ): SheetTable {
    return { name, ...options, columns: logColumns, rows: this.logRows(scope, filter) };
  }

  private async *logRows(scope: LabScope, filter: Filter): AsyncGenerator<SheetRow> {
    for await (const rows of batched(this.repository.eachForReport(scope, filter), AT_ONCE)) {
      const subjectOf = await this.subjects.ofAll(rows);
      yield* rows.map((row) => toLogCells(row, subjectOf(row)));
    }
  }
}

const shownMarks: Record<DayMark, string> = {
  P: 'P',
  LT: 'P',
  MC: 'P',
  HD: 'HD',
  A: 'A',
  L: 'L',
  H: 'H',
  WO: 'WO',
};

const personColumns = [
  text('Employee code', 15),
  text('Name', 28),
  text('Role', 14),
  text('Laboratory', 12),
  ...['Days recorded', 'Present', 'Late', 'Half days'].map(total),
  ...['Absent', 'Leave days'].map((heading) => ({ ...column.sum(heading), width: 12 })),
  ...['Worked (min)', 'Late (min)', 'Overtime (min)', 'Overtime pending (min)'].map(total),
];

const gridColumns = [
  text('Month', 10),
  text('Laboratory', 12),
  text('Employee code', 15),
  text('Name', 28),
  ...Array.from({ length: DAYS_OF_MONTH }, (_, index) => text(String(index + 1), 5)),
  ...['Present', 'Absent', 'Leave', 'Half days'].map(total),
];

const logColumns = [
  day('Day'),
  text('Employee code', 15),
  text('Name', 28),
  text('Laboratory', 12),
  text('Status', 18),
  moment('Clocked in'),
  moment('Clocked out'),
  ...['Worked (min)', 'Late (min)', 'Overtime (min)'].map((heading) => count(heading, 14)),
  text('Approval', 14),
  text('Decided by', 22),
  text('Reason', 30),
  text('Exceptions', 40),
];

function toLogCells(row: AttendanceRow, { person, laboratory }: Subject): SheetRow {
  const { timezone, code } = laboratory;
  const { employeeCode, name } = person;
  const [start, end] = [row.segments[0]?.clockIn.at, row.segments.at(-1)?.clockOut?.at];
  return [
    ...[row.workDate, employeeCode, name, code, attendanceStatusLabels[row.status]],
    ...[start, end].map((at) => (at ? { at, timezone } : null)),
    ...[row.workedMinutes, row.lateMinutes, row.overtimeMinutes, attendanceApprovalLabels[row.approvalStatus]],
    ...[row.decidedBy, row.reason, row.flags.map((flag) => attendanceFlagLabels[flag]).join(', ') || null],
  ];
}
