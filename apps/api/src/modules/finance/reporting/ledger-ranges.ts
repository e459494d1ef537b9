import { monthOf } from '../../../platform/time/business-day';
import { addMonths, monthKey, monthsBetween, type Period } from '../../../platform/time/report-period';
import type { Grain } from './ledger-totals.document';

/** A range of days or months, both ends included; a missing end is open. */
export type TotalsRange = { grain: Grain; from?: string; to?: string };

/** The ranges that cover a period: whole months where possible, and days at its ends. A missing end is open. */
export function rangesOf({ from, to }: Partial<Period>): TotalsRange[] {
  const beginsWhole = !from || from === monthOf(from).from;
  const endsWhole = !to || to === monthOf(to).to;
  const wholeMonths = from && to ? monthsBetween(from, to) - (beginsWhole ? 0 : 1) - (endsWhole ? 0 : 1) : Infinity;
  if (wholeMonths <= 0) return [{ grain: 'day', from, to }];
  return [
    ...(beginsWhole ? [] : [{ grain: 'day' as const, from, to: monthOf(from).to }]),
    {
      grain: 'month',
      ...(from && { from: addMonths(monthKey(from), beginsWhole ? 0 : 1) }),
      ...(to && { to: addMonths(monthKey(to), endsWhole ? 0 : -1) }),
    },
    ...(endsWhole ? [] : [{ grain: 'day' as const, from: monthOf(to).from, to }]),
  ];
}
