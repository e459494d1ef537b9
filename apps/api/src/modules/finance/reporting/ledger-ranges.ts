import { monthOf } from '../../../platform/time/business-day';
import { monthKey, monthsBetween, type Period } from '../../../platform/time/report-period';
import type { Grain } from './ledger-totals.document';

/** A range of days or months; `from` and `to` are inclusive, `after` and `before` exclusive, and a missing end is open. */
export type TotalsRange = { grain: Grain; from?: string; after?: string; to?: string; before?: string };

/** The ranges that cover a period: whole months where possible, and days at its ends. A missing end is open. */
export function rangesOf({ from, to }: Partial<Period>): TotalsRange[] {
  const beginsWhole = !from || from === monthOf(from).from;
  const endsWhole = !to || to === monthOf(to).to;
  const wholeMonths = from && to ? monthsBetween(from, to) - (beginsWhole ? 0 : 1) - (endsWhole ? 0 : 1) : Infinity;
  if (wholeMonths <= 0) return [{ grain: 'day', from, to }];
  const begin = from && { [beginsWhole ? 'from' : 'after']: monthKey(from) };
  const end = to && { [endsWhole ? 'to' : 'before']: monthKey(to) };
  return [
    ...(beginsWhole ? [] : [{ grain: 'day' as const, from, to: monthOf(from).to }]),
    { grain: 'month', ...begin, ...end },
    ...(endsWhole ? [] : [{ grain: 'day' as const, from: monthOf(to).from, to }]),
  ];
}
