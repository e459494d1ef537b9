import BarChart from '@mui/icons-material/BarChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state';
import { EmptyDish } from '../../../components/drawings';
import { Skeleton } from '../../../components/loading/skeleton';
import { SectionCard } from '../../../components/section-card';
import { isFlat } from './flow';
import type { FlowChartProps } from './flow-chart';
import { FlowLegend } from './flow-legend';
import { FlowTable } from './flow-table';

// The figures are there before the code that draws them.
const FlowChart = lazy(async () => ({ default: (await import('./flow-chart')).FlowChart }));

type FlowCardProps = FlowChartProps & {
  /** Heads the names of the rows in the table: `Month`. */
  head: string;
  /** Stands where there is nothing to draw. */
  empty: string;
};

/** A chart, or the same figures as a table. */
export function FlowCard({ head, empty, ...chart }: FlowCardProps) {
  const [asTable, setAsTable] = useState(false);
  const { title, rows, figures, layout } = chart;
  if (isFlat(rows, figures)) {
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
        <FlowTable title={title} head={head} rows={rows} figures={figures} />
      ) : (
        <>
          <FlowLegend figures={figures} layout={layout} />
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
