import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { RESET_LINK_MODEL, type ResetLinkRow } from './message.document';

/** Links that reset passwords; each call is bound to one account or to a secret. */
@Injectable()
export class ResetLinkRepository {
  constructor(@InjectModel(RESET_LINK_MODEL) private readonly model: Model<ResetLinkRow>) {}

  /** Replaces the link that the account had before. */
  async save({ _id, ...fields }: ResetLinkRow): Promise<void> {
    await this.model.updateOne({ _id }, { $set: fields }, { upsert: true });
  }

  async findValid(tokenHash: string, now: Date): Promise<ResetLinkRow | null> {
    return this.model
      .findOne({ tokenHash, expiresAt: { $gt: now } })
      .session(currentSession())
      .lean<ResetLinkRow>();
  }

  async remove({ _id }: ResetLinkRow): Promise<void> {
    await this.model.deleteOne({ _id }).session(currentSession());
  }

  async removeAll(): Promise<void> {
    await this.model.deleteMany().session(currentSession());
  }
}
