import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type mongo, Types } from 'mongoose';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { type Filter, ScopedRepository } from '../../platform/mongo/scoped-repository';
import { currentSession } from '../../platform/mongo/unit-of-work';
import type { Increments } from './finance-figures';
import { FINANCE_FIGURES_MODEL, type FiguresRow } from './finance-figures.document';
import type { FigureRange } from './finance-period';

@Injectable()
export class FinanceFiguresRepository extends ScopedRepository<FiguresRow> {
  constructor(@InjectModel(FINANCE_FIGURES_MODEL) model: Model<FiguresRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the numbers, in the transaction of the entries that they count. */
  async add(increments: readonly Increments[], at: Date): Promise<void> {
    if (increments.length === 0) return;
    const statements = increments.map(({ laboratoryId, grain, period, by }): mongo.AnyBulkWriteOperation => ({
      updateOne: {
        filter: { laboratoryId: new Types.ObjectId(laboratoryId), grain, period },
        update: { $inc: { ...by, version: 1 }, $set: { updatedAt: at }, $setOnInsert: { createdAt: at } },
        upsert: true,
      },
    }));
    await (this.model.collection as mongo.Collection).bulkWrite(statements, { session: currentSession() ?? undefined });
  }

  /**
   * The documents of the ranges.
   * @param laboratoryIds narrows the scope.
   * @param fields the parts that are needed, such as `sums` or `cells.rent`.
   */
  async read(
    scope: LabScope,
    ranges: readonly FigureRange[],
    laboratoryIds: readonly string[] | undefined,
    fields: readonly string[],
  ): Promise<FiguresRow[]> {
    const projection = Object.fromEntries(['laboratoryId', 'grain', 'period', ...fields].map((field) => [field, 1]));
    // One question a range: each is one stretch of an index.
    const found = await Promise.all(
      ranges.map(({ grain, ...bounds }) =>
        this.find(
          scope,
          {
            ...(laboratoryIds && { laboratoryId: { $in: laboratoryIds.map((id) => new Types.ObjectId(id)) } }),
            grain,
            ...boundsOf(bounds),
          },
          { limit: NO_LIMIT, sort: { grain: 1, period: 1 }, projection: projection as Record<string, 1> },
        ),
      ),
    );
    return found.flat();
  }

  /** Whatever is kept of a laboratory. */
  async all(scope: LabScope): Promise<FiguresRow[]> {
    return this.find(scope, {}, { limit: NO_LIMIT });
  }

  /** Those that a rebuild found wrong. */
  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }).session(currentSession());
  }

  async laboratoryIds(): Promise<string[]> {
    const ids = await this.model.distinct('laboratoryId');
    return ids.map((id) => id.toHexString());
  }
}

/** A range bounds itself: one document a laboratory and day at most. */
const NO_LIMIT = 0;

function boundsOf({ from, after, to, before }: Omit<FigureRange, 'grain'>): Filter {
  const period = {
    ...(from && { $gte: from }),
    ...(after && { $gt: after }),
    ...(to && { $lte: to }),
    ...(before && { $lt: before }),
  };
  return Object.keys(period).length === 0 ? {} : { period };
}
