import { countedStatuses, daysOfMonth, type TransactionCategory, unusualAmountRule } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { addDays } from '../../platform/time/business-day';
import type { LedgerTotal } from './totals/sums';
import { FinanceReportReadModel } from './totals/ledger-totals';
import { monthsThrough } from '../../platform/time/report-period';

/** The largest amount that is not unusual yet, by laboratory and category. */
type Limits = Map<string, Map<TransactionCategory, number>>;

/** Compares amounts with the averages of the months before, which the ledger totals provide without reading entries. */
@Injectable()
export class UnusualAmounts {
  constructor(private readonly model: FinanceReportReadModel) {}

  /** The entries of a month that `unusualAmountRule` finds. A contra entry only repeats another entry. */
  async filterIn(scope: LabScope, month: string, laboratoryId?: readonly string[]): Promise<Filter> {
    const { from, to } = daysOfMonth(month);
    const before = monthsThrough(addDays(from, -1), unusualAmountRule.months);
    const query = { ...before, laboratoryId, status: countedStatuses };
    const totals = await this.model.totals(scope, query, { by: ['category'] });
    const above = [...limitsOf(totals)].map(([id, limits]) => ({
      laboratoryId: objectId(id),
      $or: [...limits].map(([category, limit]) => ({ category, amountPaise: { $gt: limit } })),
    }));
    if (above.length === 0) return { _id: { $in: [] } };
    return { date: { $gte: from, $lte: to }, reversalOf: null, $or: above };
  }
}

function limitsOf(totals: readonly LedgerTotal[]): Limits {
  const sums = new Map<string, Map<TransactionCategory, { count: number; paise: bigint }>>();
  for (const { laboratoryId, category, count, paise } of totals) {
    if (category === null) continue;
    const ofLaboratory = sums.get(laboratoryId) ?? new Map<TransactionCategory, { count: number; paise: bigint }>();
    const { count: counted, paise: added } = ofLaboratory.get(category) ?? { count: 0, paise: 0n };
    sums.set(laboratoryId, ofLaboratory.set(category, { count: counted + count, paise: added + paise }));
  }
  const { factor, minEntries } = unusualAmountRule;
  const limits: Limits = new Map();
  for (const [laboratoryId, categories] of sums) {
    const judged = [...categories].filter(([, { count, paise }]) => count >= minEntries && paise > 0n);
    const rows = judged.map(
      ([category, { count, paise }]) => [category, Number((paise * BigInt(factor)) / BigInt(count))] as const,
    );
    if (rows.length > 0) limits.set(laboratoryId, new Map(rows));
  }
  return limits;
}
