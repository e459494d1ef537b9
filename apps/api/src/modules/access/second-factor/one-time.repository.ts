import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { ONE_TIME_MODEL, type OneTimeRow } from './second-factor.document';

/** What is sent back once, by its hash, which only the one who it was handed to can know. */
@Injectable()
export class OneTimeRepository {
  constructor(@InjectModel(ONE_TIME_MODEL) private readonly model: Model<OneTimeRow>) {}

  async insert(row: OneTimeRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  async find(_id: string, purpose: OneTimeRow['purpose'], now: Date): Promise<OneTimeRow | null> {
    return this.model
      .findOne({ _id, purpose, expiresAt: { $gt: now } })
      .session(currentSession())
      .lean<OneTimeRow>();
  }

  /** Tickets of a session at the provider, or else of its person, that end until then. */
  async removeOfProvider({ sid, subject }: { sid?: string; subject?: string }, until: Date): Promise<void> {
    const those = sid === undefined ? { 'provider.subject': subject } : { 'provider.sid': sid };
    await this.model
      .deleteMany({ ...those, purpose: 'second-step', expiresAt: { $lte: until } })
      .session(currentSession());
  }

  /** @returns whether it had not been used before. */
  async use(_id: string): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id }).session(currentSession());
    return deletedCount > 0;
  }

  async removeAll(): Promise<void> {
    await this.model.deleteMany().session(currentSession());
  }
}
