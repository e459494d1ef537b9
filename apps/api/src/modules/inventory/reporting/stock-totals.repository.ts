import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, mongo } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { objectId } from '../../../platform/mongo/object-id';
import { ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { currentSession } from '../../../platform/mongo/unit-of-work';
import type { Increments } from './stock-totals';
import { STOCK_TOTALS_MODEL, type StockTotalsRow } from './stock-totals.document';

/** One document per laboratory, so queries need no limit. */
const NO_LIMIT = 0;

/** A new document has every field, so that readers need not ask whether one is there. */
const empty = { items: 0n, low: 0n, out: 0n, movements: 0n } as const;

@Injectable()
export class StockTotalsRepository extends ScopedRepository<StockTotalsRow> {
  constructor(@InjectModel(STOCK_TOTALS_MODEL) model: Model<StockTotalsRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the stored numbers in the transaction of the change. */
  async add(increments: readonly { laboratoryId: string; by: Increments }[], at: Date): Promise<void> {
    if (increments.length === 0) return;
    const statements = increments.map(({ laboratoryId, by }): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: { laboratoryId: objectId(laboratoryId) },
        update: { $inc: { ...empty, ...by, version: 1 }, $set: { updatedAt: at }, $setOnInsert: { createdAt: at } },
        upsert: true,
      },
    }));
    await (this.model.collection as mongo.Collection).bulkWrite(statements, { session: currentSession() ?? undefined });
  }

  /** @param laboratoryIds narrows the scope. */
  async read(scope: LabScope, laboratoryIds?: readonly string[]): Promise<StockTotalsRow[]> {
    const filter = laboratoryIds ? { laboratoryId: { $in: laboratoryIds.map((id) => objectId(id)) } } : {};
    return this.find(scope, filter, { limit: NO_LIMIT });
  }

  /** Where it says how far the alerts of a laboratory have been brought; null if it never had stock. */
  async sweptIn(scope: LabScope): Promise<StockTotalsRow | null> {
    const [row] = await this.find(scope, {}, { limit: 1, projection: { version: 1, swept: 1 } });
    return row ?? null;
  }

  async remove(rows: readonly StockTotalsRow[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } }).session(currentSession());
  }
}
