import type { LeavePreview } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Decider } from '../../../platform/decisions/decider';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { Account } from '../../staff/staff.port';
import type { Subject } from '../days/subjects';
import { digestLeave, leaveDecisions, Leaves } from '../leaves/leave';
import { groupByYear, LEAVE_LOCK, leaveCalendar } from '../leaves/leave-days';
import type { LeaveRow, YearDays } from '../leaves/leave.repository';
import { Rosters } from '../rosters/rosters';

/** What leave takes, by the roster, the weekly shift and the holidays of where the person belongs. */
@Injectable()
export class LeaveCounts {
  constructor(
    private readonly store: Leaves,
    private readonly rosters: Rosters,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async calendar(
    range: Pick<LeaveRow, 'from' | 'to' | 'part'>,
    person: Account,
    laboratory: LaboratoryRow,
  ): Promise<LeavePreview['calendar']> {
    const planOn = await this.rosters.ofPerson(person, laboratory, [range.from, range.to]);
    const kindOn = (day: string) => planOn(day, person, laboratory).kind;
    return leaveCalendar(range, person, { holidays: laboratory.holidays, kindOn });
  }

  /** The days as they count by now, and whether they still are what is stored and shown. */
  async now(row: LeaveRow): Promise<Subject & { years: YearDays[]; isAsStored: boolean }> {
    const subject = await this.store.subjects.ofNow(row);
    const years = groupByYear(await this.calendar(row, subject.person, subject.laboratory));
    return { ...subject, years, isAsStored: digestLeave({ ...row, years }) === digestLeave(row) };
  }

  /** Stores the days of leave that the viewer wants to decide on, if they count differently by now, as a new version. */
  async renew(viewer: Actor, row: LeaveRow): Promise<void> {
    const { person, years, isAsStored, ...subject } = await this.now(row);
    const context = this.store.toContext({ ...subject, person });
    if (isAsStored || Decider.judged(leaveDecisions, viewer, row, context).refused) return;
    await this.unitOfWork.run(async () => {
      this.unitOfWork.lock(LEAVE_LOCK, person._id.toHexString());
      await this.store.records.write(LabScope.everywhere(), row, { years }, { actor: null, action: 'recounted' });
    });
  }
}
