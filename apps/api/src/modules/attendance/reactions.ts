import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import { eachDay } from '../../platform/time/business-day';
import { AttendanceBookRepository } from './codes/attendance-book.repository';
import type { LeaveRow } from './leaves/leave.repository';
import { leaveChanged } from './leaves/leave';
import { CompensatoryDays } from './leave-requests/leave-balances';
import { LeaveDays, leaveOn } from './leaves/leave-days';
import { AttendanceRepository } from './records/record.repository';
import { AttendanceStore } from './records/record';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Absences, absencesChanged, type PersonOnDay } from '../staff/staff.port';

/**
 * Approved leave turns absences into leave, and its cancellation turns them back, in the same transaction. Approved work
 * on a day off earns a day of compensatory off.
 */
@Injectable()
export class LeaveListener implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly records: AttendanceRepository,
    private readonly store: AttendanceStore,
    private readonly leaves: LeaveDays,
    private readonly books: AttendanceBookRepository,
    private readonly compensatory: CompensatoryDays,
  ) {}

  onModuleInit(): void {
    this.compensatory.provide((userIds, year) => this.records.daysOffWorked(userIds, year));
    this.events.within(leaveChanged, async ({ actor, changes }) => {
      for (const { before, after } of changes) {
        const wasApproved = before?.status === 'approved';
        const isApproved = after.status === 'approved';
        if (wasApproved !== isApproved) await this.compute(actor, after);
        if (wasApproved && !isApproved) await this.markAbsences(actor, after);
      }
    });
  }

  private async compute(actor: Actor | null, { userId, from, to }: LeaveRow): Promise<void> {
    const rows = await this.records.ofPersonBetween(userId, { from, to });
    const approved = (await this.leaves.approvedOn([userId], from, to)).get(userId.toHexString()) ?? [];
    for (const row of rows) {
      const leave = leaveOn(approved, row.workDate);
      if (leave === row.leave) continue;
      await this.store.replace(row, { ...row, leave }, { actor, action: 'leave-changed' });
    }
  }

  /** Of days that are over, on which nobody was marked absent because of the leave. */
  private async markAbsences(actor: Actor | null, { userId, laboratoryId, from, to }: LeaveRow): Promise<void> {
    const markedThrough = await this.books.markedThrough(laboratoryId);
    if (markedThrough === null || markedThrough < from) return;
    const last = to < markedThrough ? to : markedThrough;
    const known = new Set((await this.records.ofPersonBetween(userId, { from, to })).map(({ workDate }) => workDate));
    const { person, laboratory } = await this.store.subjects.of({ userId, laboratoryId });
    for (const day of eachDay(from, last)) {
      if (known.has(day)) continue;
      const row = await this.store.dayFor(person, laboratory, { workDate: day });
      if (row.status === 'absent') await this.store.insert([row], { actor, action: 'marked-absent' });
    }
  }
}

/** Provides staff with approved leave, during which deputies act. */
@Injectable()
export class LeaveAbsences implements OnModuleInit {
  constructor(
    private readonly absences: Absences,
    private readonly leaves: LeaveDays,
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.absences.register((people) => this.lastDays(people));
    this.events.within(leaveChanged, async ({ changes }) => {
      const userIds = changes
        .filter(({ before, after }) => (before?.status === 'approved') !== (after.status === 'approved'))
        .map(({ after }) => after.userId.toHexString());
      if (userIds.length > 0) await this.unitOfWork.raise(absencesChanged, { userIds });
    });
  }

  /** Half a day of leave is no absence; two halves are. */
  private async lastDays(people: readonly PersonOnDay[]): Promise<Map<string, string>> {
    const days = people.map(({ day }) => day).toSorted();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) return new Map();
    const ids = people.map(({ _id }) => _id);
    const approved = await this.leaves.approvedOn(ids, from, to);
    return new Map(
      people.flatMap(({ _id, day }) => {
        const leaves = approved.get(_id.toHexString()) ?? [];
        const covering = leaves.filter((leave) => leave.from <= day && day <= leave.to);
        const [until] = covering.map((leave) => leave.to).toSorted();
        return until !== undefined && leaveOn(covering, day) === 'full' ? [[_id.toHexString(), until] as const] : [];
      }),
    );
  }
}
