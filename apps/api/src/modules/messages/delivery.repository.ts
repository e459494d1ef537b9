import type { MessageChannel, Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { ObjectId } from '../../platform/domain/object-id';
import { currentSession, writeLater, written } from '../../platform/mongo/unit-of-work';
import { DELIVERY_MODEL, type DeliveryRow, MAX_IN_DIGEST } from './message.document';

const returnAfter = { returnDocument: 'after' } as const;

/** The outbox, which only the system and those who manage the network read. */
@Injectable()
export class DeliveryRepository {
  constructor(@InjectModel(DELIVERY_MODEL) private readonly model: Model<DeliveryRow>) {}

  async insertMany(rows: readonly DeliveryRow[]): Promise<void> {
    await writeLater(
      this.model,
      rows.map((row) => ({ insertOne: row })),
    );
  }

  /** What is due on a channel, longest first. */
  async due(channel: MessageChannel, now: Date, limit: number): Promise<DeliveryRow[]> {
    return this.model
      .find({ status: 'waiting', channel, nextAt: { $lte: now } })
      .sort({ nextAt: 1 })
      .limit(limit)
      .lean<DeliveryRow[]>();
  }

  /** Keeps other processes from sending the message before `until`. Returns null if one of them was first. */
  async claim({ _id, nextAt }: DeliveryRow, now: Date, until: Date): Promise<DeliveryRow | null> {
    return this.model
      .findOneAndUpdate(
        { _id, status: 'waiting', nextAt },
        { $set: { nextAt: until, updatedAt: now }, $inc: { attempts: 1 } },
        returnAfter,
      )
      .lean<DeliveryRow>();
  }

  /** After it was claimed. A process that took longer than its claim changes nothing, and gets false. */
  async settle({ _id, nextAt }: DeliveryRow, changes: Partial<DeliveryRow>): Promise<boolean> {
    const { matchedCount } = await this.model
      .updateOne({ _id, status: 'waiting', nextAt }, { $set: changes })
      .session(currentSession());
    return matchedCount === 1;
  }

  /**
   * Adds notifications to the digest of the person, which is created if none is open. In a transaction: of two at once,
   * the later one is repeated.
   */
  async addToDigest({ notificationIds, recipientId, isOpen, ...digest }: DeliveryRow): Promise<void> {
    const filter = { recipientId, isOpen };
    const open = await this.model.findOne(filter).session(currentSession()).lean<DeliveryRow>();
    const all = [...(open?.notificationIds ?? []), ...notificationIds].slice(-MAX_IN_DIGEST);
    const update = { $set: { notificationIds: all }, $setOnInsert: digest };
    await writeLater(this.model, [{ updateOne: { filter, update, upsert: true } }], { contested: true });
  }

  /** When the digest of the person is sent that notifications still join, if there is one. */
  async moveDigest(recipientId: ObjectId, nextAt: Date): Promise<void> {
    const open = { recipientId, isOpen: true, status: 'waiting' } as const;
    await this.model.updateOne(open, { $set: { nextAt } }).session(currentSession());
  }

  async failed({ page, limit }: { page: number; limit: number }): Promise<Page<DeliveryRow>> {
    const filter = { status: 'failed' } as const;
    const [items, total] = await Promise.all([
      this.model
        .find(filter)
        .sort({ updatedAt: -1, _id: -1 })
        .skip((page - 1) * limit)
        .limit(limit)
        .lean<DeliveryRow[]>(),
      this.model.countDocuments(filter),
    ]);
    return { items, total };
  }

  /** What became of messages, by id; those that have deleted themselves are absent. */
  async statusesOf(ids: readonly ObjectId[]): Promise<Map<string, DeliveryRow['status']>> {
    await written(this.model.collection.collectionName);
    const rows = await this.model
      .find({ _id: { $in: ids } }, { status: 1 })
      .limit(ids.length)
      .session(currentSession())
      .lean<Pick<DeliveryRow, '_id' | 'status'>[]>();
    return new Map(rows.map(({ _id, status }) => [_id.toHexString(), status]));
  }

  async dropWaiting(reason: string, now: Date): Promise<void> {
    const dropped = { status: 'dropped', isOpen: false, error: reason, updatedAt: now } as const;
    await this.model.updateMany({ status: 'waiting' }, { $set: dropped }).session(currentSession());
  }

  async countWaiting(): Promise<number> {
    return this.model.countDocuments({ status: 'waiting' });
  }

  /** Returns null if it is not among the failed ones. */
  async retry(id: ObjectId, now: Date): Promise<DeliveryRow | null> {
    return this.model
      .findOneAndUpdate(
        { _id: id, status: 'failed' },
        { $set: { status: 'waiting', nextAt: now, updatedAt: now, attempts: 0 } },
        returnAfter,
      )
      .session(currentSession())
      .lean<DeliveryRow>();
  }
}
