import type { Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { type Filter, ScopedRepository } from '../../platform/mongo/scoped-repository';
import { currentSession, writeLater } from '../../platform/mongo/unit-of-work';
import { BROADCAST_MODEL, type BroadcastRow, NOTIFICATION_MODEL, type NotificationRow } from './notification.document';

export type NotificationFilter = {
  recipientId?: string;
  laboratoryId?: string | undefined;
  isRead?: boolean | undefined;
  type?: string | undefined;
  since?: Date | undefined;
};

@Injectable()
export class NotificationRepository extends ScopedRepository<NotificationRow> {
  constructor(@InjectModel(NOTIFICATION_MODEL) model: Model<NotificationRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'recipientId' });
  }

  list(
    scope: LabScope,
    filter: NotificationFilter,
    { page, limit }: { page: number; limit: number },
  ): Promise<Page<NotificationRow>> {
    return this.page(scope, { filter: toFilter(filter), sort: { createdAt: -1 }, page, limit });
  }

  countUnread(scope: LabScope, userId: string): Promise<number> {
    return this.count(scope, { recipientId: objectId(userId), isRead: false });
  }

  /**
   * Inserts the notifications; one whose group the recipient has not read yet is added to that one instead, which then
   * counts as new.
   */
  async addToGroups(rows: readonly NotificationRow[]): Promise<void> {
    const statements = rows.map(({ recipientId, group, count, _id, ...row }) => {
      const { version, recipientName, ...latest } = row;
      return {
        updateOne: {
          filter: { recipientId, group },
          update: { $set: latest, $inc: { count, version }, $setOnInsert: { _id, recipientName } },
          upsert: true as const,
        },
      };
    });
    await writeLater(this.model, statements);
  }

  /** The unread notifications in these groups, and in any group of these people. */
  unreadInGroups(groups: readonly string[], recipients: readonly string[]): Promise<NotificationRow[]> {
    const ofPeople = { recipientId: { $in: recipients.map(objectId) }, isRead: false, group: { $ne: null } };
    return this.findAll(LabScope.everywhere(), { $or: [{ group: { $in: groups } }, ofPeople] });
  }

  findUnread(ids: readonly ObjectId[]): Promise<NotificationRow[]> {
    return this.findAll(LabScope.everywhere(), { _id: { $in: ids }, isRead: false }, { sort: { createdAt: 1 } });
  }

  inGroup(recipientIds: readonly ObjectId[], group: string): Promise<NotificationRow[]> {
    return this.model.find({ recipientId: { $in: recipientIds }, group }).lean<NotificationRow[]>();
  }

  /** Marks an unread notification of the person, and returns it. */
  async markRead(scope: LabScope, id: string, userId: string, at: Date): Promise<NotificationRow | null> {
    const unread = await this.findOne(scope, { _id: objectId(id), recipientId: objectId(userId), isRead: false });
    return unread && this.updateAt(scope, id, unread.version, { isRead: true, readAt: at, group: null }, at);
  }

  /**
   * Marks what the person received up to the given time.
   * @param ids only these, each of a notification or of a broadcast.
   * @returns the number of those that were unread.
   */
  async markAllRead(userId: string, at: Date, ids?: readonly string[]): Promise<number> {
    const wanted = ids && { $in: ids.map(objectId) };
    const { modifiedCount } = await this.model.updateMany(
      {
        recipientId: objectId(userId),
        isRead: false,
        createdAt: { $lte: at },
        ...(wanted && { $or: [{ _id: wanted }, { broadcastId: wanted }] }),
      },
      { $set: { isRead: true, readAt: at, group: null, updatedAt: at }, $inc: { version: 1 } },
    );
    return modifiedCount;
  }

  async remove(id: ObjectId): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: id }).session(currentSession());
    return deletedCount > 0;
  }
}

/** For the system only, which delivers the broadcasts of every laboratory. */
@Injectable()
export class BroadcastRepository {
  constructor(@InjectModel(BROADCAST_MODEL) private readonly model: Model<BroadcastRow>) {}

  async insert(row: BroadcastRow): Promise<void> {
    await new this.model(row).save({ session: currentSession() ?? undefined });
  }

  async find(id: ObjectId): Promise<BroadcastRow | null> {
    return this.model.findById(id).session(currentSession()).lean<BroadcastRow>();
  }

  /** Returns null if the broadcast has been advanced since it was read. */
  async advance(before: BroadcastRow, progress: Partial<BroadcastRow>, at: Date): Promise<BroadcastRow | null> {
    return this.model
      .findOneAndUpdate(
        { _id: before._id, version: before.version },
        { $set: { ...progress, updatedAt: at }, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .session(currentSession())
      .lean<BroadcastRow>();
  }

  /** Broadcasts that no one has continued since the given time. */
  async stalled(since: Date, limit: number): Promise<BroadcastRow[]> {
    const filter = { finished: false, updatedAt: { $lt: since } };
    return this.model.find(filter).sort({ createdAt: 1 }).limit(limit).lean<BroadcastRow[]>();
  }
}

function toFilter({ recipientId, laboratoryId, isRead, type, since }: NotificationFilter): Filter {
  return {
    ...(recipientId !== undefined && { recipientId: objectId(recipientId) }),
    ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
    ...(isRead !== undefined && { isRead }),
    ...(type !== undefined && { type }),
    ...(since !== undefined && { createdAt: { $gte: since } }),
  };
}
