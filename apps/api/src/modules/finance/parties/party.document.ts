import { type PaymentMethod, paymentMethods, transactionCategories, type TransactionCategory } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { MAX_SEARCH_WORDS } from '../../../platform/mongo/search-words';

/** The latest entry that names a party, whose fields are suggested for the next one. */
export type LastUse = {
  entry: Types.ObjectId;
  date: string;
  /** As entered there. */
  party: string;
  category: TransactionCategory;
  paymentMethod: PaymentMethod;
};

/**
 * The uses of a party in the entries of one laboratory, by type and in total. Laboratories with the same party have a
 * document each, so that their entries can be written at the same time.
 */
export type PartyRow = Stored & {
  laboratoryId: Types.ObjectId;
  partyKey: string;
  searchWords: string[];
  uses: { all: number; income: number; expense: number };
  last: { income: LastUse | null; expense: LastUse | null };
};

export const PARTY_MODEL = 'Party';

const part = { _id: false } as const;
const lastUse = {
  type: new Schema<LastUse>(
    {
      entry: Schema.Types.ObjectId,
      date: String,
      party: String,
      category: { type: String, enum: transactionCategories },
      paymentMethod: { type: String, enum: paymentMethods },
    },
    part,
  ),
  default: null,
};

export const partySchema = new Schema<PartyRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    partyKey: { type: String, required: true },
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    uses: new Schema({ all: Number, income: Number, expense: Number }, part),
    last: new Schema({ income: lastUse, expense: lastUse }, part),
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'parties', versionKey: false, minimize: false },
);

partySchema.index({ laboratoryId: 1, partyKey: 1 }, { unique: true });
partySchema.index({ laboratoryId: 1, searchWords: 1 });
for (const kind of ['all', 'income', 'expense'] as const)
  partySchema.index({ laboratoryId: 1, [`uses.${kind}`]: -1, partyKey: 1 });
// For the whole network.
partySchema.index({ searchWords: 1 });
partySchema.index({ 'uses.all': -1, partyKey: 1 });
