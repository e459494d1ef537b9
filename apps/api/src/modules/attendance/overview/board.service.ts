import type { AttendanceStats, DayBoard, LaboratoryDayQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { holidayOn, shiftOf } from '../days/person-calendar';
import { toAttendancePerson } from '../days/subjects';
import { LeaveRepository } from '../leaves/leave.repository';
import { toAttendanceRecord } from '../records/record.mapper';
import { type Counts, DayCounts, nobody } from './day-counts';
import { added } from './day-totals';
import { Presences } from './presences';

/** Who is in, late, absent or on leave on a day. */
@Injectable()
export class BoardService {
  constructor(
    private readonly presences: Presences,
    private readonly counts: DayCounts,
    private readonly leaveRequests: LeaveRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async board(actor: Actor, query: LaboratoryDayQuery): Promise<DayBoard> {
    const scope = actor.scope('attendance.view');
    const laboratory = await this.laboratories.reached(scope, query.laboratoryId ?? actor.laboratoryId);
    const day = query.day ?? businessDay(this.clock.now(), laboratory.timezone);
    const people = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from: day, to: day });
    const places = await this.presences.of(scope, [{ laboratory, day }], people);
    return {
      day,
      timezone: laboratory.timezone,
      holiday: holidayOn(day, laboratory),
      people: places.map(({ person, presence, row }) => ({
        person: toAttendancePerson(person),
        presence,
        shift: row ? row.shift : shiftOf(person, laboratory),
        record: row && toAttendanceRecord(row, { person, laboratory, actions: {} }),
      })),
    };
  }

  /** Of one laboratory or, for a scope that reaches all and without one, of the network; each on its own calendar. */
  async stats(actor: Actor, query: LaboratoryDayQuery): Promise<AttendanceStats> {
    const scope = actor.scope('attendance.view');
    const id = query.laboratoryId ?? actor.laboratoryId;
    const laboratories =
      id === null ? await this.laboratories.within(scope) : [await this.laboratories.reached(scope, id)];
    const today = businessDay(this.clock.now(), id === null ? NETWORK_TIMEZONE : (laboratories[0]?.timezone ?? ''));
    const working = id === null ? laboratories.filter(({ status }) => status === 'active') : laboratories;
    const within = id === null ? {} : { laboratoryId: laboratories[0]?._id };
    const [counts, { pendingApprovals }, pendingLeaves] = await readAll(
      () => this.counts.of(scope, working, query.day),
      () => this.counts.ofRecordsIn(scope, laboratories),
      () =>
        actor.may('leave.view')
          ? this.leaveRequests.count(actor.scope('leave.view'), { ...within, status: 'pending' })
          : Promise.resolve(0),
    );
    return { day: query.day ?? today, ...added(nobody, [...counts.values()]), pendingApprovals, pendingLeaves };
  }

  /** Each laboratory's today, by its id. */
  async compare(actor: Actor): Promise<Map<string, Counts & { day: string }>> {
    const scope = actor.scope('attendance.view');
    const laboratories = (await this.laboratories.within(scope)).filter(({ status }) => status !== 'archived');
    const now = this.clock.now();
    const counts = await this.counts.of(scope, laboratories);
    return new Map(
      laboratories.map(({ _id, timezone }) => {
        const id = _id.toHexString();
        return [id, { day: businessDay(now, timezone), ...(counts.get(id) ?? nobody) }];
      }),
    );
  }

  /** People at work now, and records that await a decision, without a look at who else is expected. */
  async quick(actor: Actor, laboratoryId: string | undefined) {
    const scope = actor.scope('attendance.view');
    const laboratories =
      laboratoryId === undefined
        ? await this.laboratories.within(scope)
        : [await this.laboratories.reached(scope, laboratoryId)];
    const { open, pendingApprovals } = await this.counts.ofRecordsIn(scope, laboratories);
    return { inNow: open, pendingApprovals };
  }
}
