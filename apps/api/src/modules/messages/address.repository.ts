import { BROKEN_AFTER_FAILURES, type MessageChannel } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { newId, type ObjectId, objectId } from '../../platform/domain/object-id';
import { currentSession } from '../../platform/mongo/unit-of-work';
import type { SessionsEnded } from '../access/access.port';
import { ADDRESS_MODEL, type AddressRow } from './message.document';

/** More than a person has browsers. */
export const MAX_BROWSERS = 20;

type NewAddress = Pick<AddressRow, 'channel' | 'address'> & Partial<AddressRow>;

/** The addresses of people; each call is bound to one person or to a secret. */
@Injectable()
export class AddressRepository {
  constructor(@InjectModel(ADDRESS_MODEL) private readonly model: Model<AddressRow>) {}

  async of(userId: string, channel: MessageChannel): Promise<AddressRow[]> {
    return this.model
      .find({ userId: objectId(userId), channel })
      .sort({ createdAt: -1 })
      .limit(MAX_BROWSERS)
      .session(currentSession())
      .lean<AddressRow[]>();
  }

  /** One address of the person, such as the email address that their account has now. */
  async own(userId: string, channel: MessageChannel, address: string): Promise<AddressRow | null> {
    return this.model
      .findOne({ userId: objectId(userId), channel, address })
      .session(currentSession())
      .lean<AddressRow>();
  }

  async find(id: ObjectId): Promise<AddressRow | null> {
    return this.model.findById(id).session(currentSession()).lean<AddressRow>();
  }

  /** Adds the address, or changes what is known of it. */
  async save(userId: string, { channel, address, ...fields }: NewAddress, now: Date): Promise<void> {
    const initial = { ...emptyAddress, _id: newId(), createdAt: now };
    const onInsert = Object.fromEntries(Object.entries(initial).filter(([name]) => !(name in fields)));
    await this.model
      .updateOne(
        { userId: objectId(userId), channel, address },
        { $set: fields, $setOnInsert: onInsert },
        { upsert: true },
      )
      .session(currentSession());
  }

  /**
   * A link goes on working after it has confirmed the address, because mail programs open links before people do.
   * @returns the address as it was before.
   */
  async confirm(tokenHash: string, now: Date): Promise<AddressRow | null> {
    const filter = { tokenHash, tokenExpiresAt: { $gt: now } };
    return this.model
      .findOneAndUpdate(filter, { $set: { confirmedAt: now, failures: 0, error: null } })
      .session(currentSession())
      .lean<AddressRow>();
  }

  /** As {@link confirm}, of a number by the hash of its code. */
  async confirmNumber(userId: string, address: string, tokenHash: string, now: Date): Promise<AddressRow | null> {
    const filter = { userId: objectId(userId), channel: 'gateway', address, tokenHash } as const;
    return this.model
      .findOneAndUpdate(
        { ...filter, tokenExpiresAt: { $gt: now } },
        { $set: { confirmedAt: now, failures: 0, error: null } },
      )
      .session(currentSession())
      .lean<AddressRow>();
  }

  async accepted(id: ObjectId, now: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { failures: 0, error: null, lastSentAt: now } });
  }

  async refused(id: ObjectId, error: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { error }, $inc: { failures: 1 } });
  }

  /** Of an address that the other side does not accept at all. */
  async broken(id: ObjectId, error: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { error }, $max: { failures: BROKEN_AFTER_FAILURES } });
  }

  async removeBrowser(userId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.model
      .deleteOne({ _id: objectId(id), userId: objectId(userId), channel: 'push' })
      .session(currentSession());
    return deletedCount > 0;
  }

  /** A browser belongs to the person who is signed in there: no one else's messages appear in it. */
  async takeBrowser(userId: string, endpoint: string): Promise<void> {
    await this.model
      .deleteMany({ channel: 'push', address: endpoint, userId: { $ne: objectId(userId) } })
      .session(currentSession());
  }

  /** Removes the browsers of a session that ended, or of all but the kept one. */
  async removeBrowsersOf({ userId, sessionId, kept }: SessionsEnded): Promise<void> {
    const ended = sessionId === undefined ? (kept ? { $ne: objectId(kept) } : undefined) : objectId(sessionId);
    const filter = { userId: objectId(userId), channel: 'push', ...(ended && { sessionId: ended }) } as const;
    await this.model.deleteMany(filter).session(currentSession());
  }

  async removeAllBrowsers(): Promise<void> {
    await this.model.deleteMany({ channel: 'push' }).session(currentSession());
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}

const emptyAddress = {
  device: null,
  sessionId: null,
  keys: null,
  confirmedAt: null,
  tokenHash: null,
  tokenExpiresAt: null,
  failures: 0,
  error: null,
  lastSentAt: null,
} satisfies Partial<AddressRow>;
