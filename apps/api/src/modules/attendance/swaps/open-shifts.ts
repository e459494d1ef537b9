import {
  type OfferShiftBody,
  type OpenShift,
  type OpenShiftAction,
  type OpenShiftListQuery,
  OpenShiftSchema,
  type Page,
  serverEvents,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, type Policy, refusal } from '../../../platform/domain/policy';
import { eventKind } from '../../../platform/events/domain-events';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { Notices } from '../../notifications/notifications.port';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { shiftWindow } from '../days/calendar';
import { OpenShiftRepository, type OpenShiftRow } from '../rosters/open-shift.repository';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import { PublishedChanges } from '../roster-planning/published-changes';
import { ROSTER_LOCK } from '../roster-planning/shift-types';
import { toCellWrite } from './answer-swap';
import { toShown } from './request-swap';
import { type Plans, SwapChecks, toPublished } from './swap-checks';
import { shiftInWords } from './swap';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

const MAX_DAYS_AHEAD = 366;

/** Raised within the transaction of every write to an open shift. */
const openShiftsChanged = eventKind<EntityChanged<OpenShiftRow>>('open-shifts.changed');

type Verdict = { refusal: string | null; warnings: string[] };
type Context = { now: Date; verdict: Verdict | null };

const openShiftPolicy: Policy<OpenShiftAction, OpenShiftRow, Context> = {
  take: (viewer, row, { now, verdict }) => {
    if (row.takenBy.some(({ _id }) => _id.toHexString() === viewer.userId)) {
      return refusal('OPEN_SHIFT_ENDED', 'You have taken this shift');
    }
    const over = overRefusal(row, now);
    if (over) return over;
    if (!verdict) return { ...refusal('OPEN_SHIFT_NOT_FOUND'), hidden: true };
    return verdict.refusal === null ? undefined : refusal('ROSTER_HAS_CONFLICTS', `${verdict.refusal}.`);
  },
  withdraw: (viewer, row, { now }) => {
    const lacking = lacks(viewer, 'attendance.roster', { laboratoryId: row.laboratoryId });
    return lacking ? { ...lacking, hidden: true } : overRefusal(row, now);
  },
};

function overRefusal({ status, startsAt }: OpenShiftRow, now: Date) {
  if (status === 'filled') return { ...refusal('OPEN_SHIFT_ENDED', 'Every place was taken'), hidden: true as const };
  if (status !== 'open') return { ...refusal('OPEN_SHIFT_ENDED'), hidden: true as const };
  return startsAt <= now ? refusal('OPEN_SHIFT_ENDED', 'The shift has already begun') : undefined;
}

/** Shifts that planners offer, and that those who are free and qualified take, first come, first served. */
@Injectable()
export class OpenShifts {
  private readonly records: Records<OpenShiftRow, OpenShift, 'open-shift:updated'>;

  constructor(
    private readonly repository: OpenShiftRepository,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly checks: SwapChecks,
    private readonly changes: PublishedChanges,
    private readonly notices: Notices,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'open-shift',
      noun: 'open shift',
      shown: { permission: 'attendance.roster', of: OpenShiftSchema, fields: { startsAt: false } },
      repository,
      notFound: 'OPEN_SHIFT_NOT_FOUND',
      named: { fields: ['shift'], as: ({ shift }) => shiftInWords(shift) },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) =>
        (await this.presentAll(viewer, row.laboratoryId.toHexString(), [row]))[0] ?? missing(),
      changed: openShiftsChanged,
      live: {
        permission: 'attendance.view',
        event: () => 'open-shift:updated' as const,
        payload: (row, actor) => ({
          ...eventFields(serverEvents['open-shift:updated'], row, actor),
          day: row.shift.day,
        }),
      },
    });
  }

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async list(actor: Actor, query: OpenShiftListQuery): Promise<Page<OpenShift>> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, query.laboratoryId ?? actor.laboratoryId);
    const { items, ...total } = await this.repository.list(laboratory._id, query);
    return { items: await this.presentAll(actor, laboratory._id.toHexString(), items), ...total };
  }

  /**
   * @throws DomainError OPEN_SHIFT_EXISTS, SHIFT_TYPE_NOT_FOUND, SHIFT_TYPE_ARCHIVED, LABORATORY_NOT_FOUND,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, VALIDATION_FAILED for a day that is over or too far.
   */
  offer(actor: Actor, { laboratoryId, shiftTypeId, day, places }: OfferShiftBody): Promise<OpenShift> {
    return this.unitOfWork.exclusive(ROSTER_LOCK, laboratoryId, async () => {
      const scope = actor.scope('attendance.roster');
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const types = await this.shiftTypes.ofLaboratory(scope, laboratory._id);
      const type = types.find(({ _id }) => _id.toHexString() === shiftTypeId);
      if (!type) throw DomainError.onField('SHIFT_TYPE_NOT_FOUND', 'shiftTypeId');
      if (type.status === 'archived') throw DomainError.onField('SHIFT_TYPE_ARCHIVED', 'shiftTypeId');
      const { name, code, start, end, breakMinutes } = type;
      const now = this.clock.now();
      const last = addDays(businessDay(now, laboratory.timezone), MAX_DAYS_AHEAD);
      if (day > last) throw DomainError.onField('VALIDATION_FAILED', 'day', `Must not be after ${formatDay(last)}`);
      const { startsAt } = shiftWindow(day, { start, end, timezone: laboratory.timezone });
      if (startsAt <= now) throw DomainError.onField('VALIDATION_FAILED', 'day', 'This shift has already begun');
      if (await this.repository.openOn(laboratory._id, type._id, startsAt)) {
        throw DomainError.onField('OPEN_SHIFT_EXISTS', 'shiftTypeId');
      }
      const row: OpenShiftRow = {
        _id: newId(),
        laboratoryId: laboratory._id,
        shiftTypeId: type._id,
        shift: { day, shiftTypeId: type._id, name, code, start, end, breakMinutes, startsAt },
        startsAt,
        places,
        takenBy: [],
        status: 'open',
        offeredBy: actor.name,
        ...firstVersion(actor, now),
      };
      if (!type.used) await this.shiftTypes.markUsed([type._id]);
      const created = await this.records.create(actor, row);
      await this.announce(actor, laboratory, row);
      return created;
    });
  }

  /**
   * First come, first served: the shift is published at once.
   * @throws DomainError OPEN_SHIFT_NOT_FOUND, OPEN_SHIFT_ENDED, ROSTER_HAS_CONFLICTS, ROSTER_DAY_RECORDED,
   *   LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  async take(actor: Actor, id: string): Promise<OpenShift> {
    actor.scope('attendance.view');
    if (actor.laboratoryId === null) throw new DomainError('OPEN_SHIFT_NOT_FOUND');
    const scope = LabScope.ofLaboratory(actor.laboratoryId);
    return this.unitOfWork.exclusive([ROSTER_LOCK, ATTENDANCE_LOCK], actor.laboratoryId, async () => {
      const before = await this.records.getOrThrow(scope, id);
      const person = await this.people.findPerson(scope, actor.userId);
      if (!person) throw new DomainError('OPEN_SHIFT_NOT_FOUND');
      const laboratory = await this.laboratories.getForNewRecords(scope);
      const { shift, laboratoryId } = before;
      const plans = await this.checks.plans(laboratory, [person], { from: shift.day, to: shift.day });
      const context = { now: this.clock.now(), verdict: verdictOn(plans, person, before) };
      await this.records.assertAllowed(actor, before, openShiftPolicy.take(actor, before, context));
      const move = { userId: actor.userId, day: shift.day, value: toPublished(shift) };
      await this.checks.assertNotRecorded([move], () => 'You', [person._id]);
      const takenBy = [...before.takenBy, actor.person];
      const status = takenBy.length >= before.places ? ('filled' as const) : ('open' as const);
      const write = { actor, action: 'taken' };
      const after = await this.records.write(LabScope.everywhere(), before, { takenBy, status }, write);
      await this.changes.write(actor, laboratory, { from: shift.day, to: shift.day }, [
        toCellWrite(plans, person, move),
      ]);
      await this.notices.sendToHolders('attendance.roster', laboratoryId, {
        actor,
        type: 'system',
        priority: 'low',
        title: 'Open shift taken',
        message: `${person.name} took ${shiftInWords(shift)}. ${takenBy.length} of ${before.places} are taken.`,
        // Those who plan the roster of every laboratory would see that of another one.
        action: {
          label: 'View roster',
          path: `/attendance/roster?laboratoryId=${laboratoryId.toHexString()}&day=${shift.day}`,
        },
      });
      return (await this.presentAll(actor, actor.laboratoryId ?? '', [after]))[0] ?? missing();
    });
  }

  /** @throws DomainError OPEN_SHIFT_NOT_FOUND, OPEN_SHIFT_ENDED, VERSION_CONFLICT. */
  withdraw(actor: Actor, id: string, version: number | undefined): Promise<OpenShift> {
    return this.records.change(
      actor,
      id,
      version,
      {
        permission: 'attendance.roster',
        action: 'withdrawn',
        policy: (before) => openShiftPolicy.withdraw(actor, before, { now: this.clock.now(), verdict: null }),
      },
      () => ({ status: 'withdrawn' }),
    );
  }

  /** Once the shift has begun. */
  async end({ _id }: OpenShiftRow): Promise<void> {
    const current = await this.repository.findById(LabScope.everywhere(), _id.toHexString());
    if (current?.status !== 'open') return;
    await this.records.write(LabScope.everywhere(), current, { status: 'ended' }, { actor: null, action: 'ended' });
  }

  private async announce(actor: Actor, laboratory: LaboratoryRow, row: OpenShiftRow): Promise<void> {
    const { day } = row.shift;
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const people = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from: day, to: day });
    const active = people.filter(({ status }) => status === 'active');
    const plans = await this.checks.plans(laboratory, active, { from: day, to: day });
    const to = active.filter((person) => verdictOn(plans, person, row).refusal === null);
    await this.notices.send({
      actor,
      to,
      laboratoryId: laboratory._id,
      type: 'system',
      priority: 'medium',
      title: 'Open shift',
      message: `${shiftInWords(row.shift)} is open, ${row.shift.start} to ${row.shift.end}. The first to take it gets it.`,
      action: { label: 'View open shifts', path: '/attendance/roster?mine=true' },
    });
  }

  private async presentAll(viewer: Actor, laboratoryId: string, rows: readonly OpenShiftRow[]): Promise<OpenShift[]> {
    const verdicts = await this.verdicts(viewer, laboratoryId, rows);
    return rows.map((row) => {
      const verdict = verdicts.get(row) ?? null;
      return {
        ...declaredFields(OpenShiftSchema, row),
        shift: toShown(row.shift),
        warnings: verdict?.warnings ?? [],
        actions: actionsFor(openShiftPolicy, viewer, row, { now: this.clock.now(), verdict }),
      };
    });
  }

  /** Of the viewer, who takes shifts only of their own laboratory. */
  private async verdicts(viewer: Actor, laboratoryId: string, rows: readonly OpenShiftRow[]) {
    const verdicts = new Map<OpenShiftRow, Verdict>();
    const open = rows.filter(({ status }) => status === 'open');
    const days = open.map(({ shift }) => shift.day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined || viewer.laboratoryId !== laboratoryId) return verdicts;
    const scope = LabScope.ofLaboratory(laboratoryId);
    const person = await this.people.findPerson(scope, viewer.userId);
    if (person?.status !== 'active') return verdicts;
    const laboratory = await this.laboratories.getInScope(LabScope.everywhere(), objectId(laboratoryId).toHexString());
    const plans = await this.checks.plans(laboratory, [person], { from, to });
    for (const row of open) verdicts.set(row, verdictOn(plans, person, row));
    return verdicts;
  }
}

/** Only those who have every skill of the shift are asked, even where planning only warns. */
function verdictOn(plans: Plans, person: Account, { shift }: OpenShiftRow): Verdict {
  if (plans.works(person, shift.day)) return { refusal: `You already work on ${formatDay(shift.day)}`, warnings: [] };
  const move = { userId: person._id.toHexString(), day: shift.day, value: toPublished(shift) };
  const found = plans.conflictsOf(person, [move]);
  const refused = found.find(({ kind, effect }) => effect === 'forbid' || kind === 'skill');
  return { refusal: refused?.message ?? null, warnings: found.map(({ message }) => message) };
}

function missing(): never {
  throw new DomainError('OPEN_SHIFT_NOT_FOUND');
}
