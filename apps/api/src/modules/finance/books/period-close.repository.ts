import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { NetworkDocument } from '../../../platform/mongo/network-document';
import type { ObjectId } from '../../../platform/mongo/object-id';
import type { Stored } from '../../../platform/mongo/scoped-repository';

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

  of(laboratoryId: string): Promise<PeriodCloseRow | null> {
    return this.rows.findById(LabScope.everywhere(), laboratoryId);
  }

  /** Of a laboratory, as `insertFirst` for the network. */
  async insertFirstOf(laboratoryId: ObjectId, at: Date): Promise<void> {
    const stored = { updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.rows.insert({ _id: laboratoryId, lockedThrough: null, ...stored });
  }

  /** Of the network and of every laboratory that was ever closed by itself. */
  all(): Promise<PeriodCloseRow[]> {
    return this.rows.find(LabScope.everywhere(), {}, { limit: 0 });
  }
}
