import {
  type PayrollColumn,
  type PayrollLayout,
  payrollLayouts,
  type PayrollTime,
  payrollTimes,
  payrollValues,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema } from 'mongoose';
import { NetworkDocument } from '../../../platform/mongo/network-document';
import { part, storedFields } from '../../../platform/mongo/schema-parts';
import type { Stored } from '../../../platform/mongo/scoped-repository';

export type PayrollFormatRow = Stored & {
  layout: PayrollLayout;
  time: PayrollTime;
  columns: PayrollColumn[];
  updatedBy: string | null;
};

export const PAYROLL_FORMAT_MODEL = 'PayrollFormat';

const text = { type: String, required: true } as const;

export const payrollFormatSchema = new Schema<PayrollFormatRow>(
  {
    layout: { ...text, enum: payrollLayouts },
    time: { ...text, enum: payrollTimes },
    columns: {
      type: [new Schema({ value: { ...text, enum: payrollValues }, header: text }, part)],
      max: payrollValues.length,
    },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'payroll_format', versionKey: false },
);

@Injectable()
export class PayrollFormatRepository extends NetworkDocument<PayrollFormatRow> {
  constructor(@InjectModel(PAYROLL_FORMAT_MODEL) model: Model<PayrollFormatRow>) {
    super(model);
  }
}
