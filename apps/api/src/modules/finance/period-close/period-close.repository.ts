import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';

/** The single document of the network; it does not exist before a period is closed for the first time. */
export type PeriodCloseRow = Stored & {
  /** The last closed day in the time zone of each laboratory; null when every period is open. */
  lockedThrough: string | null;
  updatedBy: string | null;
};

export const PERIOD_CLOSE_MODEL = 'PeriodClose';

export const PERIOD_CLOSE_ID = '0'.repeat(24);

export const periodCloseSchema = new Schema<PeriodCloseRow>(
  {
    lockedThrough: { type: String, default: null },
    updatedBy: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'period_locks', versionKey: false },
);

@Injectable()
export class PeriodCloseRepository extends ScopedRepository<PeriodCloseRow> {
  constructor(@InjectModel(PERIOD_CLOSE_MODEL) model: Model<PeriodCloseRow>) {
    super(model, { laboratory: '_id' });
  }

  async get(): Promise<PeriodCloseRow | null> {
    return this.findById(LabScope.everywhere(), PERIOD_CLOSE_ID);
  }

  /** Every period open, so that closing the first one is a change like any other. */
  async insertOpen(at: Date): Promise<void> {
    const row = { lockedThrough: null, updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.insertMany([{ _id: objectId(PERIOD_CLOSE_ID), ...row }]);
  }
}
