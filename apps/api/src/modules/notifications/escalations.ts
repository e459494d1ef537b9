import { MAX_MESSAGE_LENGTH, MAX_TITLE_LENGTH, type Permission, permissionLabel, roles } from '@shifa/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { DomainEvents } from '../../platform/events/domain-events';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, deputyObstacle, type Holders, StaffPort } from '../staff/staff.port';
import { EscalationRepository, type EscalationRow } from './escalation.repository';
import { Notices, noticesSent } from './notices';
import type { NotificationRow } from './notification.document';
import { NotificationRepository } from './notification.repository';

/** After so many hours, an urgent notification that its recipient has not read goes to someone else as well. */
export const URGENT_UNREAD_HOURS = 2;

/**
 * Brings urgent notifications that no one reads to the deputy of the recipient, or to the next role, once: to people
 * who can open and do what it is about. Where no one can, those who answer for the laboratory learn that.
 */
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
    this.events.within(noticesSent, async ({ rows, permission }) => {
      const dueAt = new Date(this.clock.now().getTime() + URGENT_UNREAD_HOURS * 3_600_000);
      const urgent = rows.filter(({ priority, isSystemGenerated }) => priority === 'urgent' && isSystemGenerated);
      await this.escalations.add(urgent.map(({ _id }) => ({ _id, dueAt, permission })));
    });
  }

  @Job('escalations', '20 */5 * * * *')
  async run(): Promise<void> {
    const due = await this.escalations.due(this.clock.now());
    await attemptEach(due, (one) => this.unitOfWork.run(() => this.escalate(one)), { logger: this.logger });
  }

  private async escalate(due: EscalationRow): Promise<void> {
    if (!(await this.escalations.take(due))) return;
    const [row] = await this.notifications.findUnread([due._id]);
    const recipient = row && (await this.people.account(row.recipientId.toHexString()));
    if (!recipient) return;
    // Seeing the whole laboratory is what a notification that only informs needs.
    const permission = due.permission ?? 'dashboard.view';
    const next = await this.findNext(recipient, row, permission);
    const notice = {
      actor: { userId: recipient._id.toHexString() },
      laboratoryId: row.laboratoryId,
      type: row.type,
      priority: 'high',
    } as const;
    if (next.length > 0) {
      await this.notices.send({
        ...notice,
        to: next,
        permission,
        title: `Unread by ${recipient.name}: ${row.title}`.slice(0, MAX_TITLE_LENGTH),
        message: row.message,
        action: { label: row.actionLabel ?? 'Open', path: row.actionUrl ?? '/notifications' },
      });
      return;
    }
    await this.notices.send({
      ...notice,
      // No one can mute these.
      type: 'system',
      to: await this.people.responsibleFor(row.laboratoryId ?? recipient.laboratoryId, recipient._id),
      title: `No one can act on: ${row.title}`.slice(0, MAX_TITLE_LENGTH),
      message:
        `${recipient.name} hasn't read it, and no one else has the permission “${permissionLabel(permission)}” and can open it. Give it to someone. ${row.message}`.slice(
          0,
          MAX_MESSAGE_LENGTH,
        ),
      action: { label: 'View permissions', path: '/staff/permissions' },
    });
  }

  /** The first of those who can act on it: the deputy, the nearest role above, or else the highest of the others. */
  private async findNext(
    recipient: Account,
    { laboratoryId, type }: NotificationRow,
    permission: Permission,
  ): Promise<Account[]> {
    const home = laboratoryId ?? recipient.laboratoryId;
    if (!home) return [];
    const isReached = (person: Account) => !person._id.equals(recipient._id) && !this.notices.isMuted(person, type);
    const able = everyone(await this.people.holdersIn(permission, home)).filter(isReached);
    const deputy = able.find(({ _id }) => recipient.deputy?._id.equals(_id));
    if (deputy && deputyObstacle(recipient, deputy) === undefined) return [deputy];
    const above = everyone(await this.people.holdersIn(permission, home, { above: recipient._id })).filter(isReached);
    // Roles are listed from the highest on.
    const nearest = roles.toReversed().find((role) => above.some((person) => person.role === role));
    if (nearest) return above.filter(({ role }) => role === nearest);
    const highest = roles.find((role) => able.some((person) => person.role === role));
    return able.filter(({ role }) => role === highest);
  }
}

function everyone({ ofLaboratory, superAdmins }: Holders): Account[] {
  return [...ofLaboratory, ...superAdmins];
}
