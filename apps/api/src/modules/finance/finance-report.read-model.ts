import { categoriesOf, type TransactionStatus, type TransactionType } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { PipelineStage } from 'mongoose';
import type { LabScope } from '../../platform/mongo/lab-scope';
import type { Filter } from '../../platform/mongo/scoped-repository';
import type { FigureDelta } from './finance-figures';
import type { Tally } from './finance-figures.document';
import { FinanceFiguresRepository } from './finance-figures.repository';
import { type FigureRange, type Period, rangesOf } from './finance-period';
import { type Figure, type FigureFilter, figuresOf } from './finance-report';
import { TransactionRepository } from './transaction.repository';

/** What figures are asked for; an end of the period that is left out is open. */
export type FiguresAsked = Partial<Period> & FigureFilter & { laboratoryId?: readonly string[] };

/** As the entries are counted by the database: how many, and their amounts with contra entries negative. */
const tally = {
  count: { $sum: 1 },
  paise: {
    $sum: { $cond: [{ $ifNull: ['$reversalOf', false] }, { $multiply: ['$amountPaise', -1] }, '$amountPaise'] },
  },
};

/** What screens and reports ask for: from the figures, which never scan the entries, or from the entries themselves. */
@Injectable()
export class FinanceReportReadModel {
  constructor(
    private readonly kept: FinanceFiguresRepository,
    private readonly entries: TransactionRepository,
  ) {}

  /**
   * The figures of a period, months where a month is whole.
   * @param options `byDay` reads days alone; `detailed` tells categories and methods apart.
   */
  async figures(
    scope: LabScope,
    { from, to, laboratoryId, ...filter }: FiguresAsked,
    { byDay = false, detailed = false } = {},
  ): Promise<Figure[]> {
    const ranges: FigureRange[] = byDay ? [{ grain: 'day', from, to }] : rangesOf({ from, to });
    const narrowed = detailed || filter.category !== undefined || filter.paymentMethod !== undefined;
    const rows = await this.kept.read(scope, ranges, laboratoryId, narrowed ? cellFields(filter) : sumFields(filter));
    return rows.flatMap((row) => figuresOf(row, filter));
  }

  /** The entries that match, counted one by one: for what figures do not know, such as a party or an amount. */
  async counted(
    scope: LabScope,
    filter: Filter,
  ): Promise<(Tally & { type: TransactionType; status: TransactionStatus })[]> {
    const groups = await this.entries.aggregate<Tally & { _id: { type: TransactionType; status: TransactionStatus } }>(
      scope,
      [{ $match: filter }, { $group: { _id: { type: '$type', status: '$status' }, ...tally } }],
    );
    return groups.map(({ _id, count, paise }) => ({ ..._id, count, paise }));
  }

  /** What the figures of a laboratory have to say, counted entry by entry. */
  async recounted(scope: LabScope, laboratoryId: string): Promise<FigureDelta[]> {
    const kept = { date: '$date', category: '$category', paymentMethod: '$paymentMethod', status: '$status' };
    const pipeline: PipelineStage[] = [{ $group: { _id: kept, ...tally } }];
    const groups = await this.entries.aggregate<
      Tally & { _id: Pick<FigureDelta, 'date' | 'category' | 'paymentMethod' | 'status'> }
    >(scope, pipeline);
    return groups.map(({ _id, count, paise }) => ({ laboratoryId, ..._id, count, paise }));
  }

  /** Every laboratory that has entries. */
  async laboratoryIds(scope: LabScope): Promise<string[]> {
    const groups = await this.entries.aggregate<{ _id: { toHexString: () => string } }>(scope, [
      { $group: { _id: '$laboratoryId' } },
    ]);
    return groups.map(({ _id }) => _id.toHexString());
  }
}

function cellFields({ category, type }: FigureFilter): string[] {
  const asked = category ?? type?.flatMap((one) => categoriesOf[one]);
  return asked && asked.length > 0 ? asked.map((one) => `cells.${one}`) : ['cells'];
}

function sumFields({ type }: FigureFilter): string[] {
  return type && type.length > 0 ? type.map((one) => `sums.${one}`) : ['sums'];
}
