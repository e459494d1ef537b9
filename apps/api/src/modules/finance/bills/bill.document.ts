import {
  type GstKind,
  gstKinds,
  type GstRate,
  inventoryUnits,
  type InventoryUnit,
  MAX_CREDITS_OF_BILL,
  MAX_ORDER_LINES,
  type TransactionStatus,
  transactionStatuses,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';
import type { Stored } from '../../../platform/mongo/scoped-repository';

type Named = { _id: Types.ObjectId; name: string };

/** The credit of a supplier for returned goods, with the id of its contra entry. Only `status` is ever changed. */
export type CreditRow = {
  _id: Types.ObjectId;
  number: string;
  /** As that of a bill. */
  numberKey: string;
  date: string;
  return: { _id: Types.ObjectId; number: string };
  amountPaise: number;
  transactionNo: string;
  /** Of the contra entry, written with it. */
  status: TransactionStatus;
  createdBy: Named;
  createdAt: Date;
};

/**
 * A bill of a supplier for an order, with the id of its entry. Only `status`, `covered` and `credits` are ever changed.
 */
export type BillRow = Stored & {
  laboratoryId: Types.ObjectId;
  number: string;
  /** The supplier, the financial year and the number, as a second use is detected; see `toNumberKey`. */
  numberKey: string;
  date: string;
  order: { _id: Types.ObjectId; number: string };
  supplier: Named;
  lines: {
    lineId: Types.ObjectId;
    name: string;
    unit: InventoryUnit;
    quantity: number;
    pricePaise: number;
    gstRate: GstRate;
  }[];
  gstKind: GstKind;
  taxes: { gstRate: number; taxablePaise: number; taxPaise: number }[];
  goodsPaise: number;
  freightPaise: number;
  totalPaise: number;
  transactionNo: string;
  /** Of the entry, written with it. */
  status: TransactionStatus;
  /** The received units that its cost was given to, since its final approval; absent in bills of earlier versions. */
  covered?: { receiptId: Types.ObjectId; lineId: Types.ObjectId; batch: number; quantity: number }[];
  /** In the order in which they were entered; absent in bills of earlier versions. */
  credits?: CreditRow[];
  createdBy: Named;
  updatedBy: string | null;
};

export const BILL_MODEL = 'Bill';

/** More batches than deliveries of one order have. */
const MAX_COVERED = 10_000;
const id = { type: Schema.Types.ObjectId, required: true } as const;
const text = { type: String, required: true } as const;
const number = { type: Number, required: true } as const;

export const billSchema = new Schema<BillRow>(
  {
    laboratoryId: id,
    number: text,
    numberKey: text,
    date: text,
    order: { type: new Schema({ _id: id, number: String }, part), required: true },
    supplier: { type: personPart, required: true },
    lines: {
      max: MAX_ORDER_LINES,
      type: [
        new Schema(
          {
            lineId: id,
            name: String,
            unit: { type: String, enum: inventoryUnits },
            quantity: Number,
            pricePaise: Number,
            gstRate: Number,
          },
          part,
        ),
      ],
    },
    gstKind: { type: String, enum: gstKinds, required: true },
    taxes: {
      max: 10,
      type: [new Schema({ gstRate: Number, taxablePaise: Number, taxPaise: Number }, part)],
    },
    goodsPaise: number,
    freightPaise: number,
    totalPaise: number,
    transactionNo: text,
    status: { type: String, enum: transactionStatuses, required: true },
    covered: {
      max: MAX_COVERED,
      type: [new Schema({ receiptId: id, lineId: id, batch: Number, quantity: Number }, part)],
      default: undefined,
    },
    credits: {
      max: MAX_CREDITS_OF_BILL,
      type: [
        new Schema({
          number: String,
          numberKey: String,
          date: String,
          return: new Schema({ _id: id, number: String }, part),
          amountPaise: Number,
          transactionNo: String,
          status: { type: String, enum: transactionStatuses },
          createdBy: personPart,
          createdAt: Date,
        }),
      ],
    },
    createdBy: { type: personPart, required: true },
    updatedBy: { type: String, default: null },
    ...storedFields,
  },
  { collection: 'bills', versionKey: false, minimize: false },
);

billSchema.index({ 'order._id': 1, _id: 1 });
billSchema.index({ numberKey: 1 });
billSchema.index({ 'credits.numberKey': 1 });
