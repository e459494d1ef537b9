import {
  type AttendanceStats,
  type BoardPerson,
  type DayBoard,
  isFoundOnBoard,
  isInBoardGroup,
  type LaboratoryDayQuery,
  type Page,
  type PeopleOnDayQuery,
  type PersonOnDay,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { holidayOn } from '../days/calendar';
import { toAttendancePerson } from '../days/subjects';
import { LeaveRepository } from '../leaves/leave.repository';
import { toAttendanceRecord } from '../records/record.policy';
import {
  type Counts,
  countedFields,
  DayCounts,
  zeroCounts,
  type LaboratoryDay,
  Presences,
  type PresentPerson,
  findRange,
} from './presences';
import { sumFields } from './statistics';

/** Who is in, late, absent or on leave on a day. */
@Injectable()
export class Boards {
  constructor(
    private readonly presences: Presences,
    private readonly counts: DayCounts,
    private readonly leaveRequests: LeaveRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly staff: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async board(actor: Actor, query: LaboratoryDayQuery): Promise<DayBoard> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.getInScope(scope, query.laboratoryId ?? actor.laboratoryId);
    const day = query.day ?? businessDay(this.clock.now(), laboratory.timezone);
    const people = await this.staff.peopleBetween(scope, { laboratoryId: laboratory._id, from: day, to: day });
    const places = await this.presences.of(scope, [{ laboratory, day }], people);
    return {
      day,
      timezone: laboratory.timezone,
      holiday: holidayOn(day, laboratory),
      people: places.map((place) => toBoardPerson(place, laboratory)),
    };
  }

  /**
   * The people whom {@link stats} of the same laboratories counts.
   * @throws DomainError LABORATORY_NOT_FOUND outside the scope.
   */
  async people(actor: Actor, query: PeopleOnDayQuery): Promise<Page<PersonOnDay>> {
    const scope = actor.scope('attendance.view');
    const { working } = await this.counted(scope, query.laboratoryId ?? actor.laboratoryId);
    const now = this.clock.now();
    const days = working
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((laboratory) => ({ laboratory, day: query.day ?? businessDay(now, laboratory.timezone) }));
    const ids = days.map(({ laboratory }) => laboratory._id);
    const found = await this.staff.namedIn(scope, ids, findRange(days));
    const { show, search = '', page, limit } = query;
    const places = (await this.presences.of(scope, days, found, countedFields)).filter(
      ({ person, presence, row }) =>
        isFoundOnBoard(search, person) &&
        (show === undefined || isInBoardGroup(show, { presence, lateMinutes: row?.lateMinutes ?? 0 })),
    );
    const order = new Map(ids.map((id, index) => [id.toHexString(), index]));
    const orderOf = ({ person }: (typeof places)[number]) => order.get(person.laboratoryId?.toHexString() ?? '') ?? 0;
    const shown = places
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .slice((page - 1) * limit, page * limit)
      .map(({ person }) => person._id.toHexString());
    return { items: await this.details(scope, days, shown), total: places.length };
  }

  private async details(scope: LabScope, days: readonly LaboratoryDay[], ids: readonly string[]) {
    const people = new Map((await this.staff.findPeople(scope, ids)).map((one) => [one._id.toHexString(), one]));
    const places = await this.presences.of(
      scope,
      days,
      ids.flatMap((id) => people.get(id) ?? []),
    );
    const byLaboratory = new Map(days.map((one) => [one.laboratory._id.toHexString(), one]));
    return places.flatMap((place): PersonOnDay[] => {
      const one = byLaboratory.get(place.person.laboratoryId?.toHexString() ?? '');
      if (!one) return [];
      const { laboratory, day } = one;
      return [
        {
          ...toBoardPerson(place, laboratory),
          laboratory: toZonedLaboratory(laboratory),
          day,
          holiday: holidayOn(day, laboratory),
        },
      ];
    });
  }

  /** Of one laboratory or, for a scope that reaches all and without one, of the network; each on its own calendar. */
  async stats(actor: Actor, query: LaboratoryDayQuery): Promise<AttendanceStats> {
    const scope = actor.scope('attendance.view');
    const id = query.laboratoryId ?? actor.laboratoryId;
    const { laboratories, working } = await this.counted(scope, id);
    const today = businessDay(this.clock.now(), id === null ? NETWORK_TIMEZONE : (laboratories[0]?.timezone ?? ''));
    const within = id === null ? {} : { laboratoryId: laboratories[0]?._id };
    const [counts, pendingApprovals, pendingLeaves] = await readAll(
      () => this.counts.of(scope, working, query.day),
      () => this.counts.pendingIn(scope, laboratories),
      () =>
        actor.may('leave.view')
          ? this.leaveRequests.count(actor.scope('leave.view'), { ...within, status: 'pending' })
          : Promise.resolve(0),
    );
    return { day: query.day ?? today, ...sumFields(zeroCounts, [...counts.values()]), pendingApprovals, pendingLeaves };
  }

  /** The laboratory, or all within the scope; of the network, no one is expected in those that are not active. */
  private async counted(scope: LabScope, id: string | null) {
    const laboratories =
      id === null ? await this.laboratories.listInScope(scope) : [await this.laboratories.getInScope(scope, id)];
    const working = id === null ? laboratories.filter(({ status }) => status === 'active') : laboratories;
    return { laboratories, working };
  }

  /** Each laboratory's today, by its id. */
  async compare(actor: Actor): Promise<Map<string, Counts & { day: string }>> {
    const scope = actor.scope('attendance.view');
    const laboratories = (await this.laboratories.listInScope(scope)).filter(({ status }) => status !== 'archived');
    const now = this.clock.now();
    const counts = await this.counts.of(scope, laboratories);
    return new Map(
      laboratories.map(({ _id, timezone }) => {
        const id = _id.toHexString();
        return [id, { day: businessDay(now, timezone), ...(counts.get(id) ?? zeroCounts) }];
      }),
    );
  }

  /** People at work now, as {@link stats} counts them, and records that await a decision. */
  async quick(actor: Actor, laboratoryId: string | undefined) {
    const scope = actor.scope('attendance.view');
    const { laboratories, working } = await this.counted(scope, laboratoryId ?? actor.laboratoryId);
    const [counts, pendingApprovals] = await readAll(
      () => this.counts.of(scope, working),
      () => this.counts.pendingIn(scope, laboratories),
    );
    const { inNow } = sumFields(zeroCounts, [...counts.values()]);
    return { inNow, pendingApprovals };
  }
}

function toBoardPerson(
  { person, presence, plan, row }: PresentPerson<Account>,
  laboratory: LaboratoryRow,
): BoardPerson {
  return {
    person: toAttendancePerson(person),
    presence,
    shift: row ? row.shift : plan.shift,
    record: row && toAttendanceRecord(row, { person, laboratory, actions: {} }),
  };
}
