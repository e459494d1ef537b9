import { MAX_PASSKEYS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { PASSKEY_MODEL, type PasskeyRow } from './second-factor.document';

/** Passkeys of people; each call is bound to one person or one passkey. */
@Injectable()
export class PasskeyRepository {
  constructor(@InjectModel(PASSKEY_MODEL) private readonly model: Model<PasskeyRow>) {}

  /** The oldest first. */
  async ofPerson(userId: string): Promise<PasskeyRow[]> {
    return this.model
      .find({ userId: objectId(userId) })
      .sort({ createdAt: 1 })
      .limit(MAX_PASSKEYS)
      .session(currentSession())
      .lean<PasskeyRow[]>();
  }

  async findByCredential(credentialId: string): Promise<PasskeyRow | null> {
    return this.model.findOne({ credentialId }).session(currentSession()).lean<PasskeyRow>();
  }

  async insert(row: PasskeyRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  async used(_id: ObjectId, counter: number, lastUsedAt: Date): Promise<void> {
    await this.model.updateOne({ _id }, { $set: { counter, lastUsedAt } }).session(currentSession());
  }

  /** @returns whether the person had the passkey. */
  async rename(userId: string, id: string, name: string): Promise<boolean> {
    const own = { _id: objectId(id), userId: objectId(userId) };
    const { matchedCount } = await this.model.updateOne(own, { $set: { name } }).session(currentSession());
    return matchedCount > 0;
  }

  async removeAll(userId: string): Promise<void> {
    await this.model.deleteMany({ userId: objectId(userId) }).session(currentSession());
  }

  /** @returns whether the person had the passkey. */
  async remove(userId: string, id: string): Promise<boolean> {
    const { deletedCount } = await this.model
      .deleteOne({ _id: objectId(id), userId: objectId(userId) })
      .session(currentSession());
    return deletedCount > 0;
  }
}
