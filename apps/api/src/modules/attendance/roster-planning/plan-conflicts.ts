import {
  type JudgedConflict,
  ROSTER_CONTEXT_DAYS,
  rosterConflicts,
  type RosterPerson,
  type WorkOnDay,
  workInPlan,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import { planOf } from '../days/calendar';
import { LeaveDays } from '../leaves/leave-days';
import { type PublishedValue, RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';
import { type ShiftTypesById, toPublishedValue, toValue } from './cells';

type Days = { from: string; to: string };

/** What a person's plan is judged by, besides the plan itself. */
export type Surroundings = Pick<RosterPerson, 'leaves' | 'elsewhere' | 'weekly'>;

/** The days with those before and after on which conflicts depend. */
export function withContext({ from, to }: Days): Days {
  return { from: addDays(from, -ROSTER_CONTEXT_DAYS), to: addDays(to, ROSTER_CONTEXT_DAYS) };
}

/** Reads what surrounds the plans of people: leave, other laboratories and their weekly shifts. */
@Injectable()
export class PlanSurroundings {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly leaves: LeaveDays,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  async of(
    people: readonly Account[],
    laboratory: LaboratoryRow,
    days: Days,
  ): Promise<(person: Account) => Surroundings> {
    const ids = people.map(({ _id }) => _id);
    const [leaves, published] = await readAll(
      () => this.leaves.approvedOn(ids, days.from, days.to),
      () => this.cells.publishedElsewhere(LabScope.everywhere(), laboratory._id, days, ids),
    );
    const nameOf = await this.laboratories.names(published.map(({ laboratoryId }) => laboratoryId));
    const elsewhere = grouped(published, ({ userId }) => userId.toHexString());
    return (person) => {
      const id = person._id.toHexString();
      const former = (elsewhere.get(id) ?? []).filter((cell) => isBeforeMove(cell, person, laboratory));
      return {
        leaves: (leaves.get(id) ?? []).map(({ from, to, part }) => ({ from, to, part })),
        elsewhere: former.map(({ day, laboratoryId }) => ({ day, laboratory: nameOf(laboratoryId.toHexString()) })),
        weekly: weeklyOf(person, laboratory),
      };
    };
  }
}

/** The former laboratory of someone who moved counts up to that day; nothing planned elsewhere counts otherwise. */
function isBeforeMove(
  { laboratoryId, day }: Pick<RosterCellRow, 'laboratoryId' | 'day'>,
  { movedFrom }: Account,
  { timezone }: LaboratoryRow,
) {
  if (!movedFrom?.laboratoryId.equals(laboratoryId)) return false;
  return day <= businessDay(movedFrom.at, timezone);
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

function weeklyOf(person: Account, laboratory: LaboratoryRow): RosterPerson['weekly'] {
  const { shift } = planOf('2026-01-01', person, laboratory, null);
  const { start, end, breakMinutes } = shift;
  const off = laboratory.weeklyOff;
  const weekdays = person.shift?.weekdays ?? WEEKDAYS.filter((weekday) => !off.includes(weekday));
  return { start, end, breakMinutes, weekdays, of: person.shift ? 'person' : 'laboratory' };
}

type Judged = {
  person: Account;
  cells: readonly RosterCellRow[];
  surroundings: Surroundings;
  laboratory: LaboratoryRow;
  shiftTypes: ShiftTypesById;
};

/**
 * The conflicts of a person's plan.
 * @param isDraft whether the draft of a day counts; otherwise, what is published.
 */
export function conflictsOf(
  { person, cells, surroundings, laboratory, shiftTypes }: Judged,
  days: readonly string[],
  isDraft: (day: string) => boolean,
): JudgedConflict[] {
  const holidays = new Set(laboratory.holidays.map(({ date }) => date));
  const byDay = new Map(cells.map((cell) => [cell.day, cell]));
  const plan = { weekly: surroundings.weekly, shiftTypes, holidays };
  const workOn = (day: string): WorkOnDay | null => {
    const cell = byDay.get(day);
    if (!cell) return workInPlan(day, null, plan);
    if (isDraft(day)) return workInPlan(day, toValue(cell.draft), plan);
    return (
      publishedWork(cell.published, shiftTypes) ??
      workInPlan(day, cell.published && toPublishedValue(cell.published), plan)
    );
  };
  return rosterConflicts(
    { joiningDate: person.joiningDate, exitDate: person.exitDate, skills: person.skills, ...surroundings },
    days,
    { workOn, holidays, policy: laboratory.policies.roster },
  );
}

/** Whether a conflict is one that was there before, or less of it. */
export function isNoWorse(conflict: JudgedConflict, before: JudgedConflict): boolean {
  if (conflict.day !== before.day || conflict.kind !== before.kind) return false;
  if (!conflict.excess || !before.excess) return conflict.message === before.message;
  return conflict.excess.of === before.excess.of && conflict.excess.minutes <= before.excess.minutes;
}

/** A published shift with the times that it was published with. */
function publishedWork(published: PublishedValue | null, shiftTypes: ShiftTypesById): WorkOnDay | null {
  if (published?.value !== 'shift') return null;
  const { shiftTypeId, name, start, end, breakMinutes } = published;
  return { start, end, breakMinutes, type: { name, skills: shiftTypes.get(shiftTypeId.toHexString())?.skills ?? [] } };
}
