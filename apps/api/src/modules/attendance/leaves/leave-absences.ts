import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../../platform/events/domain-events';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Absences, absencesChanged, type PersonOnDay } from '../../staff/staff.port';
import { LeaveDays, leaveOn } from './leave-days';
import { leaveChanged } from './leave.events';

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
