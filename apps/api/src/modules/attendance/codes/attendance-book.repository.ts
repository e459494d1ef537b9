import { randomBytes } from 'node:crypto';
import { OFFLINE_HOURS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { ObjectId } from '../../../platform/domain/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { storedFields } from '../../../platform/mongo/schema-parts';

/** What the attendance of a laboratory keeps once: one document per laboratory. */
export type AttendanceBookRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** Signs the codes on the wall. */
  secret: string;
  /** Absences are marked up to and including this day; null until the first day is over. */
  markedThrough: string | null;
};

export const ATTENDANCE_BOOK_MODEL = 'AttendanceBook';

export const attendanceBookSchema = new Schema<AttendanceBookRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    secret: { type: String, required: true },
    markedThrough: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'attendance_books', versionKey: false },
);
attendanceBookSchema.index({ laboratoryId: 1 }, { unique: true });

/** A code that a person has used, once for each action, or a tap that was sent later. `_id` names all of it. */
export type CodeUseRow = { _id: string; recordId: Types.ObjectId; expiresAt: Date };

export const CODE_USE_MODEL = 'AttendanceCodeUse';

export const codeUseSchema = new Schema<CodeUseRow>(
  { _id: { type: String, required: true }, recordId: Schema.Types.ObjectId, expiresAt: Date },
  { collection: 'attendance_code_uses', versionKey: false },
);
codeUseSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** What was clocked without a network can be sent this much later. */
export const OFFLINE_MS = OFFLINE_HOURS * 3_600_000;
const SECRET_BYTES = 32;

/** For the system only: no one reads it, and each method names its laboratory. */
@Injectable()
export class AttendanceBookRepository {
  /** Secrets never change once they exist. */
  private readonly secrets = new Map<string, string>();

  constructor(
    @InjectModel(ATTENDANCE_BOOK_MODEL) private readonly model: Model<AttendanceBookRow>,
    @InjectModel(CODE_USE_MODEL) private readonly uses: Model<CodeUseRow>,
  ) {}

  async markedThrough(laboratoryId: ObjectId): Promise<string | null> {
    const book = await this.model.findOne({ laboratoryId }).session(currentSession()).lean<AttendanceBookRow>();
    return book?.markedThrough ?? null;
  }

  async setMarkedThrough(laboratoryId: ObjectId, markedThrough: string, at: Date): Promise<void> {
    await this.upsert(laboratoryId, at, { $inc: { version: 1 }, $set: { markedThrough } });
  }

  async getOrCreateSecret(laboratoryId: ObjectId, at: Date): Promise<string> {
    const key = laboratoryId.toHexString();
    const known = this.secrets.get(key);
    if (known !== undefined) return known;
    const book = await this.upsert(laboratoryId, at, {});
    this.secrets.set(key, book.secret);
    return book.secret;
  }

  /** Undefined where no code has been shown yet; nothing is written, because a token can name any laboratory. */
  async findSecret(laboratoryId: ObjectId): Promise<string | undefined> {
    const known = this.secrets.get(laboratoryId.toHexString());
    if (known !== undefined) return known;
    const book = await this.model.findOne({ laboratoryId }).session(currentSession()).lean<AttendanceBookRow>();
    return book?.secret;
  }

  /** The record of an earlier use of the code, or of the tap, by the person for the action. */
  async findUse(id: string): Promise<ObjectId | null> {
    const use = await this.uses.findById(id).session(currentSession()).lean<CodeUseRow>();
    return use?.recordId ?? null;
  }

  /** Fails with a duplicate key if the code or the tap is used at the same time. */
  async use(id: string, recordId: ObjectId, at: Date): Promise<void> {
    const expiresAt = new Date(at.getTime() + 2 * OFFLINE_MS);
    await this.uses.insertMany([{ _id: id, recordId, expiresAt }], { session: currentSession() ?? undefined });
  }

  private async upsert(laboratoryId: ObjectId, at: Date, change: object): Promise<AttendanceBookRow> {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const fresh = { secret, createdAt: at, updatedAt: at, ...('$inc' in change ? {} : { version: 1 }) };
    return this.model
      .findOneAndUpdate(
        { laboratoryId },
        { ...change, $setOnInsert: fresh },
        { upsert: true, returnDocument: 'after', runValidators: false },
      )
      .session(currentSession())
      .lean<AttendanceBookRow>();
  }
}
