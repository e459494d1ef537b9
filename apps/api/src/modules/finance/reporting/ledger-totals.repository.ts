import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { currentSession, readAll, writeLater } from '../../../platform/mongo/unit-of-work';
import type { Increments } from './ledger-totals';
import { LEDGER_TOTALS_MODEL, type LedgerTotalsRow } from './ledger-totals.document';
import type { TotalsRange } from './ledger-ranges';

/** There is at most one document per laboratory and day, so queries need no limit. */
const NO_LIMIT = 0;

@Injectable()
export class LedgerTotalsRepository extends ScopedRepository<LedgerTotalsRow> {
  constructor(@InjectModel(LEDGER_TOTALS_MODEL) model: Model<LedgerTotalsRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the stored numbers in the transaction of the entries. */
  async add(increments: readonly Increments[], at: Date): Promise<void> {
    if (increments.length === 0) return;
    const statements = increments.map(({ laboratoryId, grain, period, by }) => ({
      updateOne: {
        filter: { laboratoryId: new Types.ObjectId(laboratoryId), grain, period },
        update: { $inc: { ...by, version: 1 }, $set: { updatedAt: at }, $setOnInsert: { createdAt: at } },
        upsert: true as const,
      },
    }));
    await writeLater(this.model, statements);
  }

  /**
   * @param laboratoryIds narrows the scope.
   * @param fields the parts to read, such as `sums` or `cells.rent`.
   */
  async read(
    scope: LabScope,
    ranges: readonly TotalsRange[],
    laboratoryIds: readonly string[] | undefined,
    fields: readonly string[],
  ): Promise<LedgerTotalsRow[]> {
    const projection: Record<string, 1> = { laboratoryId: 1, grain: 1, period: 1 };
    for (const field of fields) projection[field] = 1;
    const inLaboratories = laboratoryIds && {
      laboratoryId: { $in: laboratoryIds.map((id) => new Types.ObjectId(id)) },
    };
    // One query per range, because each is a contiguous section of an index.
    const found = await readAll(
      ...ranges.map(({ grain, ...bounds }) => () => {
        const filter = { ...inLaboratories, grain, ...boundsOf(bounds) };
        return this.find(scope, filter, { limit: NO_LIMIT, sort: { grain: 1, period: 1 }, projection });
      }),
    );
    return found.flat();
  }

  async all(scope: LabScope): Promise<LedgerTotalsRow[]> {
    return this.find(scope, {}, { limit: NO_LIMIT });
  }

  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }).session(currentSession());
  }

  async laboratoryIds(): Promise<string[]> {
    const ids = await this.model.distinct('laboratoryId').session(currentSession());
    return ids.map((id) => id.toHexString());
  }
}

function boundsOf({ from, after, to, before }: Omit<TotalsRange, 'grain'>): Filter {
  const period = {
    ...(from && { $gte: from }),
    ...(after && { $gt: after }),
    ...(to && { $lte: to }),
    ...(before && { $lt: before }),
  };
  return Object.keys(period).length === 0 ? {} : { period };
}
