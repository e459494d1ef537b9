import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { SESSION_MODEL, type SessionRow } from './session.document';

/** More sessions than anyone has; any beyond are not listed but still end with the others. */
const LISTED = 100;

export type OfProvider = {
  sid: string | undefined;
  subject: string | undefined;
  before: Date;
  /** A session that stays. */
  except?: string | undefined;
};

/** Sessions of people; each call is bound to people, never to a laboratory. */
@Injectable()
export class SessionRepository {
  constructor(@InjectModel(SESSION_MODEL) private readonly model: Model<SessionRow>) {}

  async find(sessionId: string): Promise<SessionRow | null> {
    return this.model.findById(sessionId).session(currentSession()).lean<SessionRow>();
  }

  async findActive(userId: string, now: Date): Promise<SessionRow[]> {
    return this.model
      .find({ userId: new Types.ObjectId(userId), expiresAt: { $gt: now } })
      .sort({ lastSeenAt: -1 })
      .limit(LISTED)
      .session(currentSession())
      .lean<SessionRow[]>();
  }

  async insert(row: SessionRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  /** Unless a simultaneous request has done so. */
  async touch({ _id, lastSeenAt: before }: SessionRow, lastSeenAt: Date, expiresAt: Date): Promise<void> {
    await this.model
      .updateOne({ _id, lastSeenAt: before }, { $set: { lastSeenAt, expiresAt } })
      .session(currentSession());
  }

  async confirm(sessionId: string, confirmed: Pick<SessionRow, 'confirmedAt' | 'provider'>): Promise<void> {
    await this.model.updateOne({ _id: new Types.ObjectId(sessionId) }, { $set: confirmed }).session(currentSession());
  }

  /** The sessions of one at the provider, or else of its person, that began before; at most as many as are listed. */
  async findOfProvider({ sid, subject, before, except }: OfProvider): Promise<SessionRow[]> {
    const those = sid === undefined ? { 'provider.subject': subject } : { 'provider.sid': sid };
    const others = except === undefined ? {} : { _id: { $ne: new Types.ObjectId(except) } };
    return this.model
      .find({ ...those, ...others, createdAt: { $lte: before } })
      .limit(LISTED)
      .session(currentSession())
      .lean<SessionRow[]>();
  }

  /** @returns whether the person had the session. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    const { deletedCount } = await this.model
      .deleteOne({ _id: new Types.ObjectId(sessionId), userId: new Types.ObjectId(userId) })
      .session(currentSession());
    return deletedCount > 0;
  }

  /** Ends every session of the person except the one to keep. */
  async endAll(userId: string, kept: string | null): Promise<void> {
    const others = kept === null ? {} : { _id: { $ne: new Types.ObjectId(kept) } };
    await this.model.deleteMany({ userId: new Types.ObjectId(userId), ...others }).session(currentSession());
  }

  /** Ends every session of each of the people. */
  async endAllSessions(userIds: readonly string[]): Promise<void> {
    const people = userIds.map((userId) => new Types.ObjectId(userId));
    await this.model.deleteMany({ userId: { $in: people } }).session(currentSession());
  }

  async removeAll(): Promise<void> {
    await this.model.deleteMany().session(currentSession());
  }
}
