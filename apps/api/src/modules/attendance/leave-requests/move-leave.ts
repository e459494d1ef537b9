import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import { DomainEvents } from '../../../platform/events/domain-events';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import type { EntityChanged } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort } from '../../laboratories/laboratories.port';
import { type Account, staffChanged } from '../../staff/staff.port';
import { leaveRequested, Leaves } from '../leaves/leave';
import { LEAVE_LOCK } from '../leaves/leave-days';
import { type LeaveRow, LeaveRepository } from '../leaves/leave.repository';

/** Leave that is not settled moves with the person to another laboratory, where it counts and is decided on. */
@Injectable()
export class MoveLeave implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly leaves: LeaveRepository,
    private readonly store: Leaves,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    // Within the transaction of the change, so that no leave is left where no one can decide on it.
    this.events.within(staffChanged, (change) => this.follow(change));
  }

  private async follow({ actor, changes }: EntityChanged<Account>): Promise<void> {
    for (const { before, after } of changes) {
      const laboratory = await this.laboratories.ownerOf(after);
      if (!before || !laboratory || before.laboratoryId?.equals(laboratory._id)) continue;
      this.unitOfWork.lock(LEAVE_LOCK, after._id.toHexString());
      const today = businessDay(this.clock.now(), laboratory.timezone);
      const rows = await this.leaves.unfinishedOf(after._id, today);
      const writes = rows
        .filter((row) => !row.laboratoryId.equals(laboratory._id))
        .map((row) => ({ row, changes: { laboratoryId: laboratory._id, ...keptApproval(row) } }));
      const moved = await this.store.records.writeMany(LabScope.everywhere(), writes, { actor, action: 'moved' });
      for (const row of moved) {
        if (actor && row.status === 'pending') await this.unitOfWork.raise(leaveRequested, { actor, row });
      }
    }
  }
}

/** An approval holds for what the approver saw, the laboratory included. */
function keptApproval({ status, laboratoryId, approvedIn }: LeaveRow): Pick<LeaveRow, 'approvedIn'> {
  return status === 'approved' ? { approvedIn: approvedIn ?? laboratoryId } : {};
}
