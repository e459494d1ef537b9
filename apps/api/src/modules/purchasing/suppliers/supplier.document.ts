import { MAX_SUPPLIER_CONTACTS, MAX_SUPPLIER_USES, type Supplier, supplierStatuses } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { part, storedFields } from '../../../platform/mongo/schema-parts';
import { MAX_SEARCH_WORDS } from '../../../platform/mongo/search-words';

export type SupplierRow = Stored &
  Pick<
    Supplier,
    | 'name'
    | 'code'
    | 'status'
    | 'statusReason'
    | 'gstin'
    | 'pan'
    | 'stateCode'
    | 'contacts'
    | 'address'
    | 'leadTimeDays'
    | 'paymentDays'
    | 'nextReviewOn'
    | 'notes'
    | 'usedByAll'
    | 'updatedBy'
  > & {
    uses: { laboratoryId: Types.ObjectId; leadTimeDays: number | null }[];
    /** By whom it can be seen: those that use it or, if all do, `EVERY_LABORATORY`. */
    laboratoryIds: Types.ObjectId[];
    /** See `supplierKey`. */
    nameKey: string;
    /** The name in lower case, by which lists are sorted. */
    sortName: string;
    searchWords: string[];
  };

export const SUPPLIER_MODEL = 'Supplier';

const text = { type: String, default: null } as const;
const days = { type: Number, required: true } as const;

export const supplierSchema = new Schema<SupplierRow>(
  {
    name: { type: String, required: true },
    code: { type: String, required: true },
    status: { type: String, enum: supplierStatuses, required: true },
    statusReason: text,
    gstin: text,
    pan: text,
    stateCode: text,
    contacts: {
      max: MAX_SUPPLIER_CONTACTS,
      type: [new Schema({ name: String, role: text, phone: text, email: text }, part)],
    },
    address: text,
    leadTimeDays: days,
    paymentDays: days,
    nextReviewOn: text,
    notes: text,
    usedByAll: { type: Boolean, required: true },
    uses: {
      max: MAX_SUPPLIER_USES,
      type: [
        new Schema(
          {
            laboratoryId: { type: Schema.Types.ObjectId, required: true },
            leadTimeDays: { type: Number, default: null },
          },
          part,
        ),
      ],
    },
    laboratoryIds: { type: [Schema.Types.ObjectId], max: MAX_SUPPLIER_USES },
    nameKey: { type: String, required: true },
    sortName: { type: String, required: true },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    updatedBy: text,
    ...storedFields,
  },
  { collection: 'suppliers', versionKey: false, minimize: false },
);

supplierSchema.index({ code: 1 }, { unique: true });
supplierSchema.index({ code: 1, _id: 1 });
supplierSchema.index({ sortName: 1, _id: 1, status: 1 });
supplierSchema.index({ laboratoryIds: 1, sortName: 1, _id: 1 });
supplierSchema.index({ nextReviewOn: 1, _id: 1 });
supplierSchema.index({ searchWords: 1 });
supplierSchema.index({ nameKey: 1 });
