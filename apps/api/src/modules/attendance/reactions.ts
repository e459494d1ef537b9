import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import type { EntityChanged } from '../../platform/records/records';
import { addDays, businessDay, eachDay } from '../../platform/time/business-day';
import { laboratoriesChanged, type LaboratoryRow } from '../laboratories/laboratories.port';
import { absencesChanged } from '../staff/staff.port';
import { AttendanceBookRepository } from './codes/attendance-book.repository';
import { employmentFault } from './days/calendar';
import { isAbsence } from './days/day-rules';
import { leaveChanged, leaveDecided, leaveRequested } from './leaves/leave';
import { LEAVE_LOCK, LeaveDays, leaveOn } from './leaves/leave-days';
import type { LeaveRow } from './leaves/leave.repository';
import { AttendanceNotices } from './notices';
import { absencesMarked, AttendanceRecords, attendanceChanged, lateArrival, overtimeWorked } from './records/record';
import { AttendanceRepository } from './records/record.repository';
import { rosterPlanned, type RosterPlanned } from './roster-planning/plan-roster';
import { rosterPublished, type RosterPublished } from './rosters/rosters';

/** What follows a change of attendance or leave. Caches invalidate themselves where they are defined. */
@Injectable()
export class AttendanceReactions implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly leaves: LeaveDays,
    private readonly books: AttendanceBookRepository,
    private readonly notices: AttendanceNotices,
    private readonly realtime: Realtime,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    const { events, notices } = this;
    // Within the transaction of the change.
    events.within(leaveChanged, (change) => this.announceAbsentPeople(change));
    events.within(leaveChanged, (change) => this.applyToRecords(change));
    events.within(laboratoriesChanged, (change) => this.skipSuspendedDays(change));
    events.within(leaveRequested, (fact) => notices.announceRequest(fact));
    events.within(leaveDecided, (fact) => notices.announceLeaveDecision(fact));
    events.within(attendanceChanged, (change) => notices.announceChange(change));
    events.within(lateArrival, (row) => notices.announceLateArrival(row));
    events.within(overtimeWorked, (row) => notices.announceOvertime(row));
    events.within(absencesMarked, (rows) => notices.announceAbsences(rows));
    // After it.
    events.after(attendanceChanged, (change) => notices.recount(change));
    events.after(rosterPlanned, (planned) => this.showPlanned(planned));
    events.after(rosterPublished, (published) => this.showPublished(published));
  }

  /** No one could clock in while their laboratory was suspended, so no one is absent on those days. */
  private async skipSuspendedDays({ changes }: EntityChanged<LaboratoryRow>): Promise<void> {
    for (const { before, after } of changes) {
      if (before?.status !== 'suspended' || after.status !== 'active') continue;
      const yesterday = addDays(businessDay(after.updatedAt, after.timezone), -1);
      await this.books.setMarkedThrough(after._id, yesterday, after.updatedAt);
    }
  }

  private showPlanned({ actor, laboratoryId, from, to }: RosterPlanned): void {
    const id = laboratoryId.toHexString();
    this.realtime.toHolders('attendance.roster', id, 'roster:planned', { laboratoryId: id, from, to, by: actor.name });
  }

  private showPublished({ publication, userIds }: RosterPublished): void {
    const { from, to, publishedBy } = publication;
    const laboratoryId = publication.laboratoryId.toHexString();
    const event = { laboratoryId, from, to, by: publishedBy ?? '' };
    const rooms = userIds.map((id) => roomOf.person(id));
    this.realtime.toHolders('attendance.view', laboratoryId, 'roster:published', event, rooms);
  }

  /** Deputies act for people on approved leave. */
  private async announceAbsentPeople({ changes }: EntityChanged<LeaveRow>): Promise<void> {
    const userIds = changes
      .filter(({ before, after }) => (before?.status === 'approved') !== (after.status === 'approved'))
      .map(({ after }) => after.userId.toHexString());
    if (userIds.length > 0) await this.unitOfWork.raise(absencesChanged, { userIds });
  }

  /** Approved leave turns absences into leave, and its cancellation turns them back. */
  private async applyToRecords({ actor, changes }: EntityChanged<LeaveRow>): Promise<void> {
    for (const { before, after } of changes) {
      const wasApproved = before?.status === 'approved';
      const isApproved = after.status === 'approved';
      if (wasApproved !== isApproved) await this.computeAgain(actor, after);
      if (wasApproved && !isApproved) await this.markAbsences(actor, after);
    }
  }

  private async computeAgain(actor: Actor | null, { userId, from, to }: LeaveRow): Promise<void> {
    this.unitOfWork.lock(LEAVE_LOCK, userId.toHexString());
    const rows = await this.repository.ofPersonBetween(userId, { from, to });
    const approved = (await this.leaves.approvedOn([userId], from, to)).get(userId.toHexString()) ?? [];
    for (const row of rows) {
      const leave = leaveOn(approved, row.workDate);
      if (leave === row.leave) continue;
      await this.store.replace(row, { ...row, leave }, { actor, action: 'leave-changed' });
    }
  }

  /** Of days that are over, on which no one was marked absent because of the leave. */
  private async markAbsences(actor: Actor | null, { userId, laboratoryId, from, to }: LeaveRow): Promise<void> {
    const { person, laboratory } = await this.store.subjects.ofNow({ userId, laboratoryId });
    const markedThrough = await this.books.markedThrough(laboratory._id);
    if (markedThrough === null || markedThrough < from) return;
    const last = to < markedThrough ? to : markedThrough;
    const known = new Set(
      (await this.repository.ofPersonBetween(userId, { from, to })).map(({ workDate }) => workDate),
    );
    for (const day of eachDay(from, last)) {
      if (known.has(day) || employmentFault(day, person) !== undefined) continue;
      const row = await this.store.dayFor(person, laboratory, { workDate: day });
      if (isAbsence({ kind: row.dayKind, leave: row.leave }))
        await this.store.insert([row], { actor, action: 'marked-absent' });
    }
  }
}
