import {
  type ChangedCell,
  MAX_PLANNED_SPAN_DAYS,
  type PlannedCell,
  type PlannedRoster,
  type PlanRosterBody,
  plural,
  type RosterValue,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { eventKind } from '../../../platform/events/domain-events';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { type DraftValue, RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { type ShiftTypesById, toCell, toValue } from './cells';
import { type PersonDays, RosterAudit } from './roster-audit';
import { ROSTER_LOCK } from './shift-types';

/** Raised within the transaction of every change of drafts. */
export const rosterPlanned = eventKind<RosterPlanned>('roster.planned');
export type RosterPlanned = { actor: Actor; laboratoryId: ObjectId; from: string; to: string };

const MAX_DAYS_AHEAD = 366;
const MAX_REPORTED = 200;

type Wanted = PlannedCell & { userId: string; field: string };
type CellWrite = { before: RosterCellRow | null; wanted: Wanted; draft: DraftValue };

/** Plans days as drafts: all of a request, or nothing where another planner was faster. */
@Injectable()
export class PlanRoster {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly audit: RosterAudit,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError ROSTER_CHANGED, ROSTER_DAY_OVER, STAFF_NOT_FOUND, SHIFT_TYPE_NOT_FOUND, SHIFT_TYPE_ARCHIVED,
   *   LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, VALIDATION_FAILED.
   */
  plan(actor: Actor, { laboratoryId, people }: PlanRosterBody): Promise<PlannedRoster> {
    return this.unitOfWork.exclusive(ROSTER_LOCK, laboratoryId, async () => {
      const scope = actor.scope('attendance.roster');
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const wanted = people.flatMap(({ userId, cells }, index) =>
        cells.map((cell, place) => ({ ...cell, userId, field: `people.${index}.cells.${place}` })),
      );
      const days = this.assertDays(wanted, laboratory);
      await this.assertPeople(people, laboratory);
      const types = await this.shiftTypes.ofLaboratory(scope, laboratory._id);
      const byId: ShiftTypesById = new Map(types.map((type) => [type._id.toHexString(), type]));
      const ids = people.map(({ userId }) => objectId(userId));
      const known = await this.cells.ofLaboratory(scope, laboratory._id, days, ids);
      const cellOf = new Map(known.map((cell) => [keyOf(cell.userId.toHexString(), cell.day), cell]));
      const pairs = wanted.map((one) => ({ wanted: one, before: cellOf.get(keyOf(one.userId, one.day)) ?? null }));
      assertUnchanged(pairs);
      const writes = pairs
        .filter(({ before, wanted: { shift } }) => (before ? toValue(before.draft) : null) !== shift)
        .map((pair) => ({ ...pair, draft: toDraft(pair.wanted, byId) }));
      const written = await this.write(actor, laboratory, writes);
      await this.shiftTypes.markUsed(
        types.filter(({ _id, used }) => !used && writes.some(({ draft }) => isType(draft, _id))).map(({ _id }) => _id),
      );
      await this.record(actor, laboratory, writes, byId);
      if (writes.length > 0)
        await this.unitOfWork.raise(rosterPlanned, { actor, laboratoryId: laboratory._id, ...days });
      return {
        changed: writes.length,
        people: people.map(({ userId, cells }) => ({
          userId,
          cells: cells.map(({ day }) => {
            const row = written.get(keyOf(userId, day)) ?? cellOf.get(keyOf(userId, day));
            return row ? toCell(row, byId, true) : { day, draft: null, version: 0 };
          }),
        })),
      };
    });
  }

  private assertDays(wanted: readonly Wanted[], { timezone }: LaboratoryRow): { from: string; to: string } {
    const today = businessDay(this.clock.now(), timezone);
    const past = wanted.filter(({ day }) => day < today);
    if (past.length > 0) {
      const message = "Days before today can't be planned. Correct the person's day instead.";
      throw new DomainError('ROSTER_DAY_OVER', { errors: errorsOn(past, message) });
    }
    const last = addDays(today, MAX_DAYS_AHEAD);
    const far = wanted.filter(({ day }) => day > last);
    if (far.length > 0) {
      throw new DomainError('VALIDATION_FAILED', { errors: errorsOn(far, `Must not be after ${formatDay(last)}`) });
    }
    const sorted = wanted.map(({ day }) => day).toSorted();
    const [from = today, to = today] = [sorted[0], sorted.at(-1)];
    const wide = wanted.filter(({ day }) => day > addDays(from, MAX_PLANNED_SPAN_DAYS - 1));
    if (wide.length > 0) {
      const message = `Plan days within ${MAX_PLANNED_SPAN_DAYS} days at once`;
      throw new DomainError('VALIDATION_FAILED', { errors: errorsOn(wide, message) });
    }
    return { from, to };
  }

  /** Also people of another laboratory do not exist here. */
  private async assertPeople(people: PlanRosterBody['people'], { _id }: LaboratoryRow): Promise<void> {
    const ids = people.map(({ userId }) => userId);
    const found = await this.people.findPeople(LabScope.ofLaboratory(_id.toHexString()), ids);
    const known = new Set(found.map((person) => person._id.toHexString()));
    const missing = ids.findIndex((userId) => !known.has(userId));
    if (missing >= 0) throw DomainError.onField('STAFF_NOT_FOUND', `people.${missing}.userId`);
  }

  private async write(
    actor: Actor,
    { _id: laboratoryId }: LaboratoryRow,
    writes: readonly CellWrite[],
  ): Promise<Map<string, RosterCellRow>> {
    const now = this.clock.now();
    const inserted: RosterCellRow[] = [];
    const updated: { row: RosterCellRow; changes: Partial<RosterCellRow> }[] = [];
    for (const { before, wanted, draft } of writes) {
      const changes = { draft, updatedBy: actor.name };
      if (before) {
        updated.push({ row: before, changes });
        continue;
      }
      const { userId, day } = wanted;
      const created = { version: 1, createdAt: now, updatedAt: now };
      inserted.push({
        _id: newId(),
        laboratoryId,
        userId: objectId(userId),
        day,
        published: null,
        ...changes,
        ...created,
      });
    }
    if (inserted.length > 0) await this.cells.insertMany(inserted);
    // The lock keeps other planners out, so that a version cannot have changed since it was read.
    if (!(await this.cells.updateEachAt(LabScope.everywhere(), updated, now))) throw new DomainError('ROSTER_CHANGED');
    const after = updated.map(({ row, changes }) => ({ ...row, ...changes, version: row.version + 1, updatedAt: now }));
    return new Map([...inserted, ...after].map((row) => [keyOf(row.userId.toHexString(), row.day), row]));
  }

  private async record(
    actor: Actor,
    { _id }: LaboratoryRow,
    writes: readonly CellWrite[],
    shiftTypes: ShiftTypesById,
  ): Promise<void> {
    const byPerson = new Map<string, PersonDays>();
    for (const { before, wanted, draft } of writes) {
      const { userId, day } = wanted;
      const days = byPerson.get(userId) ?? { userId: objectId(userId), before: {}, after: {} };
      byPerson.set(userId, days);
      days.before[day] = draftInWords(before?.draft ?? null, shiftTypes);
      days.after[day] = draftInWords(draft, shiftTypes);
    }
    await this.audit.record(actor, 'roster.planned', _id, [...byPerson.values()]);
  }
}

const keyOf = (userId: string, day: string) => `${userId} ${day}`;
const isType = (draft: DraftValue, id: ObjectId) => draft !== null && draft !== 'off' && draft.equals(id);

export function draftInWords(draft: DraftValue, shiftTypes: ShiftTypesById): string {
  if (draft === null) return 'weekly shift';
  return draft === 'off' ? 'off' : (shiftTypes.get(draft.toHexString())?.code ?? '?');
}

function errorsOn(cells: readonly Wanted[], message: string) {
  return cells.slice(0, MAX_REPORTED).map(({ field }) => ({ field: `${field}.day`, message }));
}

/** @throws DomainError SHIFT_TYPE_NOT_FOUND, SHIFT_TYPE_ARCHIVED. */
function toDraft({ shift, field }: { shift: RosterValue; field: string }, shiftTypes: ShiftTypesById): DraftValue {
  if (shift === null || shift === 'off') return shift;
  const type = shiftTypes.get(shift);
  if (!type) throw DomainError.onField('SHIFT_TYPE_NOT_FOUND', `${field}.shift`);
  if (type.status === 'archived') throw DomainError.onField('SHIFT_TYPE_ARCHIVED', `${field}.shift`);
  return type._id;
}

/**
 * Every day must still be as the planner saw it, unless it already is what they want.
 * @throws DomainError ROSTER_CHANGED with the days that are not, and who changed them.
 */
function assertUnchanged(pairs: readonly { wanted: Wanted; before: RosterCellRow | null }[]): void {
  const stale = pairs.filter(({ wanted, before }) => {
    const draft = before ? toValue(before.draft) : null;
    return wanted.version !== (before?.version ?? 0) && draft !== wanted.shift;
  });
  if (stale.length === 0) return;
  const current = stale.slice(0, MAX_REPORTED).map(({ wanted, before }): ChangedCell => ({
    userId: wanted.userId,
    day: wanted.day,
    draft: before ? toValue(before.draft) : null,
    version: before?.version ?? 0,
    changedBy: before?.updatedBy ?? null,
    changedAt: (before?.updatedAt ?? new Date(0)).toISOString(),
  }));
  const latest = current.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))[0];
  const by = [...new Set(current.map(({ changedBy }) => changedBy ?? 'The system'))];
  const who = by.length > 2 ? `${by.slice(0, 2).join(', ')} and others` : by.join(' and ');
  const what = plural(stale.length, 'one of these days', `${stale.length} of these days`);
  throw new DomainError('ROSTER_CHANGED', {
    message: `${who} changed ${what} in the meantime. Look at them, then plan again.`,
    conflict: {
      current,
      changedBy: latest?.changedBy ?? null,
      changedAt: latest?.changedAt ?? new Date(0).toISOString(),
    },
  });
}
