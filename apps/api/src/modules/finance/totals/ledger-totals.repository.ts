import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { currentSession, writeLater } from '../../../platform/mongo/unit-of-work';
import type { Increments } from './increments';
import type { TotalsRange } from './ledger-ranges';
import { LEDGER_TOTALS_MODEL, type LedgerTotalsRow } from './ledger-totals.document';

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

  /** A contiguous section of an index. @param laboratoryIds narrows the scope. @param part what is read of each. */
  async read(
    scope: LabScope,
    { grain, ...bounds }: TotalsRange,
    laboratoryIds: readonly string[] | undefined,
    part: 'cells' | 'sums',
  ): Promise<LedgerTotalsRow[]> {
    const inLaboratories = laboratoryIds && {
      laboratoryId: { $in: laboratoryIds.map((id) => new Types.ObjectId(id)) },
    };
    const filter = { ...inLaboratories, grain, ...boundsOf(bounds) };
    const projection = { laboratoryId: 1, grain: 1, period: 1, [part]: 1 } as const;
    return this.find(scope, filter, { limit: NO_LIMIT, sort: { grain: 1, period: 1 }, projection });
  }

  async all(scope: LabScope): Promise<LedgerTotalsRow[]> {
    return this.find(scope, {}, { limit: NO_LIMIT });
  }

  async remove(ids: readonly Types.ObjectId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }).session(currentSession());
  }

  async laboratoryIds(): Promise<string[]> {
    const groups = await this.aggregate<{ _id: Types.ObjectId }>(LabScope.everywhere(), [
      { $match: { grain: 'month' } },
      { $group: { _id: '$laboratoryId' } },
    ]);
    return groups.map(({ _id }) => _id.toHexString());
  }
}

function boundsOf({ from, to }: Omit<TotalsRange, 'grain'>): Filter {
  const period = { ...(from && { $gte: from }), ...(to && { $lte: to }) };
  return Object.keys(period).length === 0 ? {} : { period };
}
