import { type Presence, type AttendanceStats, boardGroups, countOfGroup, isInBoardGroup } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, addDays, startOfDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { laboratoriesChanged, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, staffChanged, StaffPort } from '../../staff/staff.port';
import { closesAt, type DayPlan, employmentFault } from '../days/calendar';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import { attendanceChanged } from '../records/record';
import type { AttendanceRow } from '../records/record.document';
import { AttendanceRepository } from '../records/record.repository';
import { DomainEvents } from '../../../platform/events/domain-events';
import type { EntityChanged } from '../../../platform/records/records';
import { Caches } from '../../../platform/cache/caches';
import { leaveChanged } from '../leaves/leave';
import type { LeaveRow } from '../leaves/leave.repository';
import { rosterPublished, Rosters } from '../rosters/rosters';

type PersonOfDay = Pick<Account, '_id' | 'laboratoryId' | 'status' | 'shift' | 'joiningDate' | 'exitDate'>;
export type LaboratoryDay = { laboratory: LaboratoryRow; day: string };
export type PresentPerson<Person> = {
  person: Person;
  presence: Presence;
  plan: DayPlan;
  row: AttendanceRow | null;
  /** When someone who has not come yet stops being expected; null for others. */
  expectedUntil: Date | null;
};

/** Where people stand on a day: at work, gone, absent, on leave, or not there yet. */
@Injectable()
export class Presences {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly leaves: LeaveDays,
    private readonly rosters: Rosters,
    private readonly clock: Clock,
  ) {}

  /** Where each of the people stands on their laboratory's day. People who were not employed on it are left out. */
  async of<Person extends PersonOfDay>(
    scope: LabScope,
    days: readonly LaboratoryDay[],
    found: readonly Person[],
    projection?: Record<string, 1>,
  ): Promise<PresentPerson<Person>[]> {
    const now = this.clock.now();
    const byLaboratory = new Map(days.map((one) => [one.laboratory._id.toHexString(), one]));
    // Night shifts of the day before are still in.
    const todays = days.filter(({ laboratory, day }) => day === businessDay(now, laboratory.timezone));
    const toCome = new Set(days.filter(({ laboratory, day }) => day > businessDay(now, laboratory.timezone)));
    const [ofDay, open] = await readAll(
      () =>
        this.repository.onDays(
          scope,
          days.map(({ laboratory, day }) => ({ laboratoryId: laboratory._id, day })),
          projection,
        ),
      () =>
        this.repository.openIn(
          scope,
          todays.map(({ laboratory }) => laboratory._id),
          findRange(days)[1],
          projection,
        ),
    );
    const rows = new Map([...ofDay, ...open].map((row) => [keyOf(row.laboratoryId, row.userId), row]));
    /** By laboratory and shift, because time zones make them expensive. */
    const deadlines = new Map<string, Date>();
    const leaves = await this.leaves.approvedOn(
      days.length === 1 ? found.map(({ _id }) => _id) : 'everyone',
      ...findRange(days),
    );
    const planOn = await this.rosters.plans(
      days.map(({ laboratory }) => laboratory),
      findRange(days),
      days.length === 1 && found.length === 1 ? found.map(({ _id }) => _id) : 'everyone',
    );
    return found.flatMap((person): PresentPerson<Person>[] => {
      const one = byLaboratory.get(person.laboratoryId?.toHexString() ?? '');
      const row = rows.get(keyOf(person.laboratoryId, person._id)) ?? null;
      if (!one || (person.status !== 'active' && !row) || employmentFault(one.day, person)) return [];
      if (scope.userId !== null && person._id.toHexString() !== scope.userId) return [];
      const { laboratory, day } = one;
      const isOnLeave = leaveOn(leaves.get(person._id.toHexString()) ?? [], day) === 'full';
      const plan = planOn(day, person, laboratory);
      const presence = toPresence(row, { plan, isOnLeave });
      // Future days have no deadline yet, and their end can be beyond the calendar.
      if (presence !== 'not_yet' || toCome.has(one)) return [{ person, row, presence, plan, expectedUntil: null }];
      const { start, end, ...others } = plan.shift;
      const shift = `${laboratory._id.toHexString()} ${start} ${end}`;
      const expectedUntil = deadlines.get(shift) ?? closesAt(day, { start, end, ...others }, null);
      deadlines.set(shift, expectedUntil);
      // A day can be over without a record, such as one before the person's account existed.
      return expectedUntil > now ? [{ person, row, presence, plan, expectedUntil }] : [];
    });
  }
}

const keyOf = (laboratoryId: ObjectId | null, userId: ObjectId) =>
  `${laboratoryId?.toHexString() ?? ''} ${userId.toHexString()}`;

/** The first and the last of the days, which differ where laboratories are in several time zones. */
export function findRange(days: readonly LaboratoryDay[]): [from: string, to: string] {
  const sorted = days.map(({ day }) => day).toSorted();
  return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}

type Circumstances = { plan: DayPlan; isOnLeave: boolean };

function toPresence(row: AttendanceRow | null, { plan, isOnLeave }: Circumstances): Presence {
  if (row?.open) return row.breaks.at(-1)?.end === null ? 'on_break' : 'in';
  if (row && row.segments.length > 0) return 'left';
  if (row?.status === 'absent') return 'absent';
  if (row?.status === 'weekly_off' || row?.status === 'holiday' || plan.kind !== 'working') return 'off';
  return isOnLeave ? 'on_leave' : 'not_yet';
}

export type Counts = Omit<AttendanceStats, 'day' | 'pendingApprovals' | 'pendingLeaves'>;
export const zeroCounts: Counts = { expected: 0, inNow: 0, late: 0, left: 0, absent: 0, onLeave: 0, notYet: 0 };

/** What of a record the counts need. */
export const countedFields = {
  userId: 1,
  laboratoryId: 1,
  open: 1,
  breaks: 1,
  'segments.clockIn.at': 1,
  status: 1,
  lateMinutes: 1,
} as const;

/**
 * Counts of laboratories. They depend on every person, record, leave and calendar of a laboratory, so they are
 * kept until one of these changes; the counts of today also change with the clock.
 */
@Injectable()
export class DayCounts implements OnModuleInit {
  private readonly todays;
  private readonly ofRecords;

  constructor(
    private readonly repository: AttendanceRepository,
    private readonly presences: Presences,
    private readonly people: StaffPort,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    caches: Caches,
  ) {
    this.todays = caches.create<Counts>({ name: 'attendance.today' });
    this.ofRecords = caches.create<number>({ name: 'attendance.records' });
  }

  onModuleInit(): void {
    this.events.invalidates(attendanceChanged, (change) => this.invalidateRecords(change));
    this.events.invalidates(staffChanged, ({ changes }) => this.todays.invalidate(changedLaboratories(changes)));
    this.events.invalidates(laboratoriesChanged, ({ changes }) =>
      this.todays.invalidate(toKeys(changes.map(({ after }) => after._id))),
    );
    this.events.invalidates(rosterPublished, ({ publication }) =>
      this.todays.invalidate([publication.laboratoryId.toHexString()]),
    );
    this.events.invalidates(leaveChanged, (change) => this.invalidateLeave(change));
  }

  private invalidateRecords({ changes }: EntityChanged<AttendanceRow>): void {
    const ids = changedLaboratories(changes);
    this.todays.invalidate(ids);
    this.ofRecords.invalidate(ids);
  }

  private async invalidateLeave({ changes }: EntityChanged<LeaveRow>): Promise<void> {
    const approved = changes.filter(({ before, after }) => [before?.status, after.status].includes('approved'));
    const ids = approved.map(({ after }) => after.userId.toHexString());
    // A leave counts in the present laboratory of the person, which the leave does not name.
    const people = ids.length === 0 ? [] : await this.people.findPeople(LabScope.everywhere(), ids);
    this.todays.invalidate(toKeys(people.map(({ laboratoryId }) => laboratoryId)));
  }

  /** Each laboratory's today or, for another day, that one; by the id of the laboratory. */
  async of(scope: LabScope, laboratories: readonly LaboratoryRow[], day?: string): Promise<Map<string, Counts>> {
    if (day !== undefined || scope.userId !== null) {
      const computed = await this.compute(scope, laboratories, day);
      return new Map([...computed].map(([id, { value }]) => [id, value]));
    }
    const ids = laboratories.map(({ _id }) => _id.toHexString());
    const counts = await this.todays.getMany(ids, async (missing) => {
      const wanted = new Set(missing);
      const computed = await this.compute(
        LabScope.everywhere(),
        laboratories.filter(({ _id }) => wanted.has(_id.toHexString())),
      );
      return (id) => computed.get(id) ?? { value: zeroCounts };
    });
    return new Map(ids.map((id, index) => [id, counts[index] ?? zeroCounts]));
  }

  /** The records of any day that await a decision. */
  async pendingIn(scope: LabScope, laboratories: readonly LaboratoryRow[]): Promise<number> {
    const ids = laboratories.map(({ _id }) => _id);
    if (scope.userId !== null) return sum([...(await this.countPending(scope, ids)).values()]);
    const all = await this.ofRecords.getMany([...toKeys(ids)], async (missing) => {
      const wanted = new Set(missing);
      const counted = await this.countPending(
        LabScope.everywhere(),
        ids.filter((id) => wanted.has(id.toHexString())),
      );
      return (id) => ({ value: counted.get(id) ?? 0 });
    });
    return sum(all);
  }

  private countPending(scope: LabScope, laboratoryIds: readonly ObjectId[]): Promise<Map<string, number>> {
    const within = { laboratoryId: { $in: laboratoryIds } };
    return this.repository.countByLaboratory(scope, { ...within, approvalStatus: 'pending', removed: false });
  }

  /** With a few queries for all of the laboratories. */
  private async compute(scope: LabScope, laboratories: readonly LaboratoryRow[], wanted?: string) {
    const now = this.clock.now();
    const days = laboratories.map((laboratory): LaboratoryDay => {
      return { laboratory, day: wanted ?? businessDay(now, laboratory.timezone) };
    });
    const people = await this.people.employedIn(
      scope,
      laboratories.map(({ _id }) => _id),
      findRange(days),
    );
    const counts = new Map(
      days.map(({ laboratory: { _id, timezone }, day }) => {
        // Only today is cached past this call.
        const until = wanted === undefined ? startOfDay(addDays(day, 1), timezone) : now;
        return [_id.toHexString(), { value: { ...zeroCounts }, until }];
      }),
    );
    for (const { person, presence, row, expectedUntil } of await this.presences.of(
      scope,
      days,
      people,
      countedFields,
    )) {
      const ofOne = counts.get(person.laboratoryId?.toHexString() ?? '');
      if (!ofOne) continue;
      const place = { presence, lateMinutes: row?.lateMinutes ?? 0 };
      for (const group of boardGroups) if (isInBoardGroup(group, place)) ofOne.value[countOfGroup[group]] += 1;
      if (expectedUntil !== null && expectedUntil < ofOne.until) ofOne.until = expectedUntil;
    }
    return counts;
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

type InLaboratory = { laboratoryId: ObjectId | null };

type LaboratoryChange = { before: InLaboratory | null; after: InLaboratory };

function changedLaboratories(changes: readonly LaboratoryChange[]): Set<string> {
  return toKeys(changes.flatMap(({ before, after }) => [before?.laboratoryId, after.laboratoryId]));
}

function toKeys(ids: readonly (ObjectId | null | undefined)[]): Set<string> {
  return new Set(ids.flatMap((id) => id?.toHexString() ?? []));
}
