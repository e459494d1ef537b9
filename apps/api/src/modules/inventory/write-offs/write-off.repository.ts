import {
  type EnteredPacks,
  type InventoryUnit,
  inventoryUnits,
  type Page,
  type WriteOffListQuery,
  type WriteOffStatus,
  writeOffStatuses,
} from '@shifa/contract';
import { type Model, Schema, type Types } from 'mongoose';
import type { OneDecision } from '../../../platform/decisions/one-decision';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Actor } from '../../../platform/domain/actor';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { part } from '../../../platform/mongo/schema-parts';
import type { BatchRow } from '../stock/item.document';

/** Stock of one batch that is set aside. */
export type HeldStock = {
  /** The batch that holds it until the decision. */
  batchId: Types.ObjectId;
  /** The batch that it came from, as it was. */
  source: Omit<BatchRow, 'quantity'>;
  quantity: number;
};

export type WriteOffRow = Stored &
  OneDecision & {
    number: string;
    laboratoryId: Types.ObjectId;
    item: { _id: Types.ObjectId; itemCode: string; name: string; unit: InventoryUnit };
    held: HeldStock[];
    /** The packs that the quantity was entered in, for the movements of an approval. */
    entered?: EnteredPacks;
    reason: string;
    notes: string | null;
    /** The limit of the laboratory when it was requested. */
    limitPaise: number;
    status: WriteOffStatus;
    requestedBy: { _id: Types.ObjectId; name: string };
    updatedBy: string | null;
  };

export const WRITE_OFF_MODEL = 'WriteOff';

/** The batches with stock that an item can have. */
const MAX_HELD = 200;

const text = { type: String, default: null } as const;
const required = { type: Number, required: true } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;
const person = new Schema({ _id: id, name: String }, part);

export const writeOffSchema = new Schema<WriteOffRow>(
  {
    number: { type: String, required: true },
    laboratoryId: id,
    item: new Schema({ _id: id, itemCode: String, name: String, unit: { type: String, enum: inventoryUnits } }, part),
    held: {
      max: MAX_HELD,
      type: [
        new Schema(
          {
            batchId: id,
            source: new Schema(
              {
                _id: id,
                batchNumber: String,
                expiryDate: text,
                openedOn: text,
                unitCostPaise: Number,
                status: String,
                statusReason: text,
                receivedAt: Date,
                unaccepted: Boolean,
              },
              part,
            ),
            quantity: required,
          },
          part,
        ),
      ],
    },
    entered: new Schema({ name: String, factor: Number, quantity: Number }, part),
    reason: { type: String, required: true },
    notes: text,
    limitPaise: required,
    status: { type: String, enum: writeOffStatuses, required: true },
    requestedBy: { type: person, required: true },
    decidedBy: { type: person, default: null },
    decidedAt: { type: Date, default: null },
    decisionReason: text,
    decidedContent: text,
    updatedBy: text,
    version: required,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_write_offs', versionKey: false, minimize: false },
);

writeOffSchema.index({ number: 1 }, { unique: true });
writeOffSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
writeOffSchema.index({ laboratoryId: 1, status: 1, createdAt: 1, _id: 1 });
writeOffSchema.index({ status: 1, createdAt: 1, _id: 1 });
writeOffSchema.index({ createdAt: 1, _id: 1 });
writeOffSchema.index({ 'item._id': 1, createdAt: 1, _id: 1 });

/** Write-offs that wait for a decision. */
export const waiting: Filter = { status: 'pending' };

@Injectable()
export class WriteOffRepository extends ScopedRepository<WriteOffRow> {
  constructor(@InjectModel(WRITE_OFF_MODEL) model: Model<WriteOffRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  list(scope: LabScope, viewer: Actor, query: WriteOffListQuery): Promise<Page<WriteOffRow>> {
    const { status, laboratoryId, itemId, enteredBy, waitingForMe, page, limit } = query;
    return this.page(scope, {
      filter: {
        ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
        ...(status && { status: { $in: status } }),
        ...(itemId && { 'item._id': objectId(itemId) }),
        ...(enteredBy && { 'requestedBy._id': objectId(enteredBy) }),
        ...(waitingForMe && { $and: [waiting, decidableBy(viewer)] }),
      },
      sort: sortOrder({ createdAt: ['createdAt'] }, query.sort),
      page,
      limit,
    });
  }
}

/** What the viewer can decide on, in any of their capacities. */
function decidableBy(viewer: Actor): Filter {
  const alternatives: Filter[] = [];
  for (const as of viewer.capacities) {
    const scope = as.may('inventory.approve') ? as.scope('inventory.approve') : null;
    if (!scope || scope.userId !== null) continue;
    const excluded = [...as.represented.map((id) => objectId(id)), ...as.influencers('inventory.approve')];
    alternatives.push({
      ...(scope.laboratoryId !== null && { laboratoryId: objectId(scope.laboratoryId) }),
      'requestedBy._id': { $nin: excluded },
    });
  }
  return alternatives.length === 0 ? { _id: null } : { $or: alternatives };
}
