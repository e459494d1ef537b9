import type { DisplayPreferences, Preferences } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import { currentSession, writeLater, written } from '../../platform/mongo/unit-of-work';

/** How the product looks to a person. They have a collection of their own, so that no list of people reads them. */
export type PreferencesRow = {
  /** The id of the person. */
  _id: Types.ObjectId;
  display?: DisplayPreferences;
  grids?: Preferences['grids'];
};

export const PREFERENCES_MODEL = 'Preferences';
export const PREFERENCES_COLLECTION = 'preferences';

export const preferencesSchema = new Schema<PreferencesRow>(
  { _id: Schema.Types.ObjectId, display: Schema.Types.Mixed, grids: Schema.Types.Mixed },
  { collection: PREFERENCES_COLLECTION, versionKey: false, minimize: false },
);

/** Of one person at a time, who is the first argument of each method. */
@Injectable()
export class PreferencesRepository {
  constructor(@InjectModel(PREFERENCES_MODEL) private readonly model: Model<PreferencesRow>) {}

  async of(userId: string): Promise<Omit<PreferencesRow, '_id'>> {
    await written(PREFERENCES_COLLECTION);
    const row = await this.model.findById(userId).session(currentSession()).lean<PreferencesRow>();
    return row ?? {};
  }

  /** The given parts; others stay. Of two transactions that store the first ones, the later one is repeated. */
  async save(userId: string, parts: Omit<PreferencesRow, '_id'>): Promise<void> {
    const filter = { _id: new Types.ObjectId(userId) };
    await writeLater(this.model, [{ updateOne: { filter, update: { $set: parts }, upsert: true } }], {
      contested: true,
    });
  }
}
