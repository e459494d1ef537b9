import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { type ObjectId } from '../../../platform/mongo/object-id';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import {
  ATTENDANCE_BOOK_MODEL,
  type AttendanceBookRow,
  CODE_USE_MODEL,
  type CodeUseRow,
} from './attendance-book.document';
import { OFFLINE_MS } from './wall-code';

const SECRET_BYTES = 32;

/** For the system only: nobody reads it, and each method names its laboratory. */
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

  async secretOf(laboratoryId: ObjectId, at: Date): Promise<string> {
    const key = laboratoryId.toHexString();
    const known = this.secrets.get(key);
    if (known !== undefined) return known;
    const book = await this.upsert(laboratoryId, at, {});
    this.secrets.set(key, book.secret);
    return book.secret;
  }

  /** Undefined where no code has been shown yet; nothing is written, because a token can name any laboratory. */
  async knownSecretOf(laboratoryId: ObjectId): Promise<string | undefined> {
    const known = this.secrets.get(laboratoryId.toHexString());
    if (known !== undefined) return known;
    const book = await this.model.findOne({ laboratoryId }).session(currentSession()).lean<AttendanceBookRow>();
    return book?.secret;
  }

  /** The record of an earlier use of the code, or of the tap, by the person for the action. */
  async usedFor(id: string): Promise<ObjectId | null> {
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
