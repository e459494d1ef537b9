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

class NetworkRows extends ScopedRepository<PeriodCloseRow> {
  constructor(model: Model<PeriodCloseRow>) {
    super(model, { laboratory: '_id' });
  }
}

@Injectable()
export class PeriodCloseRepository {
  /** Only ever used with a network-wide scope, because the document belongs to no laboratory. */
  readonly rows: ScopedRepository<PeriodCloseRow>;

  constructor(@InjectModel(PERIOD_CLOSE_MODEL) model: Model<PeriodCloseRow>) {
    this.rows = new NetworkRows(model);
  }

  async get(): Promise<PeriodCloseRow | null> {
    return this.rows.findById(LabScope.everywhere(), PERIOD_CLOSE_ID);
  }

  /** Every period open, so that closing the first one is a change like any other. */
  async insertOpen(at: Date): Promise<void> {
    const row = { lockedThrough: null, updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.rows.insert({ _id: objectId(PERIOD_CLOSE_ID), ...row });
  }
}
