import {
  isQuiet,
  type MutableType,
  minutesBetween,
  mutableTypes,
  type Notification,
  type NotificationPriority,
  type NotificationType,
  type Permission,
  resolvePermission,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents, eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import type { ObjectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { Retention } from '../network/retention.port';
import { NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { localTime } from '../../platform/time/local-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, type HoldersFilter, StaffPort } from '../staff/staff.port';
import { GroupCounts } from './group-counts';
import type { NotificationRow } from './notification.document';
import {
  isNumbered,
  newNotification,
  preferencesOf,
  type Recipient,
  toLiveNotification,
  toNotification,
} from './notification.mapper';
import { NotificationRepository } from './notification.repository';

/** A notification of the system about a change, for one or several people. */
export type Notice = {
  /** Who made the change, who needs no notification of it; null for the system. */
  actor: Pick<Actor, 'userId'> | null;
  to: readonly Recipient[];
  laboratoryId: ObjectId | null;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  /** Of a notice about one document, the path is that of the document, also where more of them may be added. */
  action: { label: string; path: string };
  /**
   * What each recipient needs to act on it: once they have lost it, none of its messages is sent. Where an urgent one
   * stays unread, it goes to someone else with it.
   */
  permission?: Permission;
  /**
   * Where the same may happen often: until the recipient has read it, later ones are added to it. `message` follows the
   * number: `entries wait for your decision`. The path is that of the list which has as many; a registered `GroupCause`
   * counts it. Of what no list counts, the message is a sentence without a number, from its capital letter on.
   */
  group?: { key: string; count: number; message: string; path: string };
};

export type NoticesSent = {
  rows: readonly NotificationRow[];
  recipients: readonly Recipient[];
  permission: Permission | null;
};

/**
 * Raised within the transaction that stores notifications. A row of a group is not stored if the recipient has an
 * unread notification of that group, which counts it instead.
 */
export const noticesSent = eventKind<NoticesSent>('notices.sent');

/** Stores notifications in the transaction of their cause, and announces them to open screens after the commit. */
@Injectable()
export class Notices implements OnModuleInit {
  constructor(
    private readonly notifications: NotificationRepository,
    private readonly groups: GroupCounts,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: DomainEvents,
    private readonly realtime: Realtime,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.after(noticesSent, (sent) => this.announce(sent));
  }

  /**
   * Notifies everyone who is concerned, except the actor, those who have turned the type off, and those who have moved
   * to another laboratory than that of the notice.
   */
  async send({ actor, to, group, action, permission, ...content }: Notice): Promise<void> {
    const wanted = to.filter(
      (person) =>
        person._id.toHexString() !== actor?.userId &&
        isWithinReach(content, person) &&
        !this.isMuted(person, content.type),
    );
    const recipients = [...new Map(wanted.map((person) => [person._id.toHexString(), person])).values()];
    if (group && isNumbered(group.message)) this.groups.assertCounted(group.key);
    if (recipients.length === 0) return;
    const now = this.clock.now();
    const expiresAt = this.retention.endOfNotification(now);
    const all = {
      ...content,
      sender: null,
      permission: permission ?? null,
      actionUrl: action.path,
      actionLabel: action.label,
    };
    const grouped = group && {
      group: group.key,
      count: group.count,
    };
    const rows = recipients.map((person) => {
      const content = { ...all, ...grouped, isSystemGenerated: true };
      if (!group) return newNotification(person, content, now, expiresAt);
      const path = listPathFor(person, group.path, content.laboratoryId);
      const actionUrl = action.path === group.path ? path : action.path;
      const summary = { message: group.message, actionUrl: path };
      return newNotification(person, { ...content, actionUrl, summary }, now, expiresAt);
    });
    await (group ? this.notifications.addToGroups(rows) : this.notifications.insertMany(rows));
    await this.unitOfWork.raise(noticesSent, { rows, recipients, permission: permission ?? null });
  }

  /**
   * As {@link send}, to people who are concerned themselves, such as authors, if they still hold a permission.
   * @returns whether anyone does.
   */
  async sendToConcerned(
    permission: Permission,
    { to, ...notice }: Omit<Notice, 'permission' | 'to'> & { to: readonly Account[] },
  ): Promise<boolean> {
    const now = this.clock.now();
    const able = to.filter(
      (person) =>
        isWithinReach(notice, person) &&
        person.status === 'active' &&
        resolvePermission(person.role, permission, person.permissionOverrides, now).allowed,
    );
    await this.send({ ...notice, permission, to: able });
    return able.length > 0;
  }

  /**
   * As {@link send}, to the people of a laboratory who hold a permission; to the super admins where no one else does.
   */
  async sendToHolders(
    permission: Permission,
    laboratoryId: ObjectId,
    notice: Omit<Notice, 'to' | 'laboratoryId' | 'permission'>,
    filter?: HoldersFilter,
  ): Promise<void> {
    const { ofLaboratory, superAdmins } = await this.people.holdersIn(permission, laboratoryId, filter);
    const others = ofLaboratory.filter(({ _id }) => _id.toHexString() !== notice.actor?.userId);
    await this.send({ ...notice, permission, laboratoryId, to: others.length > 0 ? others : superAdmins });
  }

  /** Stores notifications that a person wrote, for the person who it addressed. */
  async deliver(rows: readonly NotificationRow[], recipients: readonly Recipient[]): Promise<void> {
    await this.notifications.insertMany([...rows]);
    await this.unitOfWork.raise(noticesSent, {
      rows: rows.filter(({ isRead }) => !isRead),
      recipients,
      permission: null,
    });
  }

  /**
   * Those of the person's notifications that are stored and unread, oldest first, as they see them now: without those of
   * a laboratory that they have left, and without those for which they have lost the permission.
   */
  async findUnread(person: Account, ids: readonly ObjectId[]): Promise<Notification[]> {
    const rows = (await this.notifications.findUnread(ids)).filter((row) => this.isShownTo(person, row));
    if (rows.every(({ permission }) => !permission)) return rows.map(toNotification);
    const holds = await this.people.holdingsOf(person);
    return rows.filter(({ permission }) => !permission || holds(permission)).map(toNotification);
  }

  /** Nothing is sent of what the recipient could not open in the product, by whatever channel. */
  private isShownTo(person: Recipient, row: NotificationRow): boolean {
    const { role, permissionOverrides } = person;
    const { allowed } = resolvePermission(role, 'notifications.view', permissionOverrides, this.clock.now());
    return allowed && isWithinReach(row, person);
  }

  isMuted(person: Recipient, type: NotificationType): boolean {
    return isMutable(type) && preferencesOf(person).muted.includes(type);
  }

  /** When the quiet hours end in which the person is now, and null outside them. */
  async quietUntil(person: Recipient): Promise<Date | null> {
    const { quietHours } = preferencesOf(person);
    if (!quietHours) return null;
    const now = this.clock.now();
    const time = localTime(now, await this.timezoneOf(person)).time.slice(11);
    if (!isQuiet({ quietHours }, time)) return null;
    return this.nextTime(person, quietHours.to);
  }

  /** The next time that it is a time of day where the person is. */
  async nextTime(person: Recipient, timeOfDay: string): Promise<Date> {
    const now = this.clock.now();
    const time = localTime(now, await this.timezoneOf(person)).time.slice(11);
    return new Date(now.getTime() + minutesBetween(time, timeOfDay) * 60_000);
  }

  /** The time zone in which the person reads times: that of their laboratory. */
  async timezoneOf({ laboratoryId }: Recipient): Promise<string> {
    const id = laboratoryId?.toHexString();
    return (id !== undefined && (await this.laboratories.find(id))?.timezone) || NETWORK_TIMEZONE;
  }

  /** Equal notifications are sent as one, to all of their recipients at once. */
  private async announce({ rows, recipients }: NoticesSent): Promise<void> {
    const [first] = rows;
    if (!first) return;
    if (first.group !== null) this.groups.grown([first.group]);
    const stored =
      first.group === null
        ? rows
        : await this.notifications.inGroup(
            rows.map(({ recipientId }) => recipientId),
            first.group,
          );
    const quiet = await this.undisturbed(recipients);
    const recipientOf = new Map(recipients.map((person) => [person._id.toHexString(), person]));
    const roomsByPayload = new Map<string, { row: NotificationRow; silent: boolean; rooms: string[] }>();
    for (const row of stored) {
      const id = row.recipientId.toHexString();
      const recipient = recipientOf.get(id);
      if (!recipient || !this.isShownTo(recipient, row)) continue;
      const silent = row.priority !== 'urgent' && quiet.has(id);
      const key = `${(row.broadcastId ?? row._id).toHexString()} ${silent}`;
      const found = roomsByPayload.get(key) ?? { row, silent, rooms: [] };
      found.rooms.push(roomOf.person(id));
      roomsByPayload.set(key, found);
    }
    for (const { row, silent, rooms } of roomsByPayload.values()) {
      this.realtime.send(rooms, 'notification', { ...toLiveNotification(row), ...(silent && { silent }) });
    }
  }

  /** Those for whom it is a quiet hour now. */
  private async undisturbed(recipients: readonly Recipient[]): Promise<Set<string>> {
    const withHours = recipients.filter((person) => preferencesOf(person).quietHours !== null);
    const laboratories = await this.laboratories.findAll(withHours.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    const now = this.clock.now();
    const quiet = withHours.filter((person) => {
      const timezone = laboratories.get(person.laboratoryId?.toHexString() ?? '')?.timezone ?? NETWORK_TIMEZONE;
      return isQuiet(preferencesOf(person), localTime(now, timezone).time.slice(11));
    });
    return new Set(quiet.map(({ _id }) => _id.toHexString()));
  }
}

/** People who have moved see nothing more of the laboratory that they left. */
function isWithinReach({ laboratoryId }: Pick<NotificationRow, 'laboratoryId'>, { laboratoryId: own }: Recipient) {
  return laboratoryId === null || own === null || laboratoryId.equals(own);
}

/** A list that spans several laboratories for the recipient is opened filtered to the one of the notification. */
function listPathFor({ laboratoryId: own }: Recipient, path: string, laboratoryId: ObjectId | null): string {
  if (!laboratoryId || own?.equals(laboratoryId)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}laboratoryId=${laboratoryId.toHexString()}`;
}

function isMutable(type: NotificationType): type is MutableType {
  return (mutableTypes as readonly NotificationType[]).includes(type);
}
