import type { Permission } from '@shifa/contract';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { attemptEach } from '../../platform/observability/attempt-each';
import type { z } from 'zod';
import { Job } from '../../platform/observability/job';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { Realtime } from '../../platform/realtime/realtime';
import { roomOf } from '../../platform/realtime/rooms';
import { Clock } from '../../platform/time/clock';
import { rightsChanged } from '../access/access.port';
import { Deputies, StaffPort } from '../staff/staff.port';
import type { NotificationRow } from './notification.document';
import { NotificationRepository } from './notification.repository';

/** What the notifications of groups stand for, where that can end. */
export type GroupCause = {
  /** The beginning of the keys of its groups. */
  prefix: string;
  /** A recipient who has lost it since then has nothing to act on. */
  permission: Permission;
  /**
   * How many documents the list that the notification opens has for the recipient.
   * @param query of the address of that list: nothing else may narrow the count, or the two would differ.
   */
  count: (actor: Actor, query: Readonly<Record<string, string>>) => Promise<number>;
  /** The message where one is left, whichever it is. */
  one: string;
};

/** Counts a group by the total of the list that its notification opens. */
export function totalOf<Query>(
  schema: z.ZodType<Query>,
  list: (actor: Actor, query: Query) => Promise<{ total: number }>,
): GroupCause['count'] {
  return async (actor, query) => (await list(actor, schema.parse({ ...query, limit: 1 }))).total;
}

/**
 * Keeps the counts of unread groups true: they fall with their causes and follow the rights of the recipient, and a
 * group without a cause becomes read.
 */
@Injectable()
export class GroupCounts implements OnModuleInit {
  private readonly logger = new Logger(GroupCounts.name);
  private readonly causes: GroupCause[] = [];
  /** Groups to count again, and whether something left them. A process that dies forgets them until the next change. */
  private readonly changedKeys = new Map<string, { left: boolean }>();
  /** People whose rights changed: all of their groups are counted again. */
  private readonly changedPeople = new Set<string>();

  constructor(
    private readonly notifications: NotificationRepository,
    private readonly people: StaffPort,
    private readonly deputies: Deputies,
    private readonly realtime: Realtime,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.events.after(rightsChanged, ({ userId }) => void this.changedPeople.add(userId));
  }

  register(cause: GroupCause): void {
    this.causes.push(cause);
  }

  /** @throws Error where nothing counts the group: a number that no list confirms is not to be sent. */
  assertCounted(group: string): void {
    if (!this.findCause(group)) throw new Error(`Nothing counts the notifications of the group ${group}.`);
  }

  /** To be called after the commit in which something left the groups. Many changes at once are counted once. */
  changed(keys: readonly string[]): void {
    for (const key of keys) this.changedKeys.set(key, { left: true });
  }

  /** After the commit in which something was added: not everything that is added is announced to every recipient. */
  grown(keys: readonly string[]): void {
    for (const key of keys) this.changedKeys.set(key, this.changedKeys.get(key) ?? { left: false });
  }

  /**
   * After the commit of changes to documents.
   * @param groupsOf the groups of which a document is part, announced or not
   */
  documentsChanged<Row>(
    changes: readonly { before: Row | null; after: Row }[],
    groupsOf: (row: Row) => readonly string[],
  ): void {
    for (const { before, after } of changes) {
      const [were, are] = [before ? groupsOf(before) : [], groupsOf(after)];
      this.grown(are.filter((key) => !were.includes(key)));
      this.changed(were.filter((key) => !are.includes(key)));
    }
  }

  @Job('notification-groups', '*/5 * * * * *')
  async run(): Promise<void> {
    const changed = new Map(this.changedKeys);
    const recipients = new Set(this.changedPeople);
    this.changedKeys.clear();
    this.changedPeople.clear();
    if (changed.size === 0 && recipients.size === 0) return;
    try {
      await this.recountAll(changed, recipients);
    } catch (error) {
      for (const [key, { left }] of changed) this[left ? 'changed' : 'grown']([key]);
      for (const userId of recipients) this.changedPeople.add(userId);
      throw error;
    }
  }

  private async recountAll(
    changed: ReadonlyMap<string, { left: boolean }>,
    recipients: ReadonlySet<string>,
  ): Promise<void> {
    const found = await this.notifications.unreadInGroups([...changed.keys()], [...recipients]);
    const hasLeft = ({ group }: NotificationRow) => changed.get(group ?? '')?.left ?? false;
    const rows = found.filter((row) => row.count > 1 || hasLeft(row) || recipients.has(row.recipientId.toHexString()));
    const people = await this.people.findPeople(
      LabScope.everywhere(),
      rows.map(({ recipientId }) => recipientId.toHexString()),
    );
    const actorOf = await this.deputies.actors(people);
    const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
    const recount = async (row: NotificationRow) => {
      const person = byId.get(row.recipientId.toHexString());
      if (person?.status === 'active') await this.recount(row, actorOf(person), hasLeft(row));
    };
    const failed = await attemptEach(rows, recount, { logger: this.logger });
    this.changed(failed.flatMap(({ group }) => group ?? []));
  }

  private findCause(group: string): GroupCause | undefined {
    return this.causes.find(({ prefix }) => group.startsWith(prefix));
  }

  /** What was added to the notification in the meantime is counted the next time. */
  private async recount(row: NotificationRow, actor: Actor, hasLeft: boolean): Promise<void> {
    const { group, summary } = row;
    if (group === null || !summary) return;
    const cause = this.findCause(group);
    if (!cause) return;
    const count = actor.may(cause.permission) ? await cause.count(actor, parseQuery(summary.actionUrl)) : 0;
    // The message of a single event names it, and it may be the one that has left.
    const { one } = cause;
    if (count === row.count && (count > 1 || !hasLeft || row.message === one)) return;
    const now = this.clock.now();
    const changes =
      count === 0
        ? { isRead: true, readAt: now, group: null }
        : { count, ...(count === 1 && { message: one, actionUrl: summary.actionUrl }) };
    const id = row._id.toHexString();
    const written = await this.notifications.updateAt(LabScope.everywhere(), id, row.version, changes, now);
    if (!written) this.changed([group]);
    else this.realtime.send([roomOf.person(actor.userId)], 'notification:changed', { at: now.toISOString() });
  }
}

function parseQuery(path: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(path.split('?')[1]));
}
