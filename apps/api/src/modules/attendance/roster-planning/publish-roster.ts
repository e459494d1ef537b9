import { plural, type PublishRosterBody, type RosterPublication, RosterPublicationSchema } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { grouped } from '../../../platform/grouped';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { addDays, businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { Notices } from '../../notifications/notifications.port';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { AttendanceRepository } from '../records/record.repository';
import type { PublicationRow } from '../rosters/publication.repository';
import { RosterCellRepository, type RosterCellRow } from '../rosters/roster.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { digestUnpublished, ofEmployed, publishedFrom, type ShiftTypesById, wouldChange } from './cells';
import { conflictsOf, isNoWorse, PlanSurroundings, withContext } from './plan-conflicts';
import { PublishedChanges } from './published-changes';
import { ROSTER_LOCK } from './shift-types';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

const MAX_REPORTED = 100;

type Days = { from: string; to: string };

/** Makes drafts what attendance follows. */
@Injectable()
export class PublishRoster {
  constructor(
    private readonly cells: RosterCellRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly changes: PublishedChanges,
    private readonly surroundings: PlanSurroundings,
    private readonly records: AttendanceRepository,
    private readonly notices: Notices,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError OWN_WORK, ROSTER_CHANGED, ROSTER_NOTHING_CHANGED, ROSTER_HAS_CONFLICTS, ROSTER_DAY_RECORDED, LABORATORY_NOT_FOUND,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  publish(actor: Actor, { laboratoryId, from, to, unpublishedDigest }: PublishRosterBody): Promise<RosterPublication> {
    // No one clocks in on a day while it changes.
    return this.unitOfWork.exclusive([ROSTER_LOCK, ATTENDANCE_LOCK], laboratoryId, async () => {
      const scope = actor.scope('attendance.roster');
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const today = businessDay(this.clock.now(), laboratory.timezone);
      // What is over stays as it was worked.
      const days = { from: from > today ? from : today, to };
      const types = await this.shiftTypes.ofLaboratory(scope, laboratory._id);
      const byId: ShiftTypesById = new Map(types.map((type) => [type._id.toHexString(), type]));
      const planned = days.from > to ? [] : await this.cells.ofLaboratory(scope, laboratory._id, days);
      const here = LabScope.ofLaboratory(laboratoryId);
      const found = await this.people.peopleBetween(here, { laboratoryId: laboratory._id, ...days });
      const changed = ofEmployed(planned, found).filter((cell) => wouldChange(cell, byId));
      if (changed.length === 0) throw new DomainError('ROSTER_NOTHING_CHANGED');
      if (unpublishedDigest !== undefined && unpublishedDigest !== digestUnpublished(changed, byId)) {
        throw new DomainError('ROSTER_CHANGED', { message: changedInWords(changed.length) });
      }
      assertNotOwnSoon(actor, changed, today);
      const ids = new Set(changed.map(({ userId }) => userId.toHexString()));
      const people = found.filter(({ _id }) => ids.has(_id.toHexString()));
      await this.assertNotRecorded(changed, people, laboratory, days);
      await this.assertNotForbidden(people, laboratory, days, byId);
      const writes = changed.map((before) => {
        const { userId, day, draft } = before;
        return { userId, day, before, published: publishedFrom(draft, byId) };
      });
      const publication = await this.changes.write(actor, laboratory, { from, to }, writes);
      await this.notify(actor, publication, changed, people);
      return declaredFields(RosterPublicationSchema, publication);
    });
  }

  /** A day on which someone has already worked, or was marked absent, keeps the shift that it was computed with. */
  private async assertNotRecorded(
    changed: readonly RosterCellRow[],
    people: readonly Account[],
    { _id }: LaboratoryRow,
    { from }: Days,
  ): Promise<void> {
    // No one can have worked later than tomorrow, whose shift may begin tonight.
    const to = addDays(from, 1);
    const near = changed.filter(({ day }) => day <= to);
    if (near.length === 0) return;
    const rows = await this.records.between(LabScope.everywhere(), _id, { from, to });
    const recorded = new Set(rows.map(({ userId, workDate }) => `${userId.toHexString()} ${workDate}`));
    const taken = near.filter(({ userId, day }) => recorded.has(`${userId.toHexString()} ${day}`));
    if (taken.length === 0) return;
    const nameOf = namesOf(people);
    const errors = taken.slice(0, MAX_REPORTED).map(({ userId, day }) => ({
      field: `${userId.toHexString()}.${day}`,
      message: `${nameOf(userId.toHexString())} already has attendance on ${formatDay(day)}. Correct the day instead.`,
    }));
    throw new DomainError('ROSTER_DAY_RECORDED', { message: errors[0]?.message ?? '', errors });
  }

  /** What the rules forbid and was not published like this before. */
  private async assertNotForbidden(
    people: readonly Account[],
    laboratory: LaboratoryRow,
    days: Days,
    shiftTypes: ShiftTypesById,
  ): Promise<void> {
    const context = withContext(days);
    const ids = people.map(({ _id }) => _id);
    const cells = ofEmployed(
      await this.cells.ofLaboratory(LabScope.everywhere(), laboratory._id, context, ids),
      people,
    );
    const surroundingsOf = await this.surroundings.of(people, laboratory, context);
    const ofPeople = grouped(cells, ({ userId }) => userId.toHexString());
    // A change can leave too little rest after the day before it, and before the one after it, and too many days in a
    // row on later ones.
    const judged = eachDay(addDays(days.from, -1), context.to);
    const isDraft = (day: string) => day >= days.from && day <= days.to;
    const errors: { field: string; message: string }[] = [];
    for (const person of people) {
      const id = person._id.toHexString();
      const plan = {
        person,
        cells: ofPeople.get(id) ?? [],
        surroundings: surroundingsOf(person),
        laboratory,
        shiftTypes,
      };
      const forbidden = conflictsOf(plan, judged, isDraft).filter(({ effect }) => effect === 'forbid');
      if (forbidden.length === 0) continue;
      const before = conflictsOf(plan, judged, () => false);
      for (const conflict of forbidden.filter((one) => !before.some((known) => isNoWorse(one, known)))) {
        const message = `${person.name}, ${formatDay(conflict.day)}: ${conflict.message}`;
        errors.push({ field: `${id}.${conflict.day}`, message });
      }
    }
    if (errors.length === 0) return;
    const others = errors.length > 1 ? ` There are ${errors.length} such conflicts.` : '';
    const message = `The rules of this laboratory forbid this. ${errors[0]?.message ?? ''}.${others}`;
    throw new DomainError('ROSTER_HAS_CONFLICTS', { message, errors: errors.slice(0, MAX_REPORTED) });
  }

  /** One message per person, whatever the number of their days. */
  private async notify(
    actor: Actor,
    { laboratoryId, from, to }: PublicationRow,
    changed: readonly RosterCellRow[],
    people: readonly Account[],
  ): Promise<void> {
    const again = new Set(changed.filter(({ published }) => published).map(({ userId }) => userId.toHexString()));
    const active = people.filter(({ status }) => status === 'active');
    const days = from === to ? `on ${formatDay(from)}` : `from ${formatDay(from)} to ${formatDay(to)}`;
    const send = (to: readonly Account[], title: string, message: string) =>
      this.notices.send({
        actor,
        to,
        laboratoryId,
        type: 'system',
        priority: 'medium',
        title,
        message,
        action: { label: 'View my roster', path: '/attendance/roster?mine=true' },
      });
    const [changedAgain, first] = [
      active.filter(({ _id }) => again.has(_id.toHexString())),
      active.filter(({ _id }) => !again.has(_id.toHexString())),
    ];
    if (first.length > 0) await send(first, 'Roster published', `Your shifts ${days} were published.`);
    if (changedAgain.length > 0) {
      await send(changedAgain, 'Roster changed', `Your shifts ${days} were changed after they had been published.`);
    }
  }
}

function changedInWords(days: number): string {
  const now = plural(days, '1 day would change now', `${days} days would change now`);
  return `The roster has changed since you opened it: ${now}. Look at the roster, then publish again.`;
}

/** No one decides on the day that their own work begins later, or that a day on which they do not come is a day off. */
function assertNotOwnSoon(actor: Actor, changed: readonly RosterCellRow[], today: string): void {
  const tomorrow = addDays(today, 1);
  if (!changed.some(({ userId, day }) => day <= tomorrow && userId.toHexString() === actor.userId)) return;
  throw new DomainError('OWN_WORK', {
    message:
      "You can't publish a change of your own shift today or tomorrow. Undo it, or ask another planner to publish.",
  });
}

function namesOf(people: readonly Account[]): (id: string) => string {
  const names = new Map(people.map(({ _id, name }) => [_id.toHexString(), name]));
  return (id) => names.get(id) ?? 'Someone';
}
