import {
  type RosterBoard,
  type RosterBoardQuery,
  RosterBoardSchema,
  RosterConflictSchema,
  ROSTER_PAGE_PEOPLE,
  type RosterPublication,
  RosterPublicationSchema,
  type RosterPublicationsQuery,
  type Page,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import {
  LaboratoriesPort,
  type LaboratoryRow,
  laboratoryUsePolicy,
  toZonedLaboratory,
} from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { toAttendancePerson } from '../days/subjects';
import { leaveSight } from '../leaves/leave-sight';
import { PublicationRepository } from '../rosters/publication.repository';
import { RosterCellRepository } from '../rosters/roster.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { digestUnpublished, ofEmployed, type ShiftTypesById, toCell, wouldChange } from './cells';
import { Coverage } from './coverage';
import { conflictsOf, PlanSurroundings, type Surroundings, withContext } from './plan-conflicts';

const ShownShiftType = RosterBoardSchema.shape.shiftTypes.element;

/** The roster of a laboratory as its planners, and everyone else, can see it. */
@Injectable()
export class RosterBoards {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly publications: PublicationRepository,
    private readonly surroundings: PlanSurroundings,
    private readonly coverage: Coverage,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async board(actor: Actor, query: RosterBoardQuery): Promise<RosterBoard> {
    const { from, to, page, userId } = query;
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, query.laboratoryId ?? actor.laboratoryId);
    const isPlanner = mayPlan(actor, laboratory);
    const sees = leaveSight(actor, laboratory);
    const context = withContext({ from, to });
    const [types, found, cells] = await readAll(
      () => this.shiftTypes.ofLaboratory(LabScope.everywhere(), laboratory._id),
      () => this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from, to }),
      () => this.cells.ofLaboratory(scope, laboratory._id, context),
    );
    const byId: ShiftTypesById = new Map(types.map((type) => [type._id.toHexString(), type]));
    const wanted = userId === undefined ? found : found.filter(({ _id }) => _id.toHexString() === userId);
    const shown = wanted.slice((page - 1) * ROSTER_PAGE_PEOPLE, page * ROSTER_PAGE_PEOPLE);
    const surroundingsOf = await this.surroundings.of(shown, laboratory, context);
    const ofPeople = grouped(cells, (cell) => cell.userId.toHexString());
    const days = eachDay(from, to);
    const today = businessDay(this.clock.now(), laboratory.timezone);
    const inRange = ofEmployed(cells, found).filter(({ day }) => day >= from && day <= to);
    const unpublished = isPlanner ? inRange.filter((cell) => cell.day >= today && wouldChange(cell, byId)) : [];
    const refused = isPlanner ? laboratoryUsePolicy.enterRecords(laboratory) : undefined;
    return {
      laboratory: toZonedLaboratory(laboratory),
      from,
      to,
      contextFrom: context.from,
      contextTo: context.to,
      today,
      canPlan: isPlanner && !refused,
      lockedReason: refused?.message ?? null,
      shiftTypes: types.map((type) => declaredFields(ShownShiftType, type)),
      holidays: laboratory.holidays
        .filter(({ date }) => date >= context.from && date <= context.to)
        .map(({ date, name }) => ({ day: date, name })),
      policy: laboratory.policies.roster,
      people: shown.map((person) => {
        const own = ofPeople.get(person._id.toHexString()) ?? [];
        const all = surroundingsOf(person);
        const leaves = sees(person._id.toHexString()) ? all.leaves : daysAway(all.leaves, context);
        const surroundings = { ...all, leaves };
        return {
          person: toAttendancePerson(person),
          joiningDate: person.joiningDate,
          exitDate: person.exitDate,
          skills: person.skills,
          ...surroundings,
          elsewhere: isPlanner ? surroundings.elsewhere : [],
          cells: own
            .filter(({ published }) => isPlanner || published)
            .map((cell) => toCell(cell, byId, isPlanner))
            .sort((a, b) => (a.day < b.day ? -1 : 1)),
          conflicts: isPlanner
            ? conflictsOf({ person, cells: own, surroundings, laboratory, shiftTypes: byId }, days, () => true).map(
                (conflict) => declaredFields(RosterConflictSchema, conflict),
              )
            : [],
        };
      }),
      coverage: scope.userId === null ? await this.coverage.of(days, types, inRange, found, isPlanner) : [],
      unpublished: unpublished.length,
      unpublishedDigest: scope.userId === null ? digestUnpublished(unpublished, byId) : null,
      page,
      pages: Math.max(1, Math.ceil(wanted.length / ROSTER_PAGE_PEOPLE)),
      total: wanted.length,
    };
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async listPublications(actor: Actor, query: RosterPublicationsQuery): Promise<Page<RosterPublication>> {
    const { page, limit } = query;
    const scope = actor.scope('attendance.roster');
    const laboratory = await this.laboratories.getInScope(scope, query.laboratoryId ?? actor.laboratoryId);
    const filter = { laboratoryId: laboratory._id };
    const { items, total } = await this.publications.page(scope, {
      filter,
      sort: { number: -1 },
      uniqueSort: true,
      page,
      limit,
    });
    return { items: items.map((row) => declaredFields(RosterPublicationSchema, row)), total };
  }
}

/** For viewers who can't see leave: the days on which someone isn't available, and nothing else. */
function daysAway(leaves: Surroundings['leaves'], { from, to }: { from: string; to: string }): Surroundings['leaves'] {
  const days = eachDay(from, to).filter((day) => leaves.some((leave) => leave.from <= day && day <= leave.to));
  return days.map((day) => ({ from: day, to: day, part: 'full' }));
}

/** Drafts are for those who plan the whole laboratory. */
export function mayPlan(actor: Actor, { _id }: Pick<LaboratoryRow, '_id'>): boolean {
  if (!actor.may('attendance.roster')) return false;
  const scope = actor.scope('attendance.roster');
  return scope.userId === null && scope.reaches(_id.toHexString());
}
