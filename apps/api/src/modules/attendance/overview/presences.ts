import type { Presence } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import { dayKindOf, employmentFault, shiftOf } from '../days/person-calendar';
import { closesAt } from '../days/shift-window';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import type { AttendanceRow } from '../records/record.document';
import { AttendanceRepository } from '../records/record.repository';

type PersonOfDay = Pick<Account, '_id' | 'laboratoryId' | 'status' | 'shift' | 'joiningDate' | 'exitDate'>;
export type LaboratoryDay = { laboratory: LaboratoryRow; day: string };
export type PresentPerson<Person> = {
  person: Person;
  presence: Presence;
  row: AttendanceRow | null;
  /** When somebody who has not come yet stops being expected; null for others. */
  expectedUntil: Date | null;
};

/** Where people stand on a day: at work, gone, absent, on leave, or not there yet. */
@Injectable()
export class Presences {
  constructor(
    private readonly records: AttendanceRepository,
    private readonly leaves: LeaveDays,
    private readonly clock: Clock,
  ) {}

  /** Where each of the people stands on their laboratory's day. Those who were not employed on it are left out. */
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
        this.records.onDays(
          scope,
          days.map(({ laboratory, day }) => ({ laboratoryId: laboratory._id, day })),
          projection,
        ),
      () =>
        this.records.openIn(
          scope,
          todays.map(({ laboratory }) => laboratory._id),
          rangeOf(days)[1],
          projection,
        ),
    );
    const rows = new Map([...ofDay, ...open].map((row) => [keyOf(row.laboratoryId, row.userId), row]));
    /** By laboratory and shift, because time zones make them expensive. */
    const deadlines = new Map<string, Date>();
    const leaves = await this.leaves.approvedOn(
      days.length === 1 ? found.map(({ _id }) => _id) : 'everyone',
      ...rangeOf(days),
    );
    return found.flatMap((person): PresentPerson<Person>[] => {
      const one = byLaboratory.get(person.laboratoryId?.toHexString() ?? '');
      const row = rows.get(keyOf(person.laboratoryId, person._id)) ?? null;
      if (!one || (person.status !== 'active' && !row) || employmentFault(one.day, person)) return [];
      if (scope.userId !== null && person._id.toHexString() !== scope.userId) return [];
      const { laboratory, day } = one;
      const isOnLeave = leaveOn(leaves.get(person._id.toHexString()) ?? [], day) === 'full';
      const presence = presenceOf(row, { person, laboratory, day, isOnLeave });
      // The end of a day to come is no concern yet, and may be beyond the calendar.
      if (presence !== 'not_yet' || toCome.has(one)) return [{ person, row, presence, expectedUntil: null }];
      const { start, end, ...others } = shiftOf(person, laboratory);
      const shift = `${laboratory._id.toHexString()} ${start} ${end}`;
      const expectedUntil = deadlines.get(shift) ?? closesAt(day, { start, end, ...others }, null);
      deadlines.set(shift, expectedUntil);
      // A day can be over without a record, such as one before the person's account existed.
      return expectedUntil > now ? [{ person, row, presence, expectedUntil }] : [];
    });
  }
}

const keyOf = (laboratoryId: ObjectId | null, userId: ObjectId) =>
  `${laboratoryId?.toHexString() ?? ''} ${userId.toHexString()}`;

/** The first and the last of the days, which differ where laboratories are in several time zones. */
export function rangeOf(days: readonly LaboratoryDay[]): [from: string, to: string] {
  const sorted = days.map(({ day }) => day).toSorted();
  return [sorted[0] ?? '', sorted.at(-1) ?? ''];
}

type Circumstances = { person: PersonOfDay; laboratory: LaboratoryRow; day: string; isOnLeave: boolean };

function presenceOf(row: AttendanceRow | null, { person, laboratory, day, isOnLeave }: Circumstances): Presence {
  if (row?.open) return row.breaks.at(-1)?.end === null ? 'on_break' : 'in';
  if (row && row.segments.length > 0) return 'left';
  if (row?.status === 'absent') return 'absent';
  if (dayKindOf(day, person, laboratory) !== 'working') return 'off';
  return isOnLeave ? 'on_leave' : 'not_yet';
}
