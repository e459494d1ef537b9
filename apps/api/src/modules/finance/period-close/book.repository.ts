import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import { currentSession } from '../../../platform/mongo/unit-of-work';

/** What a new entry of a laboratory reads and changes in one command. */
export type BookRow = {
  /** The id of the laboratory. */
  _id: Types.ObjectId;
  /** The last number of each financial year, such as `2026-27`. */
  numbers: Record<string, number>;
  /** The last closed day of the network; see `PeriodCloseRow`. */
  closedThrough: string | null;
  /** The last closed day of the laboratory by itself; absent if it never was closed by itself. */
  ownClosedThrough?: string | null;
};

export const BOOK_MODEL = 'Book';

export const bookSchema = new Schema<BookRow>(
  {
    numbers: { type: Schema.Types.Mixed, required: true },
    closedThrough: { type: String, default: null },
    ownClosedThrough: String,
  },
  { collection: 'finance-books', versionKey: false, minimize: false },
);

/** Of the system only, like counters: nobody reads a book. */
@Injectable()
export class BookRepository {
  constructor(@InjectModel(BOOK_MODEL) private readonly model: Model<BookRow>) {}

  /** Takes numbers of financial years. Returns the book with the last of them; null if the laboratory has none yet. */
  async takeNumbers(laboratoryId: string, numbers: ReadonlyMap<string, number>): Promise<BookRow | null> {
    const taken = [...numbers].map(([year, count]) => [`numbers.${year}`, count]);
    return this.model
      .findOneAndUpdate(
        { _id: new Types.ObjectId(laboratoryId) },
        { $inc: Object.fromEntries(taken) as Record<string, number> },
        { returnDocument: 'after' },
      )
      .session(currentSession())
      .lean<BookRow>();
  }

  async insert(row: BookRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  /** The laboratories that have a book. */
  async laboratoryIds(): Promise<string[]> {
    const books = await this.model.find({}, { _id: 1 }).session(currentSession()).lean<Pick<BookRow, '_id'>[]>();
    return books.map(({ _id }) => _id.toHexString());
  }

  async close(laboratoryId: string, ownClosedThrough: string | null): Promise<void> {
    await this.model
      .updateOne({ _id: new Types.ObjectId(laboratoryId) }, { $set: { ownClosedThrough } })
      .session(currentSession());
  }

  async closeAll(closedThrough: string | null): Promise<void> {
    await this.model.updateMany({}, { $set: { closedThrough } }).session(currentSession());
  }
}
