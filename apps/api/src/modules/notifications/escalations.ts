import { MAX_TITLE_LENGTH, roles } from '@shifa/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { DomainEvents } from '../../platform/events/domain-events';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, deputyObstacle, StaffPort } from '../staff/staff.port';
import { EscalationRepository, type EscalationRow } from './escalation.repository';
import { Notices, noticesSent } from './notices';
import type { NotificationRow } from './notification.document';
import { NotificationRepository } from './notification.repository';

/** After so many hours, an urgent notification that its recipient has not read goes to someone else as well. */
export const URGENT_UNREAD_HOURS = 2;

/** Brings urgent notifications that nobody reads to the deputy of the recipient, or to the next role, once. */
@Injectable()
export class Escalations implements OnModuleInit {
  private readonly logger = new Logger(Escalations.name);

  constructor(
    private readonly escalations: EscalationRepository,
    private readonly notifications: NotificationRepository,
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.within(noticesSent, async ({ rows }) => {
      const dueAt = new Date(this.clock.now().getTime() + URGENT_UNREAD_HOURS * 3_600_000);
      const urgent = rows.filter(({ priority, isSystemGenerated }) => priority === 'urgent' && isSystemGenerated);
      await this.escalations.add(urgent.map(({ _id }) => ({ _id, dueAt })));
    });
  }

  @Job('escalations', '20 */5 * * * *')
  async run(): Promise<void> {
    for (const due of await this.escalations.due(this.clock.now())) {
      await this.unitOfWork.run(() => this.escalate(due)).catch((error: unknown) => this.logger.error(error));
    }
  }

  private async escalate(due: EscalationRow): Promise<void> {
    if (!(await this.escalations.take(due))) return;
    const [row] = await this.notifications.findUnread([due._id]);
    const recipient = row && (await this.people.account(row.recipientId.toHexString()));
    if (!recipient) return;
    await this.notices.send({
      actor: { userId: recipient._id.toHexString() },
      to: await this.findNext(recipient, row),
      laboratoryId: row.laboratoryId,
      type: row.type,
      priority: 'high',
      title: `Unread by ${recipient.name}: ${row.title}`.slice(0, MAX_TITLE_LENGTH),
      message: row.message,
      action: { label: row.actionLabel ?? 'Open', path: row.actionUrl ?? '/notifications' },
    });
  }

  private async findNext(recipient: Account, { laboratoryId }: NotificationRow): Promise<Account[]> {
    const deputyId = recipient.deputy?._id.toHexString();
    const deputy = deputyId === undefined ? null : await this.people.account(deputyId);
    if (deputy && deputyObstacle(recipient, deputy) === undefined) return [deputy];
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
