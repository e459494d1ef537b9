import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { PERIOD_LOCK_ID, PERIOD_LOCK_MODEL, type PeriodLockRow } from './period-lock.document';

/** The one document of the closed books. */
@Injectable()
export class PeriodLockRepository {
  constructor(@InjectModel(PERIOD_LOCK_MODEL) private readonly model: Model<PeriodLockRow>) {}

  async find(): Promise<PeriodLockRow | null> {
    return this.model.findById(PERIOD_LOCK_ID).session(currentSession()).lean<PeriodLockRow>();
  }

  /** The first one; of two at once within their transactions, the later one begins again and finds it. */
  async insert(row: PeriodLockRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  /** Writes only if the document is still at the version; `null` when it is not. */
  async updateAt(
    version: number,
    changes: Pick<PeriodLockRow, 'lockedThrough' | 'updatedBy' | 'updatedAt'>,
  ): Promise<PeriodLockRow | null> {
    return this.model
      .findOneAndUpdate(
        { _id: PERIOD_LOCK_ID, version },
        { $set: changes, $inc: { version: 1 } },
        { returnDocument: 'after' },
      )
      .session(currentSession())
      .lean<PeriodLockRow>();
  }
}
