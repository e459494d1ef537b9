import {
  type PaymentMethod,
  paymentMethods,
  transactionCategories,
  type TransactionCategory,
  type TransactionType,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { MAX_SEARCH_WORDS, searchFilter } from '../../../platform/mongo/search-words';
import { writeLater } from '../../../platform/mongo/unit-of-work';
import { part, storedFields } from '../../../platform/mongo/schema-parts';

export const MAX_SUGGESTIONS = 10;

/** The entries in which a party is used. */
export type PartyKind = 'all' | TransactionType;

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
    ...storedFields,
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

/** Enough documents of single laboratories to find the parties that the network uses most. */
const MAX_MERGED = 500;

@Injectable()
export class PartyRepository extends ScopedRepository<PartyRow> {
  constructor(@InjectModel(PARTY_MODEL) model: Model<PartyRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Most used first: up to ten of a laboratory or, to be merged, more of the whole network. */
  async suggest(
    scope: LabScope,
    { laboratoryId, kind, search }: { laboratoryId: ObjectId | null; kind: PartyKind; search?: string },
  ): Promise<PartyRow[]> {
    const filter = { [`uses.${kind}`]: { $gt: 0 }, ...searchFilter('searchWords', search) };
    if (!laboratoryId) return this.find(scope, filter, { sort: { 'uses.all': -1, partyKey: 1 }, limit: MAX_MERGED });
    const sort = { [`uses.${kind}`]: -1, partyKey: 1 } as const;
    return this.find(scope, { laboratoryId, ...filter }, { sort, limit: MAX_SUGGESTIONS });
  }

  async findByKeys(scope: LabScope, laboratoryId: ObjectId, partyKeys: readonly string[]): Promise<PartyRow[]> {
    return this.findAll(scope, { laboratoryId, partyKey: { $in: partyKeys } });
  }

  /** Replaces the documents within the transaction under way; parties without uses are removed. */
  async save(rows: readonly PartyRow[]): Promise<void> {
    if (rows.length === 0) return;
    await writeLater(
      this.model,
      rows.map(({ _id, ...row }) =>
        row.uses.all > 0 ? { replaceOne: { filter: { _id }, replacement: row } } : { deleteOne: { filter: { _id } } },
      ),
    );
  }
}
