import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { NetworkDocument } from '../../../platform/mongo/network-document';
import type { Stored } from '../../../platform/mongo/scoped-repository';

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
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'period_locks', versionKey: false },
);

@Injectable()
export class PeriodCloseRepository extends NetworkDocument<PeriodCloseRow> {
  constructor(@InjectModel(PERIOD_CLOSE_MODEL) model: Model<PeriodCloseRow>) {
    super(model);
  }
}
