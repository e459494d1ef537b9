import Box from '@mui/material/Box';
import { styled, useTheme } from '@mui/material/styles';
import { Suspense } from 'react';
import { lazyPart } from '../lazy-part';
import { Skeleton } from '../loading/skeleton';
import { chartHeight, type ChartLayout, type ChartRow, type Series } from './series';

// Charts are a large chunk that the rest of the page does not wait for.
const SeriesChart = lazyPart(async () => (await import('./series-chart')).SeriesChart);

export type SeriesFigureProps<Row extends ChartRow> = {
  /** The accessible name of the chart. */
  title: string;
  rows: readonly Row[];
  series: readonly Series<Row>[];
  layout: ChartLayout;
  /** A value on the axis. */
  formatTick: (value: number) => string;
};

/** A chart with the meaning of its colours, positions and patterns. */
export function SeriesFigure<Row extends ChartRow>({ rows, series, layout, ...rest }: SeriesFigureProps<Row>) {
  const drawn = series.map(({ value, format, ...one }) => ({ ...one, data: rows.map(value), texts: rows.map(format) }));
  return (
    <>
      <Legend series={series} />
      <Suspense fallback={<Skeleton variant="rectangular" height={chartHeight(layout, rows.length)} />}>
        <SeriesChart {...rest} layout={layout} labels={rows.map(({ label }) => label)} series={drawn} />
      </Suspense>
    </>
  );
}

function Legend<Row>({ series }: { series: readonly Series<Row>[] }) {
  const theme = useTheme();
  return (
    <Box component="ul" sx={listStyle}>
      {series.map(({ id, label, hint, color, hatched = false, kind }) => (
        <li key={id}>
          <Swatch color={color(theme)} hatched={hatched} line={kind === 'line'} />
          {label}
          {hint !== undefined && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {hint}
            </Box>
          )}
        </li>
      ))}
    </Box>
  );
}

const Swatch = styled('span', { shouldForwardProp: (name) => name === 'children' })<{
  color: string;
  hatched: boolean;
  line: boolean;
}>(({ color, hatched, line }) => {
  const stripes = `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)`;
  return {
    flexShrink: 0,
    width: 14,
    height: line ? 2 : 12,
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
