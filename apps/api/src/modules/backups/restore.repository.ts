import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';

/** A backup that was restored, once nothing outdated is left of it. */
export type RestoreRow = {
  _id: Types.ObjectId;
  /** When the backup was made; null if nothing tells. */
  madeAt: Date | null;
  handledAt: Date;
};

export const RESTORE_MODEL = 'Restore';

export const restoreSchema = new Schema<RestoreRow>(
  { madeAt: { type: Date, default: null }, handledAt: { type: Date, required: true } },
  { collection: 'restores', versionKey: false },
);

restoreSchema.index({ madeAt: 1 });

/** Backups that this database was restored from. The database in a backup has no row of that backup. */
@Injectable()
export class RestoreRepository {
  constructor(@InjectModel(RESTORE_MODEL) private readonly model: Model<RestoreRow>) {}

  async has(madeAt: Date): Promise<boolean> {
    return (await this.model.exists({ madeAt }).session(currentSession())) !== null;
  }

  async insert(row: RestoreRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() });
  }
}
