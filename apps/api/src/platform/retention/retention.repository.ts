import { defaultRetention } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { LabScope } from '../mongo/lab-scope';
import { objectId } from '../mongo/object-id';
import { ScopedRepository, type Stored } from '../mongo/scoped-repository';

/** The single document of the network; it does not exist before the retention is changed for the first time. */
export type RetentionRow = Stored & { notificationDays: number; reportFileDays: number; updatedBy: string | null };

export const RETENTION_MODEL = 'Retention';

export const RETENTION_ID = '0'.repeat(24);

export const retentionSchema = new Schema<RetentionRow>(
  {
    notificationDays: { type: Number, required: true },
    reportFileDays: { type: Number, required: true },
    updatedBy: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'retention', versionKey: false },
);

/** Only ever used with a network-wide scope, because the document belongs to no laboratory. */
@Injectable()
export class RetentionRepository extends ScopedRepository<RetentionRow> {
  constructor(@InjectModel(RETENTION_MODEL) model: Model<RetentionRow>) {
    super(model, { laboratory: '_id' });
  }

  get(): Promise<RetentionRow | null> {
    return this.findById(LabScope.everywhere(), RETENTION_ID);
  }

  /** The defaults, so that the first change is one like any other. */
  async insertDefaults(at: Date): Promise<void> {
    const row = { ...defaultRetention, updatedBy: null, version: 1, createdAt: at, updatedAt: at };
    await this.insert({ _id: objectId(RETENTION_ID), ...row });
  }
}
