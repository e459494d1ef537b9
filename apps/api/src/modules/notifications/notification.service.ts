import type {
  AllNotificationsQuery,
  CreateNotificationBody,
  Notification,
  NotificationListQuery,
  NotificationPreferences,
  Page,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { declareAudited } from '../../platform/audit/audited-fields';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import type { LabScope } from '../../platform/domain/lab-scope';
import { readAll, UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { Retention } from '../network/retention.port';
import { Clock } from '../../platform/time/clock';
import { StaffPort } from '../staff/staff.port';
import { Notices } from './notices';
import { toNamed, newNotification, preferencesOf, toNotification } from './notification.mapper';
import { type NotificationFilter, NotificationRepository } from './notification.repository';

/**
 * A transaction becomes visible at its commit, later than the time in its documents. No transaction takes longer
 * (`transactionLifetimeLimitSeconds` of MongoDB is 60), so nothing that a client missed is older than this.
 */
const LONGEST_TRANSACTION_MS = 120_000;

type Listed = Page<Notification> & { unreadCount: number; asOf: string };

/** Who sent what kind of notification to whom, and when. Its text is for the recipient, and not for readers of the log. */
declareAudited('notification', {
  permission: 'notifications.create',
  fields: {
    recipient: true,
    recipientId: true,
    type: true,
    priority: true,
    title: false,
    message: false,
    actionUrl: false,
    actionLabel: false,
    laboratoryId: true,
  },
});

@Injectable()
export class NotificationService {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly realtime: Realtime,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  list(actor: Actor, { since, ...query }: NotificationListQuery): Promise<Listed> {
    const earliest = since === undefined ? undefined : new Date(Date.parse(since) - LONGEST_TRANSACTION_MS);
    return this.listed(actor, { ...query, recipientId: actor.userId, since: earliest }, query);
  }

  listAll(actor: Actor, query: AllNotificationsQuery): Promise<Listed> {
    return this.listed(actor, query, query);
  }

  /** @throws DomainError NOTIFICATION_NOT_FOUND, NOT_RECIPIENT. */
  async read(actor: Actor, id: string): Promise<Notification> {
    const scope = actor.scope('notifications.view');
    const marked = await this.notifications.markRead(scope, id, actor.userId, this.clock.now());
    if (marked) this.announceChange(actor.userId);
    const row = marked ?? (await this.notifications.findById(scope, id));
    if (!row) throw new DomainError('NOTIFICATION_NOT_FOUND');
    if (row.recipientId.toHexString() !== actor.userId) throw new DomainError('NOT_RECIPIENT');
    return toNotification(row);
  }

  /** @param ids only these, each of a notification or of a broadcast. */
  async readAll(actor: Actor, ids?: readonly string[]): Promise<{ marked: number; unreadCount: number }> {
    const marked = await this.notifications.markAllRead(actor.userId, this.clock.now(), ids);
    if (marked > 0) this.announceChange(actor.userId);
    return { marked, unreadCount: await this.countUnread(actor) };
  }

  /** @throws DomainError NOTIFICATION_NOT_FOUND, also if someone else has just deleted it. */
  async remove(actor: Actor, id: string): Promise<void> {
    const scope = actor.scope('notifications.remove');
    const recipient = await this.unitOfWork.run(async () => {
      const row = await this.notifications.findById(scope, id);
      if (!row || !(await this.notifications.remove(row._id))) throw new DomainError('NOTIFICATION_NOT_FOUND');
      const { laboratoryId, recipientName: recipient, type, priority } = row;
      await this.audit.record({
        actor,
        action: 'notification.deleted',
        entity: 'notification',
        entityId: row._id,
        laboratoryId,
        before: { recipient, type, priority },
        after: null,
      });
      return row.recipientId.toHexString();
    });
    this.announceChange(recipient);
  }

  /** @throws DomainError STAFF_NOT_FOUND, RECIPIENT_INACTIVE, VALIDATION_FAILED on `laboratoryId`. */
  async create(actor: Actor, { recipientId, laboratoryId, ...body }: CreateNotificationBody): Promise<Notification> {
    const person = await this.people.findPerson(actor.scope('notifications.create'), recipientId);
    if (!person) throw DomainError.onField('STAFF_NOT_FOUND', 'recipientId');
    if (person.status !== 'active') throw DomainError.onField('RECIPIENT_INACTIVE', 'recipientId');
    if (laboratoryId && person.laboratoryId?.toHexString() !== laboratoryId) {
      throw DomainError.onField('VALIDATION_FAILED', 'laboratoryId', 'This person belongs to another laboratory');
    }
    const { actionUrl = null, actionLabel = null } = body;
    const sent = { ...body, actionUrl, actionLabel, sender: toNamed(actor), isSystemGenerated: false };
    const content = { ...sent, laboratoryId: person.laboratoryId };
    const now = this.clock.now();
    const row = newNotification(person, content, now, this.retention.endOfNotification(now));
    return this.unitOfWork.run(async () => {
      await this.notices.deliver([row], [person]);
      await this.audit.record({
        actor,
        action: 'notification.sent',
        entity: 'notification',
        entityId: row._id,
        laboratoryId: row.laboratoryId,
        before: null,
        after: { recipient: person.name, type: row.type, priority: row.priority },
      });
      return toNotification(row);
    });
  }

  async preferences(actor: Actor): Promise<NotificationPreferences> {
    const account = await this.people.account(actor.userId);
    if (!account) throw new DomainError('UNAUTHENTICATED');
    return preferencesOf(account);
  }

  async setPreferences(actor: Actor, { muted, quietHours }: NotificationPreferences): Promise<NotificationPreferences> {
    const notifications = { muted: [...new Set(muted)], quietHours };
    await this.people.saveNoticePreferences(actor.userId, { notifications });
    this.announceChange(actor.userId);
    return notifications;
  }

  private async listed(
    actor: Actor,
    filter: NotificationFilter,
    page: { page: number; limit: number },
  ): Promise<Listed> {
    const asOf = this.clock.now().toISOString();
    const [{ items, total }, unreadCount] = await readAll(
      () => this.notifications.list(actor.scope('notifications.view'), filter, page),
      () => this.countUnread(actor),
    );
    return { items: items.map(toNotification), total, unreadCount, asOf };
  }

  private countUnread(actor: Actor): Promise<number> {
    const scope: LabScope = actor.scope('notifications.view');
    return this.notifications.countUnread(scope, actor.userId);
  }

  /** The person's other tabs and devices fetch what they show again. */
  private announceChange(userId: string): void {
    this.realtime.send([roomOf.person(userId)], 'notification:changed', { at: this.clock.now().toISOString() });
  }
}
