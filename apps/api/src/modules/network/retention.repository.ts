import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { NetworkDocument } from '../../platform/mongo/network-document';
import type { Stored } from '../../platform/mongo/scoped-repository';
import { storedFields } from '../../platform/mongo/schema-parts';

export type RetentionRow = Stored & { notificationDays: number; reportFileDays: number; updatedBy: string | null };

export const RETENTION_MODEL = 'Retention';

export const retentionSchema = new Schema<RetentionRow>(
  {
    notificationDays: { type: Number, required: true },
    reportFileDays: { type: Number, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'retention', versionKey: false },
);

@Injectable()
export class RetentionRepository extends NetworkDocument<RetentionRow> {
  constructor(@InjectModel(RETENTION_MODEL) model: Model<RetentionRow>) {
    super(model);
  }
}
