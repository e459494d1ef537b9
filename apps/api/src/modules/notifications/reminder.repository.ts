import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';

/** That someone was reminded of something; the id says of what. */
export type ReminderRow = { _id: string; expiresAt: Date };

export const REMINDER_MODEL = 'Reminder';

/** Longer than any date is reminded of ahead. */
const KEPT_MS = 400 * 86_400_000;

export const reminderSchema = new Schema<ReminderRow>(
  { _id: String, expiresAt: { type: Date, required: true } },
  { collection: 'reminders', versionKey: false },
);
reminderSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** What the system has reminded people of, so that it does so once. */
@Injectable()
export class ReminderRepository {
  constructor(@InjectModel(REMINDER_MODEL) private readonly model: Model<ReminderRow>) {}

  /** In the transaction of the reminder. Returns false if it was sent before. */
  async note(key: string, now: Date): Promise<boolean> {
    if (await this.model.exists({ _id: key }).session(currentSession())) return false;
    const row = { _id: key, expiresAt: new Date(now.getTime() + KEPT_MS) };
    await this.model.insertMany([row], { session: currentSession() });
    return true;
  }
}
