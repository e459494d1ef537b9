import BarChart from '@mui/icons-material/BarChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled, useTheme } from '@mui/material/styles';
import { Suspense, useState } from 'react';
import { AmountTable } from '../../../components/amount-table';
import { EmptyDish } from '../../../components/drawings';
import { EmptyState } from '../../../components/empty-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { SectionCard } from '../../../components/section-card';
import { formatMoney } from '../../../lib/format';
import { lazyComponent } from '../../../lib/lazy-component';
import { flowColors, type FlowMeasure, flowMeasures, type FlowRow, isFlat } from './flow';
import type { FlowChartProps } from './flow-chart';

// Charts are a large chunk that the rest of the page does not wait for.
const FlowChart = lazyComponent(async () => (await import('./flow-chart')).FlowChart);

type FlowCardProps = FlowChartProps & {
  /** The heading of the first column in the table: `Month`. */
  head: string;
  /** Shown when there is nothing to draw. */
  empty: string;
};

/** A chart, which can be shown as a table. */
export function FlowCard({ head, empty, ...chart }: FlowCardProps) {
  const [asTable, setAsTable] = useState(false);
  const { title, rows, measures, layout } = chart;
  if (isFlat(rows, measures)) {
    return (
      <SectionCard title={title}>
        <EmptyState drawing={<EmptyDish />}>{empty}</EmptyState>
      </SectionCard>
    );
  }
  return (
    <SectionCard
      title={title}
      action={
        <Button
          size="small"
          color="inherit"
          className="not-printed"
          startIcon={asTable ? <BarChart /> : <TableRows />}
          onClick={() => setAsTable(!asTable)}
        >
          Show as {asTable ? 'chart' : 'table'}
        </Button>
      }
    >
      {asTable ? (
        <FlowTable title={title} head={head} rows={rows} measures={measures} />
      ) : (
        <>
          <FlowLegend measures={measures} layout={layout} />
          <Suspense
            fallback={<Skeleton variant="rectangular" height={layout === 'columns' ? 320 : rows.length * 36 + 48} />}
          >
            <FlowChart {...chart} />
          </Suspense>
        </>
      )}
    </SectionCard>
  );
}

const positions: Record<FlowMeasure, Record<'columns' | 'bars', string>> = {
  income: { columns: 'above the line', bars: 'right of the line' },
  expense: { columns: 'below the line', bars: 'left of the line' },
  net: { columns: 'line', bars: 'line' },
  pendingIncome: { columns: 'hatched', bars: 'hatched' },
  pendingExpense: { columns: 'hatched', bars: 'hatched' },
};

type FlowLegendProps = { measures: readonly FlowMeasure[]; layout: 'columns' | 'bars' };

/** The meaning of colours, positions and patterns in a chart. */
function FlowLegend({ measures, layout }: FlowLegendProps) {
  const colors = flowColors(useTheme());
  return (
    <Box component="ul" sx={listStyle}>
      {measures.map((measure) => (
        <li key={measure}>
          <Swatch measure={measure} color={colors[measure]} />
          {flowMeasures[measure].label}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {positions[measure][layout]}
          </Box>
        </li>
      ))}
    </Box>
  );
}

const Swatch = styled('span')<{ measure: FlowMeasure; color: string }>(({ measure, color }) => {
  const hatched = measure === 'pendingIncome' || measure === 'pendingExpense';
  const stripes = `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)`;
  return {
    flexShrink: 0,
    width: 14,
    height: measure === 'net' ? 2 : 12,
    borderRadius: 2,
    background: hatched ? stripes : color,
    outline: hatched ? `1px solid ${color}` : undefined,
  };
});

const listStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  listStyle: 'none',
  m: 0,
  mb: 3,
  p: 0,
  fontSize: '0.75rem',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 1.5 },
};

type FlowTableProps = {
  title: string;
  /** The heading of the first column: `Month`. */
  head: string;
  rows: readonly FlowRow[];
  measures: readonly FlowMeasure[];
};

/** The values of a chart, to the paisa. */
function FlowTable({ title, head, rows, measures }: FlowTableProps) {
  return (
    <AmountTable title={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {measures.map((measure) => (
              <th key={measure} scope="col">
                {flowMeasures[measure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {measures.map((measure) => (
                <td key={measure}>{formatMoney(flowMeasures[measure].paise(row))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </AmountTable>
  );
}
