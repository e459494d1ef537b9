import type { AttendanceStats, DayBoard, LaboratoryDayQuery, Presence } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { dayKindOf, holidayOn, shiftOf } from '../days/person-calendar';
import { toAttendancePerson } from '../days/subjects';
import { closesAt } from '../days/shift-window';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import { LeaveRepository } from '../leaves/leave.repository';
import type { AttendanceRow } from '../records/record.document';
import { toAttendanceRecord } from '../records/record.mapper';
import { AttendanceRepository } from '../records/record.repository';

type Place = { person: Account; presence: Presence; row: AttendanceRow | null };
type LaboratoryDay = { laboratory: LaboratoryRow; day: string; places: Place[] };

/** Who is in, late, absent or on leave on a day. */
@Injectable()
export class BoardService {
  constructor(
    private readonly records: AttendanceRepository,
    private readonly leaves: LeaveDays,
    private readonly leaveRequests: LeaveRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError LABORATORY_NOT_FOUND outside the scope, VALIDATION_FAILED without a laboratory. */
  async board(actor: Actor, query: LaboratoryDayQuery): Promise<DayBoard> {
    const scope = actor.scope('attendance.view');
    const found = await this.laboratories.reached(scope, query.laboratoryId ?? actor.laboratoryId);
    const { laboratory, day, places } = await this.dayOf(scope, found, query.day);
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
      id === null
        ? (await this.laboratories.within(scope)).filter(({ status }) => status === 'active')
        : [await this.laboratories.reached(scope, id)];
    const now = this.clock.now();
    const stats = {
      day: query.day ?? businessDay(now, id === null ? NETWORK_TIMEZONE : (laboratories[0]?.timezone ?? '')),
      ...{ expected: 0, inNow: 0, late: 0, absent: 0, onLeave: 0, notYet: 0, pendingApprovals: 0, pendingLeaves: 0 },
    };
    for (const laboratory of laboratories) {
      const { places } = await this.dayOf(scope, laboratory, query.day);
      const count = (...presences: Presence[]) => places.filter(({ presence }) => presences.includes(presence)).length;
      stats.expected += count('in', 'on_break', 'left', 'not_yet', 'absent');
      stats.inNow += count('in', 'on_break');
      stats.absent += count('absent');
      stats.onLeave += count('on_leave');
      stats.notYet += count('not_yet');
      stats.late += places.filter(({ row }) => row !== null && row.lateMinutes > 0).length;
    }
    const within = id === null ? {} : { laboratoryId: laboratories[0]?._id };
    const [approvals, leaves] = await readAll(
      () => this.records.count(scope, { ...within, approvalStatus: 'pending', removed: false }),
      () =>
        actor.may('leave.view')
          ? this.leaveRequests.count(actor.scope('leave.view'), { ...within, status: 'pending' })
          : Promise.resolve(0),
    );
    return { ...stats, pendingApprovals: approvals, pendingLeaves: leaves };
  }

  private async dayOf(scope: LabScope, laboratory: LaboratoryRow, wanted: string | undefined): Promise<LaboratoryDay> {
    const now = this.clock.now();
    const today = businessDay(now, laboratory.timezone);
    const day = wanted ?? today;
    const [found, ofDay, open] = await readAll(
      () => this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from: day, to: day }),
      () => this.records.between(scope, laboratory._id, { from: day, to: day }),
      // Night shifts of the day before are still in.
      () => (day === today ? this.records.openIn(scope, laboratory._id) : Promise.resolve([])),
    );
    const people = found.filter(({ _id, status }) => {
      const hasRecord = ofDay.some(({ userId }) => userId.equals(_id));
      return (status === 'active' || hasRecord) && (scope.userId === null || _id.toHexString() === scope.userId);
    });
    const leaves = await this.leaves.approvedOn(
      people.map(({ _id }) => _id),
      day,
      day,
    );
    const places = people.flatMap((person): Place[] => {
      const row = [...open, ...ofDay].find(({ userId }) => userId.equals(person._id)) ?? null;
      const leave = leaveOn(leaves.get(person._id.toHexString()) ?? [], day);
      const presence = presenceOf(row, { person, laboratory, day, now, isOnLeave: leave === 'full' });
      return presence ? [{ person, row, presence }] : [];
    });
    return { laboratory, day, places };
  }
}

type Circumstances = { person: Account; laboratory: LaboratoryRow; day: string; now: Date; isOnLeave: boolean };

/** Undefined for a day that is over without a record, such as one before the person's account existed. */
function presenceOf(
  row: AttendanceRow | null,
  { person, laboratory, day, now, isOnLeave }: Circumstances,
): Presence | undefined {
  if (row?.open) return row.breaks.at(-1)?.end === null ? 'on_break' : 'in';
  if (row && row.segments.length > 0) return 'left';
  if (row?.status === 'absent') return 'absent';
  if (dayKindOf(day, person, laboratory) !== 'working') return 'off';
  if (isOnLeave) return 'on_leave';
  const isToCome = day > businessDay(now, laboratory.timezone);
  return isToCome || closesAt(day, shiftOf(person, laboratory), null) > now ? 'not_yet' : undefined;
}
