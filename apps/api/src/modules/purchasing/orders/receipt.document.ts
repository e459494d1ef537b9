import {
  type EnteredPacks,
  type GoodsReceipt,
  MAX_ORDER_LINES,
  MAX_RECEIVED_BATCHES,
  MAX_RETURNED_BATCHES,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import { part, personPart } from '../../../platform/mongo/schema-parts';

type Person = { _id: Types.ObjectId; name: string };

export type ReceivedBatchRow = GoodsReceipt['lines'][number]['batches'][number] & {
  /** The batch of the item; absent from receipts of earlier versions. */
  batchId?: Types.ObjectId;
};

export type ReceiptRow = {
  _id: Types.ObjectId;
  number: string;
  day: string;
  deliveryNote: string | null;
  by: Person;
  at: Date;
  lines: {
    lineId: Types.ObjectId;
    batches: ReceivedBatchRow[];
    short: number;
    damaged: number;
    refused: number;
    reason: string | null;
  }[];
};

export type ReturnRow = {
  _id: Types.ObjectId;
  number: string;
  receipt: { _id: Types.ObjectId; number: string };
  day: string;
  by: Person;
  at: Date;
  reason: string;
  lines: {
    lineId: Types.ObjectId;
    batchNumber: string;
    expiryDate: string | null;
    quantity: number;
    entered: EnteredPacks | null;
  }[];
};

const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, default: null } as const;
/** How a quantity was entered. */
export const enteredPart = new Schema({ name: String, factor: Number, quantity: Number }, part);
const batchPart = new Schema(
  { batchId: Schema.Types.ObjectId, batchNumber: String, expiryDate: text, quantity: Number, needsAcceptance: Boolean },
  part,
);
const receivedLinePart = new Schema(
  {
    lineId: id,
    batches: { type: [batchPart], max: MAX_RECEIVED_BATCHES },
    short: Number,
    damaged: Number,
    refused: Number,
    reason: text,
  },
  part,
);

const returnedLinePart = new Schema(
  {
    lineId: id,
    batchNumber: String,
    expiryDate: text,
    quantity: Number,
    entered: { type: enteredPart, default: null },
  },
  part,
);

export const receiptSchema = new Schema({
  number: String,
  day: String,
  deliveryNote: text,
  by: personPart,
  at: Date,
  lines: { type: [receivedLinePart], max: MAX_ORDER_LINES },
});

export const returnSchema = new Schema({
  number: String,
  receipt: new Schema({ _id: id, number: String }, part),
  day: String,
  by: personPart,
  at: Date,
  reason: String,
  lines: { type: [returnedLinePart], max: MAX_RETURNED_BATCHES },
});
