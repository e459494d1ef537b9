import {
  type AttendanceMonth,
  type AttendanceMonthQuery,
  type AttendanceTotals,
  type DayMark,
  type DayKind,
  type DayLeave,
  type AttendanceMonthExportQuery,
  dayMarkLabels,
  dayMarks,
  type LeaveType,
  leaveTypeLabels,
  leaveTypes,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, eachDay, monthOf, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { employmentFault, holidayOn } from '../days/calendar';
import { Rosters } from '../rosters/rosters';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import type { LeaveRow } from '../leaves/leave.repository';
import { seesLeave } from '../leaves/leave-sight';
import type { AttendanceRow } from '../records/record.document';
import { toAttendancePerson } from '../days/subjects';
import { partsOf } from '../month-sheets/sheet-line';
import { AttendanceRepository } from '../records/record.repository';
import { sumTotals, toTotals, sumFields } from './statistics';
import type { FileStream } from '../../../platform/http/file-stream';
import { aboutSheet, zonesOf } from '../../../platform/sheet/about-sheet';
import { withinBudget } from '../../../platform/sheet/export-budget';
import { workbookFile } from '../../../platform/sheet/sheet-writer';
import { formatDay } from '../../../platform/time/format-time';
import { column, type SheetRow } from '../../reports/reports.port';

type Days = { from: string; to: string };
export type PersonMonth = {
  person: Account;
  rows: AttendanceRow[];
  leave: Record<LeaveType, number>;
  marks: Cell[];
  totals: AttendanceTotals;
};
type Cell = AttendanceMonth['people'][number]['marks'][number];

/** The muster roll of a laboratory: a mark per person and day. */
@Injectable()
export class Months {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly leaves: LeaveDays,
    private readonly rosters: Rosters,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async month(actor: Actor, { laboratoryId, month, userId }: AttendanceMonthQuery): Promise<AttendanceMonth> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId ?? actor.laboratoryId);
    const range = monthOf(month ? `${month}-01` : businessDay(this.clock.now(), laboratory.timezone));
    const people = await this.peopleIn(scope, laboratory, range, userId);
    return {
      month: range.from.slice(0, 7),
      days: eachDay(range.from, range.to).map((day) => ({
        day,
        weekday: new Date(day).getUTCDay(),
        holiday: holidayOn(day, laboratory),
      })),
      people: people.map(({ person, marks, totals }) => ({ person: toAttendancePerson(person), marks, totals })),
    };
  }

  /** The people of a laboratory who are in the scope, by name, with each of their days in the period. */
  async peopleIn(scope: LabScope, laboratory: LaboratoryRow, range: Days, userId?: string): Promise<PersonMonth[]> {
    const [found, rows] = await readAll(
      () => this.people.peopleBetween(scope, { laboratoryId: laboratory._id, ...range }),
      () => this.repository.between(scope, laboratory._id, range),
    );
    const wanted = userId ?? scope.userId;
    const people = found.filter(({ _id }) => wanted === null || _id.toHexString() === wanted);
    const leaves = await this.leaves.approvedOn(
      people.map(({ _id }) => _id),
      range.from,
      range.to,
    );
    const planOn = await this.rosters.plans(
      [laboratory],
      [range.from, range.to],
      people.length < found.length ? people.map(({ _id }) => _id) : 'everyone',
    );
    const byPerson = grouped(rows, ({ userId }) => userId.toHexString());
    const days = eachDay(range.from, range.to);
    return people.map((person) => {
      const key = person._id.toHexString();
      const own = byPerson.get(key) ?? [];
      const approved = leaves.get(key) ?? [];
      const byDay = new Map(own.map((row) => [row.workDate, row]));
      const judged = days.map((day) => {
        const record = byDay.get(day);
        const { kind } = planOn(day, person, laboratory);
        const mark = markDay(record, { day, person, kind, leave: leaveOn(approved, day) });
        return { mark, record, parts: partsOfDay(day, record, { person, kind, leaves: approved }) };
      });
      const leave = sumFields(
        noLeave,
        judged.map(({ parts }) => leaveIn(parts)),
      );
      const missed = judged.map(({ record, parts }) => (record?.status === 'absent' ? (parts.absent ?? 0) / 2 : 0));
      const totals = {
        ...sumTotals(own.map(toTotals)),
        absentDays: missed.reduce((sum, days) => sum + days, 0),
        leaveDays: Object.values(leave).reduce((sum, days) => sum + days, 0),
      };
      return { person, rows: own, leave, marks: judged.map(({ mark }) => mark), totals };
    });
  }
}

type Circumstances = { day: string; person: Account; kind: DayKind; leave: DayLeave | null };

const ofStatus: Record<AttendanceRow['status'], DayMark> = {
  present: 'P',
  late: 'LT',
  half_day: 'HD',
  absent: 'A',
  on_leave: 'L',
  missed_clock_out: 'MC',
  weekly_off: 'WO',
  holiday: 'H',
};

/** The mark of a person on a day; null where nothing is known, or before and after their time there. */
export function markDay(
  row: Pick<AttendanceRow, '_id' | 'status'> | undefined,
  { day, person, kind, leave }: Circumstances,
): Cell {
  if (row) return { mark: ofStatus[row.status], recordId: row._id.toHexString() };
  if (day < person.joiningDate || (person.exitDate !== null && day > person.exitDate)) return null;
  if (kind !== 'working') return { mark: kind === 'holiday' ? 'H' : 'WO', recordId: null };
  if (leave === 'full') return { mark: 'L', recordId: null };
  return null;
}

/** As the month sheet judges the day, but what is pending counts as if it were approved. */
function partsOfDay(
  day: string,
  record: AttendanceRow | undefined,
  { person, kind, leaves }: { person: Account; kind: DayKind; leaves: readonly LeaveRow[] },
) {
  const isPending = record?.approvalStatus === 'pending';
  return partsOf({
    day,
    record: record && { ...record, open: false, ...(isPending && { approvalStatus: 'approved' }) },
    isElsewhere: false,
    isEmployed: employmentFault(day, person) === undefined,
    kind,
    leaves,
    isOpen: true,
  });
}

/** In days, by type. */
function leaveIn(parts: ReturnType<typeof partsOf>): Record<LeaveType, number> {
  const days = leaveTypes.map((type) => [type, (parts[`leave_${type}`] ?? 0) / 2]);
  return Object.fromEntries(days) as Record<LeaveType, number>;
}

const { text, sum, total } = column;

const NAME_COLUMN = 2;

const rules = [
  "A shift counts on the day it starts, in the laboratory's time zone.",
  "Rejected records don't count. If only overtime was rejected, the day counts without it.",
  'Days present include late days and days without a clock-out; half days are counted separately.',
  'Leave means approved leave on working days; half a day counts as 0.5, and only the other half can be absent.',
  "Pending days also count in the other columns. Pending overtime isn't part of the approved overtime.",
  'Hours are decimal: 7.50 is 7 hours 30 minutes.',
  `Marks: ${dayMarks.map((mark) => `${mark} ${dayMarkLabels[mark].toLowerCase()}`).join(', ')}; blank if nothing is recorded.`,
];

/** The month sheet as an Excel file: what the page of the month shows, with leave by type. */
@Injectable()
export class MonthExport {
  constructor(
    private readonly months: Months,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, EXPORT_TOO_LARGE. */
  async export(actor: Actor, { laboratoryId, month }: AttendanceMonthExportQuery): Promise<FileStream> {
    const scope = actor.scopeOfBoth('attendance.export', 'attendance.view');
    const id = laboratoryId ?? scope.laboratoryId;
    const only = id === null ? undefined : await this.laboratories.getInScope(scope, id);
    const laboratories = only ? [only] : await this.laboratories.listInScope(scope);
    const now = this.clock.now();
    const timezone = only?.timezone ?? NETWORK_TIMEZONE;
    const range = monthOf(month ? `${month}-01` : businessDay(now, timezone));
    const types = seesLeave(actor, scope) ? leaveTypes : [];
    const columns = monthColumns(range, types);
    const rows = withinBudget(this.rows(scope, laboratories, range, types), { columns, label: NAME_COLUMN });
    const about = aboutSheet([
      ['Report', 'Month sheet'],
      ['Period', `${formatDay(range.from)} – ${formatDay(range.to)}`],
      ['Laboratory', only ? `${only.name} (${only.code})` : 'All laboratories'],
      ...(scope.userId === null ? [] : [['Limited to', `Own records of ${actor.name}`] as const]),
      ...zonesOf(laboratories).map((zone) => ['Time zone', zone] as const),
      ...rules.map((rule) => ['How it is counted', rule] as const),
      ['Generated by', actor.name],
      ['Generated at', { at: now, timezone }],
    ]);
    const name = `attendance-${only ? `${only.code}-` : ''}${range.from.slice(0, 7)}`;
    return workbookFile(actor.userId, name, [{ name: 'Month', columns, rows }, about]);
  }

  /** Of one laboratory after another, so that no more than one is held. */
  private async *rows(
    scope: LabScope,
    laboratories: readonly LaboratoryRow[],
    range: Days,
    types: readonly LeaveType[],
  ): AsyncGenerator<SheetRow> {
    for (const laboratory of laboratories) {
      for (const month of await this.months.peopleIn(scope, laboratory, range))
        yield toSheetRow(laboratory, month, types);
    }
  }
}

function monthColumns({ from, to }: Days, types: readonly LeaveType[]) {
  return [
    text('Laboratory', 12),
    text('Employee code', 15),
    text('Name', 28),
    text('Department', 18),
    ...eachDay(from, to).map((day) => text(`${Number(day.slice(8))} ${weekdays.format(new Date(day))}`, 7)),
    ...['Days present', 'Days late', 'Half days'].map(total),
    sum('Days absent'),
    total('Days pending'),
    ...['Days of leave', ...types.map((type) => leaveTypeLabels[type])].map(sum),
    total('Late (min)'),
    ...['Worked (h)', 'Overtime approved (h)', 'Overtime pending (h)'].map(sum),
  ];
}

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function toSheetRow({ code }: LaboratoryRow, month: PersonMonth, types: readonly LeaveType[]): SheetRow {
  const { person, rows, leave, marks, totals } = month;
  const { presentDays, lateDays, halfDays, absentDays, leaveDays, lateMinutes } = totals;
  const { workedMinutes, overtimeMinutes, pendingOvertimeMinutes } = totals;
  return [
    ...[code, person.employeeCode, person.name, person.department],
    ...marks.map((cell) => cell?.mark ?? null),
    ...[presentDays, lateDays, halfDays, hundredths(absentDays)],
    rows.filter(({ approvalStatus }) => approvalStatus === 'pending').length,
    ...[leaveDays, ...types.map((type) => leave[type])].map(hundredths),
    lateMinutes,
    ...[workedMinutes, overtimeMinutes - pendingOvertimeMinutes, pendingOvertimeMinutes].map((minutes) =>
      hundredths(minutes / 60),
    ),
  ];
}

const noLeave = Object.fromEntries(leaveTypes.map((type) => [type, 0])) as Record<LeaveType, number>;

/** With two decimals, as amounts have. */
function hundredths(value: number): number {
  return Math.round(value * 100);
}
