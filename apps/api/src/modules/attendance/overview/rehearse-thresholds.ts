import {
  type AttendancePolicy,
  type AttendanceRehearsal,
  type AttendanceRehearsalQuery,
  MAX_REHEARSAL_ROWS,
  MAX_REHEARSED,
  type RehearsedDays,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { batched } from '../../../platform/batched';
import { LabScope } from '../../../platform/domain/lab-scope';
import { changedValues, Comparison, REHEARSED_AT_ONCE, rehearsedPeriods } from '../../laboratories/rehearsal.port';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { toAttendancePerson } from '../days/subjects';
import { toTotals } from './statistics';
import { computedDay } from '../records/day-content';
import { AttendanceRepository, type RehearsedRow } from '../records/record.repository';

type Thresholds = Partial<AttendancePolicy>;

const none: RehearsedDays = { lateDays: 0, lateMinutes: 0, halfDays: 0, overtimeMinutes: 0, exceptionalDays: 0 };

/** What other thresholds would have made of the days that are recorded. Nothing is written. */
@Injectable()
export class RehearseThresholds {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope. */
  async rehearse(actor: Actor, { laboratoryId, ...proposed }: AttendanceRehearsalQuery): Promise<AttendanceRehearsal> {
    const scope = actor.scopeOfBoth('laboratories.edit', 'attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, laboratoryId);
    const changed = changedValues(laboratory.policies.attendance, proposed);
    const periods = rehearsedPeriods(businessDay(this.clock.now(), laboratory.timezone)).map((period) => ({
      ...period,
      all: new Comparison(none),
      ofPeople: new Map<string, Comparison<RehearsedDays>>(),
    }));
    const longest = periods.at(-1) ?? { from: '', to: '' };
    const people = new Map<string, Account>();
    const days = this.repository.eachForRehearsal(scope, laboratory._id, longest);
    for await (const rows of batched(days, REHEARSED_AT_ONCE)) {
      await this.addPeople(people, rows);
      for (const row of rows) {
        const id = row.userId.toHexString();
        const compared = { before: toValues(row), after: toValues(rehearsedDay(row, people.get(id)?.shift, changed)) };
        for (const { from, all, ofPeople } of periods) {
          if (row.workDate < from) continue;
          if (all.add(compared) && !ofPeople.has(id)) ofPeople.set(id, new Comparison(none));
          ofPeople.get(id)?.add(compared);
        }
      }
    }
    return {
      periods: await Promise.all(
        periods.map(async ({ days, from, to, all, ofPeople }) => {
          const rows = [...ofPeople].flatMap(([id, { changed: changedDays, values }]) => {
            const person = people.get(id);
            return person ? [{ person: toAttendancePerson(person), changedDays, ...values }] : [];
          });
          rows.sort((a, b) => b.changedDays - a.changedDays || a.person.name.localeCompare(b.person.name));
          const { judged } = all;
          return {
            days,
            from,
            to,
            judged,
            changed: all.changed,
            ...all.values,
            total:
              judged < MAX_REHEARSED
                ? judged
                : await this.repository.countToRehearse(scope, laboratory._id, { from, to }),
            rows: rows.slice(0, MAX_REHEARSAL_ROWS),
            omittedRows: Math.max(0, rows.length - MAX_REHEARSAL_ROWS),
          };
        }),
      ),
    };
  }

  private async addPeople(known: Map<string, Account>, rows: readonly RehearsedRow[]): Promise<void> {
    const ids = new Set(rows.map(({ userId }) => userId.toHexString()).filter((id) => !known.has(id)));
    if (ids.size === 0) return;
    for (const person of await this.people.findPeople(LabScope.everywhere(), [...ids])) {
      known.set(person._id.toHexString(), person);
    }
  }
}

/** The day with the changed thresholds, except where the person's own shift has the threshold. */
function rehearsedDay(row: RehearsedRow, own: Account['shift'] | undefined, changed: Thresholds): RehearsedRow {
  const { shift } = row;
  if (!shift) return row;
  const { graceLateMinutes, halfDayBelowMinutes, overtimeAfterMinutes } = changed;
  const thresholds = {
    graceLateMinutes: (own?.graceLateMinutes == null ? graceLateMinutes : undefined) ?? shift.graceLateMinutes,
    halfDayBelowMinutes:
      (own?.halfDayBelowMinutes == null ? halfDayBelowMinutes : undefined) ?? shift.halfDayBelowMinutes,
    overtimeAfterMinutes:
      (own?.overtimeAfterMinutes == null ? overtimeAfterMinutes : undefined) ?? shift.overtimeAfterMinutes,
  };
  return { ...row, ...computedDay({ ...row, shift: { ...shift, ...thresholds } }) };
}

function toValues(row: RehearsedRow): RehearsedDays {
  const { lateDays, lateMinutes, halfDays, overtimeMinutes } = toTotals(row);
  return { lateDays, lateMinutes, halfDays, overtimeMinutes, exceptionalDays: Number(row.flags.length > 0) };
}
