import { daysBetween, plural } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { LabScope } from '../../../platform/domain/lab-scope';
import { Locks } from '../../../platform/mongo/locks';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { attemptEach } from '../../../platform/observability/attempt-each';
import { Job } from '../../../platform/observability/job';
import { businessDay, NETWORK_TIMEZONE } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { Notices, ReminderRepository } from '../../notifications/notifications.port';
import { StaffPort } from '../../staff/staff.port';
import { reviewHorizon } from './supplier';
import type { SupplierRow } from './supplier.document';
import { SupplierRepository } from './supplier.repository';

/** Reminds those who can review a supplier: once in the last 30 days, and once when the review is due. */
@Injectable()
export class SupplierNotices {
  private readonly logger = new Logger(SupplierNotices.name);

  constructor(
    private readonly suppliers: SupplierRepository,
    private readonly people: StaffPort,
    private readonly reminders: ReminderRepository,
    private readonly notices: Notices,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('supplier-reviews', '50 20 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('supplier-reviews', async (signal) => {
      const today = businessDay(this.clock.now(), NETWORK_TIMEZONE);
      const { logger } = this;
      const due = await this.suppliers.dueForReview(LabScope.everywhere(), reviewHorizon(today));
      const used = due.filter(({ status }) => status !== 'blocked');
      await attemptEach(used, (supplier) => this.remind(supplier, today), { logger, signal });
    });
  }

  private async remind({ _id, name, nextReviewOn, usedByAll, uses }: SupplierRow, today: string): Promise<void> {
    if (nextReviewOn === null) return;
    const left = daysBetween(today, nextReviewOn) - 1;
    const isDue = left <= 0;
    const id = _id.toHexString();
    await this.unitOfWork.run(async () => {
      const key = `supplier:${id}:${nextReviewOn}:${isDue ? 'due' : 'ahead'}`;
      if (!(await this.reminders.note(key, this.clock.now()))) return;
      const notice = {
        actor: null,
        type: 'reminder',
        priority: isDue ? 'high' : 'medium',
        title: isDue ? `${name}: review is due` : `${name}: review in ${plural(left, '1 day', `${left} days`)}`,
        message: `The review of this supplier is planned for ${formatDay(nextReviewOn)}. Check its papers and deliveries, and enter the day of the next review.`,
        action: { label: 'View supplier', path: `/suppliers/${id}` },
      } as const;
      const [only] = uses;
      if (!usedByAll && uses.length === 1 && only) {
        await this.notices.sendToHolders('suppliers.edit', only.laboratoryId, notice);
        return;
      }
      const ids = await this.people.idsWithRoles(LabScope.everywhere(), ['super_admin']);
      const to = await this.people.findPeople(
        LabScope.everywhere(),
        ids.map((one) => one.toHexString()),
      );
      await this.notices.send({ ...notice, to, laboratoryId: null });
    });
  }
}
