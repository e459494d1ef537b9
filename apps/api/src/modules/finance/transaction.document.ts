import {
  type PaymentMethod,
  paymentMethods,
  type ReceiptType,
  type Role,
  transactionCategories,
  type TransactionCategory,
  type TransactionFlag,
  transactionFlags,
  type TransactionStatus,
  transactionStatuses,
  type TransactionType,
  transactionTypes,
} from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../platform/mongo/scoped-repository';

type Person = { _id: Types.ObjectId; name: string };
type OtherEntry = { _id: Types.ObjectId; transactionNo: string };

export type ReceiptRow = {
  _id: Types.ObjectId;
  fileName: string;
  contentType: ReceiptType;
  sizeBytes: number;
  /** Hexadecimal; tells the same content again. */
  sha256: string;
  uploadedBy: Person;
  uploadedAt: Date;
};

export type TransactionRow = Stored & {
  transactionNo: string;
  laboratoryId: Types.ObjectId;
  type: TransactionType;
  /** A day of the laboratory's calendar. */
  date: string;
  /** Always positive; with `reversalOf` it counts negative. */
  amountPaise: number;
  category: TransactionCategory;
  paymentMethod: PaymentMethod;
  reference: string | null;
  party: string | null;
  description: string;
  status: TransactionStatus;
  flags: TransactionFlag[];
  approvals: { by: Person & { role: Role }; at: Date }[];
  rejection: { reason: string; by: Person; at: Date } | null;
  reversalOf: OtherEntry | null;
  reversedBy: OtherEntry | null;
  createdBy: Person;
  editedBy: Person | null;
  receipts: ReceiptRow[];
  updatedBy: string | null;
  /** The party in lower case: what filters and suggestions compare. */
  partyKey: string | null;
  /** The reference in lower case without spaces: what tells a duplicate. */
  referenceKey: string | null;
  /** The flags as one text, see `flagSetOf`. */
  flagSet: string | null;
  searchWords: string[];
  /** Who can take the next step of the approval; null once there is none. */
  awaits: 'anyone' | 'super_admin' | null;
  /** Who cannot take it whatever their role: who entered it, edited it last or approved it. */
  barred: Types.ObjectId[];
};

export const TRANSACTION_MODEL = 'Transaction';

const part = { _id: false } as const;
const person = { _id: Schema.Types.ObjectId, name: String };
const otherEntry = new Schema({ _id: Schema.Types.ObjectId, transactionNo: String }, part);

export const transactionSchema = new Schema<TransactionRow>(
  {
    transactionNo: { type: String, required: true },
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    type: { type: String, enum: transactionTypes, required: true },
    date: { type: String, required: true },
    amountPaise: { type: Number, required: true },
    category: { type: String, enum: transactionCategories, required: true },
    paymentMethod: { type: String, enum: paymentMethods, required: true },
    reference: { type: String, default: null },
    party: { type: String, default: null },
    description: { type: String, required: true },
    status: { type: String, enum: transactionStatuses, required: true },
    flags: { type: [String], enum: transactionFlags, default: [] },
    approvals: {
      type: [new Schema({ by: new Schema({ ...person, role: String }, part), at: Date }, part)],
      default: [],
    },
    rejection: { type: new Schema({ reason: String, by: new Schema(person, part), at: Date }, part), default: null },
    reversalOf: { type: otherEntry, default: null },
    reversedBy: { type: otherEntry, default: null },
    createdBy: { type: new Schema(person, part), required: true },
    editedBy: { type: new Schema(person, part), default: null },
    receipts: {
      type: [
        new Schema({
          fileName: String,
          contentType: String,
          sizeBytes: Number,
          sha256: String,
          uploadedBy: new Schema(person, part),
          uploadedAt: Date,
        }),
      ],
      default: [],
    },
    updatedBy: { type: String, default: null },
    partyKey: { type: String, default: null },
    referenceKey: { type: String, default: null },
    flagSet: { type: String, default: null },
    searchWords: [String],
    awaits: { type: String, default: null },
    barred: [Schema.Types.ObjectId],
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'transactions', versionKey: false, minimize: false },
);

transactionSchema.index({ transactionNo: 1 }, { unique: true });

// What filters ask beside the field an index begins with: told by the index's own entries, no document is read for it.
const asked = {
  date: 1,
  type: 1,
  status: 1,
  category: 1,
  paymentMethod: 1,
  amountPaise: 1,
  'createdBy._id': 1,
  partyKey: 1,
  flagSet: 1,
} as const;

/** What lists sort by, and filter by in the order of the days: once for the network, once within a laboratory. */
const listed = [
  { date: 1 },
  { transactionNo: 1 },
  { amountPaise: 1 },
  { createdAt: 1 },
  { type: 1, date: 1 },
  { status: 1, date: 1 },
  { category: 1, date: 1 },
  { paymentMethod: 1, date: 1 },
  { awaits: 1, date: 1 },
  { partyKey: 1, date: 1 },
  { 'createdBy._id': 1, date: 1 },
  { flagSet: 1, date: 1 },
] as const;
for (const fields of listed) {
  const others = Object.fromEntries(Object.entries(asked).filter(([field]) => !(field in fields)));
  transactionSchema.index({ ...fields, _id: 1, ...others });
  transactionSchema.index({ laboratoryId: 1, ...fields, _id: 1, ...others });
}
// Each word has an entry, so these carry nothing else.
const searched: Record<string, 1>[] = [{ searchWords: 1 }, { status: 1, searchWords: 1 }];
for (const fields of searched) {
  transactionSchema.index(fields);
  transactionSchema.index({ laboratoryId: 1, ...fields });
}
// A duplicate is looked for within one laboratory, or within all.
transactionSchema.index({ referenceKey: 1, laboratoryId: 1 });
