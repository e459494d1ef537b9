import {
  type Laboratory,
  laboratoryStatuses,
  type LaboratoryStatus,
  laboratoryTypes,
  type LaboratoryType,
  MAX_HOLIDAYS,
} from '@shifa/contract';
import { Schema } from 'mongoose';
import { MAX_SEARCH_WORDS } from '../../platform/mongo/search-words';
import type { Stored } from '../../platform/mongo/scoped-repository';
import { part, storedFields } from '../../platform/mongo/schema-parts';

export type LaboratoryRow = Stored &
  Pick<
    Laboratory,
    | 'location'
    | 'contact'
    | 'weeklyOff'
    | 'workingHours'
    | 'holidays'
    | 'licence'
    | 'accreditation'
    | 'policies'
    | 'updatedBy'
  > & {
    name: string;
    code: string;
    type: LaboratoryType;
    status: LaboratoryStatus;
    timezone: string;
    /** The first and the last day of which a roster was ever published; absent where none was. */
    plannedDays?: { from: string; to: string };
    /** The name in lower case, by which lists are sorted. */
    sortName: string;
    searchWords: string[];
  };

export const LABORATORY_MODEL = 'Laboratory';

const credential = { type: new Schema({ body: String, number: String, validUntil: String }, part), default: null };

export const laboratorySchema = new Schema<LaboratoryRow>(
  {
    name: { type: String, required: true },
    code: { type: String, required: true },
    type: { type: String, enum: laboratoryTypes, required: true },
    status: { type: String, enum: laboratoryStatuses, required: true },
    location: new Schema(
      {
        address: String,
        city: String,
        state: String,
        pincode: String,
        coordinates: { type: new Schema({ latitude: Number, longitude: Number }, part), default: null },
      },
      part,
    ),
    contact: new Schema({ phone: String, email: { type: String, default: null } }, part),
    timezone: { type: String, required: true },
    weeklyOff: { type: [Number], max: 7 },
    workingHours: new Schema({ start: String, end: String }, part),
    holidays: { type: [new Schema({ date: String, name: String }, part)], max: MAX_HOLIDAYS },
    licence: credential,
    accreditation: credential,
    policies: { type: Schema.Types.Mixed, required: true },
    plannedDays: new Schema({ from: String, to: String }, part),
    updatedBy: { type: String, default: null },
    sortName: { type: String, required: true },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    ...storedFields,
  },
  { collection: 'laboratories', versionKey: false },
);

laboratorySchema.index({ code: 1 }, { unique: true });
laboratorySchema.index({ sortName: 1, _id: 1, type: 1 });
laboratorySchema.index({ code: 1, _id: 1 });
laboratorySchema.index({ 'location.city': 1, sortName: 1, _id: 1 });
laboratorySchema.index({ createdAt: 1, _id: 1 });
laboratorySchema.index({ status: 1, sortName: 1, _id: 1 });
laboratorySchema.index({ searchWords: 1 });
