import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { writeLater } from '../../../platform/mongo/unit-of-work';
import { MAX_SUGGESTIONS, type PartyKind } from './party-uses';
import { PARTY_MODEL, type PartyRow } from './party.document';

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
    return this.find(scope, { laboratoryId, partyKey: { $in: partyKeys } }, { limit: 0 });
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
