import type { TransactionType } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import type { ObjectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import { PARTY_MODEL, type PartyRow } from './party.document';

const MAX_SUGGESTIONS = 10;

@Injectable()
export class PartyRepository extends ScopedRepository<PartyRow> {
  constructor(@InjectModel(PARTY_MODEL) model: Model<PartyRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Most used first; `laboratoryId` is null for the whole network. */
  async suggest(
    scope: LabScope,
    { laboratoryId, kind, search }: { laboratoryId: ObjectId | null; kind: 'all' | TransactionType; search?: string },
  ): Promise<PartyRow[]> {
    const uses = `uses.${kind}`;
    const filter = { laboratoryId, [uses]: { $gt: 0 }, ...searchFilter('searchWords', search) };
    return this.find(scope, filter, { sort: { [uses]: -1, partyKey: 1 }, limit: MAX_SUGGESTIONS });
  }

  async findByKeys(scope: LabScope, laboratoryId: ObjectId | null, partyKeys: readonly string[]): Promise<PartyRow[]> {
    return this.find(scope, { laboratoryId, partyKey: { $in: partyKeys } }, { limit: 0 });
  }

  /** Replaces the documents within the transaction under way; parties without uses are removed. */
  async save(rows: readonly PartyRow[]): Promise<void> {
    if (rows.length === 0) return;
    const statements = rows.map(({ _id, ...row }): mongo.AnyBulkWriteOperation =>
      row.uses.all > 0
        ? { replaceOne: { filter: { _id }, replacement: row, upsert: true } }
        : { deleteOne: { filter: { _id } } },
    );
    await (this.model.collection as mongo.Collection).bulkWrite(statements, { session: currentSession() ?? undefined });
  }
}
