import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { SECOND_FACTOR_MODEL, type SecondFactorRow } from './second-factor.document';

type Authenticator = NonNullable<SecondFactorRow['authenticator']>;

/** What people sign in with besides their password; each call is bound to one person. */
@Injectable()
export class SecondFactorRepository {
  constructor(@InjectModel(SECOND_FACTOR_MODEL) private readonly model: Model<SecondFactorRow>) {}

  async find(userId: string): Promise<SecondFactorRow | null> {
    return this.model.findById(objectId(userId)).session(currentSession()).lean<SecondFactorRow>();
  }

  async set(userId: string, fields: Partial<Omit<SecondFactorRow, '_id'>>): Promise<void> {
    const initial = { authenticator: null, pending: null, recoveryHashes: [] };
    const others = Object.entries(initial).filter(([name]) => !(name in fields));
    await this.model
      .updateOne(
        { _id: objectId(userId) },
        { $set: fields, $setOnInsert: Object.fromEntries(others) },
        { upsert: true, setDefaultsOnInsert: false },
      )
      .session(currentSession());
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: objectId(userId) }).session(currentSession());
  }

  /** Uses up the codes until the step. @returns false if a code of it, or of a later one, was used before. */
  async useStep(_id: ObjectId, { secret }: Authenticator, step: number, at: Date): Promise<boolean> {
    const { modifiedCount } = await this.model
      .updateOne(
        { _id, 'authenticator.secret': secret, 'authenticator.lastStep': { $lt: step } },
        { $set: { 'authenticator.lastStep': step, 'authenticator.lastUsedAt': at } },
      )
      .session(currentSession());
    return modifiedCount > 0;
  }

  /** Within a transaction, in which the row was read. @returns false if it has no unused recovery code with the hash. */
  async useRecoveryCode({ _id, recoveryHashes }: SecondFactorRow, hash: string): Promise<boolean> {
    const left = recoveryHashes.filter((other) => other !== hash);
    const { modifiedCount } = await this.model
      .updateOne({ _id, recoveryHashes: hash }, { $set: { recoveryHashes: left } })
      .session(currentSession());
    return modifiedCount > 0;
  }
}
