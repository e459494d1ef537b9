import type { ReportGroup, TransactionReport } from '@shifa/contract';
import { formatDay } from '../../../lib/format';
import { countedEntriesPath } from '../entries-path';
import { monthWords } from '../period/finance-period';
import type { ReportState } from './report-state';

export type ReportRow = TransactionReport['rows'][number];

/** Days, weeks and months are called as everywhere; the rest by the label that came with it. */
export function rowWords(groupBy: ReportGroup, { key, label, period }: ReportRow): string {
  switch (groupBy) {
    case 'day':
      return formatDay(key);
    case 'week':
      return `${formatDay(period.from)} – ${formatDay(period.to)}`;
    case 'month':
      return monthWords(key);
    default:
      return label;
  }
}

const narrowedBy = { category: 'category', method: 'paymentMethod', laboratory: 'laboratoryId' } as const;

/** The entries that a row counts: those of the report, within the row's days or its category, method or laboratory. */
export function rowPath(groupBy: ReportGroup, { key, period }: ReportRow, state: ReportState): string {
  const { laboratoryId, type, category, paymentMethod } = state;
  const own = groupBy in narrowedBy ? { [narrowedBy[groupBy as keyof typeof narrowedBy]]: key } : {};
  return countedEntriesPath({ laboratoryId, type, category, paymentMethod, ...period, ...own });
}

/** Whether the rows follow one another in time. */
export function isByTime(groupBy: ReportGroup): boolean {
  return groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
}
