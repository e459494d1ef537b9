import {
  MAX_RECEIPTS,
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
import { MAX_SEARCH_WORDS } from '../../../platform/mongo/search-words';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { part, personPart, storedFields } from '../../../platform/mongo/schema-parts';

type Person = { _id: Types.ObjectId; name: string };
type Numbered = { _id: Types.ObjectId; number: string };
type EntryLink = { _id: Types.ObjectId; transactionNo: string };

export type ReceiptRow = {
  _id: Types.ObjectId;
  fileName: string;
  contentType: ReceiptType;
  sizeBytes: number;
  /** Hexadecimal; detects identical content. */
  sha256: string;
  uploadedBy: Person;
  uploadedAt: Date;
  /** Stored only where true: no approver has seen it, and no decision is on it. */
  afterApproval?: true;
};

export type TransactionRow = Stored & {
  transactionNo: string;
  laboratoryId: Types.ObjectId;
  type: TransactionType;
  /** A day in the time zone of the laboratory. */
  date: string;
  /** Always positive; counts negative with `reversalOf`. */
  amountPaise: number;
  category: TransactionCategory;
  paymentMethod: PaymentMethod;
  reference: string | null;
  party: string | null;
  description: string;
  status: TransactionStatus;
  flags: TransactionFlag[];
  /** When the flags were determined; absent in entries that were last edited before this was stored. */
  flaggedAt?: Date;
  /**
   * With a note, an approval counts only as the first of two; see `conflictOfInterest`. `content` is the digest of what was
   * approved, see `digestEntry`; decisions from before it was stored have none.
   */
  approvals: { by: Person & { role: Role }; at: Date; note?: string; content?: string }[];
  rejection: { reason: string; by: Person; at: Date; content?: string } | null;
  reversalOf: EntryLink | null;
  reversedBy: EntryLink | null;
  createdBy: Person;
  editedBy: Person | null;
  receipts: ReceiptRow[];
  /** Stored only where the entry is for a bill of an order; the bill has the same id. */
  bill?: { number: string; order: { _id: Types.ObjectId; number: string } };
  /**
   * Stored only where the contra entry is for the credit note of a supplier: it counts for a part of the original, which
   * stays approved and does not link to it.
   */
  credit?: { number: string; date: string; return: Numbered; bill: Numbered; order: Numbered };
  updatedBy: string | null;
  /** The party as filters and suggestions compare it, see `toPartyKey`. */
  partyKey: string | null;
  /** The reference as duplicates are detected, see `toReferenceKey`. */
  referenceKey: string | null;
  /** The flags as a single value, see `toFlagSet`. */
  flagSet: string | null;
  searchWords: string[];
  /** The role that the next approval requires; null when no approval is pending. */
  nextApprover: 'anyone' | 'super_admin' | null;
  /**
   * People who cannot approve regardless of their role: creator, last editor and earlier approvers. Empty when no
   * approval is pending, so that what waits and someone took part in is counted without reading anything else.
   */
  excludedApprovers: Types.ObjectId[];
};

export const TRANSACTION_MODEL = 'Transaction';

/** Two approvals suffice, apart from some that count only as the first of two. */
const MAX_DECIDING = 50;
const person = { _id: Schema.Types.ObjectId, name: String };
const numbered = new Schema({ _id: Schema.Types.ObjectId, number: String }, part);
const entryLink = new Schema({ _id: Schema.Types.ObjectId, transactionNo: String }, part);

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
    flags: { type: [String], enum: transactionFlags, max: transactionFlags.length, default: [] },
    flaggedAt: Date,
    approvals: {
      type: [
        new Schema(
          { by: new Schema({ ...person, role: String }, part), at: Date, note: String, content: String },
          part,
        ),
      ],
      max: MAX_DECIDING,
      default: [],
    },
    rejection: {
      type: new Schema({ reason: String, by: personPart, at: Date, content: String }, part),
      default: null,
    },
    reversalOf: { type: entryLink, default: null },
    reversedBy: { type: entryLink, default: null },
    createdBy: { type: personPart, required: true },
    editedBy: { type: personPart, default: null },
    receipts: {
      type: [
        new Schema({
          fileName: String,
          contentType: String,
          sizeBytes: Number,
          sha256: String,
          uploadedBy: personPart,
          uploadedAt: Date,
          afterApproval: Boolean,
        }),
      ],
      max: MAX_RECEIPTS,
      default: [],
    },
    bill: new Schema({ number: String, order: numbered }, part),
    credit: new Schema({ number: String, date: String, return: numbered, bill: numbered, order: numbered }, part),
    updatedBy: { type: String, default: null },
    partyKey: { type: String, default: null },
    referenceKey: { type: String, default: null },
    flagSet: { type: String, default: null },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    nextApprover: { type: String, default: null },
    excludedApprovers: { type: [Schema.Types.ObjectId], max: MAX_DECIDING },
    ...storedFields,
  },
  { collection: 'transactions', versionKey: false, minimize: false },
);

// At most 12 with that of `_id`: every write pays for all of them. Those by day serve most lists; they end with what other
// filters compare, so that no document is read to evaluate these.
const filterFields = { status: 1, type: 1, category: 1, paymentMethod: 1, amountPaise: 1, flagSet: 1 } as const;
transactionSchema.index({ transactionNo: 1 }, { unique: true });
transactionSchema.index({ laboratoryId: 1, date: 1, _id: 1, ...filterFields });
transactionSchema.index({ date: 1, _id: 1, ...filterFields });
transactionSchema.index({ status: 1, date: 1, _id: 1, laboratoryId: 1, nextApprover: 1, 'createdBy._id': 1 });
transactionSchema.index({ excludedApprovers: 1 });
transactionSchema.index({ 'createdBy._id': 1, date: 1, _id: 1, laboratoryId: 1, status: 1 });
transactionSchema.index({ partyKey: 1, laboratoryId: 1, date: 1, _id: 1 });
// Duplicates are detected within one laboratory or across all of them.
transactionSchema.index({ referenceKey: 1, laboratoryId: 1 });
transactionSchema.index({ searchWords: 1, laboratoryId: 1 });
transactionSchema.index({ amountPaise: 1, _id: 1, laboratoryId: 1 });
transactionSchema.index({ createdAt: 1, _id: 1, laboratoryId: 1 });
