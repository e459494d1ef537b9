import { type AttendanceStats, boardGroups, countOfGroup, isInBoardGroup } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { Memory } from '../../../platform/memory/remembered';
import { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { addDays, businessDay, startOfDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { laboratoriesChanged, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { staffChanged, StaffPort } from '../../staff/staff.port';
import { attendanceChanged } from '../attendance.events';
import { leaveChanged } from '../leaves/leave.events';
import { AttendanceRepository } from '../records/record.repository';
import { added } from './day-totals';
import { type LaboratoryDay, Presences, rangeOf } from './presences';

export type Counts = Omit<AttendanceStats, 'day' | 'pendingApprovals' | 'pendingLeaves'>;
/** Of records of any day. */
export type RecordCounts = { open: number; pendingApprovals: number };

export const nobody: Counts = { expected: 0, inNow: 0, late: 0, absent: 0, onLeave: 0, notYet: 0 };
const noRecords: RecordCounts = { open: 0, pendingApprovals: 0 };

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
 * remembered until one of these changes, and those of today until the clock changes them.
 */
@Injectable()
export class DayCounts implements OnModuleInit {
  private readonly todays;
  private readonly ofRecords;

  constructor(
    private readonly records: AttendanceRepository,
    private readonly presences: Presences,
    private readonly people: StaffPort,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    memory: Memory,
  ) {
    this.todays = memory.remember<Counts>();
    this.ofRecords = memory.remember<RecordCounts>();
  }

  onModuleInit(): void {
    // First, so that whoever is told of the change reads the new counts.
    const options = { first: true };
    this.events.after(
      attendanceChanged,
      ({ changes }) => {
        const ids = laboratoriesOf(changes);
        this.todays.forget(ids);
        this.ofRecords.forget(ids);
      },
      options,
    );
    this.events.after(staffChanged, ({ changes }) => this.todays.forget(laboratoriesOf(changes)), options);
    this.events.after(
      laboratoriesChanged,
      ({ changes }) => this.todays.forget(keysOf(changes.map(({ after }) => after._id))),
      options,
    );
    this.events.after(
      leaveChanged,
      async ({ changes }) => {
        const approved = changes.filter(({ before, after }) => [before?.status, after.status].includes('approved'));
        const ids = approved.map(({ after }) => after.userId.toHexString());
        // A leave counts where the person is by now, which the leave does not name.
        const people = ids.length === 0 ? [] : await this.people.findPeople(LabScope.everywhere(), ids);
        this.todays.forget(keysOf(people.map(({ laboratoryId }) => laboratoryId)));
      },
      options,
    );
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
      return (id) => computed.get(id) ?? { value: nobody };
    });
    return new Map(ids.map((id, index) => [id, counts[index] ?? nobody]));
  }

  /** The sums of laboratories. */
  async ofRecordsIn(scope: LabScope, laboratories: readonly LaboratoryRow[]): Promise<RecordCounts> {
    const ids = laboratories.map(({ _id }) => _id);
    if (scope.userId !== null) return added(noRecords, [...(await this.countRecords(scope, ids)).values()]);
    const all = await this.ofRecords.getMany([...keysOf(ids)], async (missing) => {
      const wanted = new Set(missing);
      const counted = await this.countRecords(
        LabScope.everywhere(),
        ids.filter((id) => wanted.has(id.toHexString())),
      );
      return (id) => ({ value: counted.get(id) ?? noRecords });
    });
    return added(noRecords, all);
  }

  private async countRecords(scope: LabScope, laboratoryIds: readonly ObjectId[]): Promise<Map<string, RecordCounts>> {
    const within = { laboratoryId: { $in: laboratoryIds } };
    const [open, pending] = await readAll(
      () => this.records.countByLaboratory(scope, { ...within, open: true }),
      () => this.records.countByLaboratory(scope, { ...within, approvalStatus: 'pending', removed: false }),
    );
    return new Map(
      [...keysOf(laboratoryIds)].map((id) => [id, { open: open.get(id) ?? 0, pendingApprovals: pending.get(id) ?? 0 }]),
    );
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
      rangeOf(days),
    );
    const counts = new Map(
      days.map(({ laboratory: { _id, timezone }, day }) => {
        // Another day than today is not remembered; the calendar may end with it.
        const until = wanted === undefined ? startOfDay(addDays(day, 1), timezone) : now;
        return [_id.toHexString(), { value: { ...nobody }, until }];
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

type InLaboratory = { laboratoryId: ObjectId | null };

function laboratoriesOf(changes: readonly { before: InLaboratory | null; after: InLaboratory }[]): Set<string> {
  return keysOf(changes.flatMap(({ before, after }) => [before?.laboratoryId, after.laboratoryId]));
}

function keysOf(ids: readonly (ObjectId | null | undefined)[]): Set<string> {
  return new Set(ids.flatMap((id) => id?.toHexString() ?? []));
}
