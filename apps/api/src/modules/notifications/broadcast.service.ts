import { setTimeout as wait } from 'node:timers/promises';
import { type Broadcast, type ClientEventPayload, NotificationBody } from '@shifa/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { AuditLog } from '../../platform/audit/audit-log';
import { declareAudited } from '../../platform/audit/audited-fields';
import { DomainEvents, eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId, type ObjectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { ClientBroadcasts } from '../../platform/realtime/client-broadcasts';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { Retention } from '../network/retention.port';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { StaffPort } from '../staff/staff.port';
import { Notices } from './notices';
import type { BroadcastRow } from './notification.document';
import { toNamed, newNotification } from './notification.mapper';
import { BroadcastRepository } from './notification.repository';

/** Small enough that other requests are served in between. */
const CHUNK = 250;
/** The response does not wait longer for the delivery, which then goes on by itself. */
const RESPONSE_WAITS_MS = 5_000;
/** A process that delivers writes more often than this. */
const STALLED_AFTER_MS = 60_000;
const RESUMED_AT_ONCE = 20;

const broadcastRecorded = eventKind<BroadcastRow>('broadcast.recorded');

declareAudited('broadcast', {
  permission: 'notifications.broadcast',
  fields: {
    recipients: true,
    laboratoryId: true,
    type: true,
    priority: true,
    title: true,
    message: true,
    actionUrl: true,
    actionLabel: true,
  },
});

/** Messages to everyone in a laboratory, or in the network: one notification for each active person. */
@Injectable()
export class BroadcastService implements OnModuleInit {
  private readonly logger = new Logger(BroadcastService.name);

  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly notices: Notices,
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly events: DomainEvents,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly realtime: Realtime,
    private readonly clients: ClientBroadcasts,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.clients.send = (actor, notification) => {
      const { reachesAll } = actor.scope('notifications.broadcast');
      const body = parseBody(notification);
      return reachesAll ? this.toEveryone(actor, body) : this.toLaboratory(actor, actor.laboratoryId ?? '', body);
    };
    this.events.after(broadcastRecorded, async ({ _id }) => {
      const delivery = this.deliver(_id).catch((error: unknown) => {
        this.logger.error(error);
      });
      await Promise.race([delivery, wait(RESPONSE_WAITS_MS, undefined, { ref: false })]);
    });
  }

  /** @throws DomainError LABORATORY_NOT_FOUND beyond the actor's reach, LABORATORY_ARCHIVED. */
  async toLaboratory(actor: Actor, laboratoryId: string, body: NotificationBody): Promise<Broadcast> {
    const scope = actor.scope('notifications.broadcast');
    const laboratory = scope.reaches(laboratoryId) ? await this.laboratories.find(laboratoryId) : null;
    if (!laboratory) throw new DomainError('LABORATORY_NOT_FOUND');
    if (laboratory.status === 'archived') throw new DomainError('LABORATORY_ARCHIVED');
    return this.record(actor, body, laboratory._id);
  }

  toEveryone(actor: Actor, body: NotificationBody): Promise<Broadcast> {
    return this.record(actor, body, null);
  }

  /** Continues what a process left unfinished. Two processes that do so at once do not deliver anything twice. */
  @Job('broadcasts', '0 * * * * *')
  async resume(): Promise<void> {
    const since = new Date(this.clock.now().getTime() - STALLED_AFTER_MS);
    const stalled = await this.broadcasts.stalled(since, RESUMED_AT_ONCE);
    await attemptEach(stalled, ({ _id }) => this.deliver(_id), { logger: this.logger });
  }

  private record(actor: Actor, body: NotificationBody, laboratoryId: BroadcastRow['laboratoryId']): Promise<Broadcast> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const recipients = await this.people.countActive(laboratoryId);
      const row: BroadcastRow = {
        ...body,
        _id: newId(),
        laboratoryId,
        actionUrl: body.actionUrl ?? null,
        actionLabel: body.actionLabel ?? null,
        sender: toNamed(actor),
        recipients,
        delivered: 0,
        deliveredThrough: null,
        finished: false,
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      await this.broadcasts.insert(row);
      await this.audit.record({
        actor,
        action: 'notification.broadcast',
        entity: 'broadcast',
        entityId: row._id,
        laboratoryId,
        before: null,
        after: { ...body, recipients },
      });
      await this.unitOfWork.raise(broadcastRecorded, row);
      return toBroadcast(row);
    });
  }

  private async deliver(id: ObjectId): Promise<void> {
    for (;;) {
      const after = await this.unitOfWork.run(() => this.deliverChunk(id));
      if (!after) return;
      this.realtime.send([roomOf.person(after.sender._id.toHexString())], 'broadcast:progressed', toBroadcast(after));
      if (after.finished) return;
    }
  }

  /** Returns null if nothing is left to do here, because it is finished or another process delivers it. */
  private async deliverChunk(id: ObjectId): Promise<BroadcastRow | null> {
    const before = await this.broadcasts.find(id);
    if (!before || before.finished) return null;
    const { laboratoryId, sender, type, priority, title, message, actionUrl, actionLabel } = before;
    const people = await this.people.activeAfter(laboratoryId, before.deliveredThrough, CHUNK);
    const now = this.clock.now();
    const expiresAt = this.retention.endOfNotification(now);
    const rows = people.map((person) => {
      const isOwn = person._id.equals(sender._id);
      const content = { laboratoryId: laboratoryId ?? person.laboratoryId, type, priority, title, message, sender };
      const read = isOwn ? { isRead: true, readAt: now } : {};
      const rest = { actionUrl, actionLabel, broadcastId: before._id, isSystemGenerated: false, ...read };
      return newNotification(person, { ...content, ...rest }, now, expiresAt);
    });
    const progress = {
      delivered: before.delivered + people.length,
      deliveredThrough: people.at(-1)?._id ?? before.deliveredThrough,
      finished: people.length < CHUNK,
    };
    const after = await this.broadcasts.advance(before, progress, now);
    if (after && rows.length > 0) await this.notices.deliver(rows, people);
    return after;
  }
}

/** What a client sends by socket, as it would be sent over HTTP. @throws DomainError VALIDATION_FAILED. */
function parseBody({ type, title, message, action }: ClientEventPayload<'notification'>): NotificationBody {
  const body = NotificationBody.safeParse({
    type: type === 'warning' || type === 'error' ? 'warning' : 'announcement',
    priority: type === 'error' ? 'high' : 'medium',
    title,
    message,
    actionUrl: action?.path,
    actionLabel: action?.label,
  });
  if (body.success) return body.data;
  throw new DomainError('VALIDATION_FAILED', { message: body.error.issues[0]?.message });
}

function toBroadcast({ _id, recipients, delivered }: BroadcastRow): Broadcast {
  return { broadcastId: _id.toHexString(), recipients, delivered };
}
