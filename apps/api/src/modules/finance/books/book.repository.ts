import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, Types } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { NetworkDocument } from '../../../platform/mongo/network-document';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { storedFields } from '../../../platform/mongo/schema-parts';

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

/** Of the system only, like counters: no one reads a book. */
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

/** Of the network, or of the laboratory with its id. */
export type PeriodCloseRow = Stored & {
  /** The last closed day in the time zone of each laboratory; null when every period is open. */
  lockedThrough: string | null;
  updatedBy: string | null;
};

export const PERIOD_CLOSE_MODEL = 'PeriodClose';

export const periodCloseSchema = new Schema<PeriodCloseRow>(
  {
    lockedThrough: { type: String, default: null },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'period_locks', versionKey: false },
);

@Injectable()
export class PeriodCloseRepository extends NetworkDocument<PeriodCloseRow> {
  constructor(@InjectModel(PERIOD_CLOSE_MODEL) model: Model<PeriodCloseRow>) {
    super(model);
  }

  of(laboratoryId: string): Promise<PeriodCloseRow | null> {
    return this.rows.findById(LabScope.everywhere(), laboratoryId);
  }

  /** Of a laboratory, as `insertFirst` for the network. */
  async insertFirstInLaboratory(laboratoryId: Types.ObjectId, at: Date): Promise<void> {
    const stored = { updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.rows.insert({ _id: laboratoryId, lockedThrough: null, ...stored });
  }

  /** Of the network and of every laboratory that was ever closed by itself. */
  all(): Promise<PeriodCloseRow[]> {
    return this.rows.findAll(LabScope.everywhere(), {});
  }
}
