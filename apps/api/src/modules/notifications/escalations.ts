import { roles } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { LabScope } from '../../platform/mongo/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { Notices } from './notices';
import type { NotificationRow } from './notification.document';
import { NotificationRepository } from './notification.repository';

/** After so many hours, an urgent notification that its recipient has not read goes to somebody else as well. */
export const URGENT_UNREAD_HOURS = 2;

/** Older ones are no longer urgent; the limit also keeps a first start from escalating what is long past. */
const AT_MOST_HOURS = 24;

/** Brings urgent notifications that nobody reads to the deputy of the recipient, or to the next role, once. */
@Injectable()
export class Escalations {
  private readonly logger = new Logger(Escalations.name);

  constructor(
    private readonly notifications: NotificationRepository,
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('escalations', '20 */5 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('escalations', async (signal) => {
      const hoursAgo = (hours: number) => new Date(this.clock.now().getTime() - hours * 3_600_000);
      const unread = await this.notifications.urgentUnread(hoursAgo(AT_MOST_HOURS), hoursAgo(URGENT_UNREAD_HOURS));
      for (const row of unread) {
        signal.throwIfAborted();
        // It can have been read in the meantime.
        await this.unitOfWork.run(() => this.escalate(row)).catch((error: unknown) => this.logger.error(error));
      }
    });
  }

  private async escalate(row: NotificationRow): Promise<void> {
    const now = this.clock.now();
    const id = row._id.toHexString();
    const noted = await this.notifications.updateAt(LabScope.everywhere(), id, row.version, { escalatedAt: now }, now);
    const recipient = noted && (await this.people.account(row.recipientId.toHexString()));
    if (!recipient) return;
    await this.notices.send({
      actor: { userId: recipient._id.toHexString() },
      to: await this.findNext(recipient, row),
      laboratoryId: row.laboratoryId,
      type: row.type,
      priority: 'high',
      title: `Unread by ${recipient.name}: ${row.title}`.slice(0, 200),
      message: row.message,
      action: { label: row.actionLabel ?? 'Open', path: row.actionUrl ?? '/notifications' },
    });
  }

  private async findNext(recipient: Account, { laboratoryId }: NotificationRow): Promise<Account[]> {
    const deputyId = recipient.deputy?._id.toHexString();
    const deputy = deputyId === undefined ? null : await this.people.account(deputyId);
    if (deputy?.status === 'active') return [deputy];
    const home = laboratoryId ?? recipient.laboratoryId;
    if (!home) return [];
    // Those who see the whole laboratory, from the role above on.
    const { ofLaboratory, superAdmins } = await this.people.holdersIn('dashboard.view', home, recipient._id);
    const above = [...ofLaboratory, ...superAdmins].filter(({ status }) => status === 'active');
    // Roles are listed from the highest on.
    const nearest = roles.toReversed().find((role) => above.some((person) => person.role === role));
    return above.filter(({ role }) => role === nearest);
  }
}
