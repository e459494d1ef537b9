import BarChart from '@mui/icons-material/BarChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { AmountTable } from '../amount-table';
import { EmptyDish } from '../drawings';
import { EmptyState } from '../feedback/empty-state';
import { SectionCard } from '../section-card';
import { type ChartRow, isFlat } from './series';
import { SeriesFigure, type SeriesFigureProps } from './series-figure';

type ChartCardProps<Row extends ChartRow> = SeriesFigureProps<Row> & {
  /** The heading of the first column in the table: `Month`. */
  head: string;
  /** Shown when there is nothing to draw. */
  empty: string;
  /** Within a card, without one of its own. */
  bare?: boolean;
};

/** A chart, which can be shown as a table. */
export function ChartCard<Row extends ChartRow>({ head, empty, bare = false, ...chart }: ChartCardProps<Row>) {
  const [asTable, setAsTable] = useState(false);
  const { title, rows, series } = chart;
  if (isFlat(rows, series)) {
    return (
      <SectionCard title={title} bare={bare}>
        <EmptyState drawing={<EmptyDish />}>{empty}</EmptyState>
      </SectionCard>
    );
  }
  return (
    <SectionCard
      title={title}
      bare={bare}
      action={
        <Button
          size="small"
          color="inherit"
          className="not-printed"
          startIcon={asTable ? <BarChart /> : <TableRows />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      }
    >
      {asTable ? <SeriesTable title={title} head={head} rows={rows} series={series} /> : <SeriesFigure {...chart} />}
    </SectionCard>
  );
}

type SeriesTableProps<Row extends ChartRow> = Pick<ChartCardProps<Row>, 'title' | 'head' | 'rows' | 'series'>;

/** The exact values of a chart. */
function SeriesTable<Row extends ChartRow>({ title, head, rows, series }: SeriesTableProps<Row>) {
  return (
    <AmountTable title={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {series.map(({ id, format }) => (
                <td key={id}>{format(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </AmountTable>
  );
}
