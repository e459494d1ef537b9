import type { Theme } from '@mui/material/styles';

/** A row of a chart: a month, a category or another part of a whole. */
export type ChartRow = { key: string; label: string };

/** A measure of the rows. */
export type Series<Row> = {
  id: string;
  label: string;
  /** The drawn value; its sign is the side of the axis. Null for a gap in a line. */
  value: (row: Row) => number | null;
  /** The exact value, for the tooltip and the table. */
  format: (row: Row) => string;
  color: (theme: Theme) => string;
  /** Where it is drawn, if the colour alone does not say it: `above the line`. */
  hint?: string;
  /** Bars by default. */
  kind?: 'line';
  hatched?: boolean;
  /** Series of the same stack continue each other. */
  stack?: string;
};

/** Columns for periods of time, bars for anything else. */
export type ChartLayout = 'columns' | 'bars';

/** Whether there is nothing to draw. */
export function isFlat<Row>(rows: readonly Row[], series: readonly Series<Row>[]): boolean {
  return rows.every((row) => series.every(({ value }) => (value(row) ?? 0) === 0));
}

/** In pixels. */
export function chartHeight(layout: ChartLayout, rows: number): number {
  return layout === 'columns' ? 320 : rows * 36 + 48;
}
