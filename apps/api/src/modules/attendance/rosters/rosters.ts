import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { addDays, businessDay } from '../../../platform/time/business-day';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import {
  type DayPlan,
  findWorkDate,
  type PlanningLaboratory,
  planOf,
  type RosteredDay,
  shiftTakingIn,
} from '../days/calendar';
import type { PublicationRow } from './publication.repository';
import { RosterCellRepository, toRosteredDay } from './roster.repository';

/** Raised within the transaction in which a roster is published. */
export const rosterPublished = eventKind<RosterPublished>('roster.published');
export type RosterPublished = { publication: PublicationRow; userIds: readonly string[] };

type Days = readonly [from: string, to: string];
type PersonInRoster = Pick<Account, '_id' | 'shift'>;
type RosteringLaboratory = Pick<LaboratoryRow, '_id' | 'plannedDays'>;
type LaboratoryInRoster = RosteringLaboratory & PlanningLaboratory;

/** Which shift a person has on a day, and why; see `planOf`. */
export type PlanOn = (day: string, person: PersonInRoster, laboratory: LaboratoryInRoster) => DayPlan;

/** The published roster as the rest of attendance follows it. */
@Injectable()
export class Rosters {
  constructor(private readonly cells: RosterCellRepository) {}

  /**
   * The plans of people in laboratories, read at once for all of the days; only of them can be asked.
   * @param userIds `everyone` where most people of the laboratories are asked for.
   */
  async plans(
    laboratories: readonly RosteringLaboratory[],
    [from, to]: Days,
    userIds: readonly ObjectId[] | 'everyone',
  ): Promise<PlanOn> {
    const rostered = new Map<string, RosteredDay | null>();
    // Laboratories that do not plan, or have not planned these days, cost no query.
    const planning = laboratories
      .filter(({ plannedDays }) => plannedDays && plannedDays.from <= to && plannedDays.to >= from)
      .map(({ _id }) => _id);
    if (planning.length > 0 && userIds.length > 0) {
      for (const cell of await this.cells.publishedIn(LabScope.everywhere(), planning, { from, to }, userIds)) {
        rostered.set(keyOf(cell.laboratoryId, cell.userId, cell.day), toRosteredDay(cell.published));
      }
    }
    return (day, person, laboratory) =>
      planOf(day, person, laboratory, rostered.get(keyOf(laboratory._id, person._id, day)) ?? null);
  }

  /** The plans of one person in one laboratory. */
  ofPerson({ _id }: Pick<Account, '_id'>, laboratory: RosteringLaboratory, days: Days): Promise<PlanOn> {
    return this.plans([laboratory], days, [_id]);
  }

  /** The day that a person's work at an instant belongs to; see `findWorkDate`. */
  async workDateAt(at: Date, person: PersonInRoster, laboratory: LaboratoryInRoster): Promise<string> {
    const local = businessDay(at, laboratory.timezone);
    const planOn = await this.ofPerson(person, laboratory, [addDays(local, -1), addDays(local, 1)]);
    return findWorkDate(at, laboratory.timezone, (day) => shiftTakingIn(planOn(day, person, laboratory)));
  }
}

const keyOf = (laboratoryId: ObjectId, userId: ObjectId, day: string) =>
  `${laboratoryId.toHexString()} ${userId.toHexString()} ${day}`;
