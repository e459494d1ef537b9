import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { storedFields } from '../../../platform/mongo/schema-parts';
import { currentSession, writeLater } from '../../../platform/mongo/unit-of-work';
import {
  type Increments,
  type LedgerTotalsRow,
  sumByDocument,
  type TotalsDelta,
  toStatements,
} from './ledger-totals.repository';

/**
 * The totals of a party in the entries of a laboratory for a month, as in `LedgerTotalsRow`. There are none for days: most
 * parties have an entry a day or fewer, which takes no longer to read than its total.
 */
export type PartyTotalsRow = Stored &
  Pick<LedgerTotalsRow, 'cells' | 'sums'> & {
    laboratoryId: Types.ObjectId;
    partyKey: string;
    /** `2026-11`. */
    period: string;
  };
export type PartyIncrements = Increments<Pick<PartyTotalsRow, 'partyKey' | 'period'>>;

export const PARTY_TOTALS_MODEL = 'PartyTotals';

export const partyTotalsSchema = new Schema<PartyTotalsRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    partyKey: { type: String, required: true },
    period: { type: String, required: true },
    cells: { type: Schema.Types.Mixed, required: true },
    sums: { type: Schema.Types.Mixed, required: true },
    ...storedFields,
  },
  { collection: 'finance-party-figures', versionKey: false, minimize: false },
);

partyTotalsSchema.index({ laboratoryId: 1, partyKey: 1, period: 1 }, { unique: true });

@Injectable()
export class PartyTotalsRepository extends ScopedRepository<PartyTotalsRow> {
  constructor(@InjectModel(PARTY_TOTALS_MODEL) model: Model<PartyTotalsRow>) {
    super(model, { laboratory: 'laboratoryId' });
  }

  /** Adds to the stored numbers in the transaction of the entries. */
  async add(increments: readonly PartyIncrements[], at: Date): Promise<void> {
    if (increments.length > 0) await writeLater(this.model, toStatements(increments, at));
  }

  /** The months of a period, whose missing end is open. @param ids the laboratories. @param parts the paths that are read. */
  async read(
    scope: LabScope,
    partyKey: string,
    { from, to }: { from?: string; to?: string },
    { ids, parts }: { ids: readonly string[]; parts: readonly string[] },
  ): Promise<PartyTotalsRow[]> {
    const filter = {
      laboratoryId: { $in: ids.map((id) => objectId(id)) },
      partyKey,
      ...((from ?? to) && { period: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    };
    const projection = Object.fromEntries(['laboratoryId', 'period', ...parts].map((path) => [path, 1 as const]));
    return this.findAll(scope, filter, { projection });
  }

  async all(scope: LabScope): Promise<PartyTotalsRow[]> {
    return this.findAll(scope, {});
  }

  async remove(ids: readonly ObjectId[]): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }).session(currentSession());
  }
}

/** The deltas of entries that name a party, by document. */
export function toPartyIncrements(deltas: readonly TotalsDelta[]): PartyIncrements[] {
  return sumByDocument(deltas, ({ laboratoryId, partyKey, date }) =>
    partyKey === null ? [] : [{ laboratoryId, partyKey, period: date.slice(0, 7) }],
  );
}
