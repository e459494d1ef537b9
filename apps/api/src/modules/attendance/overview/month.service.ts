import type { AttendanceMonth, AttendanceMonthQuery, AttendanceTotals, DayMark, DayLeave } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, eachDay, monthOf } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { dayKindOf, holidayOn } from '../days/person-calendar';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import type { LeaveRow } from '../leaves/leave.document';
import type { AttendanceRow } from '../records/record.document';
import { toAttendancePerson } from '../days/subjects';
import { AttendanceRepository } from '../records/record.repository';
import { noTotals, sumOf, totalsOf } from './day-totals';

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
export class MonthService {
  constructor(
    private readonly records: AttendanceRepository,
    private readonly leaves: LeaveDays,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async month(actor: Actor, { laboratoryId, month, userId }: AttendanceMonthQuery): Promise<AttendanceMonth> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.reached(scope, laboratoryId ?? actor.laboratoryId);
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
      () => this.records.between(scope, laboratory._id, range),
    );
    const wanted = userId ?? scope.userId;
    const people = found.filter(({ _id }) => wanted === null || _id.toHexString() === wanted);
    const leaves = await this.leaves.approvedOn(
      people.map(({ _id }) => _id),
      range.from,
      range.to,
    );
    const byPerson = new Map<string, AttendanceRow[]>();
    for (const row of rows) {
      const key = row.userId.toHexString();
      byPerson.set(key, [...(byPerson.get(key) ?? []), row]);
    }
    const days = eachDay(range.from, range.to);
    return people.map((person) => {
      const key = person._id.toHexString();
      const own = byPerson.get(key) ?? [];
      const approved = leaves.get(key) ?? [];
      const byDay = new Map(own.map((row) => [row.workDate, row]));
      const marks = days.map((day) => {
        return markOf(byDay.get(day), { day, person, laboratory, leave: leaveOn(approved, day) });
      });
      return { person, rows: own, leaves: approved, marks, totals: totalsIn(own, marks) };
    });
  }
}

type Circumstances = { day: string; person: Account; laboratory: LaboratoryRow; leave: DayLeave | null };

const ofStatus: Partial<Record<AttendanceRow['status'], DayMark>> = {
  present: 'P',
  late: 'LT',
  half_day: 'HD',
  absent: 'A',
  on_leave: 'L',
  missed_clock_out: 'MC',
};

/** The mark of a person on a day; null where nothing is known, or before and after their time there. */
export function markOf(
  row: Pick<AttendanceRow, '_id' | 'status'> | undefined,
  { day, person, laboratory, leave }: Circumstances,
): Cell {
  const mark = row && ofStatus[row.status];
  if (row && mark) return { mark, recordId: row._id.toHexString() };
  const kind = dayKindOf(day, person, laboratory);
  if (day < person.joiningDate || (person.exitDate !== null && day > person.exitDate)) return null;
  if (kind !== 'working') return { mark: kind === 'holiday' ? 'H' : 'WO', recordId: null };
  if (leave === 'full') return { mark: 'L', recordId: null };
  return null;
}

/** Leave has no records of its own; it is counted from the marks. */
function totalsIn(rows: readonly AttendanceRow[], marks: readonly Cell[]): AttendanceTotals {
  const count = (wanted: DayMark) => marks.filter((cell) => cell?.mark === wanted).length;
  const halfLeaves = rows.filter(({ leave }) => leave === 'first_half' || leave === 'second_half').length;
  const totals = rows.length === 0 ? noTotals : sumOf(rows.map(totalsOf));
  return { ...totals, absentDays: count('A'), leaveDays: count('L') + halfLeaves / 2 };
}
