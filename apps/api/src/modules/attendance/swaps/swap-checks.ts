import { conflictLabels, type JudgedConflict, type RosterConflict, workInPlan } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { eachDay } from '../../../platform/time/business-day';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import { leaveSight } from '../leaves/leave-sight';
import { AttendanceRepository } from '../records/record.repository';
import { type PublishedValue, RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import type { SwapRow, SwappedShift } from '../rosters/swap.repository';
import { toPublishedValue } from '../roster-planning/cells';
import { mayPlan } from '../roster-planning/roster-boards';
import { conflictsOf, isNoWorse, PlanSurroundings, withContext } from '../roster-planning/plan-conflicts';

/** What a day of a person becomes by a swap. */
export type Move = { userId: string; day: string; value: PublishedValue };

type Days = { from: string; to: string };

/** The published plans of some people, and what changes of them would cause. */
export class Plans {
  constructor(
    private readonly cellsOf: (userId: string) => readonly RosterCellRow[],
    private readonly conflictsWith: (person: Account, cells: readonly RosterCellRow[], days: Days) => JudgedConflict[],
    private readonly worksWeekly: (person: Account, day: string) => boolean,
    private readonly laboratoryId: ObjectId,
  ) {}

  cell({ _id }: Pick<Account, '_id'>, day: string): RosterCellRow | undefined {
    return this.cellsOf(_id.toHexString()).find((cell) => cell.day === day);
  }

  /** Whether a person works on a day: by the published roster or, without it, by their weekly shift. */
  works(person: Account, day: string): boolean {
    const published = this.cell(person, day)?.published;
    if (published && published.value !== 'weekly') return published.value === 'shift';
    return this.worksWeekly(person, day);
  }

  /** The conflicts that moves cause or make worse. A day that is taken over must be free. */
  conflictsOf(person: Account, moves: readonly Move[]): RosterConflict[] {
    const id = person._id.toHexString();
    const own = moves.filter(({ userId }) => userId === id);
    const days = own.map(({ day }) => day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return [];
    const cells = this.cellsOf(id);
    const moved = new Map(own.map(({ day, value }) => [day, value]));
    const after = [
      ...cells.filter(({ day }) => !moved.has(day)),
      ...own.map(({ day, value }) => ({
        ...(cells.find((cell) => cell.day === day) ?? this.blank(person, day)),
        published: value,
      })),
    ];
    const range = { from, to: withContext({ from, to }).to };
    const before = this.conflictsWith(person, cells, range);
    return this.conflictsWith(person, after, range).filter(
      (conflict) => moved.has(conflict.day) || !before.some((known) => isNoWorse(conflict, known)),
    );
  }

  private blank({ _id: userId }: Account, day: string): RosterCellRow {
    const stored = { version: 0, createdAt: new Date(0), updatedAt: new Date(0), updatedBy: null };
    return { _id: userId, laboratoryId: this.laboratoryId, userId, day, draft: null, published: null, ...stored };
  }
}

/** Judges swaps and open shifts by the same conflicts as the board. */
@Injectable()
export class SwapChecks {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly surroundings: PlanSurroundings,
    private readonly records: AttendanceRepository,
  ) {}

  async plans(laboratory: LaboratoryRow, people: readonly Account[], days: Days): Promise<Plans> {
    const context = withContext(withContext(days));
    const ids = people.map(({ _id }) => _id);
    const types = await this.shiftTypes.ofLaboratory(LabScope.everywhere(), laboratory._id);
    const shiftTypes = new Map(types.map((type) => [type._id.toHexString(), type]));
    const cells = await this.cells.ofLaboratory(LabScope.everywhere(), laboratory._id, context, ids);
    const surroundingsOf = await this.surroundings.of(people, laboratory, context);
    const ofPeople = grouped(cells, ({ userId }) => userId.toHexString());
    const { policies } = laboratory;
    // No one is in two places at once, whatever the rules for planning say.
    const roster = { ...policies.roster, leave: 'forbid', overlap: 'forbid' } as const;
    const strict = { ...laboratory, policies: { ...policies, roster } };
    const holidays = new Set(laboratory.holidays.map(({ date }) => date));
    return new Plans(
      (userId) => ofPeople.get(userId) ?? [],
      (person, own, { from, to }) => {
        const plan = { person, cells: own, surroundings: surroundingsOf(person), laboratory: strict, shiftTypes };
        // Planners are only warned of days that won't be published; here each of them would be.
        return conflictsOf(plan, eachDay(from, to), () => false).map((conflict) =>
          conflict.kind === 'not_employed' ? { ...conflict, effect: 'forbid' } : conflict,
        );
      },
      (person, day) => {
        const { weekly } = surroundingsOf(person);
        return workInPlan(day, null, { weekly, shiftTypes, holidays }) !== null;
      },
      laboratory._id,
    );
  }

  /** @throws DomainError ROSTER_DAY_RECORDED where someone has attendance on a day that would change. */
  async assertNotRecorded(moves: readonly Move[], nameOf: (userId: string) => string, ids: readonly ObjectId[]) {
    for (const { userId, day } of moves) {
      const id = ids.find((each) => each.toHexString() === userId);
      if (!id || !(await this.records.ofDay(id, day))) continue;
      const message = `${nameOf(userId)} already has attendance on ${formatDay(day)}. Correct the day instead.`;
      throw DomainError.onField('ROSTER_DAY_RECORDED', 'day', message);
    }
  }
}

type Swapped = Pick<SwapRow, 'userId' | 'shift' | 'inExchange'>;

/** What a swap changes if the colleague takes part. */
export function movesOf({ userId, shift, inExchange }: Swapped, colleagueId: string): Move[] {
  const owner = userId.toHexString();
  const given = { userId: colleagueId, day: shift.day, value: toPublished(shift) };
  const off = { value: 'off' } as const;
  if (!inExchange) return [{ userId: owner, day: shift.day, value: off }, given];
  const taken = { userId: owner, day: inExchange.day, value: toPublished(inExchange) };
  if (inExchange.day === shift.day) return [taken, given];
  return [
    { userId: owner, day: shift.day, value: off },
    given,
    taken,
    { userId: colleagueId, day: inExchange.day, value: off },
  ];
}

export function toPublished({ shiftTypeId, name, code, start, end, breakMinutes }: SwappedShift): PublishedValue {
  return { value: 'shift', shiftTypeId, name, code, start, end, breakMinutes };
}

/** Why a person can't take a shift over; undefined if they can. */
export function conflictingWork(
  plans: Plans,
  person: Account,
  { shift, inExchange }: Swapped,
  isOwner: boolean,
): string | undefined {
  const gained = isOwner ? inExchange?.day : shift.day;
  const lost = isOwner ? shift.day : inExchange?.day;
  if (gained === undefined || gained === lost || !plans.works(person, gained)) return undefined;
  return `already works on ${formatDay(gained)}`;
}

/** Of someone else, only the kind of a conflict is said; nothing tells leave and other laboratories apart. */
export function inWords({ kind, message }: Pick<RosterConflict, 'kind' | 'message'>, isOwn: boolean): string {
  if (isOwn) return message;
  return kind === 'leave' || kind === 'other_laboratory' ? 'Not available' : conflictLabels[kind];
}

/** Their own in full. Of others, planners learn what the board shows them; everyone else only the kind. */
export function wordsFor(actor: Actor, laboratory: LaboratoryRow) {
  const isPlanner = mayPlan(actor, laboratory);
  const sees = leaveSight(actor, laboratory);
  return ({ _id }: Account, { kind, message }: RosterConflict): string => {
    const id = _id.toHexString();
    return inWords({ kind, message }, id === actor.userId || (isPlanner && (kind !== 'leave' || sees(id))));
  };
}

/** Whether what is published is still the shift that a swap is about. */
export function isStill(cell: Pick<RosterCellRow, 'published'> | undefined, shift: SwappedShift): boolean {
  const published = cell?.published;
  return (
    published?.value === 'shift' &&
    toPublishedValue(published) === shift.shiftTypeId.toHexString() &&
    published.start === shift.start &&
    published.end === shift.end &&
    published.breakMinutes === shift.breakMinutes
  );
}
