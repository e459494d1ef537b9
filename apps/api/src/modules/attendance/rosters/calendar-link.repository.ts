import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { objectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';

/** The one calendar link of a person. */
export type CalendarLinkRow = { _id: Types.ObjectId; tokenHash: string; createdAt: Date };

export const CALENDAR_LINK_MODEL = 'CalendarLink';

export const calendarLinkSchema = new Schema<CalendarLinkRow>(
  {
    _id: Schema.Types.ObjectId,
    tokenHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'calendar_links', versionKey: false },
);
calendarLinkSchema.index({ tokenHash: 1 }, { unique: true });

/** Of one person, who is the first argument, or of the secret of a link. */
@Injectable()
export class CalendarLinkRepository {
  constructor(@InjectModel(CALENDAR_LINK_MODEL) private readonly model: Model<CalendarLinkRow>) {}

  async of(userId: string): Promise<CalendarLinkRow | null> {
    return this.model.findById(userId).session(currentSession()).lean<CalendarLinkRow>();
  }

  async withToken(tokenHash: string): Promise<CalendarLinkRow | null> {
    return this.model.findOne({ tokenHash }).lean<CalendarLinkRow>();
  }

  async save(userId: string, link: Omit<CalendarLinkRow, '_id'>): Promise<void> {
    await this.model.updateOne({ _id: objectId(userId) }, { $set: link }, { upsert: true }).session(currentSession());
  }

  /** @returns whether there was one. */
  async remove(userId: string): Promise<boolean> {
    const { deletedCount } = await this.model.deleteOne({ _id: objectId(userId) }).session(currentSession());
    return deletedCount > 0;
  }
}
