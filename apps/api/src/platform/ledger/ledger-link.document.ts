import type { LedgerName } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';

/**
 * What a link says and how. `ids`: what a document was when it was written, with people as their ids. Links from before
 * have no form: their digests, and the names of some, contain names of people. `changeover`: stands between the two, and
 * its digest covers all links before it.
 */
export type LinkForm = 'ids' | 'changeover';

/** States what a document was when it was written. Links are never changed, apart from `restated`. */
export type LedgerLinkRow = {
  /** See `linkIdOf`. */
  _id: string;
  form?: LinkForm;
  ledger: LedgerName;
  laboratoryId: Types.ObjectId;
  /** From 1, without gaps. */
  seq: number;
  /** In a changeover, that of the laboratory. */
  documentId: Types.ObjectId;
  /** Of the document. */
  version: number;
  /** What people call the document, also when it is gone. */
  name: string;
  at: Date;
  /** Of the document, see `digestOf`; in a changeover, see `restatedHashOf`. */
  digest: string;
  /** Of this link and all before it, see `hashOf`. */
  hash: string;
  /** Of a link without a form whose name no longer contains that of a person, instead of `hash`; see `restatedHashOf`. */
  restated?: string;
};

export const LEDGER_LINK_MODEL = 'LedgerLink';

const SEQ_DIGITS = 12;

/** Links of a chain sort by their ids, and two links cannot have the same number. */
export function linkIdOf({
  ledger,
  laboratoryId,
  seq,
}: Pick<LedgerLinkRow, 'ledger' | 'laboratoryId' | 'seq'>): string {
  return `${ledger}:${laboratoryId.toHexString()}:${String(seq).padStart(SEQ_DIGITS, '0')}`;
}

export const ledgerLinkSchema = new Schema<LedgerLinkRow>(
  {
    _id: { type: String, required: true },
    form: String,
    ledger: { type: String, required: true },
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    seq: { type: Number, required: true },
    documentId: { type: Schema.Types.ObjectId, required: true },
    version: { type: Number, required: true },
    name: { type: String, required: true },
    at: { type: Date, required: true },
    digest: { type: String, required: true },
    hash: { type: String, required: true },
    restated: String,
  },
  { collection: 'ledger_links', versionKey: false },
);

ledgerLinkSchema.index({ ledger: 1, laboratoryId: 1, documentId: 1, seq: 1 });
