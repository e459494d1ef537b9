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
import { holidayOn } from '../days/calendar';
import { Rosters } from '../rosters/rosters';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import type { LeaveRow } from '../leaves/leave.repository';
import { seesLeave } from '../leaves/leave-sight';
import type { AttendanceRow } from '../records/record.document';
import { toAttendancePerson } from '../days/subjects';
import { AttendanceRepository } from '../records/record.repository';
import { noTotals, sumTotals, toTotals, sumFields } from './statistics';
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
  leaves: LeaveRow[];
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
      const marks = days.map((day) => {
        const { kind } = planOn(day, person, laboratory);
        return markDay(byDay.get(day), { day, person, kind, leave: leaveOn(approved, day) });
      });
      return { person, rows: own, leaves: approved, marks, totals: totalsIn(own, marks) };
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

/** Leave has no records of its own; it is counted from the marks. */
function totalsIn(rows: readonly AttendanceRow[], marks: readonly Cell[]): AttendanceTotals {
  const count = (wanted: DayMark) => marks.filter((cell) => cell?.mark === wanted).length;
  const halfLeaves = rows.filter(hasHalfLeave).length;
  const totals = rows.length === 0 ? noTotals : sumTotals(rows.map(toTotals));
  return { ...totals, absentDays: count('A'), leaveDays: count('L') + halfLeaves / 2 };
}

/** Leave takes nothing from a day off, also where the day has a record. */
function hasHalfLeave({ leave, dayKind }: AttendanceRow): boolean {
  return dayKind === 'working' && (leave === 'first_half' || leave === 'second_half');
}

const { text, sum, total } = column;

const NAME_COLUMN = 2;

const rules = [
  "A shift counts on the day it starts, in the laboratory's time zone.",
  "Rejected records don't count. If only overtime was rejected, the day counts without it.",
  'Days present include late days and days without a clock-out; half days are counted separately.',
  'Leave means approved leave on working days; half a day counts as 0.5.',
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
        yield toSheetRow(laboratory, month, range, types);
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
    ...['Days present', 'Days late', 'Half days', 'Days absent', 'Days pending'].map(total),
    ...['Days of leave', ...types.map((type) => leaveTypeLabels[type])].map(sum),
    total('Late (min)'),
    ...['Worked (h)', 'Overtime approved (h)', 'Overtime pending (h)'].map(sum),
  ];
}

const weekdays = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function toSheetRow({ code }: LaboratoryRow, month: PersonMonth, range: Days, types: readonly LeaveType[]): SheetRow {
  const { person, rows, marks, totals } = month;
  const { presentDays, lateDays, halfDays, absentDays, leaveDays, lateMinutes } = totals;
  const byType = leaveByType(month, range);
  const { workedMinutes, overtimeMinutes, pendingOvertimeMinutes } = totals;
  return [
    ...[code, person.employeeCode, person.name, person.department],
    ...marks.map((cell) => cell?.mark ?? null),
    ...[presentDays, lateDays, halfDays, absentDays],
    rows.filter(({ approvalStatus }) => approvalStatus === 'pending').length,
    ...[leaveDays, ...types.map((type) => byType[type])].map(hundredths),
    lateMinutes,
    ...[workedMinutes, overtimeMinutes - pendingOvertimeMinutes, pendingOvertimeMinutes].map((minutes) =>
      hundredths(minutes / 60),
    ),
  ];
}

/** The days of leave of the totals, each by its type. */
function leaveByType({ rows, leaves, marks }: PersonMonth, { from, to }: Days): Record<LeaveType, number> {
  const halves = new Map(rows.filter(hasHalfLeave).map(({ workDate, leave }) => [workDate, leave]));
  const days = eachDay(from, to).flatMap((day, index) => {
    const taken = leaves.filter((leave) => leave.from <= day && day <= leave.to);
    const isAway = marks[index]?.mark === 'L';
    const wanted = isAway ? taken : taken.filter(({ part }) => part !== 'full' && part === halves.get(day));
    return wanted.map(({ type, part }) => ({ ...noLeave, [type]: part === 'full' ? 1 : 0.5 }));
  });
  return sumFields(noLeave, days);
}

const noLeave = Object.fromEntries(leaveTypes.map((type) => [type, 0])) as Record<LeaveType, number>;

/** With two decimals, as amounts have. */
function hundredths(value: number): number {
  return Math.round(value * 100);
}
