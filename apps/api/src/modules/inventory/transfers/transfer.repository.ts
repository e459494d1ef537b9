import {
  batchStatuses,
  inventoryCategories,
  type InventoryUnit,
  inventoryUnits,
  MAX_TRANSFER_LINES,
  openTransferStatuses,
  type Page,
  type TransferListQuery,
  type TransferStatus,
  transferStatuses,
} from '@shifa/contract';
import { type Model, Schema, type Types } from 'mongoose';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { MAX_SEARCH_WORDS, searchFilter } from '../../../platform/mongo/search-words';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { part } from '../../../platform/mongo/schema-parts';
import { type BatchRow, type ItemRow, MAX_PRODUCT_KEYS } from '../stock/item.document';

export type SentProduct = Pick<
  ItemRow,
  | 'category'
  | 'manufacturer'
  | 'supplier'
  | 'leadTimeDays'
  | 'unitCostPaise'
  | 'trackExpiry'
  | 'requiresAcceptance'
  | 'stabilityDays'
  | 'storageCondition'
>;

/** One batch of a transfer. What is not accounted for is in transit. */
export type TransferLineRow = {
  _id: Types.ObjectId;
  /** The item of the sending laboratory as it was when it was sent, so that no later change decides what arrives. */
  item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit; productKeys: string[] };
  /** What the receiving laboratory needs to create the item. */
  product: SentProduct;
  /** The item of the receiving laboratory that was the same product when it was sent. Only that laboratory sees it. */
  targetItemId: Types.ObjectId | null;
  /** See `toBatchKey`. */
  batchKey: string;
  /** As it was when it left. */
  batch: Omit<BatchRow, 'quantity'>;
  quantity: number;
  received: number;
  /** Written off by the receiving laboratory. Absent in lines from before this was recorded. */
  missing?: number;
  damaged?: number;
  returned: number;
  /** The item of the receiving laboratory, once some of it has been received. */
  receivedItemId: Types.ObjectId | null;
};

/** What a step moved of one line. Only a receipt has losses. */
export type StepQuantities = { quantity: number; missing?: number; damaged?: number };

export type TransferStepRow = {
  kind: 'sent' | 'received' | 'returned';
  at: Date;
  by: { _id: Types.ObjectId; name: string };
  notes: string | null;
  reason?: string | null;
  lines: ({ lineId: Types.ObjectId } & StepQuantities)[];
};

export type TransferRow = Stored & {
  number: string;
  status: TransferStatus;
  /** The sender and the receiver, both of which own the transfer. */
  laboratoryIds: [from: Types.ObjectId, to: Types.ObjectId];
  fromLaboratoryId: Types.ObjectId;
  toLaboratoryId: Types.ObjectId;
  lines: TransferLineRow[];
  steps: TransferStepRow[];
  notes: string | null;
  /** See `toBatchKey`. */
  batchKeys: string[];
  searchWords: string[];
  updatedBy: string | null;
};

export const TRANSFER_MODEL = 'StockTransfer';

/** Parts of a transfer that arrive or go back one by one. */
const MAX_STEPS = 500;
const text = { type: String, default: null } as const;
const required = { type: Number, required: true } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;

export const transferSchema = new Schema<TransferRow>(
  {
    number: { type: String, required: true },
    status: { type: String, enum: transferStatuses, required: true },
    laboratoryIds: { type: [Schema.Types.ObjectId], max: 2, required: true },
    fromLaboratoryId: id,
    toLaboratoryId: id,
    lines: {
      max: MAX_TRANSFER_LINES,
      type: [
        new Schema({
          item: new Schema(
            {
              _id: id,
              itemCode: String,
              name: String,
              unit: { type: String, enum: inventoryUnits },
              productKeys: { type: [String], max: MAX_PRODUCT_KEYS },
            },
            part,
          ),
          product: new Schema(
            {
              category: { type: String, enum: inventoryCategories },
              manufacturer: text,
              supplier: text,
              leadTimeDays: Number,
              unitCostPaise: Number,
              trackExpiry: Boolean,
              requiresAcceptance: Boolean,
              stabilityDays: { type: Number, default: null },
              storageCondition: text,
            },
            part,
          ),
          targetItemId: { type: Schema.Types.ObjectId, default: null },
          batchKey: String,
          batch: new Schema(
            {
              _id: id,
              batchNumber: String,
              expiryDate: text,
              openedOn: text,
              unitCostPaise: Number,
              status: { type: String, enum: batchStatuses },
              statusReason: text,
              receivedAt: Date,
            },
            part,
          ),
          quantity: required,
          received: required,
          missing: Number,
          damaged: Number,
          returned: required,
          receivedItemId: { type: Schema.Types.ObjectId, default: null },
        }),
      ],
    },
    steps: {
      max: MAX_STEPS,
      type: [
        new Schema(
          {
            kind: String,
            at: Date,
            by: new Schema({ _id: id, name: String }, part),
            notes: text,
            reason: String,
            lines: {
              type: [new Schema({ lineId: id, quantity: Number, missing: Number, damaged: Number }, part)],
              max: MAX_TRANSFER_LINES,
            },
          },
          part,
        ),
      ],
    },
    notes: text,
    batchKeys: { type: [String], max: MAX_TRANSFER_LINES },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    updatedBy: text,
    version: required,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_transfers', versionKey: false, minimize: false },
);

transferSchema.index({ number: 1 }, { unique: true });
transferSchema.index({ laboratoryIds: 1, createdAt: 1, _id: 1 });
transferSchema.index({ fromLaboratoryId: 1, status: 1, createdAt: 1 });
transferSchema.index({ toLaboratoryId: 1, status: 1, createdAt: 1 });
transferSchema.index({ status: 1, createdAt: 1, _id: 1 });
transferSchema.index({ batchKeys: 1, createdAt: 1 });
transferSchema.index({ searchWords: 1, createdAt: 1 });

export const inTransit: Filter = { status: { $in: openTransferStatuses } };

@Injectable()
export class TransferRepository extends ScopedRepository<TransferRow> {
  constructor(@InjectModel(TRANSFER_MODEL) model: Model<TransferRow>) {
    super(model, { laboratory: 'laboratoryIds' });
  }

  async list(scope: LabScope, query: TransferListQuery): Promise<Page<TransferRow>> {
    return this.page(scope, {
      filter: toFilter(query),
      sort: sortOrder({ createdAt: ['createdAt'] }, query.sort),
      page: query.page,
      limit: query.limit,
    });
  }
}

function toFilter(query: TransferListQuery): Filter {
  const { status, laboratoryId, fromLaboratoryId, toLaboratoryId, enteredBy, search } = query;
  return {
    ...(laboratoryId && { laboratoryIds: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(status && { status: { $in: status } }),
    ...(fromLaboratoryId && { fromLaboratoryId: { $in: fromLaboratoryId.map((id) => objectId(id)) } }),
    ...(toLaboratoryId && { toLaboratoryId: { $in: toLaboratoryId.map((id) => objectId(id)) } }),
    // The first step is that of sending.
    ...(enteredBy && { 'steps.0.by._id': objectId(enteredBy) }),
    ...searchFilter('searchWords', search),
  };
}
