import type { Analysis, AnalysisRow } from '@shifa/contract';
import { formatCount } from '../../lib/format';
import type { Measure } from './analytics-table';

/** An analysis for spreadsheets: numbers without units or signs of their own, and days as `2026-11-22`. */
export function analysisSheet<Values>(
  head: string,
  { rows, omittedRows, period, previousPeriod, totals }: Analysis<string, Values>,
  measures: readonly Measure<Values>[],
): string[][] {
  const headings = measures.map(({ label, sheet }) => sheet.heading ?? label);
  const before = previousPeriod === null ? [] : measures.filter(({ onlyNow }) => !onlyNow);
  const previous = before.map(({ label, sheet }) => `Previous: ${sheet.heading ?? label}`);
  const valuesOf = (row: Pick<AnalysisRow<Values>, 'values' | 'previous'>) => [
    ...measures.map(({ sheet }) => cellOf(sheet.value(row.values))),
    ...before.map(({ sheet }) => cellOf(row.previous === null ? null : sheet.value(row.previous))),
  ];
  const blank = [...headings, ...previous].map(() => '');
  return [
    [head, 'From', 'To', ...headings, ...previous],
    ...rows.map((row) => [row.label, row.period.from, row.period.to, ...valuesOf(row)]),
    // The totals are those of all rows.
    ...(omittedRows === 0 ? [] : [[`${formatCount(omittedRows)} more`, period.from, period.to, ...blank]]),
    ['Total', period.from, period.to, ...valuesOf(totals)],
  ];
}

function cellOf(value: number | string | null): string {
  return value === null ? '' : String(value);
}

/** A share of 0.934 as 93.4. */
export function percentOf(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1_000) / 10;
}
