import { addDays, monthOf } from '../../../platform/time/business-day';
import { addMonths, monthKey, type Period } from '../../../platform/time/report-period';
import type { Grain } from './ledger-totals.document';

/** A range of days or months, both ends included; a missing end is open. What is `excluded` has to be subtracted. */
export type TotalsRange = { grain: Grain; from?: string; to?: string; excluded?: true };

/**
 * The ranges that cover a period with as few documents as possible: months, and at its ends the days of the period or,
 * where they are fewer, the excluded days of the month outside the period. A missing end is open.
 */
export function rangesOf({ from, to }: Partial<Period>): TotalsRange[] {
  const [before, after] = [from ? dayNumber(from) - 1 : 0, to ? dayNumber(monthOf(to).to) - dayNumber(to) : 0];
  const isOneMonth = from && to && monthKey(from) === monthKey(to);
  const within = isOneMonth ? dayNumber(to) - dayNumber(from) + 1 : 0;
  const startsWithMonth =
    !from || (isOneMonth ? before + after < within : before < dayNumber(monthOf(from).to) - before);
  const endsWithMonth = !to || (isOneMonth ? startsWithMonth : after < dayNumber(to));
  const first = from && addMonths(monthKey(from), startsWithMonth ? 0 : 1);
  const last = to && addMonths(monthKey(to), endsWithMonth ? 0 : -1);
  if (first && last && first > last) return [{ grain: 'day', from, to }];

  const ranges: TotalsRange[] = [];
  if (from && !startsWithMonth) ranges.push({ grain: 'day', from, to: monthOf(from).to });
  else if (from && before > 0)
    ranges.push({ grain: 'day', from: monthOf(from).from, to: addDays(from, -1), excluded: true });
  ranges.push({ grain: 'month', ...(first && { from: first }), ...(last && { to: last }) });
  if (to && !endsWithMonth) ranges.push({ grain: 'day', from: monthOf(to).from, to });
  else if (to && after > 0) ranges.push({ grain: 'day', from: addDays(to, 1), to: monthOf(to).to, excluded: true });
  return ranges;
}

function dayNumber(day: string): number {
  return Number(day.slice(-2));
}
